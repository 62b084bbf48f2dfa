/**
 * Finds the time that a question names ("last Tuesday afternoon", "before lunch", "two weeks ago") as a range of the past. Dates come from
 * chrono; this file decides how long a named time lasts. Pure.
 */
import { casual, type ParsedComponents, type ParsedResult } from 'chrono-node';
import { instantOf, offsetMinutes, type WallTime } from './zoned-time.ts';

export interface NamedTime {
  text: string;
  startMs: number;
  /** Inclusive. */
  endMs: number;
}

const DAY_MS = 24 * 3_600_000;
const HALF_HOUR_MS = 30 * 60_000;
/** Nobody has a memory of an earlier time, and calendars count otherwise then. */
const FIRST_YEAR = 1970;
/** From then up to now, not only that day, month or year. */
const UP_TO_NOW =
  /\b(?:past|(?:last|previous) (?:\d+|two|three|four|five|six|few|several|couple(?: of)?)) (?:\w+ )?(?:days?|months?|years?)\b|\bpast (?:day|month|year)\b/i;
/** Hours of the day; the end is not included. */
const PARTS_OF_DAY: readonly [RegExp, number, number][] = [
  [/\bbefore (?:the )?lunch\b/i, 0, 12.5],
  [/\b(?:at|over|during) (?:the )?lunch(?: ?time)?\b/i, 11.5, 14],
  [/\bafter (?:the )?lunch\b/i, 12.5, 24],
  [/\bmorning\b/i, 5, 12],
  [/\bafternoon\b/i, 12, 18],
  [/\bevening\b/i, 17, 23],
  [/\b(?:to)?night\b/i, 18, 24],
];
/** What chrono takes for a time and people mostly do not mean as one. */
const NO_TIME = /^(?:may|mar|march|sun|sat|mon|wed|second|now|a|the|\d+(?:[.:,]\d+)?)$/i;
const NAMES_TIME =
  /ago|yesterday|today|tonight|last|past|previous|this|earlier|week|month|year|day|morning|afternoon|evening|night|noon|:\d\d|\d ?[ap]m|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|\d{4}-\d/i;

