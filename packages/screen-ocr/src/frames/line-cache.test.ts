import { expect, test } from 'vitest';
import { lineCache } from './line-cache.ts';

const word = (text: string) => [{ text, confidence: 1, x: 0, width: 10 }];

test('the line not seen for longest is forgotten first', () => {
  const cache = lineCache(2);
  cache.add('a', word('one'));
  cache.add('b', word('two'));
  expect(cache.find('a')).toEqual(word('one'));
  cache.add('c', word('three'));
  expect(cache.find('b')).toBeUndefined();
  expect(cache.find('a')).toEqual(word('one'));
  expect(cache.find('c')).toEqual(word('three'));
});

test('a line without words is remembered too', () => {
  const cache = lineCache(2);
  cache.add('picture', []);
  expect(cache.find('picture')).toEqual([]);
});
