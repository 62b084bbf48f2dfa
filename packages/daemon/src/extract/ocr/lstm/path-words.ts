/** The words of a reading, with how sure each is and the steps it takes. */
import { SPACE } from './alphabet.ts';
import type { Node } from './beam.ts';
import { WORD_KIND } from './dictionary.ts';

export interface DecodedWord {
  readonly text: string;
  /** Logarithm of a likelihood: the least of its letters and of the spaces beside it. */
  readonly certainty: number;
  /** In steps; the first one and the one after the last. */
  readonly from: number;
  readonly to: number;
}

interface Letter {
  readonly letter: number;
  readonly from: number;
  readonly to: number;
  certainty: number;
}

export function wordsOf(path: readonly Node[], texts: readonly string[]): DecodedWord[] {
  const letters = lettersOf(path);
  const words: DecodedWord[] = [];
  let spaceBefore = 0;
  for (let from = 0; from < letters.length; ) {
    let to = from;
    while (to < letters.length && letters[to]?.letter !== SPACE) to += 1;
    const spaceAfter = letters[to]?.certainty ?? 0;
    const own = letters.slice(from, to);
    if (own.length > 0) {
      words.push({
        text: own.map(({ letter }) => texts[letter]).join(''),
        certainty: Math.min(spaceBefore, spaceAfter, ...own.map((one) => one.certainty)),
        from: borderOf(letters, from, path.length),
        to: borderOf(letters, to, path.length),
      });
    }
    spaceBefore = spaceAfter;
    from = to + 1;
  }
  return words;
}

/** Letters meet in the middle of what lies between them. */
function borderOf(letters: readonly Letter[], index: number, end: number): number {
  const before = letters[index - 1];
  const after = letters[index];
  if (before === undefined) return 0;
  if (after === undefined) return end;
  return before.to + Math.floor((after.from - before.to) / 2);
}

function lettersOf(path: readonly Node[]): Letter[] {
  const letters: Letter[] = [];
  for (let at = 0; at < path.length; ) {
    const from = endOf(path, at, (node) => node.letter === -1);
    const between = leastCertainty(path, at, from);
    const node = path[from];
    const last = letters.at(-1);
    const isAfterWord = node?.letter === SPACE && node.kind !== WORD_KIND.none;
    // What lies between counts for the letter that follows, but before a space and at the end for the one before.
    const isForLast = last !== undefined && (node === undefined || isAfterWord);
    if (isForLast) last.certainty = Math.min(last.certainty, between);
    if (node === undefined) break;
    const to = endOf(path, from + 1, (next) => next.isRepeated);
    // Before a space that ends free text it was weighed for that text, and not for the word that follows.
    const isForgotten = isForLast || (node.letter === SPACE && node.kind === WORD_KIND.none);
    const own = leastCertainty(path, from, to);
    const certainty = isForgotten ? own : Math.min(between, own);
    letters.push({ letter: node.letter, from, to, certainty });
    at = to;
  }
  return letters;
}

function endOf(path: readonly Node[], from: number, isWithin: (node: Node) => boolean): number {
  let at = from;
  while (at < path.length && isWithin(path[at] as Node)) at += 1;
  return at;
}

function leastCertainty(path: readonly Node[], from: number, to: number): number {
  let least = 0;
  for (let at = from; at < to; at++) least = Math.min(least, (path[at] as Node).certainty);
  return least;
}
