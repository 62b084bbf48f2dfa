/**
 * What a person may have meant by words that nothing holds: the nearest words that something does hold. Runs in a reader
 * thread, and only after a search found nothing.
 */
import type { ReadKernel } from '../kernel/kernel.ts';
import type { Word } from './beginnings.ts';
import { isUnspaced, termsOf } from './words/tokens.ts';

/** Shorter words are near to too many others. */
const SHORTEST = 4;
/** From this length on two slips are forgiven, before it one. */
const LONG = 6;
const MOST_WORDS = 16;
const LAST_CHARACTER = '\u{10ffff}';

export function spellingReader({ db, assertWanted }: ReadKernel) {
  const sql = {
    between: db.prepare(
      'SELECT term, doc AS documents FROM temp.word_vocabulary WHERE term >= ? AND term <= ?',
    ),
    isThere: db
      .prepare('SELECT 1 FROM temp.word_vocabulary WHERE term >= ? AND term <= ? LIMIT 1')
      .pluck(),
  };

  /** The first letter is hardly ever the wrong one, and by it the vocabulary is in order. */
  function nearest(term: string): string | undefined {
    const [first = ''] = term;
    const most = term.length >= LONG ? 2 : 1;
    let best: (Word & { slips: number }) | undefined;
    const words = sql.between.iterate(first, first + LAST_CHARACTER) as Iterable<Word>;
    for (const word of words) {
      const slips = slipsBetween(term, word.term, most);
      if (slips > most) continue;
      const isBetter =
        !best || slips < best.slips || (slips === best.slips && word.documents > best.documents);
      if (isBetter) best = { ...word, slips };
    }
    return best?.term;
  }

  return {
    /** The query with other words; undefined when none is nearer than the one that was typed. */
    suggestSpelling(query: string): string | undefined {
      const { words } = termsOf(query);
      let isOther = false;
      const meant = words.slice(0, MOST_WORDS).map((term) => {
        assertWanted();
        const isKnown = sql.isThere.get(term, term + LAST_CHARACTER) !== undefined;
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
  if (Math.abs(a.length - b.length) > most) return most + 1;
  let before: number[] = [];
  let above = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const isSame = a[i - 1] === b[j - 1];
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      row[j] = Math.min(
        (above[j] ?? 0) + 1,
        (row[j - 1] ?? 0) + 1,
        (above[j - 1] ?? 0) + Number(!isSame),
        isSwapped ? (before[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    if (Math.min(...row) > most) return most + 1;
    before = above;
    above = row;
  }
  return above[b.length] ?? most + 1;
}
