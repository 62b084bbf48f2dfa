import { describe, expect, test } from 'vitest';
import { findMisread } from './misread.ts';

const found = (text: string) =>
  findMisread(text).map(({ kind, start, end }) => `${kind}: ${text.slice(start, end)}`);

describe('findMisread', () => {
  test.each([
    ['a key with a space in it', 'KEY=sk-proj-uEYF8Tkw15kDx Y8gq2vKg8EOORIDcIky here'],
    ['a key of many pieces', 'use xoxb- CRGTkywtBiNEK 7FFLZXLTCLH5cJ v60xet tUFI here'],
  ])('takes %s as one', (_, text) => {
    const [only, ...others] = found(text);
    expect(others).toEqual([]);
    expect(only).toMatch(/^api_key: (KEY=sk|xoxb).*(cIky|tUFI)$/);
  });

  test('takes the prefix along that was read as a word', () => {
    expect(found('Copied: glpat - t2nHoYOogLLNi4NQuiDJ end')).toEqual([
      'api_key: glpat - t2nHoYOogLLNi4NQuiDJ',
    ]);
  });

  test('takes checksums, which nothing distinguishes from keys', () => {
    expect(found('commit 9fceb02d0ae598e95dc970b74767f19372d61af8')).toEqual([
      'api_key: 9fceb02d0ae598e95dc970b74767f19372d61af8',
    ]);
  });

  test('takes a card number with letters for digits, and one that fails its check', () => {
    expect(found('paid 4111 1l11 1111 1I11 today')).toContain('credit_card: 4111 1l11 1111 1I11');
    expect(found('paid 4117 1111 1111 1111 today')).toContain('credit_card: 4117 1111 1111 1111');
  });

  test('takes a phone number with its country code, whose sign was misread', () => {
    expect(found('call #1 (415) 555-2671 now')).toContain('phone: #1 (415) 555-2671');
  });

  test('takes an address whose sign was read as a letter', () => {
    expect(found('write to jane.doegexample.com soon')).toEqual(['email: jane.doegexample.com']);
  });

  test.each([
    'The committee will meet again on Thursday to settle the remaining questions.',
    'const userName = getUserById(itemId, options.maxRetries);',
    '-rw-r--r-- 1 anna staff 4312 Nov 12 09:31 report2.log',
    '2026-03-14 1042.55 12.3 % 4312 8755 1204 9921 7731',
    'import { readFile } from node:fs/promises',
    'https://www.example.com/articles/2026/how-to-grow-tomatoes',
  ])('leaves alone: %s', (text) => {
    expect(found(text)).toEqual([]);
  });
});
