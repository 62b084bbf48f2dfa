/**
 * Copies a file and returns its checksum; what is there afterwards is what was read. Finished media never changes, so on the same disk a
 * second name for the same file is enough, and takes no room.
 */
import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { link, mkdir, open, rename, rm, utimes } from 'node:fs/promises';
import { dirname } from 'node:path';
import { hasCode } from '../media/system-error.ts';

const PIECE_BYTES = 1 << 20;
const FILE_MODE = 0o600;

export interface CopiedFile {
  readonly bytes: number;
  readonly writtenAtMs: number;
  readonly sha256: string;
}

/** Whole or not at all, on the disk, with the times of the original. Rejects with the system's error. */
export async function copyFile(
  from: string,
  to: string,
  { mayLink = false }: { mayLink?: boolean } = {},
): Promise<CopiedFile> {
  await mkdir(dirname(to), { recursive: true, mode: 0o700 });
  const draft = draftOf(to);
  await rm(draft, { force: true });
  const isLinked = mayLink && (await tryToLink(from, draft));
  try {
    const copied = isLinked ? await readThrough(draft) : await readThrough(from, draft);
    if (!isLinked) await utimes(draft, new Date(), new Date(copied.writtenAtMs));
    await rename(draft, to);
    // A rename onto another name of the same file does nothing, and leaves both.
    await rm(draft, { force: true });
    return copied;
  } catch (cause) {
    await rm(draft, { force: true });
    throw cause;
  }
}

/** Where a copy is made before it has its name. */
export function draftOf(to: string): string {
  return `${to}.part`;
}

/** The checksum of a file, and of what is written to `to` when that is given. */
export async function readThrough(from: string, to?: string): Promise<CopiedFile> {
  // A link or a named pipe in the place of a file is refused instead of followed or waited for.
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  const source = await open(from, flags);
  const target = to === undefined ? undefined : await open(to, 'wx', FILE_MODE);
  try {
    const found = await source.stat();
    if (!found.isFile()) throw new TypeError('not a regular file');
    const hash = createHash('sha256');
    const piece = Buffer.allocUnsafe(PIECE_BYTES);
    let bytes = 0;
    for (;;) {
      const { bytesRead } = await source.read(piece, 0, PIECE_BYTES, bytes);
      if (bytesRead === 0) break;
      bytes += bytesRead;
      hash.update(piece.subarray(0, bytesRead));
      await target?.writeFile(piece.subarray(0, bytesRead));
    }
    await target?.sync();
    return { bytes, writtenAtMs: Math.round(found.mtimeMs), sha256: hash.digest('hex') };
  } finally {
    await source.close();
    await target?.close();
  }
}

async function tryToLink(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to);
    return true;
  } catch (cause) {
    // A missing file stays missing; whatever else is in the way of a link is not in the way of a copy.
    if (hasCode(cause, 'ENOENT')) throw cause;
    return false;
  }
}
