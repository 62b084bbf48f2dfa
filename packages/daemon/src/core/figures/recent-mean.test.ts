import { expect, test } from 'vitest';
import { recentMean } from './recent-mean.ts';

test('the mean is that of the last minutes, and nothing after them', () => {
  let nowMs = 0;
  const latency = recentMean(() => nowMs);
  expect(latency.mean()).toBe(0);
  latency.add(40_000);
  nowMs = 200_000;
  latency.add(2);
  expect(latency.mean()).toBe(20_001);
  nowMs = 300_001;
  expect(latency.mean()).toBe(2);
  nowMs = 600_000;
  expect(latency.mean()).toBe(0);
});
