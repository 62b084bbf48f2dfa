/**
 * The words of the index in the order of their letters. Each is found by a seek to its first place: FTS5 would otherwise walk the whole
 * list of every word that it names, to say how many documents hold it. Runs in a reader thread.
 */
import type { Connection } from '../kernel/connection.ts';

/** Greater than anything that follows a beginning. */
export const LAST_CHARACTER = '\u{10ffff}';
/** Less than anything that follows a word. */
const FIRST_CHARACTER = '\u0001';

export function vocabularyReader(db: Connection) {
  const next = db.prepare('SELECT term FROM temp.word_place WHERE term >= ? LIMIT 1').pluck();

  /** The first word that does not come before `from`. */
  function findFrom(from: string): string | undefined {
    return next.get(from) as string | undefined;
  }

  /** The words that begin so, as far as they are wanted. */
  function* startingWith(beginning: string): Generator<string> {
    let word = findFrom(beginning);
    while (word?.startsWith(beginning)) {
      yield word;
      word = findFrom(after(word));
    }
  }

  return { findFrom, startingWith };
}

/** Where the words behind this one begin. */
export function after(word: string): string {
  return word + FIRST_CHARACTER;
}

/** Where the words behind all with this beginning begin. */
export function afterAllWith(beginning: string): string {
  return beginning + LAST_CHARACTER;
}
