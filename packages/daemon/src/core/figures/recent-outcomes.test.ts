import { expect, test } from 'vitest';
import { recentOutcomes } from './recent-outcomes.ts';

test('what went wrong counts for five minutes, and only when there is enough to tell', () => {
  let nowMs = 0;
  const recent = recentOutcomes(() => nowMs);
  for (let i = 0; i < 7; i += 1) recent.add(true);
  expect([recent.bad(), recent.badShare()]).toEqual([7, 0]);
  recent.add(false);
  expect(recent.badShare()).toBe(7 / 8);
  nowMs = 5 * 60_000;
  expect(recent.bad()).toBe(7);
  nowMs += 1;
  expect([recent.bad(), recent.badShare()]).toEqual([0, 0]);
});

test('a flood is remembered by its end', () => {
  const recent = recentOutcomes(() => 0);
  for (let i = 0; i < 2_000; i += 1) recent.add(i < 1_000);
  expect(recent.badShare()).toBe(0);
});
