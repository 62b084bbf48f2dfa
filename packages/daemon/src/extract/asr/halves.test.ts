import { expect, test } from 'vitest';
import type { Transcript } from './engine.ts';
import { quietestPlace, transcribeInHalves } from './halves.ts';
import { joined, noise, silence } from './sounds.fixture.ts';

const signal = new AbortController().signal;
const clear = { signal, meanProbability: 0.9 };

/** Understands nothing that is longer than `longestMs`. */
function shortSighted(longestMs: number) {
  const lengthsMs: number[] = [];
  return {
    lengthsMs,
    async transcribe(samples: Int16Array): Promise<Transcript> {
      const ms = samples.length / 16;
      lengthsMs.push(ms);
      return ms > longestMs
        ? { text: '', meanLogProbability: -0.01 }
        : { text: `part${lengthsMs.length}`, meanLogProbability: -0.2 };
    },
  };
}
const talk = joined(noise(3_000, 0.5), silence(300), noise(2_700, 0.5));

test('an empty answer to a clear voice is asked again in two halves, cut in the pause', async () => {
  const engine = shortSighted(4_000);
  const { text, meanLogProbability } = await transcribeInHalves(engine, talk, clear);
  expect(text).toBe('part2 part3');
  expect(meanLogProbability).toBeCloseTo(-0.2);
  const [, first = 0, second = 0] = engine.lengthsMs;
  expect(first + second).toBe(6_000);
  expect(first).toBeGreaterThan(3_000);
  expect(first).toBeLessThan(3_300);
});

test('halves are halved once more, and no further', async () => {
  const engine = shortSighted(10);
  expect((await transcribeInHalves(engine, joined(talk, talk), clear)).text).toBe('');
  expect(engine.lengthsMs).toHaveLength(7);
});

test('an empty answer to a faint voice or to a short piece is believed', async () => {
  const engine = shortSighted(10);
  await transcribeInHalves(engine, talk, { signal, meanProbability: 0.7 });
  await transcribeInHalves(engine, noise(2_900, 0.5), clear);
  expect(engine.lengthsMs).toHaveLength(2);
});

test('the quietest place lies in the middle half', () => {
  expect(quietestPlace(talk) / 16).toBeGreaterThan(3_000);
  expect(quietestPlace(talk) / 16).toBeLessThan(3_300);
  const quietAtStart = joined(silence(1_000), noise(5_000, 0.5));
  expect(quietestPlace(quietAtStart) / 16).toBeGreaterThan(1_500);
});
