/**
 * The day as stretches of one app, window and site, for drawing a time line. Short ranges are walked frame by frame; over
 * long ones, where a stretch would be thinner than a pixel, the hourly tallies answer with one stretch an hour.
 * Runs in a reader thread.
 */
import { type Context, contextReader } from '../content/contexts.ts';
import { firstKeyOfHour, HOUR_MS, hourOf, lastKeyOfHour } from '../content/keys.ts';
import { siteOf } from '../content/site.ts';
import type { ReadKernel } from '../kernel/kernel.ts';
import type { Segment, SegmentFilter, SegmentPage } from './overview-records.ts';
import { joinSegments, MOST_MIXED, reduceSegments } from './reduce-segments.ts';

/** Walking more takes longer than a person who scrubs wants to wait. */
const MAX_WALKED = 40_000;

type FrameRow = [key: number, atMs: number, contextId: number, frameId: number];
type TallyRow = [hour: number, contextId: number, documents: number];

export function segmentReader({ db, part, assertWanted, tuning }: ReadKernel) {
  const { maxWalked = MAX_WALKED } = tuning;
  const contexts = part(contextReader);
  const sql = {
    count: db.values<number>('SELECT coalesce(sum(ocr), 0) FROM hour WHERE hour BETWEEN ? AND ?'),
    frames: db.tuples<FrameRow>(
      `SELECT key, at_ms, context_id, ref FROM document
         WHERE key BETWEEN ? AND ? AND (key & 3) = 0 AND at_ms BETWEEN ? AND ?`,
    ),
    tallies: db.tuples<TallyRow>(
      'SELECT hour, context_id, documents FROM context_hour WHERE hour BETWEEN ? AND ?',
    ),
    // In an hour the keys are in order of time but for late arrivals, so the first is near enough.
    firstFrame: db.values<number>(
      'SELECT ref FROM document WHERE key BETWEEN ? AND ? AND (key & 3) = 0 LIMIT 1',
    ),
  };

  /** Undefined: not asked for. */
  function wantedContext(filter: SegmentFilter, id: number): Context | undefined {
    const context = contexts.get(id);
    if (context.kind !== 'ocr') return undefined;
    if (filter.deviceName !== undefined && context.deviceName !== filter.deviceName) {
      return undefined;
    }
    return context;
  }

  const isOfApp = ({ appName }: SegmentFilter, other: { appName: string }) =>
    appName === undefined || other.appName === appName;

  /** Of several displays the one with the focus shows what the person did. */
  function withoutUnfocused(rows: readonly FrameRow[], filter: SegmentFilter): readonly FrameRow[] {
    if (filter.deviceName !== undefined) return rows;
    const focused = rows.filter(([, , id]) => contexts.get(id).focused !== false);
    return focused.length > 0 ? focused : rows;
  }

  function walk(filter: SegmentFilter): Segment[] {
    const { startMs, endMs } = filter;
    const keys = [firstKeyOfHour(hourOf(startMs)), lastKeyOfHour(hourOf(endMs))];
    const rows = sql.frames
      .all(...keys, startMs, endMs)
      .filter(([, , id]) => wantedContext(filter, id) !== undefined);
    // Join the frames of all apps, because another app ends a span of the requested one.
    const isWanted = ([, , id]: FrameRow) => isOfApp(filter, contexts.get(id));
    const seen = [
      ...withoutUnfocused(rows.filter(isWanted), filter),
      ...withoutUnfocused(
        rows.filter((row) => !isWanted(row)),
        filter,
      ),
    ];
    // Nearly sorted already: only late arrivals are out of order.
    const inOrder = seen.toSorted((a, b) => a[1] - b[1] || a[0] - b[0]);
    const segments = joinSegments(
      inOrder.map(([, atMs, contextId, frameId]) => {
        const { appName, windowName, browserUrl } = contexts.get(contextId);
        return { atMs, frameId, appName, windowName, site: siteOf(browserUrl) };
      }),
    );
    return segments.filter((segment) => isOfApp(filter, segment));
  }

  function byHour(filter: SegmentFilter): Segment[] {
    const { startMs, endMs } = filter;
    const hours = new Map<number, Map<string, number>>();
    for (const [hour, id, documents] of sql.tallies.iterate(hourOf(startMs), hourOf(endMs))) {
      const context = wantedContext(filter, id);
      if (!context || !isOfApp(filter, context)) continue;
      const apps = hours.get(hour) ?? new Map<string, number>();
      hours.set(hour, apps);
      apps.set(context.appName, (apps.get(context.appName) ?? 0) + documents);
    }
    return [...hours].map(([hour, apps]) => {
      assertWanted();
      return hourSegment(hour, apps, filter, sql.firstFrame.get(...keysOf(hour)) as number);
    });
  }

  return {
    /** Stretches of one app, window and site, oldest first. */
    listSegments(filter: SegmentFilter): SegmentPage {
      const hours = [hourOf(filter.startMs), hourOf(filter.endMs)];
      const isWalked = (sql.count.get(...hours) as number) <= maxWalked;
      const segments = isWalked ? walk(filter) : byHour(filter);
      const reduced = reduceSegments(segments, filter);
      return { segments: reduced, granularity: isWalked ? 'frame' : 'hour' };
    },
  };
}

function keysOf(hour: number): [number, number] {
  return [firstKeyOfHour(hour), lastKeyOfHour(hour)];
}

function hourSegment(
  hour: number,
  apps: ReadonlyMap<string, number>,
  { startMs, endMs }: SegmentFilter,
  firstFrameId: number,
): Segment {
  const busiest = [...apps].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
  const frames = busiest.reduce((sum, [, count]) => sum + count, 0);
  const mixed = busiest
    .slice(0, MOST_MIXED)
    .map(([appName, count]) => ({ appName, share: count / frames }));
  return {
    startMs: Math.max(startMs, hour * HOUR_MS),
    endMs: Math.min(endMs, (hour + 1) * HOUR_MS),
    appName: busiest[0]?.[0] ?? '',
    windowName: '',
    site: null,
    frames,
    firstFrameId,
    mixed: mixed.length > 1 ? mixed : undefined,
  };
}
