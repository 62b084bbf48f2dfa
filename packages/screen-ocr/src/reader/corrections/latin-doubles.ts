/** Writes a Cyrillic or Greek word with the Latin letters that look like its own; `words/latin-screen.ts` decides where it is meant so. Pure. */
import { latinDouble } from './one-script.ts';

interface PlacedLetter {
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

const OTHER = /[\p{Script=Cyrillic}\p{Script=Greek}]/u;
const NOT_LATIN = /(?!\p{Script=Latin})\p{L}/u;
/** A letter that is as far from its neighbours as others of its word, or farther, is no narrow one. */
const WIDE = 0.95;

/** Undefined for a word that has a letter without a double, and for one without Cyrillic and Greek letters. */
export function inLatinLetters(letters: readonly PlacedLetter[]): string | undefined {
  if (!letters.some(({ text }) => OTHER.test(text))) return undefined;
  const latin = letters.map(({ text }, i) => {
    if (text === 'т' && isWide(letters, i)) return 'm';
    return latinDouble(text) ?? text;
  });
  return latin.some((text) => NOT_LATIN.test(text)) ? undefined : latin.join('');
}

/** A т is an m in italics, and a t elsewhere. */
function isWide(letters: readonly PlacedLetter[], at: number): boolean {
  const middles = letters.map(({ from, to }) => (from + to) / 2);
  const gaps = middles.slice(1).map((middle, i) => middle - (middles[i] as number));
  const isNext = (gap: number) => gap === at - 1 || gap === at;
  const next = gaps.filter((_, i) => isNext(i));
  const others = gaps.filter((_, i) => !isNext(i));
  return others.length > 0 && mean(next) >= WIDE * mean(others);
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
