/** Recall and precision of search words: lower-cased letters and digits, two or more, as a search index would keep them. */
import type { OcrResult } from '@hindcast/screen-ocr';
import type { TrueWord } from './browser.ts';

export interface Score {
  readonly hits: number;
  readonly asked: number;
  readonly answered: number;
}

function searchWords(text: string): string[] {
  return (
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{N}]{2,}/gu) ?? []
  );
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

export function score(
  result: OcrResult,
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
    else if (!take(optional, word)) wrong.push(word);
  }
  const missed = [...asked].filter(([, left]) => left > 0).map(([word]) => word);
  return { hits, asked: count, answered: hits + wrong.length, wrong, missed };
}

export function total(scores: readonly Score[]): Score {
  const sum = (of: (each: Score) => number) => scores.reduce((all, each) => all + of(each), 0);
  return { hits: sum((s) => s.hits), asked: sum((s) => s.asked), answered: sum((s) => s.answered) };
}

export const recall = (of: Score) => (of.asked === 0 ? 100 : (100 * of.hits) / of.asked);
export const precision = (of: Score) => (of.answered === 0 ? 100 : (100 * of.hits) / of.answered);
