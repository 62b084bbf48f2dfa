/** Buckets of the service as columns of a chart: every hour or day of the range, also the empty ones. */
import type { Bucket } from '../data/activity.ts';
import type { Span } from '../data/day.ts';
import { t } from '../language/message.ts';
import { dayName, dayStart, HOUR_MS, shortClock } from '../parts/format.ts';

export interface Column {
  startMs: number;
  label: string;
  minutes: number;
  /** The largest first. */
  parts: { name: string; minutes: number }[];
}

export function columnsOf(buckets: readonly Bucket[], range: Span, unit: 'hour' | 'day'): Column[] {
  const columns: Column[] = [];
  for (
    let at = range.startMs;
    at < range.endMs;
    at = unit === 'hour' ? at + HOUR_MS : dayStart(at, 1)
  ) {
    const endMs = unit === 'hour' ? at + HOUR_MS : dayStart(at, 1);
    const parts = buckets
      .filter(({ start }) => Date.parse(start) >= at && Date.parse(start) < endMs)
      .map(({ name, minutes }) => ({ name: name || t('Unknown'), minutes }))
      .sort((a, b) => b.minutes - a.minutes);
    const minutes = parts.reduce((sum, part) => sum + part.minutes, 0);
    const label = unit === 'hour' ? shortClock(at) : dayName(at);
    columns.push({ startMs: at, label, minutes, parts });
  }
  return columns;
}
