import { expect, test } from 'vitest';
import type { AsrEngine } from '#extract/asr/engine.ts';
import { audioMeter } from '../audio-metrics.ts';
import { openRecognition } from './recognition.ts';

const signal = AbortSignal.timeout(10_000);

test('another choice of engine counts from the next piece on, and never under work', async () => {
  let choice = 'base';
  const closed: string[] = [];
  let finish: (() => void) | undefined;
  const recognition = openRecognition({
    choice: () => choice,
    async open(): Promise<AsrEngine> {
      const name = choice;
      return {
        name,
        transcribe: () =>
          new Promise((resolve) => {
            finish = () => resolve({ text: 'some words', meanLogProbability: -0.1 });
          }),
        close: async () => void closed.push(name),
      };
    },
    meter: audioMeter({ nowMs: () => 0, mode: 'realtime' }),
  });
  expect(await recognition.engineName()).toBe('base');
  const utterance = {
    sequence: 1,
    startAtMs: 0,
    endAtMs: 1_000,
    samples: new Int16Array(16_000).fill(900),
    voicedFrom: 0,
    voicedTo: 16_000,
    meanProbability: 0.9,
  };
  const underWay = recognition.recognise(undefined, utterance, signal);
  choice = 'tiny';
  expect(await recognition.engineName()).toBe('base');
  await expect.poll(() => finish).toBeDefined();
  finish?.();
  expect(await underWay).toMatchObject({ text: 'some words', engine: 'base' });
  expect(await recognition.engineName()).toBe('tiny');
  await expect.poll(() => closed).toEqual(['base']);
  await recognition.close();
  expect(closed).toEqual(['base', 'tiny']);
});
