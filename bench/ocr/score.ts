/**
 * Recall and precision of search words: lower-cased letters and digits, two or more, as a search index would keep them. Of Chinese and
 * Japanese, which have no spaces, every character counts, and `wordsFound` says how many of the words a search would find.
 */
import type { TrueWord } from './browser.ts';

export interface Score {
  readonly hits: number;
  readonly asked: number;
  readonly answered: number;
}

/** What a reader made of a page. */
export interface ReadText {
  readonly lines: readonly {
    readonly text: string;
    readonly words: readonly { readonly text: string }[];
  }[];
}

const SEARCHED =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]|[[\p{L}\p{N}]--[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]]{2,}/gv;

const normal = (text: string) => text.normalize('NFKC').toLowerCase();

function searchWords(text: string): string[] {
  return normal(text).match(SEARCHED) ?? [];
}

function bagOf(words: readonly TrueWord[]): Map<string, number> {
  const bag = new Map<string, number>();
  for (const word of words.flatMap(({ text }) => searchWords(text))) {
    bag.set(word, (bag.get(word) ?? 0) + 1);
  }
  return bag;
}

function take(bag: Map<string, number>, word: string): boolean {
  const left = bag.get(word) ?? 0;
  if (left > 0) bag.set(word, left - 1);
  return left > 0;
}

/** Of a word that is cut off, what is left of it may be read. */
function takePart(bag: Map<string, number>, part: string): boolean {
  for (const [word, left] of bag) if (left > 0 && word.includes(part)) return take(bag, word);
  return false;
}

export function score(
  result: ReadText,
  truth: readonly TrueWord[],
): Score & { wrong: string[]; missed: string[] } {
  const asked = bagOf(truth.filter((word) => !word.isOptional));
  const optional = bagOf(truth.filter((word) => word.isOptional));
  const count = [...asked.values()].reduce((a, b) => a + b, 0);
  let hits = 0;
  const wrong: string[] = [];
  const read = result.lines.flatMap((line) => line.words).flatMap((word) => searchWords(word.text));
  for (const word of read) {
    if (take(asked, word)) hits += 1;
    else if (!take(optional, word) && !takePart(optional, word)) wrong.push(word);
  }
  const missed = [...asked].filter(([, left]) => left > 0).map(([word]) => word);
  return { hits, asked: count, answered: hits + wrong.length, wrong, missed };
}

/** Words of two characters and more that stand whole in a line that was read. */
export function wordsFound(result: ReadText, truth: readonly TrueWord[]): Score {
  const words = new Map<string, number>();
  for (const { text, isOptional } of truth) {
    const word = normal(text);
    if (isOptional || !/^[\p{L}\p{N}ー]{2,}$/u.test(word)) continue;
    words.set(word, (words.get(word) ?? 0) + 1);
  }
  const read = normal(result.lines.map((line) => line.text).join('\n'));
  let asked = 0;
  let hits = 0;
  for (const [word, count] of words) {
    asked += count;
    hits += Math.min(count, read.split(word).length - 1);
  }
  return { hits, asked, answered: hits };
}

export function total(scores: readonly Score[]): Score {
  const sum = (of: (each: Score) => number) => scores.reduce((all, each) => all + of(each), 0);
  return { hits: sum((s) => s.hits), asked: sum((s) => s.asked), answered: sum((s) => s.answered) };
}

export const recall = (of: Score) => (of.asked === 0 ? 100 : (100 * of.hits) / of.asked);
export const precision = (of: Score) => (of.answered === 0 ? 100 : (100 * of.hits) / of.answered);