/** What is to come was captured before: such a question says nothing about when. */
const ABOUT_THE_FUTURE = /\b(?:will|won't|shall|going to|next|upcoming|tomorrow)\b/i;
const IN_THE_PAST = /\b(?:ago|yesterday|today|last|past|previous|earlier|this)\b/i;

/** Undefined when the question names no time. */
export function understandTime(
  question: string,
  nowMs: number,
  timeZone: string,
): NamedTime | undefined {
  if (ABOUT_THE_FUTURE.test(question) && !IN_THE_PAST.test(question)) return undefined;
  const reference = { instant: new Date(nowMs), timezone: offsetMinutes(nowMs, timeZone) };
  const [found] = casual
    .parse(question, reference)
    .filter(({ text }) => !NO_TIME.test(text.trim()) && NAMES_TIME.test(text))
    .filter(({ start }) => (start.get('year') ?? 0) >= FIRST_YEAR);
  const part = PARTS_OF_DAY.find(([pattern]) => pattern.test(question));
  if (!found && !part) return undefined;
  const today = wallOf(nowMs, timeZone);
  if (!found) return part && ofDay(question, part, today, nowMs, timeZone);
  const range = rangeOf(found, nowMs, timeZone);
  if (!part || endsBeforeDay(found)) return { text: phraseOf(question, found), ...range };
  const day = wallOf(range.startMs, timeZone);
  const text = joined(question, phraseOf(question, found), textOf(question, part[0]));
  return { ...ofDay(question, part, day, nowMs, timeZone), text };
}

function ofDay(
  question: string,
  [pattern, from, to]: (typeof PARTS_OF_DAY)[number],
  day: WallTime,
  nowMs: number,
  timeZone: string,
): NamedTime {
  const midnight = instantOf({ ...day, hour: 0, minute: 0 }, timeZone);
  const isAhead = midnight + from * 3_600_000 > nowMs;
  const start = isAhead ? midnight - DAY_MS : midnight;
  return {
    text: textOf(question, pattern),
    startMs: start + from * 3_600_000,
    endMs: start + to * 3_600_000 - 1,
  };
}

function rangeOf(found: ParsedResult, nowMs: number, timeZone: string) {
  const first = spanOf(found.start, found.text, nowMs, timeZone);
  const last = found.end ? spanOf(found.end, found.text, nowMs, timeZone) : first;
  return { startMs: first.startMs, endMs: Math.max(first.endMs, last.endMs) };
}

/** How long the named time lasts follows from the smallest unit that was named. */
function spanOf(named: ParsedComponents, text: string, nowMs: number, timeZone: string) {
  const wall: WallTime = {
    year: named.get('year') ?? 1970,
    month: named.get('month') ?? 1,
    day: named.get('day') ?? 1,
  };
  const midnight = instantOf(wall, timeZone);
  const atMs = named.date().getTime();
  if (/\b(?:hours?|minutes?|mins?|hrs?)\b/i.test(text)) {
    const isSince = /\b(?:last|past)\b/i.test(text);
    return isSince ? { startMs: atMs, endMs: nowMs } : around(atMs, HALF_HOUR_MS * 2);
  }
  if (UP_TO_NOW.test(text)) return { startMs: midnight, endMs: nowMs };
  if (/\byears?\b/i.test(text)) return yearOf(wall, nowMs, timeZone);
  if (/\bweeks?\b/i.test(text)) return weekOf(text, midnight, nowMs);
  if (/\bmonths?\b/i.test(text) || isMonthOnly(named)) return monthOf(named, wall, nowMs, timeZone);
  if (named.isCertain('hour')) return around(backwards(named, atMs, nowMs), HALF_HOUR_MS);
  const startMs = backwards(named, midnight, nowMs);
  return { startMs, endMs: startMs + DAY_MS - 1 };
}

function around(atMs: number, reachMs: number) {
  return { startMs: atMs - reachMs, endMs: atMs + reachMs };
}

/** "Last week" are the seven days before this one; "this week" goes up to now. */
function weekOf(text: string, midnight: number, nowMs: number) {
  if (/\bthis\b/i.test(text)) return { startMs: nowMs - 7 * DAY_MS, endMs: nowMs };
  const isSince = /\b(?:past|last \d+|last (?:two|three|four|few|couple))\b/i.test(text);
  if (isSince) return { startMs: midnight, endMs: nowMs };
  return { startMs: midnight - 4 * DAY_MS, endMs: midnight + 5 * DAY_MS - 1 };
}

function yearOf({ year }: WallTime, nowMs: number, timeZone: string) {
  const next = instantOf({ year: year + 1, month: 1, day: 1 }, timeZone);
  return {
    startMs: instantOf({ year, month: 1, day: 1 }, timeZone),
    endMs: Math.min(next - 1, nowMs),
  };
}

function monthOf(named: ParsedComponents, wall: WallTime, nowMs: number, timeZone: string) {
  let { year } = wall;
  const start = () => instantOf({ year, month: wall.month, day: 1 }, timeZone);
  if (!named.isCertain('year') && start() > nowMs) year -= 1;
  const isLast = wall.month === 12;
  const next = { year: isLast ? year + 1 : year, month: isLast ? 1 : wall.month + 1, day: 1 };
  return { startMs: start(), endMs: instantOf(next, timeZone) - 1 };
}

function isMonthOnly(named: ParsedComponents): boolean {
  return named.isCertain('month') && !named.isCertain('day') && !named.isCertain('weekday');
}

/** A memory holds nothing of the future: "on Friday" was the last one, "3 March" that of the last year. */
function backwards(named: ParsedComponents, atMs: number, nowMs: number): number {
  if (atMs <= nowMs) return atMs;
  if (named.isCertain('weekday') && !named.isCertain('day')) return atMs - 7 * DAY_MS;
  if (named.isCertain('month') && !named.isCertain('year')) return atMs - 365 * DAY_MS;
  return atMs - DAY_MS;
}

function endsBeforeDay({ text }: ParsedResult): boolean {
  return /\b(?:weeks?|months?|years?|hours?|minutes?)\b/i.test(text) || UP_TO_NOW.test(text);
}

function wallOf(atMs: number, timeZone: string): WallTime {
  const shown = new Date(atMs + offsetMinutes(atMs, timeZone) * 60_000);
  return {
    year: shown.getUTCFullYear(),
    month: shown.getUTCMonth() + 1,
    day: shown.getUTCDate(),
  };
}

/** With the little word before it, which says nothing without it. */
function phraseOf(question: string, { text, index }: ParsedResult): string {
  const before = /\b(?:on|at|in|during|from|since|the)\s+(?:the\s+)?$/i.exec(
    question.slice(0, index),
  );
  return question.slice(before ? before.index : index, index + text.length);
}

function textOf(question: string, pattern: RegExp): string {
  return pattern.exec(question)?.[0] ?? '';
}

/** From the first to the last of the two, where they stand next to each other. */
function joined(question: string, a: string, b: string): string {
  const [atA, atB] = [question.indexOf(a), question.indexOf(b)];
  if (atB >= atA && atB + b.length <= atA + a.length) return a;
  const [start, end] = [Math.min(atA, atB), Math.max(atA + a.length, atB + b.length)];
  return end - start <= a.length + b.length + 5 ? question.slice(start, end) : a;
}
