/**
 * Reads a shared folder that others can write to. Follows no links below the root, opens regular files only, and reads at most as many
 * bytes and names as a meeting place can have. The folder backend reads through it.
 */
import { constants, type Dirent } from 'node:fs';
import { type FileHandle, lstat, open, opendir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { SyncAnswerError } from '#sync/errors.ts';
import { inFolder } from './held-folder.ts';

/** A full folder has a thousand blobs; other programs leave copies and drafts. */
const MOST_NAMES = 20_000;
/** Windows has no such flags. `lstat` finds links there too. */
const OPEN_FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/** Undefined when the file is missing. Rejects with SyncAnswerError for anything but a regular file of at most `mostBytes`. */
export async function readPlainFile(
  root: string,
  path: string,
  mostBytes: number,
): Promise<Buffer | undefined> {
  try {
    return await inFolder(root, dirname(path), (folder) =>
      readHeld(join(folder, basename(path)), mostBytes),
    );
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    if (codeOf(error) === 'ELOOP') throw notPlain();
    throw error;
  }
}

async function readHeld(path: string, mostBytes: number): Promise<Buffer> {
  // Before opening, because opening a device can have an effect.
  if (!(await lstat(path)).isFile()) throw notPlain();
  await using file = await open(path, OPEN_FLAGS);
  const found = await file.stat();
  if (!found.isFile()) throw notPlain();
  if (found.size > mostBytes) throw new SyncAnswerError('a file that is larger than any blob');
  return await readUpTo(file, found.size);
}

/** Not to the end: a file can grow while it is read. */
async function readUpTo(file: FileHandle, size: number): Promise<Buffer> {
  const bytes = Buffer.alloc(size);
  let filled = 0;
  while (filled < size) {
    const { bytesRead } = await file.read(bytes, filled, size - filled, filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return bytes.subarray(0, filled);
}

/** The names in a folder that `isWanted` accepts; none when the folder is missing, a file or a link. */
export async function listNames(
  root: string,
  folder: string,
  isWanted: (entry: Dirent) => boolean,
): Promise<string[]> {
  return (await inFolder(root, folder, (path) => namesIn(path, isWanted))) ?? [];
}

/** As `listNames`, of a folder that is held. */
export async function namesIn(
  folder: string,
  isWanted: (entry: Dirent) => boolean,
): Promise<string[]> {
  const names: string[] = [];
  let seen = 0;
  for await (const entry of await opendir(folder)) {
    seen += 1;
    if (seen > MOST_NAMES) throw new SyncAnswerError('a folder with too many files');
    if (isWanted(entry)) names.push(entry.name);
  }
  return names;
}

function notPlain(): SyncAnswerError {
  return new SyncAnswerError('a link or device in place of a file');
}

function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? '';
}
