/**
 * Reads the times that callers write: RFC 3339, a date alone, Unix seconds or milliseconds, and
 * relative forms such as "2h ago". Every endpoint accepts all of them. Answers have one form only.
 */

/** Completes "start_time must be …". */
export const ACCEPTED_TIMES =
  'a time such as 2026-02-03T09:00:00Z, 2026-02-03, Unix seconds or milliseconds, "2h ago" or "now"';

/** Numbers from here on are milliseconds: as seconds they would lie after the year 5000. */
const FIRST_MILLISECONDS = 1e11;

/** The last instant that `Date` can hold, and so the last one that can be written as ISO 8601. */
const LAST_INSTANT_MS = 8.64e15;

const DAY_MS = 86_400_000;

const UNIT_MS: Readonly<Record<string, number>> = {
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
  d: DAY_MS,
  w: 7 * DAY_MS,
};

const RELATIVE =
  /^(\d{1,15})(?:\.\d*)?\s*(s|secs?|seconds?|m|mins?|minutes?|h|hrs?|hours?|d|days?|w|weeks?)(?:\s+ago)?$/i;

// The sign of the zone may be a space: an unescaped "+" of a query string arrives as one.
const DATE_TIME =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d+))?)?\s?(Z|([+\- ])(\d{2}):?(\d{2}))?)?$/i;

/** Epoch milliseconds, or `undefined` when the text is no time. A time without a zone is UTC. */
export function parseTime(text: string, nowMs: number): number | undefined {
  const trimmed = text.trim();
  const atMs = parseNumber(trimmed) ?? parseRelative(trimmed, nowMs) ?? parseDateTime(trimmed);
  return atMs !== undefined && Math.abs(atMs) <= LAST_INSTANT_MS ? atMs : undefined;
}

/** The end of a range. A date alone means that whole day, as it does to a person, so it is the last moment of it. */
export function parseEndTime(text: string, nowMs: number): number | undefined {
  const atMs = parseTime(text, nowMs);
  const isDateAlone = /^\d{4}-\d{2}-\d{2}$/.test(text.trim());
  return atMs !== undefined && isDateAlone ? atMs + DAY_MS - 1 : atMs;
}

function parseNumber(text: string): number | undefined {
  if (!/^-?\d{1,17}(\.\d{1,9})?$/.test(text)) return undefined;
  const value = Number(text);
  return Math.trunc(Math.abs(value) >= FIRST_MILLISECONDS ? value : value * 1000);
}

function parseRelative(text: string, nowMs: number): number | undefined {
  if (text.toLowerCase() === 'now') return nowMs;
  const match = RELATIVE.exec(text);
  const unitMs = UNIT_MS[match?.[2]?.charAt(0).toLowerCase() ?? ''];
  // The part after the point is dropped, as in other servers of this interface.
  return unitMs === undefined ? undefined : nowMs - Number(match?.[1]) * unitMs;
}

function parseDateTime(text: string): number | undefined {
  const match = DATE_TIME.exec(text);
  if (match === null) return undefined;
  const [year, month, day, hour, minute, second] = match
    .slice(1, 7)
    .map((part) => Number(part ?? 0)) as [number, number, number, number, number, number];
  const millisecond = Number((match[7] ?? '').slice(0, 3).padEnd(3, '0'));
  const zoneHour = Number(match[10] ?? 0);
  const zoneMinute = Number(match[11] ?? 0);
  // 60 is a leap second; it becomes the first moment of the next minute.
  if (hour > 23 || minute > 59 || second > 60 || zoneHour > 23 || zoneMinute > 59) return undefined;

  // `setUTCFullYear` because `Date.UTC` takes the years 0 to 99 for 1900 to 1999.
  const midnight = new Date(0);
  midnight.setUTCFullYear(year, month - 1, day);
  // A day that does not exist rolls over into the next month.
  if (midnight.getUTCMonth() !== month - 1 || midnight.getUTCDate() !== day) return undefined;

  const zoneMs = (zoneHour * 60 + zoneMinute) * 60_000 * (match[9] === '-' ? -1 : 1);
  return midnight.getTime() + ((hour * 60 + minute) * 60 + second) * 1000 + millisecond - zoneMs;
}

/** As answers have it: ISO 8601 in UTC. */
export function iso(atMs: number): string {
  return new Date(atMs).toISOString();
}

export function isoOrNull(atMs: number | null | undefined): string | null {
  return atMs === null || atMs === undefined ? null : iso(atMs);
}
