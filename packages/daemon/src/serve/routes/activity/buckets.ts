/**
 * Where the hours or days of a range begin, in a time zone: days have 23 or 25 hours now and then, and in some zones hours and days
 * begin at the half or the quarter of an hour of others. Pure.
 */

const HOUR_MS = 3_600_000;
const QUARTER_MS = HOUR_MS / 4;
const MINUTE_MS = 60_000;
const MAX_BUCKETS = 10_000;

interface Range {
  startMs: number;
  endMs: number;
}

export function bucketStarts(
  { startMs, endMs }: Range,
  bucket: 'hour' | 'day',
  timeZone: string,
): number[] | 'too many' {
  // A bucket may begin before the range.
  const range = { startMs: Math.floor(startMs / HOUR_MS) * HOUR_MS, endMs };
  const hours = (endMs - range.startMs) / HOUR_MS;
  if (hours > (bucket === 'hour' ? MAX_BUCKETS : 24 * MAX_BUCKETS)) return 'too many';
  return bucket === 'hour' ? hourStarts(range, timeZone) : dayStarts(range, timeZone);
}

function hourStarts({ startMs, endMs }: Range, timeZone: string): number[] {
  const format = new Intl.DateTimeFormat('en', { timeZone, minute: 'numeric' });
  const minute = Number(format.format(startMs));
  // Whole hours of this zone; a change of its offset by a part of an hour is met by the next one.
  const first = startMs - minute * MINUTE_MS;
  const starts: number[] = [];
  for (let atMs = first; atMs <= endMs; atMs += HOUR_MS) {
    const late = Number(format.format(atMs));
    if (late !== 0) atMs += HOUR_MS - late * MINUTE_MS;
    if (atMs <= endMs) starts.push(atMs);
  }
  return starts;
}

/** Looks at every hour, and at the quarters of the one in which the date changes. */
function dayStarts({ startMs, endMs }: Range, timeZone: string): number[] {
  // The one locale that writes dates as ISO does.
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  const starts = [startMs];
  let day = format.format(startMs);
  for (let atMs = startMs + HOUR_MS; atMs < endMs + HOUR_MS; atMs += HOUR_MS) {
    const next = format.format(atMs);
    if (next === day) continue;
    let beginsMs = atMs;
    while (format.format(beginsMs - QUARTER_MS) === next) beginsMs -= QUARTER_MS;
    if (beginsMs <= endMs) starts.push(beginsMs);
    day = next;
  }
  return starts;
}
