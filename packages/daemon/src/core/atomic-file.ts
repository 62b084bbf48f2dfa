/** Replaces a small file so that a reader sees the old text or the new one, never a part. */
import { renameSync, rmSync, writeFileSync } from 'node:fs';

/** Readable by its owner only. Not flushed to the platter: for files that can be written again. */
export function writeFileAtomically(file: string, text: string): void {
  const draft = `${file}.${process.pid}.tmp`;
  try {
    writeFileSync(draft, text, { mode: 0o600 });
    renameSync(draft, file);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}
