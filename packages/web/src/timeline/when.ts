/** Reads what people write for a moment: `yesterday 15:00`, `13.11. 10:40`, `2026-11-13`, `2h ago`, `10:40`. Local time. */

import { inContext } from '../language/message.ts';
import { DAY_MS, dayStart, HOUR_MS, MINUTE_MS } from '../parts/format.ts';

const AGO = /^(\d+(?:\.\d+)?)\s*(m|min|minutes?|h|hours?|d|days?|w|weeks?)(?:\s+ago)?$/;
const CLOCK = /(?:^|\s)(\d{1,2})(?::(\d{2}))?\s*(am|pm)?$/;
const DAY_MONTH = /^(\d{1,2})\.\s*(\d{1,2})\.?\s*(\d{4})?/;
const ISO_DAY = /^(\d{4})-(\d{1,2})-(\d{1,2})/;
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const NAMED_MONTH = /^(\d{1,2})\s+([a-z]{3,9})\.?(?:\s+(\d{4}))?/;
/** In the language of the page; the English words are read too. */
const [TODAY, YESTERDAY] = [inContext('typed', 'today'), inContext('typed', 'yesterday')];
const UNITS: Readonly<Record<string, number>> = {
  m: MINUTE_MS,
  h: HOUR_MS,
  d: DAY_MS,
  w: 7 * DAY_MS,
};

export function readWhen(text: string, nowMs: number): number | undefined {
  const words = text.trim().toLowerCase();
  const ago = AGO.exec(words);
  if (ago) return nowMs - Number(ago[1]) * (UNITS[ago[2]?.[0] ?? ''] ?? 0);
  const day = readDay(words, nowMs);
  const rest = day ? words.slice(day.length).trim() : words;
  if (rest === '') return day?.startMs;
  const ofDayMs = readClock(rest);
  if (ofDayMs === undefined) return undefined;
  return (day?.startMs ?? dayStart(nowMs)) + ofDayMs;
}

function readDay(words: string, nowMs: number): { startMs: number; length: number } | undefined {
  for (const [name, days] of [
    ['today', 0],
    ['yesterday', -1],
    [TODAY, 0],
    [YESTERDAY, -1],
  ] as const) {
    if (words.startsWith(name)) return { startMs: dayStart(nowMs, days), length: name.length };
  }
  const year = new Date(nowMs).getFullYear();
  const iso = ISO_DAY.exec(words);
  if (iso) return dayOf(Number(iso[1]), Number(iso[2]), Number(iso[3]), iso[0].length);
  const numeric = DAY_MONTH.exec(words);
  if (numeric)
    return dayOf(
      Number(numeric[3] ?? year),
      Number(numeric[2]),
      Number(numeric[1]),
      numeric[0].length,
    );
  const named = NAMED_MONTH.exec(words);
  const month = MONTHS.indexOf(named?.[2]?.slice(0, 3) ?? '');
  if (!named || month < 0) return undefined;
  return dayOf(Number(named[3] ?? year), month + 1, Number(named[1]), named[0].length);
}

function dayOf(year: number, month: number, day: number, length: number) {
  const at = new Date(year, month - 1, day);
  const isReal = at.getMonth() === month - 1 && at.getDate() === day;
  return isReal ? { startMs: at.getTime(), length } : undefined;
}

function readClock(words: string): number | undefined {
  const match = CLOCK.exec(words);
  if (!match) return undefined;
  const [, hourText, minuteText, half] = match;
  if (minuteText === undefined && half === undefined) return undefined;
  const hour = (Number(hourText) % (half ? 12 : 24)) + (half === 'pm' ? 12 : 0);
  const minute = Number(minuteText ?? 0);
  if (Number(hourText) > 23 || minute > 59) return undefined;
  return hour * HOUR_MS + minute * MINUTE_MS;
}
