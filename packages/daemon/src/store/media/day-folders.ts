/**
 * Walks the day folders to find files that no row names: left by a process that was killed between
 * writing a picture and storing its row, or between moving frames into a video chunk and removing their
 * snapshots. Only names that this service gives are looked at; whatever else lies there stays.
 */
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { hasCode } from './system-error.ts';

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const OURS = /^\d+_[A-Za-z0-9-]+(_\d+)?\.(jpg|mp4)$/;
/** Files of one question to the store. */
const BATCH = 500;

/** Resolves to how many files were removed; rejects with the signal's reason between two batches. */
export async function removeUnnamedFiles(
  folder: string,
  deps: {
    /** Of these absolute paths, those that no row names. */
    listUnnamed: (paths: readonly string[]) => Promise<readonly string[]>;
    /** Whether the file is so new that its row may still be on the way. */
    isNew: (path: string) => boolean;
  },
  signal: AbortSignal,
): Promise<number> {
  let removed = 0;
  for await (const paths of listBatches(folder)) {
    signal.throwIfAborted();
    // A file that is not new has no row on the way, so what the store says about it is final.
    const settled = paths.filter((path) => !deps.isNew(path));
    for (const path of await deps.listUnnamed(settled)) {
      await rm(path, { force: true });
      removed += 1;
    }
  }
  return removed;
}

async function* listBatches(folder: string): AsyncGenerator<string[]> {
  for (const day of (await listNames(folder)).filter((name) => DAY.test(name))) {
    const names = (await listNames(join(folder, day))).filter((name) => OURS.test(name));
    for (let from = 0; from < names.length; from += BATCH) {
      yield names.slice(from, from + BATCH).map((name) => join(folder, day, name));
    }
  }
}

async function listNames(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).sort();
  } catch (cause) {
    // Nothing was ever kept there, or it is no folder of ours.
    if (hasCode(cause, 'ENOENT', 'ENOTDIR')) return [];
    throw cause;
  }
}
