import { describe, expect, test } from 'vitest';
import { parseEndTime, parseTime } from './time.ts';

const NOW_MS = Date.parse('2026-02-03T12:00:00.000Z');

function iso(text: string): string | undefined {
  const atMs = parseTime(text, NOW_MS);
  return atMs === undefined ? undefined : new Date(atMs).toISOString();
}

describe('parseTime', () => {
  test.each([
    ['2026-02-03T09:14:22Z', '2026-02-03T09:14:22.000Z'],
    ['2026-02-03t09:14:22z', '2026-02-03T09:14:22.000Z'],
    ['2026-02-03T09:14:22.5Z', '2026-02-03T09:14:22.500Z'],
    ['2026-02-03T09:14:22.123456789Z', '2026-02-03T09:14:22.123Z'],
    ['2026-02-03T09:14:22+02:00', '2026-02-03T07:14:22.000Z'],
    ['2026-02-03T09:14:22-0530', '2026-02-03T14:44:22.000Z'],
    ['2026-02-03 09:14:22', '2026-02-03T09:14:22.000Z'],
    ['2026-02-03T09:14', '2026-02-03T09:14:00.000Z'],
    ['2026-02-03', '2026-02-03T00:00:00.000Z'],
    ['2024-02-29', '2024-02-29T00:00:00.000Z'],
    ['0050-01-01', '0050-01-01T00:00:00.000Z'],
    ['2016-12-31T23:59:60Z', '2017-01-01T00:00:00.000Z'],
  ])('reads the date and time %s', (text, expected) => {
    expect(iso(text)).toBe(expected);
  });

  test('reads a zone whose plus sign an unescaped query string has turned into a space', () => {
    expect(iso('2026-02-03T09:14:22 02:00')).toBe('2026-02-03T07:14:22.000Z');
  });

  test.each([
    ['0', '1970-01-01T00:00:00.000Z'],
    ['1770109200', '2026-02-03T09:00:00.000Z'],
    ['1770109200.25', '2026-02-03T09:00:00.250Z'],
    ['1770109200000', '2026-02-03T09:00:00.000Z'],
    ['-1', '1969-12-31T23:59:59.000Z'],
  ])('reads the Unix time %s', (text, expected) => {
    expect(iso(text)).toBe(expected);
  });

  test.each([
    ['now', '2026-02-03T12:00:00.000Z'],
    ['30s ago', '2026-02-03T11:59:30.000Z'],
    ['30 seconds ago', '2026-02-03T11:59:30.000Z'],
    ['30m ago', '2026-02-03T11:30:00.000Z'],
    ['5 min', '2026-02-03T11:55:00.000Z'],
    ['2H AGO', '2026-02-03T10:00:00.000Z'],
    ['2hrs', '2026-02-03T10:00:00.000Z'],
    ['2.9h ago', '2026-02-03T10:00:00.000Z'],
    ['1 day ago', '2026-02-02T12:00:00.000Z'],
    ['1w ago', '2026-01-27T12:00:00.000Z'],
    [' 1week ', '2026-01-27T12:00:00.000Z'],
  ])('reads the relative time %s', (text, expected) => {
    expect(iso(text)).toBe(expected);
  });

  test.each([
    'yesterday',
    '2026-02-30',
    '2026-13-01',
    '2026-02-03T24:00:00Z',
    '2026-02-03T09:60:00Z',
    '2026-02-03T09:14:22+25:00',
    '2h from now',
    'ago',
    '-2h ago',
    '1e9',
    'NaN',
    '0x10',
    '99999999999999999',
    '999999999999w ago',
    '2026-02-03T',
    '٢٠٢٦-٠٢-٠٣',
  ])('takes %s for no time', (text) => {
    expect(parseTime(text, NOW_MS)).toBeUndefined();
  });
});

describe('parseEndTime', () => {
  test.each([
    ['2026-02-03', '2026-02-03T23:59:59.999Z'],
    [' 2024-02-29 ', '2024-02-29T23:59:59.999Z'],
    ['2026-02-03T00:00', '2026-02-03T00:00:00.000Z'],
    ['1770109200', '2026-02-03T09:00:00.000Z'],
    ['now', '2026-02-03T12:00:00.000Z'],
  ])('takes a date alone for the whole day, and %s for %s', (text, expected) => {
    expect(new Date(parseEndTime(text, NOW_MS) ?? Number.NaN).toISOString()).toBe(expected);
  });

  test('reads nothing from what is no time', () => {
    expect(parseEndTime('2026-02-30', NOW_MS)).toBe(undefined);
  });
});
