/**
 * Whether a text matches an FTS5 expression, for texts that no index holds. FTS5 itself decides, in a table of one
 * row in memory, so that every expression means what it means elsewhere.
 */
import { termsOf } from '../search/words/tokens.ts';
import { PackFunctionError } from './function-names.ts';

/** What the bindings to SQLite have in common. */
interface MemoryDatabase {
  exec(sql: string): unknown;
  prepare(sql: string): {
    run(...values: (string | number)[]): unknown;
    get(...values: (string | number)[]): unknown;
  };
}
export type OpenMemory = () => MemoryDatabase;

export function textMatcher(openMemory: OpenMemory): (pattern: string, text: unknown) => boolean {
  let match: ((pattern: string, text: string) => boolean) | undefined;
  return (pattern, text) => {
    // The column of a full-text table whose index cannot be used there.
    if (typeof text !== 'string') {
      // As FTS5 says it.
      throw new PackFunctionError('unable to use function MATCH in the requested context');
    }
    match ??= prepareMatch(openMemory());
    return match(pattern, text);
  };
}

function prepareMatch(db: MemoryDatabase): (pattern: string, text: string) => boolean {
  db.exec(
    "CREATE VIRTUAL TABLE one USING fts5(text, extra, content='', contentless_delete=1, tokenize='ascii')",
  );
  const write = db.prepare('INSERT OR REPLACE INTO one (rowid, text, extra) VALUES (1, ?, ?)');
  const find = db.prepare('SELECT 1 FROM one WHERE one MATCH ?');
  let current: string | undefined;
  return (pattern, text) => {
    if (text !== current) {
      const { words, parts } = termsOf(text);
      write.run(words.join(' '), parts.join(' '));
      current = text;
    }
    return find.get(pattern) !== undefined;
  };
}
