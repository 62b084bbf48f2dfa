/**
 * Where words begin and end. The recogniser knows it to within a letter, and sometimes takes a word to reach to the end of its line; the
 * ink knows it exactly. Words are parted at the widest blank near the place where the recogniser says that the next one begins.
 */
import { inkedRange, widestGap } from '../ink/bitmap.ts';
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
    const { first, last } = inkedRange(columns, from, to - 1);
    from = to;
    const hasInk = first <= last && columns[first] !== 0;
    return hasInk ? { ...word, x: first - 1, width: last - first + 1 } : word;
  });
}

/** The middle of the widest blank among the columns; where there is none, the middle of them all. */
function blankNear(columns: Int32Array, from: number, to: number): number {
  const { width, middle } = widestGap(columns, from, to);
  return width > 0 ? middle : Math.max(from, (from + to) >> 1);
}
