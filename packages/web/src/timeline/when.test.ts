import { expect, test } from 'vitest';
import { readWhen } from './when.ts';

const NOW = Date.parse('2026-11-13T12:00:00Z');
const read = (text: string) => {
  const ms = readWhen(text, NOW);
  return ms === undefined ? undefined : new Date(ms).toISOString().slice(0, 16);
};

test.each([
  ['yesterday 15:00', '2026-11-12T15:00'],
  ['13.11. 10:40', '2026-11-13T10:40'],
  ['2026-11-03', '2026-11-03T00:00'],
  ['3 Nov 2025 8:15', '2025-11-03T08:15'],
  ['2h ago', '2026-11-13T10:00'],
  ['3 days', '2026-11-10T12:00'],
  ['10:40', '2026-11-13T10:40'],
  ['today 3pm', '2026-11-13T15:00'],
])('reads %s', (text, expected) => {
  expect(read(text)).toBe(expected);
});

test.each(['', 'soon', '31.2.', '25:00', 'deposit 5', 'yesterday noonish'])(
  'does not read %j',
  (text) => {
    expect(read(text)).toBeUndefined();
  },
);
