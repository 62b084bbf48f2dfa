/**
 * Where words begin and end. The recogniser knows it to within a letter, and sometimes takes a word to reach to the end of its line; the
 * ink knows it exactly. Words are parted at the widest blank near the place where the recogniser says that the next one begins.
 */
import type { Ink } from '../ink/ink.ts';
import type { LineWord } from './line-words.ts';

// In x-heights, around the beginning of a word as the recogniser gives it.
const LOOK_BEFORE = 1.2;
const LOOK_AFTER = 0.6;

/** `fromColumn` is where the first word may begin. */
export function snapToInk(words: readonly LineWord[], ink: Ink, fromColumn: number): LineWord[] {
  const { columns, xHeight } = ink;
  let from = fromColumn;
  return words.map((word, i) => {
    const next = words[i + 1];
    // The bitmap has a margin of one pixel that the line has not.
    const begin = next === undefined ? columns.length : next.x + 1;
    const earliest = Math.max(from + 1, Math.round(begin - LOOK_BEFORE * xHeight));
    const latest = Math.min(columns.length, Math.round(begin + LOOK_AFTER * xHeight));
    const to = next === undefined ? columns.length : blankNear(columns, earliest, latest);
    const edges = inkBetween(columns, from, to);
    from = to;
    return edges === undefined ? word : { ...word, x: edges.first - 1, width: edges.width };
  });
}

/** The middle of the widest blank among the columns; where there is none, the middle of them all. */
function blankNear(columns: Int32Array, from: number, to: number): number {
  let widest = 0;
  let middle = Math.max(from, (from + to) >> 1);
  let run = 0;
  for (let column = from; column < to; column++) {
    run = columns[column] === 0 ? run + 1 : 0;
    if (run > widest) {
      widest = run;
      middle = column - (run >> 1);
    }
  }
  return middle;
}

/** Undefined when there is no ink. */
function inkBetween(
  columns: Int32Array,
  from: number,
  to: number,
): { first: number; width: number } | undefined {
  let first = from;
  let last = to - 1;
  while (first <= last && columns[first] === 0) first++;
  while (last >= first && columns[last] === 0) last--;
  return last < first ? undefined : { first, width: last - first + 1 };
}
