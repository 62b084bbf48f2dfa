import { describe, expect, test } from 'vitest';
import { age, bytes, count, dayHeading, duration, initials, siteOf, span } from './format.ts';

const NOON = Date.parse('2026-11-13T12:00:00Z');

describe('words for time', () => {
  test('an age is seconds, then minutes, then the clock, then the day', () => {
    expect(age(NOON - 2_000, NOON)).toBe('2 s ago');
    expect(age(NOON - 4 * 60_000, NOON)).toBe('4 min ago');
    expect(age(NOON - 3 * 3_600_000, NOON)).toBe('at 09:00');
    expect(age(NOON - 48 * 3_600_000, NOON)).toBe('Wed 11 Nov, 12:00');
  });

  test('a clock that runs ahead does not make ages negative', () => {
    expect(age(NOON + 5_000, NOON)).toBe('0 s ago');
  });

  test('a span within one minute is one time', () => {
    expect(span(NOON, NOON + 20_000)).toBe('12:00:00');
    expect(span(NOON, NOON + 22 * 60_000)).toBe('12:00 to 12:22');
  });

  test('days are named by their distance, and by their year when it is another', () => {
    expect(dayHeading(NOON, NOON)).toBe('Today, Fri 13 Nov');
    expect(dayHeading(NOON - 24 * 3_600_000, NOON)).toBe('Yesterday, Thu 12 Nov');
    expect(dayHeading(Date.parse('2025-02-03T12:00:00Z'), NOON)).toBe('Mon 3 Feb 2025');
  });

  test('durations', () => {
    expect([40_000, 22 * 60_000, 64 * 60_000, 120 * 60_000].map(duration)).toEqual([
      '40 s',
      '22 min',
      '1 h 4 min',
      '2 h',
    ]);
  });
});

test('sizes, counts, sites and initials', () => {
  expect([12, 31_400_000_000, 412_000_000].map(bytes)).toEqual(['12 bytes', '31.4 GB', '412 MB']);
  expect(count(1204)).toBe('1,204');
  expect(siteOf('https://www.example.org/a?b')).toBe('example.org');
  expect([initials('Inês Duarte'), initials('Cher')]).toEqual(['ID', 'C']);
});
