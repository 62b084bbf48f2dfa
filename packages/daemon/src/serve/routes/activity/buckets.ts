/** Where the hours or days of a range begin, in a time zone: days have 23 or 25 hours now and then. Pure. */

const HOUR_MS = 3_600_000;
const MAX_BUCKETS = 10_000;

export function bucketStarts(
  { startMs, endMs }: { startMs: number; endMs: number },
  bucket: 'hour' | 'day',
  timeZone: string,
): number[] | 'too many' {
  const first = Math.floor(startMs / HOUR_MS) * HOUR_MS;
  if ((endMs - first) / HOUR_MS > (bucket === 'hour' ? MAX_BUCKETS : 24 * MAX_BUCKETS)) {
    return 'too many';
  }
  const format = new Intl.DateTimeFormat('sv-SE', {
    ...{ timeZone, year: 'numeric', month: '2-digit', day: '2-digit' },
  });
  const starts: number[] = [];
  let day = '';
  // Hour by hour: that is where days begin, but for the few zones that are off by half an hour.
  for (let atMs = first; atMs <= endMs; atMs += HOUR_MS) {
    const next = bucket === 'day' ? format.format(atMs) : String(atMs);
    if (next !== day) starts.push(atMs);
    day = next;
  }
  return starts;
}
