/** A range of time in SQL: as spans of keys, which hold the hour, so that a document's own time is looked at in two hours only. Pure. */
import { firstKeyOfHour, hourOf, lastKeyOfHour } from '../content/keys.ts';

/** Year 9999: beyond it keys would leave the safe integers. */
const LAST_HOUR = hourOf(Date.UTC(9999, 11, 31, 23));
const FIRST_HOUR = 0;

export type Value = string | number;

interface Range {
  startMs: number | undefined;
  endMs: number | undefined;
}

/** The binding passes large numbers as REAL, and FTS5 seeks only by INTEGER: hence the casts. */
export const KEYS_BETWEEN = 's.rowid BETWEEN CAST(? AS INTEGER) AND CAST(? AS INTEGER)';

export function ofDocument(column: string): string {
  return `(SELECT d.${column} FROM document d WHERE d.key = s.rowid)`;
}

interface Span {
  condition: string;
  values: Value[];
}

/**
 * The time range as spans of keys. Whole hours are decided by the key alone; only in the hours at the
 * two ends is the document's own time looked at. The hours between fall into up to `pieces` spans, within
 * `hours`, the first and the last hour that have documents.
 */
export function spansOf(range: Range, hours: readonly [number, number], pieces: number): Span[] {
  const { startMs, endMs } = range;
  const first = startMs === undefined ? hours[0] : Math.max(hourOf(startMs), hours[0]);
  const last = endMs === undefined ? hours[1] : Math.min(hourOf(endMs), hours[1]);
  const ends = [startMs, endMs].flatMap((atMs) => (atMs === undefined ? [] : hourOf(atMs)));
  const cut = [...new Set(ends)].filter((hour) => hour >= first && hour <= last);
  const exact = `${KEYS_BETWEEN} AND ${ofDocument('at_ms')} BETWEEN ? AND ?`;
  const spans = cut.map((hour) => ({
    condition: exact,
    values: [firstKeyOfHour(hour), lastKeyOfHour(hour), ...timesOf(range)],
  }));
  const from = cut.includes(first) ? first + 1 : first;
  const to = cut.includes(last) ? last - 1 : last;
  const step = Math.max(1, Math.ceil((to - from + 1) / pieces));
  const whole: Span[] = [];
  for (let hour = from; hour <= to; hour += step) {
    const keys = [firstKeyOfHour(hour), lastKeyOfHour(Math.min(to, hour + step - 1))];
    whole.push({ condition: KEYS_BETWEEN, values: keys });
  }
  return [...spans, ...whole];
}

function timesOf(range: Range): [number, number] {
  return [range.startMs ?? 0, range.endMs ?? Number.MAX_SAFE_INTEGER];
}

/** The same range as one condition, for walking it in order. */
export function wholeSpan(range: Range): Span {
  const { startMs, endMs } = range;
  if (startMs === undefined && endMs === undefined) return { condition: 'TRUE', values: [] };
  const first = startMs === undefined ? FIRST_HOUR : hourOf(startMs);
  const last = endMs === undefined ? LAST_HOUR : hourOf(endMs);
  return {
    condition: `${KEYS_BETWEEN} AND (${KEYS_BETWEEN} OR ${ofDocument('at_ms')} BETWEEN ? AND ?)`,
    values: [
      firstKeyOfHour(first),
      lastKeyOfHour(last),
      firstKeyOfHour(first + 1),
      lastKeyOfHour(last - 1),
      ...timesOf(range),
    ],
  };
}
