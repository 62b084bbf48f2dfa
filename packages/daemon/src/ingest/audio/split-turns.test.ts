import { expect, test } from 'vitest';
import type { Piece } from './job.ts';
import { type Embed, splitTurns } from './split-turns.ts';

const { signal } = new AbortController();
const MS = 16;
const START_MS = 5_000;

/** Speech of voices, each so loud as its number, with half a second between them. */
function speech(...said: [voice: number, ms: number][]): Piece {
  const pause = 500 * MS;
  const samples = new Int16Array(said.reduce((sum, [, ms]) => sum + ms * MS + pause, pause));
  const pauses: { from: number; to: number }[] = [];
  let at = pause;
  for (const [i, [voice, ms]] of said.entries()) {
    samples.fill(voice, at, at + ms * MS);
    at += ms * MS;
    if (i < said.length - 1) pauses.push({ from: at, to: at + pause });
    at += pause;
  }
  return {
    startMs: START_MS,
    endMs: START_MS + samples.length / MS,
    samples,
    pauses,
    voicedFrom: pause,
    voicedTo: samples.length - pause,
  };
}

/** A direction for each voice; what holds more than one is of none. */
const byLoudness: Embed = async (samples) => {
  const heard = new Set(samples.filter((sample) => sample !== 0));
  const vector = new Float32Array(128);
  if (heard.size === 1) vector[[...heard][0] ?? 0] = 1;
  return vector;
};

async function turns(piece: Piece, embed = byLoudness) {
  const pieces = await splitTurns(piece, embed, signal);
  return pieces.map(({ startMs, endMs, samples, voicedFrom, voicedTo }) => ({
    startMs,
    endMs,
    secs: samples.length / 16_000,
    voices: [...new Set(samples.subarray(voicedFrom, voicedTo))].filter((voice) => voice !== 0),
  }));
}

test('a question and its answer are two stretches that meet in the middle of the pause', async () => {
  expect(await turns(speech([1, 2_000], [2, 1_500]))).toEqual([
    { startMs: 5_000, endMs: 7_750, secs: 2.75, voices: [1] },
    { startMs: 7_750, endMs: 10_000, secs: 2.25, voices: [2] },
  ]);
});

test('one voice stays one stretch, whatever pauses it makes', async () => {
  const piece = speech([1, 2_000], [1, 1_000], [1, 3_000]);
  expect(await splitTurns(piece, byLoudness, signal)).toHaveLength(1);
});

test('whoever speaks again has a stretch again', async () => {
  const voices = (await turns(speech([1, 1_500], [2, 1_500], [1, 1_500]))).map(
    (turn) => turn.voices,
  );
  expect(voices).toEqual([[1], [2], [1]]);
});

test('a word that is too short to tell its voice stays with what was said before', async () => {
  const voices = (await turns(speech([1, 2_000], [2, 400], [3, 2_000]))).map((turn) => turn.voices);
  expect(voices).toEqual([[1, 2], [3]]);
});

test('without a pause, and where no voice can be distinguished, nothing is divided', async () => {
  const never: Embed = () => Promise.reject(new Error('nobody asked'));
  expect(await splitTurns(speech([1, 5_000]), never, signal)).toHaveLength(1);
  const piece = speech([1, 2_000], [2, 2_000]);
  expect(await splitTurns(piece, async () => undefined, signal)).toEqual([piece]);
});
