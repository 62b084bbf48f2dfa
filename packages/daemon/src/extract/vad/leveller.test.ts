import { expect, test } from 'vitest';
import { FRAME_SAMPLES, loudnessOf } from './frame.ts';
import { levelledSpeech, leveller } from './leveller.ts';

const frame = (loudness: number, frames = 1) =>
  new Int16Array(frames * FRAME_SAMPLES).fill(Math.round(loudness * 32_768));
const decibels = (samples: Int16Array) => Math.round(20 * Math.log10(loudnessOf(samples)));

test('quiet sound becomes as loud as a voice nearby, by 24 dB at most', () => {
  expect(decibels(leveller()(frame(10 ** (-48 / 20))))).toBe(-30);
  expect(decibels(leveller()(frame(10 ** (-70 / 20))))).toBe(-46);
  expect(leveller()(frame(0))).toEqual(frame(0));
});

test('loud sound stays as it is, and so does the pause after a word', () => {
  const level = leveller();
  expect(level(frame(0.5))).toEqual(frame(0.5));
  expect(decibels(level(frame(10 ** (-60 / 20))))).toBe(-60);
});

test('a quiet voice is heard some seconds after a loud one', () => {
  const level = leveller();
  level(frame(0.1));
  const quiet = level(frame(10 ** (-50 / 20), 300));
  expect(decibels(quiet.subarray(0, FRAME_SAMPLES))).toBe(-50);
  expect(decibels(quiet.subarray(-FRAME_SAMPLES))).toBeGreaterThanOrEqual(-36);
});

test('speech is made louder as a whole', () => {
  const speech = frame(10 ** (-44 / 20));
  expect(decibels(levelledSpeech(speech, loudnessOf(speech)))).toBe(-30);
  expect(levelledSpeech(frame(0.2), 0.2)).toEqual(frame(0.2));
});
