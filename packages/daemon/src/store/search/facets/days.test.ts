import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countDays, dayFinder, midnightFinder } from './days.ts';

const QUARTER_MS = 900_000;
const TEN_YEARS = 350_400;

test('the day of a time is that of the calendar, whatever was asked for before', () => {
  const zone = fc.constantFrom('Europe/Berlin', 'America/New_York', 'Asia/Kolkata', 'UTC');
  const quarters = fc.array(fc.nat(TEN_YEARS), { minLength: 1, maxLength: 60 });
  // Neighbours too: the nights in which the clocks change among them.
  const near = fc.array(fc.nat(400), { minLength: 30, maxLength: 60 });
  fc.assert(
    fc.property(zone, quarters, near, (timeZone, far, close) => {
      const format = new Intl.DateTimeFormat('sv-SE', {
        timeZone,
        year: 'numeric',
        month: '2-digit',
        day: '2-digit',
      });
      const dayOf = dayFinder(timeZone);
      for (const at of [...far, ...close.map((step) => (far[0] ?? 0) + step)]) {
        expect(dayOf(at * QUARTER_MS)).toBe(format.format(at * QUARTER_MS));
      }
    }),
    { numRuns: 50 },
  );
});

test('counts of a day are added up and come oldest first', () => {
  const counts = countDays(
    [
      [3, 1],
      [1, 2],
      [2, 4],
      [4, 8],
    ],
    (atMs) => `day ${atMs % 3}`,
  );
  expect(counts.map(({ value, count }) => [value, count])).toEqual([
    ['day 0', 1],
    ['day 1', 10],
    ['day 2', 4],
  ]);
});

test('a day may begin within an hour in one half of the year only', () => {
  const year = new Date().getUTCFullYear();
  // Ten and a half hours before Greenwich in July, eleven in January.
  const holdsMidnight = midnightFinder('Australia/Lord_Howe');
  const hourOf = (month: number, hour: number) => Date.UTC(year, month, 5, hour) / 3_600_000;
  expect(holdsMidnight(hourOf(6, 13))).toBe(true);
  expect(holdsMidnight(hourOf(0, 13))).toBe(false);
});
