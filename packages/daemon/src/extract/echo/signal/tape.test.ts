import { describe, expect, test } from 'vitest';
import { tape } from './tape.ts';

const sound = (value: number, ms: number) => new Float32Array(ms * 16).fill(value);

describe('tape', () => {
  test('sound is found again by its time, silence where there was none', () => {
    const kept = tape(1_000);
    kept.append(sound(1, 10), 5_000);
    kept.append(sound(2, 10), 5_010);
    kept.append(sound(3, 10), 5_100);
    expect([...new Set(kept.cut(4_990, 5_000))]).toEqual([0]);
    expect([...new Set(kept.cut(5_000, 5_010))]).toEqual([1]);
    expect([...new Set(kept.cut(5_005, 5_020))]).toEqual([1, 2]);
    expect([...new Set(kept.cut(5_020, 5_100))]).toEqual([0]);
    expect([...new Set(kept.cut(5_100, 5_110))]).toEqual([3]);
    expect([5_015, 5_050, 5_105, 5_110].map(kept.has)).toEqual([true, false, true, false]);
  });

  test('times that wobble by a few milliseconds leave no gap and no overlap', () => {
    const kept = tape(1_000);
    for (const [index, wobble] of [0, 3, -2, 4, -4].entries()) {
      kept.append(sound(index + 1, 10), 8_000 + 10 * index + wobble);
    }
    const all = kept.cut(8_000, 8_050);
    expect(all.every((value, index) => value === Math.floor(index / 160) + 1)).toBe(true);
  });

  test('only the last part of a long stream is kept', () => {
    const kept = tape(100);
    for (let block = 0; block < 50; block += 1) kept.append(sound(block, 10), 1_000 + 10 * block);
    expect([...new Set(kept.cut(1_000, 1_400))]).toEqual([0]);
    expect([...new Set(kept.cut(1_400, 1_500))]).toEqual([40, 41, 42, 43, 44, 45, 46, 47, 48, 49]);
  });
});
