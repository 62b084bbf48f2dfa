import { describe, expect, test } from 'vitest';
import {
  asTyped,
  readFilters,
  searchParameters,
  splitExcluded,
  takePrefix,
  writeFilters,
} from './filters.ts';

const NONE = { type: 'all', isGrouped: true, order: 'newest' } as const;
const NOW = Date.parse('2026-11-13T12:00:00Z');

test('words with a dash before them are not to be there', () => {
  expect(splitExcluded('invoice -draft')).toEqual({ wanted: 'invoice', excluded: 'draft' });
  expect(splitExcluded('-"first draft" a-b -c').excluded).toBe('"first draft" c');
  expect(splitExcluded('a-b - c --d')).toEqual({ wanted: 'a-b - c --d', excluded: '' });
  expect(searchParameters('budget -old', NONE)).toMatchObject({ q: 'budget*', exclude: 'old' });
});

describe('prefixes', () => {
  test('a finished prefix becomes a filter and leaves the text', () => {
    expect(takePrefix('app:mail deposit', NONE, NOW)).toEqual({
      text: 'deposit',
      change: { app: ['mail'] },
    });
    expect(takePrefix('deposit site:"example org" x', NONE, NOW)).toEqual({
      text: 'deposit x',
      change: { site: ['example org'] },
    });
  });

  test('a second app is searched in addition to the first', () => {
    expect(takePrefix('app:chat x', { ...NONE, app: ['mail'] }, NOW)?.change).toEqual({
      app: ['mail', 'chat'],
    });
  });

  test('an unfinished or unknown prefix is text', () => {
    expect(takePrefix('app:mail', NONE, NOW)).toBeUndefined();
    expect(takePrefix('colour:red ', NONE, NOW)).toBeUndefined();
    expect(takePrefix('after:whenever ', NONE, NOW)).toBeUndefined();
    expect(takePrefix('type:smell ', NONE, NOW)).toBeUndefined();
  });

  test('times are read as people write them', () => {
    expect(takePrefix('after:yesterday ', NONE, NOW)?.change).toEqual({
      from: '2026-11-12T00:00:00.000Z',
    });
    expect(takePrefix('before:2026-11-01 ', NONE, NOW)?.change).toEqual({
      to: '2026-11-01T00:00:00.000Z',
    });
  });
});

test('what is in the address comes back from it', () => {
  const parameters = new URLSearchParams(
    'q=x&app=Mail&app=Chat&from=2026-11-01&type=sound&group=0&order=best',
  );
  const filters = readFilters(parameters);
  expect(filters).toEqual({
    app: ['Mail', 'Chat'],
    from: '2026-11-01',
    type: 'sound',
    isGrouped: false,
    order: 'best',
  });
  const written = new URLSearchParams('q=x');
  writeFilters(written, filters);
  expect(written.toString()).toBe(parameters.toString());
  writeFilters(written, { type: 'all', isGrouped: true, order: 'newest' });
  expect(written.toString()).toBe('q=x');
});

test('a word that is being typed stands for all that begin with it', () => {
  expect(asTyped('depo')).toBe('depo*');
  expect(asTyped('depo ')).toBe('depo');
  expect(asTyped('"the depo')).toBe('"the depo"');
  expect(asTyped('电路板')).toBe('电路板');
  expect(searchParameters('x', { type: 'screen', isGrouped: true, order: 'newest' })).toMatchObject(
    {
      q: 'x*',
      content_type: 'vision',
    },
  );
});
