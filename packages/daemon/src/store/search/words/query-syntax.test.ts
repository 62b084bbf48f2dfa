import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { Connection } from '#store/kernel/connection.ts';
import { prefixExpression } from '../search-plan.ts';
import {
  anyOfTokens,
  matchExpression,
  parseQuery,
  shortPrefixOf,
  singleTermOf,
} from './query-syntax.ts';
import { appToken, contextToken, prefixesOf, termsOf } from './tokens.ts';

describe('parseQuery', () => {
  test.each([
    ['plan draft', [['plan'], ['draft']]],
    ['"plan draft"', [['plan', 'draft']]],
    ['"plan draft', [['plan', 'draft']]],
    ['say "plan draft" now', [['say'], ['plan', 'draft'], ['now']]],
    ['src/main.ts', [['src', 'main', 'ts']]],
    ['snake_case', [['snake', 'case']]],
    ['getUserName', [['getusername']]],
    ['AND OR NOT NEAR', [['and'], ['or'], ['not'], ['near']]],
    ['-draft +plan ^x', [['draft'], ['plan'], ['x']]],
    [
      'text:plan {a}:b',
      [
        ['text', 'plan'],
        ['a', 'b'],
      ],
    ],
    ['plan PLAN "plan"', [['plan']]],
    ['東京', [['東京']]],
    ['東京都庁', [['東京', '京都', '都庁']]],
    ['写真.jpg', [['写真', '真', 'jpg']]],
    ['"東京 大阪"', [['東京', '京', '大阪']]],
    ['a東', [['a', '東']]],
    ['a\0b', [['a', 'b']]],
    ['\ue000a1', [['a1']]],
    ['🚀', [['🚀']]],
  ])('%j has the clauses %j', (query, clauses) => {
    expect(parseQuery(query).map(({ terms }) => terms)).toEqual(clauses);
  });

  test.each(['"', '""', '*', '-', '" "', '***', '…', '\0', '\ud800', '\ue000', '((("'])(
    '%j has no clause',
    (query) => {
      expect(parseQuery(query)).toEqual([]);
    },
  );

  test.each([
    ['plan*', true],
    ['plan', false],
    ['"plan*"', false],
    ['src/ma*', true],
    ['pl*an', false],
    // Every character of an unspaced script is found inside a run anyway.
    ['東京*', false],
  ])('whether %j is the beginning of a word: %j', (query, isPrefix) => {
    expect(parseQuery(query).map((clause) => clause.isPrefix)).toEqual([isPrefix]);
  });

  test('a prefix and the whole word are two clauses', () => {
    expect(parseQuery('plan plan* plan*')).toEqual([
      { terms: ['plan'], isPrefix: false },
      { terms: ['plan'], isPrefix: true },
    ]);
  });

  test('at most 64 clauses are taken', () => {
    const words = Array.from({ length: 100 }, (_, i) => `w${i}`);
    expect(parseQuery(words.join(' '))).toHaveLength(64);
  });

  test('what lies beyond 10,000 characters is ignored', () => {
    expect(parseQuery(`${' '.repeat(10_000)}plan`)).toEqual([]);
    expect(parseQuery(`${' '.repeat(9_996)}plan beyond`)).toHaveLength(1);
  });
});

describe('short cuts', () => {
  test.each([
    ['p*', 'p'],
    ['pla*', 'pla'],
    ['été*', 'ete'],
    ['plan*', undefined],
    ['pla', undefined],
    ['a/pl*', undefined],
    ['東', undefined],
  ])('the prefix index answers %j as %j', (query, prefix) => {
    expect(parseQuery(query).map(shortPrefixOf)).toEqual([prefix]);
  });

  test.each([
    ['plan', 'plan'],
    ['東京', '東京'],
    ['plan plan', 'plan'],
    ['plan*', undefined],
    ['plan draft', undefined],
    ['a/b', undefined],
    ['東', undefined],
  ])('the vocabulary knows the total of %j as that of %j', (query, term) => {
    expect(singleTermOf(parseQuery(query))).toBe(term);
  });
});

