import Database from 'better-sqlite3-multiple-ciphers';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { textMatcher } from '#store/packing/text-matcher.ts';
import { queries, texts } from '#store/testing/known-text.ts';
import { clauseMatcher } from './clause-matcher.ts';
import { matchExpression, parseQuery } from './query-syntax.ts';

test('says of any text and query what the index of words says', () => {
  const matchesIndex = textMatcher(() => new Database(':memory:'));
  fc.assert(
    fc.property(texts, queries, ({ text }, { query }) => {
      const clauses = parseQuery(query);
      fc.pre(clauses.length > 0);
      expect(clauseMatcher(clauses)(text)).toBe(matchesIndex(matchExpression(clauses), text));
    }),
    { numRuns: 3_000 },
  );
});

test.each([
  ['send plan', 'please send the plan', true],
  ['"send plan"', 'please send the plan', false],
  ['"send pl"', 'send plan', false],
  ['use*', 'getUserName', true],
  ['name', 'getUserName', true],
  ['"get user"', 'getUserName', false],
  ['京', '東京都', true],
])('%s in %s: %s', (query, text, isThere) => {
  expect(clauseMatcher(parseQuery(query))(text)).toBe(isThere);
});
