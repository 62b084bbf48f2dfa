import { describe, expect, test } from 'vitest';
import { calm } from './calm.ts';

const PIECE_MS = 300;

/** Noise of this loudness, 1 being full scale. */
function noise(loudness: number): Int16Array {
  return Int16Array.from(
    { length: 16 * PIECE_MS },
    () => (Math.random() - 0.5) * Math.sqrt(12) * loudness * 32_768,
  );
}

function hearing() {
  const stream = calm();
  let nowMs = 0;
  return (samples: Int16Array, ms = PIECE_MS) => {
    let isCalm = false;
    for (let passed = 0; passed < ms; passed += PIECE_MS) {
      isCalm = stream.isCalm(samples, nowMs);
      nowMs += PIECE_MS;
    }
    return isCalm;
  };
}

describe('a stream', () => {
  test.each([
    ['digital silence', 0],
    ['the noise of a quiet room', 0.001],
  ])('is calm after some seconds of %s', (_, loudness) => {
    const hear = hearing();
    expect(hear(noise(loudness), 4_000)).toBe(false);
    expect(hear(noise(loudness), 4_000)).toBe(true);
  });

  test('is not calm from the first piece that stands out until seconds after the last', () => {
    const hear = hearing();
    hear(noise(0.001), 10_000);
    expect(hear(noise(0.003))).toBe(false);
    expect(hear(noise(0.001), 3_000)).toBe(false);
    expect(hear(noise(0.001), 4_000)).toBe(true);
  });

  test('wakes from digital silence by the softest speech', () => {
    const hear = hearing();
    hear(noise(0), 10_000);
    expect(hear(noise(0.0003))).toBe(false);
  });

  test('is never calm in a loud room', () => {
    expect(hearing()(noise(0.01), 60_000)).toBe(false);
  });
});
