import { expect, test } from 'vitest';
import type { Meant } from '#store/meaning/records.ts';
import { evidenceOf } from './evidence-of.ts';

const COMPARED = { limit: 10, isThere: false, isCompared: true };
const found = (similarity: number | undefined, coverage: number, more: Partial<Meant> = {}) =>
  ({ passage: 'We order enclosures.', score: 1, similarity, coverage, ...more }) as Meant;
const isKept = (one: Meant, options = COMPARED) => evidenceOf([one], options).length === 1;

test('what is near in meaning is evidence, and less near where a person, an app or a site is named', () => {
  expect(isKept(found(0.3, 0))).toBe(true);
  expect(isKept(found(0.25, 0))).toBe(false);
  expect(isKept(found(0.25, 0), { ...COMPARED, isThere: true })).toBe(true);
});

test('some words of the question need some nearness in meaning, all of them none', () => {
  expect(isKept(found(0.1, 0.7))).toBe(false);
  expect(isKept(found(0.2, 0.7))).toBe(true);
  expect(isKept(found(0.2, 0.5))).toBe(false);
  expect(isKept(found(-0.1, 0.95))).toBe(true);
});

test('where meaning cannot be compared, most words are enough', () => {
  expect(isKept(found(undefined, 0.7))).toBe(true);
  expect(isKept(found(0, 0.7), { ...COMPARED, isCompared: false })).toBe(true);
  expect(isKept(found(0, 0.5), { ...COMPARED, isCompared: false })).toBe(false);
});

test('the same text counts once, what is far behind the best not at all', () => {
  const all = [
    found(0.5, 0),
    found(0.5, 0, { passage: 'we order  ENCLOSURES' }),
    found(0.4, 0, { passage: 'The tide tables.', score: 0.5 }),
    found(0.4, 0, { passage: 'The frost test.', score: 0.6 }),
  ];
  expect(evidenceOf(all, COMPARED).map(({ id, passage }) => [id, passage])).toEqual([
    ['e1', 'We order enclosures.'],
    ['e2', 'The frost test.'],
  ]);
  expect(evidenceOf(all, { ...COMPARED, limit: 1 })).toHaveLength(1);
});

test('a text counts as said only where its words stand, not its letters', () => {
  const all = [found(0.5, 0, { passage: 'API' }), found(0.5, 0, { passage: 'A rapid test' })];
  expect(evidenceOf(all, COMPARED)).toHaveLength(2);
});
