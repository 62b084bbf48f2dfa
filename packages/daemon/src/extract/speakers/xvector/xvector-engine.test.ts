import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import { dot } from '#core/sound/voice-vector.ts';
import type { SpeakerEngine } from '../engine.ts';
import { type Narrator, promptsMissing, turnsOf } from '../prompts.fixture.ts';
import { loadXvector, XVECTOR_MODEL_FILE } from './xvector-engine.ts';

let engine: SpeakerEngine;

beforeAll(async () => {
  engine = await loadXvector();
});

test('the model is the one its notice names', async () => {
  const notice = await readFile(new URL('NOTICE', `file://${XVECTOR_MODEL_FILE}`), 'utf8');
  const sum = createHash('sha256').update(await readFile(XVECTOR_MODEL_FILE));
  expect(notice).toContain(sum.digest('hex'));
});

describe('embed', () => {
  test('gives a rounded vector of length 1, the same for the same sound', async () => {
    const noise = Float32Array.from({ length: 32_000 }, (_, i) => Math.sin(i * i) * 0.3);
    const voice = (await engine.embed(noise)) as Float32Array;
    expect(voice).toHaveLength(128);
    expect(dot(voice, voice)).toBeCloseTo(1, 3);
    expect(voice.every((value) => Number.isInteger(value * 32_768))).toBe(true);
    expect(await engine.embed(noise)).toEqual(voice);
  });

  test('has nothing of the directions that carry room and noise', async () => {
    const file = new URL('nuisance-directions.json', `file://${XVECTOR_MODEL_FILE}`);
    const directions = JSON.parse(await readFile(file, 'utf8')) as number[][];
    const noise = Float32Array.from({ length: 32_000 }, (_, i) => Math.sin(i * i) * 0.3);
    const voice = (await engine.embed(noise)) as Float32Array;
    expect(directions).toHaveLength(2);
    for (const direction of directions) expect(dot(voice, direction)).toBeCloseTo(0, 3);
  });

  test('says nothing about too little, and bears silence and any length', async () => {
    expect(await engine.embed(new Float32Array(3_999))).toBeUndefined();
    for (const length of [4_000, 16_001, 16_000 * 40]) {
      const voice = await engine.embed(new Float32Array(length));
      expect(voice === undefined || voice.every(Number.isFinite)).toBe(true);
    }
  });
});

test.skipIf(promptsMissing)(
  `turns of one narrator are alike and of two are not ${promptsMissing ?? ''}`,
  { timeout: 120_000 },
  async () => {
    const narrators: Narrator[] = ['allison', 'carlo', 'russian'];
    const voices: { narrator: Narrator; voice: Float32Array }[] = [];
    for (const narrator of narrators) {
      for (const turn of turnsOf(narrator, 3, 5_000)) {
        voices.push({ narrator, voice: (await engine.embed(turn)) as Float32Array });
      }
    }
    for (const [i, one] of voices.entries()) {
      for (const other of voices.slice(i + 1)) {
        const cosine = dot(one.voice, other.voice);
        const pair = `${one.narrator} and ${other.narrator}`;
        if (one.narrator === other.narrator) expect(cosine, pair).toBeGreaterThan(0.46);
        else expect(cosine, pair).toBeLessThan(0.4);
      }
    }
  },
);
