/**
 * Walks the day folders to find files that no row names. A process that was killed between writing a picture
 * and storing its row leaves one or two; a database that was rebuilt, restored or copied leaves as many as
 * there are, and those are somebody's memory. So only a handful of pictures goes, and only what the database has
 * outlived: a file of the same day that was written later has its row. All others stay and are counted.
 */
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { HOUR_MS, HOURS_PER_VIDEO } from '../content/keys.ts';
import { hasCode } from './system-error.ts';

const DAY = /^\d{4}-\d{2}-\d{2}$/;
/** Names that this service gives; whatever else lies there is not ours. */
const OURS = /^\d+_[A-Za-z0-9-]+(_\d+)?\.(jpg|mp4)$/;
/** The same, and recordings; the number is the time. A second one of a name in `lost+found` has its own number before it. */
const TIMED = /^(?:\d+-)?(\d+)_[A-Za-z0-9-]+(_\d+)?\.(jpg|mp4|ogg)$/;
/** Whoever writes a file stores its row within seconds. */
const SETTLED_MS = 10 * 60_000;
const DAY_MS = 24 * HOUR_MS;
const VIDEO_MS = HOURS_PER_VIDEO * HOUR_MS;
/** Files of one question to the store. */
const BATCH = 500;
/** A picture of each monitor: more is not what one killed process left. */
const HANDFUL = 8;

export interface Swept {
  removed: number;
  /** Files without a row that stay, for they may be all that is left of something. */
  left: number;
}

interface Orphan {
  path: string;
  /** Files of the same day that rows name. */
  named: readonly string[];
}

/** Rejects with the signal's reason between two batches. */
export async function removeUnnamedFiles(
  folder: string,
  deps: {
    /** Of these absolute paths, those that no row names. */
    listUnnamed: (paths: readonly string[]) => Promise<readonly string[]>;
    /** Whether the file is so new that its row may still be on the way. */
    isNew: (path: string) => boolean;
  },
  signal: AbortSignal,
): Promise<Swept> {
  const orphans: Orphan[] = [];
  let found = 0;
  for await (const { paths, named } of listBatches(folder)) {
    signal.throwIfAborted();
    // A file that is not new has no row on the way, so what the store says about it is final.
    const settled = paths.filter((path) => !deps.isNew(path));
    const unnamed = new Set(await deps.listUnnamed(settled));
    named.push(...settled.filter((path) => !unnamed.has(path)));
    found += unnamed.size;
    if (found <= HANDFUL) for (const path of unnamed) orphans.push({ path, named });
  }
  if (found > HANDFUL) return { removed: 0, left: found };
  let removed = 0;
  for (const orphan of orphans) {
    if ((await isOutlived(orphan)) && (await remove(orphan.path))) removed += 1;
  }
  return { removed, left: found - removed };
}

/** What lies in each day's folder, the oldest first. */
export async function listDaySizes(
  folder: string,
  sinceMs = Number.NEGATIVE_INFINITY,
): Promise<{ dayMs: number; bytes: number }[]> {
  const sizes: { dayMs: number; bytes: number }[] = [];
  for (const day of (await listNames(folder)).filter((name) => DAY.test(name))) {
    if (Date.parse(day) + DAY_MS <= sinceMs) continue;
    let bytes = 0;
    for (const name of await listNames(join(folder, day))) {
      bytes += (await stat(join(folder, day, name)).catch(() => undefined))?.size ?? 0;
    }
    sizes.push({ dayMs: Date.parse(day), bytes });
  }
  return sizes;
}

/** No day is in the media folder, whose folders stay: a disk that is not connected. */
export async function isMediaAway(dataDir: string): Promise<boolean> {
  const names = await listNames(join(dataDir, 'data'));
  return names.every((name) => name.startsWith('.'));
}

/** Absolute paths of our files of this time that nobody has written to for a while; of videos also those that may reach into it. */
export async function listSettledFiles(
  folder: string,
  startMs: number,
  endMs: number,
): Promise<string[]> {
  const found: string[] = [];
  for (const day of (await listNames(folder)).filter((name) => DAY.test(name))) {
    const dayMs = Date.parse(day);
    if (dayMs + DAY_MS + VIDEO_MS <= startMs || dayMs > endMs) continue;
    for (const name of await listNames(join(folder, day))) {
      const path = join(folder, day, name);
      if (!mayShow(name, startMs, endMs)) continue;
      const writtenMs = await writtenAt(path);
      if (writtenMs !== undefined && Date.now() - writtenMs >= SETTLED_MS) found.push(path);
    }
  }
  return found;
}

function mayShow(name: string, startMs: number, endMs: number): boolean {
  const atMs = Number(TIMED.exec(name)?.[1] ?? Number.NaN);
  return atMs + (name.endsWith('.mp4') ? VIDEO_MS : 0) >= startMs && atMs <= endMs;
}

/**
 * The database has rows from after it: it is no older copy, in which the row of this file is missing. Never said of a
 * video, which may be the only place of a hundred pictures.
 */
async function isOutlived({ path, named }: Orphan): Promise<boolean> {
  if (!path.endsWith('.jpg')) return false;
  const writtenAtMs = await writtenAt(path);
  if (writtenAtMs === undefined) return false;
  for (const other of named) {
    const otherAtMs = await writtenAt(other);
    if (otherAtMs !== undefined && otherAtMs > writtenAtMs) return true;
  }
  return false;
}

async function writtenAt(path: string): Promise<number | undefined> {
  return (await stat(path).catch(() => undefined))?.mtimeMs;
}

/** One that cannot be removed takes no other with it. */
async function remove(path: string): Promise<boolean> {
  return rm(path).then(
    () => true,
    () => false,
  );
}

/** `named` is one list for all batches of a day. */
async function* listBatches(folder: string): AsyncGenerator<{ paths: string[]; named: string[] }> {
  for (const day of (await listNames(folder)).filter((name) => DAY.test(name))) {
    const names = (await listNames(join(folder, day))).filter((name) => OURS.test(name));
    const named: string[] = [];
    for (let from = 0; from < names.length; from += BATCH) {
      const paths = names.slice(from, from + BATCH).map((name) => join(folder, day, name));
      yield { paths, named };
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
