import { describe, expect, test } from 'vitest';
import { waitMs } from './schedule.ts';

const MINUTE_MS = 60_000;

describe('the next round', () => {
  test('comes after the interval, or up to a fifth later', () => {
    expect(waitMs(30_000, 0, 0)).toBe(30_000);
    expect(waitMs(30_000, 0, 1)).toBe(36_000);
  });

  test('comes later with every failure, up to half an hour', () => {
    const waits = Array.from({ length: 9 }, (_, failures) => waitMs(30_000, failures, 0));
    expect(waits.map((ms) => ms / MINUTE_MS)).toEqual([0.5, 1, 2, 4, 8, 16, 30, 30, 30]);
    expect(waitMs(30_000, 1_000_000, 0)).toBe(30 * MINUTE_MS);
  });

  test('never comes more often than it was asked to', () => {
    expect(waitMs(60 * MINUTE_MS, 3, 0)).toBe(60 * MINUTE_MS);
  });
});
