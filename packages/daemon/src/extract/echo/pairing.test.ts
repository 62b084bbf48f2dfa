import { describe, expect, test } from 'vitest';
import { HOLD_BACK_MS, pairing } from './pairing.ts';

/** A block that carries its number. */
const block = (atMs: number, number: number) => ({
  atMs,
  samples: new Int16Array(160).fill(number),
});

describe('pairing', () => {
  test('a block of the microphone meets what was played a tenth of a second later', () => {
    const pairs = pairing();
    for (let number = 0; number < 40; number += 1)
      pairs.pushMonitor(block(1_000 + 10 * number, number));
    for (let number = 0; number < 20; number += 1)
      pairs.pushMicrophone(block(1_000 + 10 * number, number));
    const taken = pairs.take();
    expect(taken.map(({ monitor }) => monitor[0])).toEqual(
      Array.from({ length: 20 }, (_, number) => number + HOLD_BACK_MS / 10),
    );
    expect(taken.map(({ microphone }) => microphone.samples[0])).toEqual(
      Array.from({ length: 20 }, (_, number) => number),
    );
  });

  test('the microphone waits for the loudspeaker, but not for one that has stopped', () => {
    const pairs = pairing();
    for (let number = 0; number < 100; number += 1)
      pairs.pushMicrophone(block(10 * number, number));
    expect(pairs.take()).toEqual([]);
    for (let number = 100; number < 300; number += 1)
      pairs.pushMicrophone(block(10 * number, number));
    const taken = pairs.take();
    expect(taken).toHaveLength(100);
    expect(taken.every(({ monitor }) => monitor.every((sample) => sample === 0))).toBe(true);
  });

  test.each([-100, 100])(
    'clocks that differ by %d ppm stay side by side for twenty minutes',
    (ppm) => {
      const pairs = pairing();
      const apart: number[] = [];
      let silent = 0;
      for (let number = 0; number < 120_000; number += 1) {
        const playedMs = number * 10 * (1 + ppm * 1e-6);
        // The time goes with the block, in tens of milliseconds that wrap around.
        pairs.pushMonitor({
          atMs: playedMs,
          samples: new Int16Array(160).fill(1 + (Math.round(playedMs) % 30_000)),
        });
        pairs.pushMicrophone(block(number * 10, number));
        for (const { microphone, monitor } of pairs.take()) {
          if (monitor[0] === 0) silent += 1;
          else
            apart.push(
              Math.abs(((microphone.atMs + HOLD_BACK_MS) % 30_000) - ((monitor[0] ?? 0) - 1)),
            );
        }
      }
      expect(apart.filter((ms) => ms > 20 && ms < 29_980)).toEqual([]);
      // Silence for the start, and one block for each that the clocks drifted apart.
      expect(silent).toBeLessThan(40);
      expect(apart.length).toBeGreaterThan(119_000);
    },
  );

  test('a loudspeaker that is heard later than the microphone begins with silence', () => {
    const pairs = pairing();
    for (let number = 0; number < 20; number += 1) pairs.pushMicrophone(block(10 * number, 9));
    for (let number = 0; number < 20; number += 1) pairs.pushMonitor(block(200 + 10 * number, 7));
    expect(pairs.take().map(({ monitor }) => monitor[0])).toEqual([
      ...new Array(9).fill(0),
      ...new Array(11).fill(7),
    ]);
  });
});
