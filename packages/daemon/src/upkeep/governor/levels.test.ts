import { describe, expect, test } from 'vitest';
import {
  type Level,
  leversOf,
  NO_DEMANDS,
  nextCpuLevel,
  nextDiskLevel,
  powerDemand,
} from './levels.ts';

const LOOK_MS = 10_000;

/** Plays a machine whose use depends on the level; each entry is one look. */
function play(useAt: (level: Level, lookNumber: number) => number, looks: number, budget = 10) {
  let level: Level = 0;
  let heldForMs = 0;
  const used: number[] = [];
  const levels: Level[] = [];
  const mean = (count: number) => used.slice(-count).reduce((sum, one) => sum + one, 0) / count;
  for (let i = 0; i < looks; i += 1) {
    used.push(useAt(level, i));
    heldForMs += LOOK_MS;
    const shares = { lastMinute: mean(6), lastFiveMinutes: mean(30) };
    const next: Level = nextCpuLevel({ level, heldForMs }, shares, budget);
    if (next !== level) heldForMs = 0;
    level = next;
    levels.push(level);
  }
  return { levels, used };
}

describe('the level by CPU', () => {
  test('stays full within the budget, also in a short burst', () => {
    expect(Math.max(...play(() => 9, 200).levels)).toBe(0);
    expect(Math.max(...play((_, i) => (i < 4 ? 60 : 3), 200).levels)).toBe(0);
  });

  test('goes down one step a minute while too much is used, and keeps the budget in the end', () => {
    const { levels, used } = play((level) => [40, 25, 14, 6][level] as number, 400);
    const firstOf = (level: Level) => levels.indexOf(level);
    expect(firstOf(2) - firstOf(1)).toBeGreaterThanOrEqual(6);
    expect(firstOf(3) - firstOf(2)).toBeGreaterThanOrEqual(6);
    const settled = used.slice(100);
    const mean = settled.reduce((sum, one) => sum + one, 0) / settled.length;
    expect(mean).toBeLessThanOrEqual(10);
  });

  test('does not flutter: a level that fits is held', () => {
    // Light takes 8 of 10, which is too much to try full again.
    const { levels } = play((level) => [20, 8, 5, 3][level] as number, 600);
    const changes = levels.filter((level, i) => i > 0 && level !== levels[i - 1]).length;
    expect(changes).toBe(1);
    expect(levels.at(-1)).toBe(1);
  });

  test('comes back step by step when the load is over', () => {
    const { levels } = play((level, i) => (i < 60 ? 50 - level : 1), 200);
    expect(Math.max(...levels)).toBe(3);
    expect(levels.at(-1)).toBe(0);
    const back = levels.slice(levels.lastIndexOf(3));
    expect([...new Set(back)]).toEqual([3, 2, 1, 0]);
    expect(back.indexOf(0) - back.indexOf(2)).toBeGreaterThanOrEqual(24);
  });
});

test.each([
  [0, 0.99, 0],
  [0, 1.01, 1],
  [0, 1.3, 2],
  [0, 9, 3],
  [1, 0.95, 1],
  [1, 0.89, 0],
  [3, 1.2, 2],
  [2, 1.2, 2],
] as const)('the disk at level %d with %f of its budget goes to level %d', (from, ratio, to) => {
  expect(nextDiskLevel(from, ratio)).toBe(to);
});

test('on battery the setting decides, and a choice by hand stands above it', () => {
  const nothing = { battery: 0, isPaused: false };
  expect(powerDemand('reduced', 'auto', false)).toEqual(nothing);
  expect(powerDemand('full', 'auto', true)).toEqual(nothing);
  expect(powerDemand('reduced', 'auto', true)).toEqual({ battery: 1, isPaused: false });
  expect(powerDemand('pause', 'auto', true)).toEqual({ battery: 1, isPaused: true });
  expect(powerDemand('pause', 'performance', true)).toEqual(nothing);
  expect(powerDemand('full', 'battery_saver', false)).toEqual({ battery: 1, isPaused: false });
});

test('video goes on being made where the disk is short, and quality is its business alone', () => {
  const busy = leversOf({ ...NO_DEMANDS, cpu: 3 });
  expect(busy).toMatchObject({ isBackgroundHeldBack: true, pictureQuality: 80, videoQuality: 40 });
  const both = leversOf({ ...NO_DEMANDS, cpu: 3, disk: 2 });
  expect(both).toMatchObject({ isBackgroundHeldBack: false, pictureQuality: 60, videoQuality: 42 });
});