describe('every expression is one that FTS5 accepts', () => {
  let db: Connection;
  beforeAll(() => {
    db = new Connection(':memory:');
    db.exec(`CREATE VIRTUAL TABLE document_fts USING fts5(text, extra, content='', columnsize=0, tokenize='ascii');
      CREATE VIRTUAL TABLE prefix_fts USING fts5(prefixes, content='', columnsize=0, detail=none, tokenize='ascii');`);
    return () => db.close();
  });

  function countMatches(table: 'document_fts' | 'prefix_fts', expression: string): unknown {
    return db
      .prepare(`SELECT count(*) FROM ${table} WHERE ${table} MATCH ?`)
      .pluck()
      .get(expression);
  }

  function runEverywhere(query: string): void {
    const clauses = parseQuery(query);
    if (clauses.length === 0) return;
    countMatches('document_fts', matchExpression(clauses));
    const tokens = anyOfTokens([appToken(1), contextToken(2)]);
    countMatches('document_fts', `${matchExpression(clauses)} AND ${tokens}`);
    const prefixes = clauses.map(shortPrefixOf).filter((prefix) => prefix !== undefined);
    if (prefixes.length > 0) countMatches('prefix_fts', prefixExpression(prefixes));
  }

  const syntax = fc.constantFrom(
    ...[
      '"',
      '""',
      '*',
      '-',
      '+',
      '^',
      '(',
      ')',
      '{',
      '}',
      ':',
      ',',
      '\0',
      '\ud800',
      '\udc00',
      '\ue000',
    ],
    ...[
      ' AND ',
      ' OR ',
      ' NOT ',
      ' NEAR(',
      'text:',
      'extra : ',
      ' ',
      '\n',
      "'",
      ';',
      '--',
      '\\',
      '%',
    ],
    ...[
      'a',
      'Word',
      'getName',
      'x_y',
      '東',
      '東京',
      'ไทย',
      '한국',
      '🚀',
      '☎\ufe0f',
      'é',
      '½',
      'ﬁ',
      '1',
    ],
  );
  const queries = fc.oneof(
    fc.array(syntax, { maxLength: 30 }).map((pieces) => pieces.join('')),
    fc.string({ unit: 'binary', maxLength: 60 }),
    fc.string({ unit: 'grapheme', maxLength: 60 }),
    fc.string({ maxLength: 60 }),
  );

  test('whatever was typed, nothing throws', () => {
    fc.assert(fc.property(queries, runEverywhere), { numRuns: 3_000 });
  });

  test.each([
    ['one long word', 'x'.repeat(10_240)],
    ['words', 'plan '.repeat(2_048)],
    ['different words', Array.from({ length: 1_500 }, (_, i) => `w${i}`).join(' ')],
    ['a phrase', `"${Array.from({ length: 1_500 }, (_, i) => `w${i}`).join(' ')}"`],
    ['prefixes', Array.from({ length: 1_500 }, (_, i) => `${i}*`).join(' ')],
    ['a path', 'a/'.repeat(5_120)],
    ['Chinese without a space', '東京都庁舎前'.repeat(1_706)],
    ['emoji', '🚀'.repeat(2_560)],
    ['quotes', '"'.repeat(10_240)],
    ['quoted words', '"a b" "c'.repeat(1_280)],
    ['brackets', '('.repeat(10_240)],
    ['surrogates', '\ud83d'.repeat(10_240)],
  ])('10 kB of %s is a query', (_, query) => {
    expect(() => runEverywhere(query)).not.toThrow();
  });

  test('any words of a text that follow each other, and any beginning of one, find that text', () => {
    const insert = db.prepare('INSERT INTO document_fts (rowid, text, extra) VALUES (?, ?, ?)');
    const insertPrefixes = db.prepare('INSERT INTO prefix_fts (rowid, prefixes) VALUES (?, ?)');
    const found = db
      .prepare('SELECT 1 FROM document_fts WHERE document_fts MATCH ? AND rowid = ?')
      .pluck();
    const foundByPrefix = db
      .prepare('SELECT 1 FROM prefix_fts WHERE prefix_fts MATCH ? AND rowid = ?')
      .pluck();
    let rowid = 0;
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }),
        fc.nat(),
        fc.nat(),
        (text, from, length) => {
          const terms = termsOf(text);
          rowid += 1;
          insert.run(rowid, terms.words.join(' '), terms.parts.join(' '));
          insertPrefixes.run(rowid, prefixesOf(terms).join(' '));
          if (terms.words.length === 0) return;
          const pieces = text.split(/[\s"]+/).filter((piece) => termsOf(piece).words.length > 0);
          const start = from % pieces.length;
          const phrase = pieces.slice(start, start + 1 + (length % 3)).join(' ');
          expect(found.get(matchExpression(parseQuery(`"${phrase}"`)), rowid)).toBe(1);
          for (const prefix of prefixesOf(terms)) {
            expect(foundByPrefix.get(prefixExpression([prefix]), rowid)).toBe(1);
          }
        },
      ),
      { numRuns: 500 },
    );
  });
});
