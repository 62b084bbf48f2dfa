import { expect, test } from 'vitest';
import { durations } from './stretches.ts';

const at = (minute: number) => new Date(Date.UTC(2026, 10, 14, 9, minute)).toISOString();
const stretch = (from: number, to: number) => ({ start: at(from), end: at(to) });
const span = (from: number, to: number, state = 'captured') => ({
  start_time: at(from),
  end_time: at(to),
  state,
});
const minutesOf = (...given: Parameters<typeof durations>) =>
  durations(...given).map((ms) => ms / 60_000);

test('a stretch lasts until the next one', () => {
  expect(minutesOf([stretch(0, 3), stretch(3, 4)], [])).toEqual([3, 1]);
});

test('the last one lasts as long as the screen was watched', () => {
  expect(minutesOf([stretch(0, 0)], [span(0, 2)])).toEqual([2]);
  expect(minutesOf([stretch(0, 0)], [span(0, 1), span(1, 3, 'idle')])).toEqual([3]);
});

test('nobody knows of a screen that was locked, off or not watched', () => {
  expect(minutesOf([stretch(0, 1)], [span(0, 2), span(2, 9, 'locked')])).toEqual([2]);
  expect(minutesOf([stretch(0, 1)], [span(5, 9)])).toEqual([1]);
});

test('a long silence counts for five minutes, and never reaches into the next stretch', () => {
  expect(minutesOf([stretch(0, 1), stretch(30, 30)], [span(0, 30)])).toEqual([6, 0]);
  expect(minutesOf([stretch(0, 1), stretch(3, 3)], [span(0, 3)])).toEqual([3, 0]);
});
