/**
 * Works in a folder of a shared root that others can write to, and follows no link below that root. Where the system shows open files
 * as paths (Linux), every folder on the way is opened in turn and used by its open file: nobody can put a link in its place meanwhile.
 */
import { constants, existsSync } from 'node:fs';
import { lstat, mkdir, open, opendir, rmdir, unlink } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { SyncAnswerError } from '#sync/errors.ts';

/** Windows has no such flags. `lstat` finds links there too. */
const FOLDER = constants.O_RDONLY | (constants.O_DIRECTORY ?? 0);
const NO_LINK = constants.O_NOFOLLOW ?? 0;
const OPEN_FILES = '/proc/self/fd';
const CAN_HOLD = existsSync(OPEN_FILES);
/** Devices have streams, those have groups of blobs. */
const MOST_DEPTH = 4;

interface Held {
  path: string;
  close(): Promise<void>;
}

/** Calls `use` with a path that means the same folder for as long as `use` runs. Undefined when the folder is missing, a file or a link. */
export function inFolder<T>(
  root: string,
  folder: string,
  use: (path: string) => Promise<T>,
): Promise<T | undefined> {
  return holdWay(root, folder, { make: false }, use);
}

/** As `inFolder`, but makes what is missing, and rejects with SyncAnswerError when a file or a link is in its place. */
export async function inMadeFolder<T>(
  root: string,
  folder: string,
  use: (path: string) => Promise<T>,
): Promise<T> {
  let isUsed = false;
  const made = await holdWay(root, folder, { make: true }, (path) => {
    isUsed = true;
    return use(path);
  });
  if (!isUsed) throw new SyncAnswerError('a link or file in place of a folder');
  return made as T;
}

/** Removes a file, a link, or a folder with what is in it. Its own folder has to be held. Fine when nothing is there. */
export async function removeTree(path: string, depth = 0): Promise<void> {
  const found = await lstat(path).catch(ignoreMissing);
  if (found === undefined) return;
  if (!found.isDirectory()) return unlink(path).catch(ignoreMissing);
  if (depth > MOST_DEPTH) throw new SyncAnswerError('folders that are nested too deeply');
  const held = await hold(path, NO_LINK);
  try {
    for await (const { name } of await opendir(held.path)) {
      await removeTree(join(held.path, name), depth + 1);
    }
  } finally {
    await held.close();
  }
  await rmdir(path).catch(ignoreMissing);
}

async function holdWay<T>(
  root: string,
  folder: string,
  { make }: { make: boolean },
  use: (path: string) => Promise<T>,
): Promise<T | undefined> {
  // The root itself may be a link: it is the person's own choice.
  let held: Held | undefined = await hold(root, 0);
  try {
    for (const part of relative(root, folder).split(sep).filter(Boolean)) {
      const path = join(held.path, part);
      if (make) await mkdir(path).catch(ignoreTaken);
      const next: Held | undefined = await holdRealFolder(path);
      await held.close();
      held = next;
      if (held === undefined) return undefined;
    }
    return await use(held.path);
  } finally {
    await held?.close();
  }
}

async function holdRealFolder(path: string): Promise<Held | undefined> {
  try {
    return (await lstat(path)).isDirectory() ? await hold(path, NO_LINK) : undefined;
  } catch (error) {
    if (['ENOENT', 'ELOOP', 'ENOTDIR'].includes(codeOf(error))) return undefined;
    throw error;
  }
}

async function hold(path: string, flags: number): Promise<Held> {
  if (!CAN_HOLD) return { path, close: async () => undefined };
  const handle = await open(path, FOLDER | flags);
  return { path: join(OPEN_FILES, String(handle.fd)), close: () => handle.close() };
}

function ignoreMissing(error: unknown): undefined {
  if (codeOf(error) !== 'ENOENT') throw error;
}

function ignoreTaken(error: unknown): void {
  if (codeOf(error) !== 'EEXIST') throw error;
}

function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? '';
}
