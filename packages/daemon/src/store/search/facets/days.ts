/** Days of a time zone: which one a time belongs to, and how many items each has. Used by `facets.ts`, in a reader thread. */
import { HOUR_MS } from '../../content/keys.ts';
import type { FacetCount } from '../../timeline/overview-records.ts';

/** Whatever the clocks do, and less the hour that has begun. */
const SHORTEST_DAY_HOURS = 21;
/** Of one time zone; more than a person lives. */
const MOST_KNOWN = 50_000;

/** The one locale that writes dates as ISO does. */
function dateFormat(timeZone: string): Intl.DateTimeFormat {
  const date = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;
  return new Intl.DateTimeFormat('sv-SE', { timeZone, ...date });
}

/** Whether a day begins within an hour and not with it, as where clocks differ from others by half an hour. */
export function midnightFinder(timeZone: string): (hour: number) => boolean {
  const minute = new Intl.DateTimeFormat('en', { timeZone, minute: 'numeric' });
  const year = new Date().getUTCFullYear();
  // Hours begin where those of UTC do, then and now, in winter and in summer.
  const probes = [0, Date.UTC(year, 0), Date.UTC(year, 6)];
  if (probes.every((atMs) => Number(minute.format(atMs)) === 0)) return () => false;
  const date = dateFormat(timeZone);
  const known = new Map<number, boolean>();
  return (hour) => {
    const startMs = hour * HOUR_MS;
    const isSplit = known.get(hour) ?? date.format(startMs) !== date.format(startMs + HOUR_MS - 1);
    known.set(hour, isSplit);
    return isSplit;
  };
}

interface DaySpan {
  readonly day: string;
  readonly fromMs: number;
  readonly untilMs: number;
}

export type DayFinder = (atMs: number) => string;

let latest: { timeZone: string; find: DayFinder } | undefined;

/** The one of the last call is kept: people have one time zone. */
export function dayFinder(timeZone: string): DayFinder {
  if (latest?.timeZone !== timeZone) latest = { timeZone, find: newDayFinder(timeZone) };
  return latest.find;
}

/** Asking for the date of a time is slow, so one answer serves for all times that are surely of the same day, and is kept. */
function newDayFinder(timeZone: string): DayFinder {
  const format = dateFormat(timeZone);
  const hourOfDay = new Intl.DateTimeFormat('en', { timeZone, hour: 'numeric', hourCycle: 'h23' });
  const known = new Map<number, DaySpan>();
  let last: DaySpan = { day: '', fromMs: 0, untilMs: 0 };
  const spanFrom = (atMs: number): DaySpan => ({
    day: format.format(atMs),
    fromMs: atMs,
    untilMs: atMs + (SHORTEST_DAY_HOURS - Number(hourOfDay.format(atMs))) * HOUR_MS,
  });
  return (atMs) => {
    if (atMs >= last.fromMs && atMs < last.untilMs) return last.day;
    last = known.get(atMs) ?? spanFrom(atMs);
    if (known.size >= MOST_KNOWN) known.clear();
    known.set(atMs, last);
    return last.day;
  };
}

/** Oldest first. */
export function countDays(
  starts: readonly (readonly [startMs: number, documents: number])[],
  dayOf: DayFinder,
): FacetCount[] {
  const days = new Map<string, number>();
  for (const [startMs, documents] of starts) {
    const day = dayOf(startMs);
    days.set(day, (days.get(day) ?? 0) + documents);
  }
  return [...days]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([value, count]) => ({ value, label: value, count }));
}
