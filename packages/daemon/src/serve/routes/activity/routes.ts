/** `GET /activity-summary`. */

import { withSignal } from '#serve/request/deadline.ts';
import { InvalidParameterError } from '#serve/request/request-errors.ts';
import { iso } from '#serve/request/time.ts';
import type { App, ServerDeps } from '#serve/server-deps.ts';
import type { Store } from '#store/store.ts';
import type { ActivityShare } from '#store/timeline/overview-records.ts';
import { bucketStarts } from './buckets.ts';
import { activityParameters, activitySchema, type WireShare } from './schema.ts';

const MOST_SHARES = 20;
const MOST_TEXTS = 10;
const MAX_TEXT_LENGTH = 300;
const MINUTE_MS = 60_000;

export function activityRoutes(app: App, { store, nowMs, limits }: ServerDeps): void {
  const deadline = { code: 'SEARCH_TIMEOUT', limitMs: limits.searchTimeoutMs } as const;

  app.get('/activity-summary', { schema: activitySchema }, async (request, reply) => {
    const query = activityParameters.parse(request.query, nowMs());
    const { bucket, by, timezone, app_name: appName } = query;
    // What is to come has no activity, and a day to come no buckets.
    const range = { startMs: query.start_time, endMs: Math.min(query.end_time, nowMs()) };
    const bucketStartMs = bucket && bucketStarts(range, bucket, timezone);
    if (bucketStartMs === 'too many') {
      throw new InvalidParameterError('bucket', 'day, or left out, for so long a time');
    }
    return withSignal(reply, deadline, async (signal) => {
      const [activity, texts, audio] = await Promise.all([
        store.timeline.summariseActivity({ ...range, appName, bucketStartMs }, signal),
        recentTexts(store, { ...range, appName }, signal),
        audioSummary(store, range, signal),
      ]);
      const buckets = by === 'app' ? activity.buckets?.apps : activity.buckets?.sites;
      return {
        apps: activity.apps.slice(0, MOST_SHARES).map(toWire),
        sites: activity.sites.slice(0, MOST_SHARES).map(toWire),
        recent_texts: texts,
        audio_summary: audio,
        total_frames: activity.totalFrames,
        total_minutes: minutes(activity.spentMs),
        time_range: { start: iso(range.startMs), end: iso(range.endMs) },
        ...(buckets && {
          buckets: buckets.map(({ startMs, name, spentMs }) => ({
            start: iso(startMs),
            name,
            minutes: minutes(spentMs),
          })),
        }),
      };
    });
  });
}

interface Range {
  startMs: number;
  endMs: number;
  appName?: string | undefined;
}

async function recentTexts(store: Store, range: Range, signal: AbortSignal) {
  const page = { limit: 5 * MOST_TEXTS, offset: 0, order: 'descending' } as const;
  const { items } = await store.search.find(
    { kinds: ['ocr'], minLength: 1, ...page, ...range },
    signal,
  );
  const seen = new Set<string>();
  return items
    .flatMap((item) => {
      if (item.kind !== 'ocr' || seen.has(item.text)) return [];
      seen.add(item.text);
      const text = [...item.text].slice(0, MAX_TEXT_LENGTH).join('');
      return { text, app_name: item.appName, timestamp: iso(item.atMs) };
    })
    .slice(0, MOST_TEXTS);
}

async function audioSummary(store: Store, { startMs, endMs }: Range, signal: AbortSignal) {
  const { total, fields } = await store.search.countFacets(
    { kinds: ['audio'], startMs, endMs, fields: ['speaker'], most: MOST_SHARES, timeZone: 'UTC' },
    signal,
  );
  const speakers = (fields.speaker ?? []).map(({ value, label, count }) => ({
    name: label || `Speaker ${value}`,
    segment_count: count,
  }));
  return { segment_count: total, speakers };
}

function toWire(share: ActivityShare): WireShare {
  return {
    name: share.name,
    frame_count: share.frames,
    minutes: minutes(share.spentMs),
    first_seen: iso(share.firstAtMs),
    last_seen: iso(share.lastAtMs),
  };
}

function minutes(spentMs: number): number {
  return Math.round((spentMs / MINUTE_MS) * 100) / 100;
}
