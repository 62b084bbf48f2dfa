import { describe, expect, test } from 'vitest';
import { gatedPairs } from './gated-pairs.ts';
import type { PairedSound } from './signal/room.ts';

/** A microphone that hears something now and then, so that it counts as awake. */
const clicking = (number: number) => (number % 50 < 3 ? 500 : 5);

function feed(
  monitorLevel: (number: number) => number,
  count: number,
  microphoneLevel: (number: number) => number = clicking,
) {
  const sent: PairedSound[] = [];
  const pairs = gatedPairs((sound) => sent.push(sound));
  for (let number = 0; number < count; number += 1) {
    const atMs = 50_000 + 10 * number;
    pairs.pushMonitor({ atMs, samples: new Int16Array(160).fill(monitorLevel(number)) });
    pairs.pushMicrophone({ atMs, samples: new Int16Array(160).fill(microphoneLevel(number)) });
  }
  return { sent, pairs };
}

describe('gatedPairs', () => {
  test('while the loudspeaker is silent nothing is sent', () => {
    const { sent, pairs } = feed(() => 20, 1_000);
    pairs.flush();
    expect(sent).toEqual([]);
  });

  test('what the loudspeaker plays is sent in bundles, until a second after it fell silent', () => {
    const { sent, pairs } = feed((number) => (number >= 100 && number < 200 ? 3_000 : 0), 600);
    pairs.flush();
    expect(sent[0]).toMatchObject({ atMs: 50_000 + 1_000 - 100 });
    expect(sent.every(({ microphone, monitor }) => microphone.length === monitor.length)).toBe(
      true,
    );
    const blocks = sent.reduce((sum, { microphone }) => sum + microphone.length / 160, 0);
    expect(blocks).toBe(200);
    expect(sent.length).toBeLessThanOrEqual(11);
    sent.slice(1).forEach(({ atMs }, index) => {
      expect(atMs).toBe((sent[index]?.atMs ?? 0) + (sent[index]?.microphone.length ?? 0) / 16);
    });
  });

  test('a microphone that was away does not join what came before', () => {
    const sent: PairedSound[] = [];
    const pairs = gatedPairs((sound) => sent.push(sound));
    for (let number = 0; number < 100; number += 1) {
      pairs.pushMonitor({ atMs: 10 * number, samples: new Int16Array(160).fill(3_000) });
    }
    for (const number of [0, 1, 2, 40, 41, 42]) {
      pairs.pushMicrophone({ atMs: 10 * number, samples: new Int16Array(160) });
    }
    pairs.flush();
    expect(sent).toEqual([]);
    for (const number of [50, 51, 52, 53, 54, 55, 90, 91, 92]) {
      const level = number >= 53 ? 500 : 0;
      pairs.pushMicrophone({ atMs: 10 * number, samples: new Int16Array(160).fill(level) });
    }
    pairs.flush();
    expect(sent.map(({ atMs, microphone }) => [atMs, microphone.length])).toEqual([
      [0, 480],
      [400, 480],
      [500, 960],
    ]);
  });

  test('while the microphone is silent nothing is sent, and what wakes it is sent with what came before', () => {
    const { sent, pairs } = feed(
      () => 3_000,
      1_000,
      (number) => (number >= 600 && number < 630 ? 500 : 5),
    );
    pairs.flush();
    const first = sent[0]?.atMs ?? 0;
    expect(first).toBeLessThanOrEqual(50_000 + 6_000 - 750);
    expect(first).toBeGreaterThan(50_000 + 5_000);
    const last = sent.at(-1);
    const endMs = (last?.atMs ?? 0) + (last?.microphone.length ?? 0) / 16;
    expect(endMs).toBeGreaterThan(50_000 + 6_300 + 2_000);
    expect(endMs).toBeLessThan(50_000 + 6_300 + 3_000);
    sent.slice(1).forEach(({ atMs }, index) => {
      expect(atMs).toBe((sent[index]?.atMs ?? 0) + (sent[index]?.microphone.length ?? 0) / 16);
    });
  });
});
