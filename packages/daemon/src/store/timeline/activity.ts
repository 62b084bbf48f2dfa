/**
 * What a range of time was spent on: apps and sites with their minutes, as a whole and in hours or days. Time is counted
 * between pictures of one app that are less than five minutes apart; the whole between any two. Runs in a reader thread.
 */
import { contextReader } from '../content/contexts.ts';
import { firstKeyOfHour, hourOf, lastKeyOfHour } from '../content/keys.ts';
import { siteOf } from '../content/site.ts';
import type { ReadKernel } from '../kernel/kernel.ts';
import type { Activity, ActivityFilter, ActivityShare } from './overview-records.ts';

const LONGEST_GAP_MS = 300_000;
/** A cancelled walk ends after so many hours. */
const HOURS_PER_PIECE = 24;

type Row = [atMs: number, contextId: number];

interface Running extends ActivityShare {
  perBucket: Map<number, number>;
}

interface Shares {
  apps: Map<string, Running>;
  sites: Map<string, Running>;
  whole: Running;
}

/** What a picture of a context counts for; looked up once per context, because a year has millions of pictures. */
interface Counted {
  app: Running;
  site: Running | undefined;
}

export function activityReader({ db, part, assertWanted }: ReadKernel) {
  const contexts = part(contextReader);
  const frames = db.tuples<Row>(
    `SELECT at_ms, context_id FROM document
       WHERE key BETWEEN ? AND ? AND (key & 3) = 0 AND at_ms BETWEEN ? AND ?`,
  );
  // Asked for at once, the two would take a walk over all hours.
  const firstHour = db.values('SELECT min(hour) FROM hour');
  const lastHour = db.values('SELECT max(hour) FROM hour');

  function* rows({ startMs, endMs }: ActivityFilter): Generator<Row> {
    const [oldest = null, newest = null] = [firstHour.get(), lastHour.get()] as (number | null)[];
    const from = Math.max(hourOf(startMs), oldest ?? 0);
    const to = Math.min(hourOf(endMs), newest ?? -1);
    // In pieces, because fetching row by row costs more than the rows.
    for (let hour = from; hour <= to; hour += HOURS_PER_PIECE) {
      const last = Math.min(hour + HOURS_PER_PIECE - 1, to);
      assertWanted();
      yield* frames.all(firstKeyOfHour(hour), lastKeyOfHour(last), startMs, endMs);
    }
  }

  /** The shares of a context; null where the filter leaves it out. */
  function countedIn(shares: Shares, contextId: number, onlyApp: string | undefined) {
    const { appName, browserUrl } = contexts.get(contextId);
    if (onlyApp !== undefined && appName !== onlyApp) return null;
    const site = siteOf(browserUrl);
    return {
      app: shareOf(shares.apps, appName),
      site: site === null ? undefined : shareOf(shares.sites, site),
    };
  }

  function countAll(filter: ActivityFilter): Shares {
    const shares: Shares = { apps: new Map(), sites: new Map(), whole: newShare('') };
    const counted = new Map<number, Counted | null>();
    for (const [atMs, contextId] of rows(filter)) {
      let of = counted.get(contextId);
      if (of === undefined) {
        of = countedIn(shares, contextId, filter.appName);
        counted.set(contextId, of);
      }
      if (of === null) continue;
      count(shares.whole, atMs, undefined);
      count(of.app, atMs, filter.bucketStartMs);
      if (of.site) count(of.site, atMs, filter.bucketStartMs);
    }
    return shares;
  }

  return {
    summariseActivity(filter: ActivityFilter): Activity {
      const { apps, sites, whole } = countAll(filter);
      return {
        totalFrames: whole.frames,
        spentMs: whole.spentMs,
        apps: ranked(apps),
        sites: ranked(sites),
        buckets: filter.bucketStartMs ? { apps: buckets(apps), sites: buckets(sites) } : undefined,
      };
    },
  };
}

function newShare(name: string): Running {
  const [firstAtMs, lastAtMs] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  return { name, frames: 0, spentMs: 0, firstAtMs, lastAtMs, perBucket: new Map() };
}

function shareOf(shares: Map<string, Running>, name: string): Running {
  const share = shares.get(name) ?? newShare(name);
  shares.set(name, share);
  return share;
}

function count(share: Running, atMs: number, bucket: ActivityFilter['bucketStartMs']): void {
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
