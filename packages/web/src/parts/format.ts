/** Times, sizes and counts as people read them, in local time. Formatters are made once: making one costs more than using it. */
import { preferences } from './preferences.ts';

const MINUTES = { minute: '2-digit' } as const;
const SECONDS = { minute: '2-digit', second: '2-digit' } as const;
const CLOCKS = {
  '24h': { hour: '2-digit', hourCycle: 'h23' },
  '12h': { hour: 'numeric', hourCycle: 'h12' },
} as const;
const clockOf = (name: keyof typeof CLOCKS, rest: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(undefined, { ...CLOCKS[name], ...rest });
const clocks = { '24h': clockOf('24h', SECONDS), '12h': clockOf('12h', SECONDS) };
const shortClocks = { '24h': clockOf('24h', MINUTES), '12h': clockOf('12h', MINUTES) };
const dayFormat = new Intl.DateTimeFormat('en-GB', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
});
const dayAndYearFormat = new Intl.DateTimeFormat('en-GB', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
});
const numberFormat = new Intl.NumberFormat('en-GB');

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

export const clock = (ms: number) => clocks[preferences().clock].format(ms);
export const shortClock = (ms: number) => shortClocks[preferences().clock].format(ms);
export const count = (value: number) => numberFormat.format(value);
export const isoOf = (ms: number) => new Date(ms).toISOString();

/** The first instant of the local day that holds `ms`, `days` later. */
export function dayStart(ms: number, days = 0): number {
  const at = new Date(ms);
  return new Date(at.getFullYear(), at.getMonth(), at.getDate() + days).getTime();
}

export function dayName(ms: number, nowMs = Date.now()): string {
  const isThisYear = new Date(ms).getFullYear() === new Date(nowMs).getFullYear();
  return (isThisYear ? dayFormat : dayAndYearFormat).format(ms).replace(',', '');
}

/** `Today, Fri 13 Nov` */
export function dayHeading(ms: number, nowMs = Date.now()): string {
  const day = dayStart(ms);
  const name = dayName(ms, nowMs);
  if (day === dayStart(nowMs)) return `Today, ${name}`;
  if (day === dayStart(nowMs, -1)) return `Yesterday, ${name}`;
  return name;
}

/** `Fri 13 Nov, 10:36` */
export const moment = (ms: number) => `${dayName(ms)}, ${shortClock(ms)}`;

/** `10:36 to 10:58`, or one time when both are the same minute. */
export function span(startMs: number, endMs: number): string {
  const [start, end] = [shortClock(startMs), shortClock(endMs)];
  return start === end ? clock(startMs) : `${start} to ${end}`;
}

/** `2 s ago`, `4 min ago`, then the clock time, then the day. */
export function age(ms: number, nowMs = Date.now()): string {
  const passed = Math.max(0, nowMs - ms);
  if (passed < MINUTE_MS) return `${Math.floor(passed / 1000)} s ago`;
  if (passed < HOUR_MS) return `${Math.floor(passed / MINUTE_MS)} min ago`;
  if (dayStart(ms) === dayStart(nowMs)) return `at ${shortClock(ms)}`;
  return `${dayName(ms, nowMs)}, ${shortClock(ms)}`;
}

/** `22 min`, `1 h 4 min`, `40 s` */
export function duration(ms: number): string {
  if (ms < MINUTE_MS) return `${Math.max(0, Math.round(ms / 1000))} s`;
  const minutes = Math.round(ms / MINUTE_MS);
  if (minutes < 60) return `${minutes} min`;
  const rest = minutes % 60;
  return rest === 0 ? `${Math.floor(minutes / 60)} h` : `${Math.floor(minutes / 60)} h ${rest} min`;
}

export function bytes(value: number): string {
  const units = ['bytes', 'kB', 'MB', 'GB', 'TB'];
  let size = value;
  let unit = 0;
  while (size >= 1000 && unit < units.length - 1) {
    size /= 1000;
    unit += 1;
  }
  const digits = unit === 0 || size >= 100 ? 0 : 1;
  return `${size.toFixed(digits)} ${units[unit]}`;
}

/** `1 picture`, `1,204 pictures` */
export function plural(value: number, one: string, many = `${one}s`): string {
  return `${count(value)} ${value === 1 ? one : many}`;
}

/** The site of an address, for people: no scheme, no `www.`, no path. */
export function siteOf(url: string | null | undefined): string {
  if (!url) return '';
  return (URL.parse(url)?.hostname ?? url).replace(/^www\./, '');
}

export function initials(name: string): string {
  const words = name.trim().split(/\s+/);
  return words
    .slice(0, 2)
    .map((word) => [...word][0]?.toUpperCase() ?? '')
    .join('');
}
