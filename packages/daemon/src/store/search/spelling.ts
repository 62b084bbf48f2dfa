/**
 * What a person may have meant by words that nothing holds: the nearest words that something does hold. Runs in a reader
 * thread, and only after a search found nothing.
 */
import type { ReadKernel } from '../kernel/kernel.ts';
import { after, afterAllWith, vocabularyReader } from './vocabulary.ts';
import { isUnspaced, termsOf } from './words/tokens.ts';

/** Shorter words are near to too many others. */
const SHORTEST = 4;
/** From this length on two slips are forgiven, before it one. */
const LONG = 6;
const MOST_WORDS = 16;
/** Equally near words that are compared, and how many documents of each. */
const MOST_COMPARED = 50;
const MOST_DOCUMENTS = 1_000;

export function spellingReader({ db, assertWanted }: ReadKernel) {
  const { findFrom } = vocabularyReader(db);
  const newest = db
    .prepare(
      `SELECT count(*), coalesce(min(key), 0) FROM (SELECT rowid AS key FROM document_fts WHERE document_fts MATCH ?
       ORDER BY rowid DESC LIMIT ${MOST_DOCUMENTS})`,
    )
    .raw();

  /** The most frequent: of those that have many documents the one whose newest are the closest together. */
  function mostFrequent(words: readonly string[]): string | undefined {
    const [first] = words;
    if (words.length < 2) return first;
    const known = words.slice(0, MOST_COMPARED).map((word) => {
      assertWanted();
      const [documents = 0, oldest = 0] = newest.get(`"${word}"`) as number[];
      return { word, documents, oldest };
    });
    return known.sort((a, b) => b.documents - a.documents || b.oldest - a.oldest)[0]?.word;
  }

  /** The first letter is hardly ever the wrong one, and by it the vocabulary is in order. Beginnings that are too far off are passed over. */
  function nearest(term: string): string | undefined {
    const [first = ''] = term;
    let most = term.length >= LONG ? 2 : 1;
    let near: string[] = [];
    for (let word = findFrom(first); word?.startsWith(first); ) {
      assertWanted();
      const { slips, next } = slipsWithin(term, word, most);
      if (slips < most) near = [];
      if (slips <= most) {
        most = slips;
        near.push(word);
      }
      word = findFrom(next);
    }
    return mostFrequent(near);
  }

  return {
    /** The query with other words; undefined when none is nearer than the one that was typed. */
    suggestSpelling(query: string): string | undefined {
      const { words } = termsOf(query);
      let isOther = false;
      const meant = words.slice(0, MOST_WORDS).map((term) => {
        assertWanted();
        const isKnown = findFrom(term)?.startsWith(term);
        if (term.length < SHORTEST || isUnspaced(term) || isKnown) return term;
        const other = nearest(term);
        if (other !== undefined) isOther = true;
        return other ?? term;
      });
      return isOther ? meant.join(' ') : undefined;
    },
  };
}

/** Letters to put in, leave out, change or swap with the next, as far as `most`; more than that is one more. */
export function slipsBetween(a: string, b: string, most: number): number {
  return slipsWithin(a, b, most).slips;
}

/** `next`: the words between `b` and this one are farther than `most` from `a`. */
function slipsWithin(a: string, b: string, most: number): { slips: number; next: string } {
  let before: number[] = [];
  let above = Array.from({ length: a.length + 1 }, (_, j) => j);
  for (let i = 1; i <= b.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= a.length; j += 1) {
      const isSame = b[i - 1] === a[j - 1];
      const isSwapped = i > 1 && j > 1 && b[i - 1] === a[j - 2] && b[i - 2] === a[j - 1];
      row[j] = Math.min(
        (above[j] ?? 0) + 1,
        (row[j - 1] ?? 0) + 1,
        (above[j - 1] ?? 0) + Number(!isSame),
        isSwapped ? (before[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    if (Math.min(...row) > most) {
      return { slips: most + 1, next: nextPossible(a, b.slice(0, i), { before, above, most }) };
    }
    before = above;
    above = row;
  }
  return { slips: Math.min(above[a.length] ?? most + 1, most + 1), next: after(b) };
}

/** After a beginning whose last letter was one slip too many: the next one with a letter that is none. */
function nextPossible(
  a: string,
  beginning: string,
  { before, above, most }: { before: number[]; above: number[]; most: number },
): string {
  const tried = beginning.at(-1) ?? '';
  const shorter = beginning.slice(0, -1);
  const possible = [...a].filter((letter, j) => {
    const isNext = (above[j] ?? 0) <= most;
    const isSwap = (before[j] ?? most) < most && shorter.at(-1) === a[j + 1];
    return letter > tried && (isNext || isSwap);
  });
  const [letter] = possible.sort();
  return letter === undefined ? afterAllWith(shorter) : shorter + letter;
}
