/** Times, sizes and counts as people read them, in local time. Formatters are made once: making one costs more than using it. */
import { language } from '../language/language.ts';
import { t } from '../language/message.ts';
import { preferences } from './preferences.ts';

const { locale } = language;
const MINUTES = { minute: '2-digit' } as const;
const SECONDS = { minute: '2-digit', second: '2-digit' } as const;
const CLOCKS = {
  '24h': { hour: '2-digit', hourCycle: 'h23' },
  '12h': { hour: 'numeric', hourCycle: 'h12' },
} as const;
const clockOf = (name: keyof typeof CLOCKS, rest: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(locale, { ...CLOCKS[name], ...rest });
const clocks = { '24h': clockOf('24h', SECONDS), '12h': clockOf('12h', SECONDS) };
const shortClocks = { '24h': clockOf('24h', MINUTES), '12h': clockOf('12h', MINUTES) };
const DAY = { weekday: 'short', day: 'numeric', month: 'short' } as const;
const dayFormat = new Intl.DateTimeFormat(locale, DAY);
const dayAndYearFormat = new Intl.DateTimeFormat(locale, { ...DAY, year: 'numeric' });
const numberFormat = new Intl.NumberFormat(locale);
const tenthsFormat = new Intl.NumberFormat(locale, {
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
});

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

export const clock = (ms: number) => clocks[preferences().clock].format(ms);
export const shortClock = (ms: number) => shortClocks[preferences().clock].format(ms);
export const count = (value: number) => numberFormat.format(value);
/** With one digit after the point. */
export const tenths = (value: number) => tenthsFormat.format(value);
export const percent = (value: number | string) => t('{value} %', { value });
export const isoOf = (ms: number) => new Date(ms).toISOString();

/** The first instant of the local day that holds `ms`, `days` later. */
export function dayStart(ms: number, days = 0): number {
  const at = new Date(ms);
  return new Date(at.getFullYear(), at.getMonth(), at.getDate() + days).getTime();
}

/** `Fri 13 Nov` */
export function dayName(ms: number, nowMs = Date.now()): string {
  const isThisYear = new Date(ms).getFullYear() === new Date(nowMs).getFullYear();
  const name = (isThisYear ? dayFormat : dayAndYearFormat).format(ms);
  // British dates have a comma after the weekday that no list of ours has room for.
  return language.code === 'en' ? name.replace(',', '') : name;
}

/** `Today, Fri 13 Nov` */
export function dayHeading(ms: number, nowMs = Date.now()): string {
  const start = dayStart(ms);
  const day = dayName(ms, nowMs);
  if (start === dayStart(nowMs)) return t('Today, {day}', { day });
  if (start === dayStart(nowMs, -1)) return t('Yesterday, {day}', { day });
  return day;
}

/** `Fri 13 Nov, 10:36` */
export const moment = (ms: number) => atTime(dayName(ms), shortClock(ms));
/** `Fri 13 Nov, 10:36:07` */
export const exactMoment = (ms: number) => atTime(dayName(ms), clock(ms));
const atTime = (day: string, time: string) => t('{day}, {time}', { day, time });

/** `10:36 to 10:58`, or one time when both are the same minute. */
export function span(startMs: number, endMs: number): string {
  const [start, end] = [shortClock(startMs), shortClock(endMs)];
  return start === end ? clock(startMs) : fromTo(start, end);
}

/** Two times or two days. */
export const fromTo = (start: string, end: string) => t('{start} to {end}', { start, end });

/** `Screen: 3 min` */
export const labelled = (name: string, value: string) => t('{name}: {value}', { name, value });

/** `2 s ago`, `4 min ago`, then the clock time, then the day. */
export function age(ms: number, nowMs = Date.now()): string {
  const passed = Math.max(0, nowMs - ms);
  if (passed < MINUTE_MS)
    return t('{seconds, number} s ago', { seconds: Math.floor(passed / 1000) });
  if (passed < HOUR_MS)
    return t('{minutes, number} min ago', { minutes: Math.floor(passed / MINUTE_MS) });
  if (dayStart(ms) === dayStart(nowMs)) return t('at {time}', { time: shortClock(ms) });
  return atTime(dayName(ms, nowMs), shortClock(ms));
}

/** `22 min`, `1 h 4 min`, `40 s` */
export function duration(ms: number): string {
  if (ms < MINUTE_MS)
    return t('{seconds, number} s', { seconds: Math.max(0, Math.round(ms / 1000)) });
  const all = Math.round(ms / MINUTE_MS);
  if (all < 60) return t('{minutes, number} min', { minutes: all });
  const [hours, minutes] = [Math.floor(all / 60), all % 60];
  return minutes === 0
    ? t('{hours, number} h', { hours })
    : t('{hours, number} h {minutes, number} min', { hours, minutes });
}

const SIZES = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

export function bytes(value: number): string {
  let size = value;
  let at = 0;
  while (size >= 1000 && at < SIZES.length - 1) {
    size /= 1000;
    at += 1;
  }
  const digits = at === 0 || size >= 100 ? 0 : 1;
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: SIZES[at] ?? 'byte',
    unitDisplay: at === 0 ? 'long' : 'short',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(size);
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
