import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseQuery } from './query-syntax.ts';
import { snippetOf } from './snippet.ts';

function marked(text: string, query: string): string[] {
  const snippet = snippetOf(text, parseQuery(query));
  return snippet?.marks.map(([start, end]) => snippet.text.slice(start, end)) ?? [];
}

describe('a snippet', () => {
  test('marks the words that were asked for, and no others', () => {
    expect(marked('The deposit arrived; deposits are safe', 'deposit')).toEqual(['deposit']);
    expect(marked('The deposit arrived; deposits are safe', 'depos*')).toEqual([
      'deposit',
      'deposits',
    ]);
  });

  test('marks words whatever their case, accents and composition', () => {
    expect(marked('Café CAFE cafe\u0301', 'café')).toEqual(['Café', 'CAFE', 'cafe\u0301']);
  });

  test('marks a compound of which a part was asked for', () => {
    expect(marked('call getUserName now', 'user')).toEqual(['getUserName']);
  });

  test('marks words inside sentences without spaces', () => {
    expect(marked('明日の会議は中止です', '会議')).toEqual(['会議']);
    expect(marked('明日の会議は中止です', '会議は中止')).toEqual(['会議は中止']);
  });

  test('is the part of a long text with the most of the words', () => {
    const text = `${'far '.repeat(200)}plan ${'away '.repeat(200)}the plan of the budget ${'end '.repeat(200)}`;
    const snippet = snippetOf(text, parseQuery('plan budget'));
    expect(marked(text, 'plan budget')).toEqual(['plan', 'budget']);
    expect(snippet?.text.length).toBeLessThan(300);
    expect(snippet?.text).toMatch(/^….*…$/);
  });

  test('is on one line', () => {
    expect(snippetOf('one\nplan\r\n\ttwo', parseQuery('plan'))?.text).not.toMatch(/[\n\r\t]/);
  });

  test('is none when the words are not there', () => {
    expect(snippetOf('nothing of it', parseQuery('plan'))).toBeUndefined();
  });

  test('always marks whole words of the text, in order', () => {
    const word = fc.constantFrom('plan', 'budget', 'x', '会議', '😀', 'Straße', '\n', 'planning');
    fc.assert(
      fc.property(fc.array(word, { maxLength: 400 }), (words) => {
        const text = words.join(' ');
        const snippet = snippetOf(text, parseQuery('plan 会議'));
        expect(snippet !== undefined).toBe(words.some((one) => one === 'plan' || one === '会議'));
        let last = 0;
        for (const [start, end] of snippet?.marks ?? []) {
          expect(['plan', '会議']).toContain(snippet?.text.slice(start, end));
          expect(start).toBeGreaterThanOrEqual(last);
          last = end;
        }
      }),
    );
  });
});
