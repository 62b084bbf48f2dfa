import { describe, expect, test } from 'vitest';
import { asTyped, readFilters, searchParameters, takePrefix, writeFilters } from './filters.ts';

const NOW = Date.parse('2026-11-13T12:00:00Z');

describe('prefixes', () => {
  test('a finished prefix becomes a filter and leaves the text', () => {
    expect(takePrefix('app:mail deposit', NOW)).toEqual({
      text: 'deposit',
      change: { app: 'mail' },
    });
    expect(takePrefix('deposit site:"example org" x', NOW)).toEqual({
      text: 'deposit x',
      change: { site: 'example org' },
    });
  });

  test('an unfinished or unknown prefix is text', () => {
    expect(takePrefix('app:mail', NOW)).toBeUndefined();
    expect(takePrefix('colour:red ', NOW)).toBeUndefined();
    expect(takePrefix('after:whenever ', NOW)).toBeUndefined();
    expect(takePrefix('type:smell ', NOW)).toBeUndefined();
  });

  test('times are read as people write them', () => {
    expect(takePrefix('after:yesterday ', NOW)?.change).toEqual({
      from: '2026-11-12T00:00:00.000Z',
    });
    expect(takePrefix('before:2026-11-01 ', NOW)?.change).toEqual({
      to: '2026-11-01T00:00:00.000Z',
    });
  });
});

test('what is in the address comes back from it', () => {
  const parameters = new URLSearchParams('q=x&app=Mail&type=sound&group=0&from=2026-11-01');
  const filters = readFilters(parameters);
  expect(filters).toEqual({ app: 'Mail', from: '2026-11-01', type: 'sound', isGrouped: false });
  const written = new URLSearchParams('q=x');
  writeFilters(written, filters);
  expect(Object.fromEntries(written)).toEqual(Object.fromEntries(parameters));
  writeFilters(written, { type: 'all', isGrouped: true });
  expect(written.toString()).toBe('q=x');
});

test('a word that is being typed stands for all that begin with it', () => {
  expect(asTyped('depo')).toBe('depo*');
  expect(asTyped('depo ')).toBe('depo');
  expect(asTyped('"the depo')).toBe('"the depo"');
  expect(asTyped('电路板')).toBe('电路板');
  expect(searchParameters('x', { type: 'screen', isGrouped: true })).toMatchObject({
    q: 'x*',
    content_type: 'vision',
  });
});
