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
  const missed = [...asked].flatMap(([word, left]) => Array<string>(left).fill(word));
  return { hits, asked: count, answered: hits + wrong.length, wrong, missed };
}

/** The share of characters that were read: each missed word against the wrong word that is most like it. */
export function characterRecall(
  { wrong, missed }: { wrong: readonly string[]; missed: readonly string[] },
  truth: readonly TrueWord[],
): number {
  const left = [...wrong];
  let lost = 0;
  for (const word of missed) {
    const distances = left.map((other) => distance(word, other));
    const least = Math.min(word.length, ...distances);
    lost += least;
    if (distances.includes(least)) left.splice(distances.indexOf(least), 1);
  }
  const words = truth
    .filter(({ isOptional }) => !isOptional)
    .flatMap(({ text }) => searchWords(text));
  const all = words.reduce((sum, word) => sum + word.length, 0);
  return all === 0 ? 100 : 100 * (1 - lost / all);
}

/** How many characters have to be added, removed or replaced. */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, i) => i);
  for (let i = 1; i <= one.length; i++) {
    const next = [i];
    for (let j = 1; j <= other.length; j++) {
      const replaced = (row[j - 1] as number) + Number(one[i - 1] !== other[j - 1]);
      next.push(Math.min(replaced, (row[j] as number) + 1, (next[j - 1] as number) + 1));
    }
    row = next;
  }
  return row[other.length] as number;
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
