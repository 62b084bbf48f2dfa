import { describe, expect, test } from 'vitest';
import { energyGate } from './energy-gate.ts';

const HISS = 0.001;
const frames = (ms: number) => Math.round(ms / 32);

function listen(...loudnesses: readonly (readonly [ms: number, loudness: number])[]): boolean[] {
  const gate = energyGate();
  return loudnesses.flatMap(([ms, loudness]) =>
    Array.from({ length: frames(ms) }, () => gate.isOpen(loudness)),
  );
}

describe('the energy gate', () => {
  test('stays shut in digital silence and in steady hiss, however loud', () => {
    expect(listen([10_000, 0])).not.toContain(true);
    expect(listen([10_000, HISS])).not.toContain(true);
    expect(listen([10_000, 0.3])).not.toContain(true);
  });

  test('opens for what is 5 dB above the quietest of the last seconds', () => {
    expect(listen([4_800, HISS], [32, HISS * 1.7]).at(-1)).toBe(false);
    expect(listen([4_800, HISS], [32, HISS * 1.8]).at(-1)).toBe(true);
  });

  test('stays open for half a second', () => {
    const after = listen([4_800, HISS], [32, 0.1], [1_600, HISS]).slice(frames(4_800) + 1);
    expect(after.lastIndexOf(true)).toBe(frames(500) - 2);
    expect(after.slice(0, frames(400))).not.toContain(false);
  });

  test('does not open for the noise of a converter', () => {
    expect(listen([4_800, 1e-6], [320, 9e-5])).not.toContain(true);
  });

  test('gets used to a fan that was switched on', () => {
    const opened = listen([4_800, HISS], [9_600, HISS * 10]);
    expect(opened[frames(4_800)]).toBe(true);
    expect(opened.at(-1)).toBe(false);
  });
});
