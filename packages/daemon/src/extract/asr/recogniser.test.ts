import { describe, expect, test } from 'vitest';
import { loudnessOf } from '../vad/frame.ts';
import type { AsrEngine } from './engine.ts';
import { recogniser, type Utterance } from './recogniser.ts';
import { noise } from './sounds.fixture.ts';

const signal = new AbortController().signal;

function utterance(voicedMs: number, change: Partial<Utterance> = {}): Utterance {
  const samples = noise(800 + voicedMs + 512, 0.1);
  return {
    sequence: 0,
    startAtMs: 10_000,
    endAtMs: 10_000 + samples.length / 16,
    samples,
    voicedFrom: 800 * 16,
    voicedTo: (800 + voicedMs) * 16,
    meanProbability: 0.9,
    ...change,
  };
}

function countingEngine(answer: () => Promise<string> = async () => 'Good morning') {
  const heardMs: number[] = [];
  const engine: AsrEngine = {
    name: 'counting',
    async transcribe(samples) {
      heardMs.push(samples.length / 16);
      return { text: await answer(), meanLogProbability: -0.1 };
    },
    close: async () => {},
  };
  return { engine, heardMs };
}

describe('the recogniser', () => {
  test('a final segment with the audio of the provisional one costs nothing', async () => {
    const { engine, heardMs } = countingEngine();
    const { recognise } = recogniser(engine);
    const known = { kind: 'text', text: 'Good morning' };
    expect(await recognise('mic', utterance(5_000), signal)).toEqual({
      judgement: known,
      isReused: false,
      engine: 'counting',
      language: undefined,
    });
    expect(await recognise('mic', utterance(5_000), signal)).toEqual({
      judgement: known,
      isReused: true,
      engine: 'counting',
      language: undefined,
    });
    expect(heardMs).toHaveLength(1);
  });

  test('a quiet voice is made louder for the engine', async () => {
    const levels: number[] = [];
    const engine: AsrEngine = {
      name: 'listening',
      async transcribe(samples) {
        levels.push(20 * Math.log10(loudnessOf(samples)));
        return { text: 'Good morning', meanLogProbability: -0.1 };
      },
      close: async () => {},
    };
    const samples = noise(6_312, 10 ** (-48 / 20) * 1.7);
    await recogniser(engine).recognise('mic', utterance(5_000, { samples }), signal);
    expect(levels[0]).toBeGreaterThan(-33);
  });

  test('another segment, and the same one of another device, are recognised', async () => {
    const { engine, heardMs } = countingEngine();
    const { recognise } = recogniser(engine);
    await recognise('mic', utterance(5_000), signal);
    await recognise('mic', utterance(6_000), signal);
    await recognise('speakers', utterance(6_000), signal);
    expect(heardMs).toHaveLength(3);
  });

  test('waits for the provisional answer that is under way', async () => {
    const answer = Promise.withResolvers<string>();
    const { engine, heardMs } = countingEngine(() => answer.promise);
    const { recognise } = recogniser(engine);
    const both = [1, 2].map(() => recognise('mic', utterance(5_000), signal));
    answer.resolve('Good evening');
    expect((await Promise.all(both)).map(({ isReused }) => isReused)).toEqual([false, true]);
    expect(heardMs).toHaveLength(1);
  });

  test('asks again when the provisional answer failed', async () => {
    let calls = 0;
    const { engine } = countingEngine(async () => {
      calls += 1;
      if (calls === 1) throw new Error('away');
      return 'Good night';
    });
    const { recognise } = recogniser(engine);
    await expect(recognise('mic', utterance(5_000), signal)).rejects.toThrow('away');
    expect((await recognise('mic', utterance(5_000), signal)).isReused).toBe(false);
  });

  test('gives long pieces with all the silence around them, short ones with little', async () => {
    const { engine, heardMs } = countingEngine();
    const { recognise } = recogniser(engine);
    await recognise('mic', utterance(5_000), signal);
    await recognise('mic', utterance(1_000), signal);
    await recognise('mic', utterance(500, { voicedFrom: 0, voicedTo: 500 * 16 }), signal);
    expect(heardMs).toEqual([6_312, 1_520, 700]);
  });

  test('asks again with less silence when a clear short word came back empty', async () => {
    const { engine, heardMs } = countingEngine(async () => (heardMs.length === 1 ? '' : 'Yes'));
    const { judgement } = await recogniser(engine).recognise('mic', utterance(1_000), signal);
    expect(judgement).toEqual({ kind: 'text', text: 'Yes' });
    expect(heardMs).toEqual([1_520, 1_400]);
    heardMs.length = 0;
    await recogniser(engine).recognise('mic', utterance(1_000, { meanProbability: 0.7 }), signal);
    expect(heardMs).toEqual([1_520]);
  });

  test('refuses what the guards refuse', async () => {
    const { engine } = countingEngine(async () => 'Thanks for watching!');
    const faint = utterance(2_000, { meanProbability: 0.6 });
    expect((await recogniser(engine).recognise('mic', faint, signal)).judgement).toEqual({
      kind: 'refused',
      because: 'stock-phrase',
    });
  });
});
