/**
 * Where some characters of a word stand in its box. Glyphs are not known, only the box, so two estimates are made (every character as
 * wide as the other, and the usual widths of a proportional font) and the part is as large as both together, with a margin: a box that
 * is too large hides a letter more, one that is too small shows what it should hide.
 */
import type { Box, Word } from './words.ts';

const MARGIN_CHARACTERS = 1;
// Errors add up with the distance from the edges of the box.
const MARGIN_OF_LENGTH = 0.03;

export function partOfWord(word: Word, start: number, end: number): Box {
  const { text, left, top, width, height } = word;
  const { length } = text;
  const isWhole = start === 0 && end === length;
  // A line break in a word means that its box holds several lines.
  if (isWhole || text.includes('\n')) return { left, top, width, height };
  const margin = (MARGIN_CHARACTERS + length * MARGIN_OF_LENGTH) / length;
  const estimates = [(at: number) => at / length, (at: number) => share(text, at)];
  const from = Math.min(...estimates.map((estimate) => estimate(start))) - margin;
  const to = Math.max(...estimates.map((estimate) => estimate(end))) + margin;
  const first = start === 0 ? 0 : Math.max(0, from);
  const last = end === length ? 1 : Math.min(1, to);
  return { left: left + first * width, top, width: (last - first) * width, height };
}

/** The part of the width that the first `count` characters take. */
function share(text: string, count: number): number {
  const widths = Array.from({ length: text.length }, (_, at) => usualWidth(text.charAt(at)));
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
  return sum(widths.slice(0, count)) / sum(widths);
}

function usualWidth(character: string): number {
  if (/[iljItf.,:;'|!()[\]\s]/.test(character)) return 0.5;
  if (/[mwMW@%]/.test(character)) return 1.6;
  return /[A-Z]/.test(character) ? 1.25 : 1;
}
