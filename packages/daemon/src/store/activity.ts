/**
 * What a range of time was spent on: apps and sites with their minutes, as a whole and in hours or days. Time is counted
 * between pictures of one app that are less than five minutes apart. Runs in a reader thread.
 */
import type { contextReader } from './contexts.ts';
import type { Connection } from './database.ts';
import { firstKeyOfHour, hourOf, lastKeyOfHour } from './keys.ts';
import type { Activity, ActivityFilter, ActivityShare } from './overview-records.ts';
import { siteOf } from './site.ts';

const LONGEST_GAP_MS = 300_000;
/** A cancelled walk ends after so many rows. */
const ROWS_BETWEEN_LOOKS = 20_000;

type Row = [atMs: number, contextId: number];

interface Running extends ActivityShare {
  perBucket: Map<number, number>;
}

export function activityReader(
  db: Connection,
  parts: { contexts: ReturnType<typeof contextReader>; assertWanted: () => void },
) {
  const { contexts, assertWanted } = parts;
  const frames = db
    .prepare(
      `SELECT at_ms, context_id FROM document
       WHERE key BETWEEN ? AND ? AND (key & 3) = 0 AND at_ms BETWEEN ? AND ?`,
    )
    .raw();

  function* rows({ startMs, endMs, appName }: ActivityFilter): Generator<Row> {
    const keys = [firstKeyOfHour(hourOf(startMs)), lastKeyOfHour(hourOf(endMs))];
    let seen = 0;
    for (const row of frames.iterate(...keys, startMs, endMs) as Iterable<Row>) {
      seen += 1;
      if (seen % ROWS_BETWEEN_LOOKS === 0) assertWanted();
      if (appName === undefined || contexts.get(row[1]).appName === appName) yield row;
    }
  }

  return {
    summariseActivity(filter: ActivityFilter): Activity {
      const apps = new Map<string, Running>();
      const sites = new Map<string, Running>();
      let totalFrames = 0;
      for (const [atMs, contextId] of rows(filter)) {
        const { appName, browserUrl } = contexts.get(contextId);
        totalFrames += 1;
        count(apps, appName, atMs, filter.bucketStartMs);
        const site = siteOf(browserUrl);
        if (site !== null) count(sites, site, atMs, filter.bucketStartMs);
      }
      return {
        totalFrames,
        apps: ranked(apps),
        sites: ranked(sites),
        buckets: filter.bucketStartMs ? { apps: buckets(apps), sites: buckets(sites) } : undefined,
      };
    },
  };
}

function count(
  shares: Map<string, Running>,
  name: string,
  atMs: number,
  bucket: ActivityFilter['bucketStartMs'],
): void {
  let share = shares.get(name);
  if (!share) {
    share = { name, frames: 0, spentMs: 0, firstAtMs: atMs, lastAtMs: atMs, perBucket: new Map() };
    shares.set(name, share);
  }
  const gapMs = atMs - share.lastAtMs;
  // Late arrivals within an hour are out of order: they count as pictures, not as time.
  if (gapMs > 0 && gapMs < LONGEST_GAP_MS) {
    share.spentMs += gapMs;
    if (bucket) {
      const at = bucketOf(share.lastAtMs, bucket);
      share.perBucket.set(at, (share.perBucket.get(at) ?? 0) + gapMs);
    }
  }
  share.frames += 1;
  share.firstAtMs = Math.min(share.firstAtMs, atMs);
  share.lastAtMs = Math.max(share.lastAtMs, atMs);
}

/** The last start that is not after `atMs`. */
function bucketOf(atMs: number, starts: readonly number[]): number {
  let [low, high] = [0, starts.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((starts[middle] as number) <= atMs) low = middle;
    else high = middle - 1;
  }
  return starts[low] ?? atMs;
}

function ranked(shares: ReadonlyMap<string, Running>): ActivityShare[] {
  return [...shares.values()]
    .map(({ perBucket: _, ...share }) => share)
    .sort((a, b) => b.spentMs - a.spentMs || b.frames - a.frames || (a.name < b.name ? -1 : 1));
}

function buckets(
  shares: ReadonlyMap<string, Running>,
): { startMs: number; name: string; spentMs: number }[] {
  return [...shares.values()]
    .flatMap(({ name, perBucket }) =>
      [...perBucket].map(([startMs, spentMs]) => ({ startMs, name, spentMs })),
    )
    .sort((a, b) => a.startMs - b.startMs || b.spentMs - a.spentMs);
}
