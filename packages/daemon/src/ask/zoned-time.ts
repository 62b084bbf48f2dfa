/** Times of a wall clock in a time zone → instants. Pure. */

export interface WallTime {
  year: number;
  /** 1 to 12. */
  month: number;
  day: number;
  hour?: number;
  minute?: number;
}

/** What the clocks there are ahead of UTC at that instant. */
export function offsetMinutes(atMs: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  }).formatToParts(atMs);
  const get = (type: Intl.DateTimeFormatPartTypes) =>
    Number(parts.find((part) => part.type === type)?.value);
  const shown = Date.UTC(get('year'), get('month') - 1, get('day'), get('hour'), get('minute'));
  return Math.round((shown - atMs) / 60_000);
}

export function instantOf({ year, month, day, hour = 0, minute = 0 }: WallTime, timeZone: string) {
  const asUtc = Date.UTC(year, month - 1, day, hour, minute);
  // The offset at that time, which may not be that of the first guess.
  const guess = asUtc - offsetMinutes(asUtc, timeZone) * 60_000;
  return asUtc - offsetMinutes(guess, timeZone) * 60_000;
}
