/** Replaces a small file so that a reader sees the old text or the new one, never a part. */
import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';

/** Readable by its owner only. Not flushed to the platter unless asked: for files that can be written again. */
export function writeFileAtomically(
  file: string,
  text: string,
  { isFlushed = false }: { isFlushed?: boolean } = {},
): void {
  const draft = `${file}.${process.pid}.tmp`;
  try {
    const written = openSync(draft, 'w', 0o600);
    try {
      writeFileSync(written, text);
      if (isFlushed) fsyncSync(written);
    } finally {
      closeSync(written);
    }
    renameSync(draft, file);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}
