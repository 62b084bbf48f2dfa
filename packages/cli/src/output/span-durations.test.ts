import { expect, test } from 'vitest';
import { spanDurations } from './span-durations.ts';

const at = (minute: number) => new Date(Date.UTC(2026, 10, 14, 9, minute)).toISOString();
const span = (from: number, to: number) => ({ start: at(from), end: at(to) });
const covered = (from: number, to: number, state = 'captured') => ({
  start_time: at(from),
  end_time: at(to),
  state,
});
const minutesOf = (...given: Parameters<typeof spanDurations>) =>
  spanDurations(...given).map((ms) => ms / 60_000);

test('a span lasts until the next one', () => {
  expect(minutesOf([span(0, 3), span(3, 4)], [])).toEqual([3, 1]);
});

test('the last one lasts as long as the screen was watched', () => {
  expect(minutesOf([span(0, 0)], [covered(0, 2)])).toEqual([2]);
  expect(minutesOf([span(0, 0)], [covered(0, 1), covered(1, 3, 'idle')])).toEqual([3]);
});

test('a screen that was locked, off or not watched does not count', () => {
  expect(minutesOf([span(0, 1)], [covered(0, 2), covered(2, 9, 'locked')])).toEqual([2]);
  expect(minutesOf([span(0, 1)], [covered(5, 9)])).toEqual([1]);
});

test('a long silence counts for five minutes, and never reaches into the next span', () => {
  expect(minutesOf([span(0, 1), span(30, 30)], [covered(0, 30)])).toEqual([6, 0]);
  expect(minutesOf([span(0, 1), span(3, 3)], [covered(0, 3)])).toEqual([3, 0]);
});
