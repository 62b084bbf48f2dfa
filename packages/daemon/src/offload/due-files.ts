/** Which media files are old enough to be moved: those in the day folders that rows name, the oldest first. Called by `offload.ts`. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { HOUR_MS, HOURS_PER_VIDEO } from '#store/content/keys.ts';
import type { Store } from '#store/store.ts';

const DAY = /^\d{4}-\d{2}-\d{2}$/;
/** Names that this service gives; the number is the time. */
const OURS = /^(\d+)_[A-Za-z0-9-]+(_\d+)?\.[a-z0-9]+$/;
const DAY_MS = 24 * HOUR_MS;
/** Files of one question to the store. */
const BATCH = 500;

/** Paths relative to the data folder. */
export async function listDueFiles(deps: {
  dataDir: string;
  store: Pick<Store, 'offload'>;
  /** Everything before this is old enough. */
  beforeMs: number;
  isCompacting: boolean;
  signal: AbortSignal;
}): Promise<string[]> {
  const { dataDir, store, beforeMs, isCompacting, signal } = deps;
  const due: string[] = [];
  const folder = join(dataDir, 'data');
  for (const day of await listNames(folder)) {
    if (!DAY.test(day) || Date.parse(day) >= beforeMs) continue;
    const names = (await listNames(join(folder, day))).filter((name) => isOld(name, beforeMs));
    for (let at = 0; at < names.length; at += BATCH) {
      const paths = names.slice(at, at + BATCH).map((name) => `data/${day}/${name}`);
      due.push(...(await store.offload.listMovable(paths, isCompacting, signal)));
    }
  }
  return due;
}

export function beforeOf(nowMs: number, afterDays: number): number {
  return nowMs - afterDays * DAY_MS;
}

/** A video shows frames of the hours after its name. */
function isOld(name: string, beforeMs: number): boolean {
  const atMs = Number(OURS.exec(name)?.[1] ?? Number.NaN);
  return atMs + (name.endsWith('.mp4') ? HOURS_PER_VIDEO * HOUR_MS : 0) < beforeMs;
}

async function listNames(folder: string): Promise<string[]> {
  // No folder: nothing was ever stored, or the disk is not there, which others report.
  return (await readdir(folder).catch(() => [])).sort();
}
