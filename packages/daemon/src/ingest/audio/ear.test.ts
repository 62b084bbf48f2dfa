import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { VoiceDetector } from '#extract/vad/engine.ts';
import { type Heard, openEar } from './ear.ts';
import { loudIsSpeech, MIC, START_MS, speaking } from './speaking.fixture.ts';

const PATIENCE = { timeout: 15_000, interval: 10 };

async function listening(detector: VoiceDetector = loudIsSpeech) {
  const stage = await speaking();
  const finals: Heard[] = [];
  const provisionals: Heard[] = [];
  const detectorFaults: unknown[] = [];
  const ear = openEar({
    device: MIC,
    detector,
    media: stage.media,
    meter: stage.meter,
    onFrame: () => {},
    onProvisional: (heard) => provisionals.push(heard),
    onFinal: (heard) => finals.push(heard),
    onFault: (error) => {
      throw error;
    },
    onDetectorFault: (error) => detectorFaults.push(error),
  });
  let atMs = START_MS;
  return {
    ...stage,
    ear,
    finals,
    provisionals,
    detectorFaults,
    hear(secs: number, amplitude: number): void {
      for (let block = 0; block < secs * 100; block += 1, atMs += 10) {
        const samples = Int16Array.from({ length: 160 }, () => amplitude * (Math.random() - 0.5));
        ear.hear({ atMs, samples });
      }
    },
    spooled: async () =>
      (await readdir(join(stage.dataDir, 'data', '.spool')).catch(() => [])).length,
    [Symbol.asyncDispose]: () => stage[Symbol.asyncDispose](),
  };
}

test('speech is on the disk while it is spoken, and reported with its sound when it has ended', async () => {
  await using stage = await listening();
  stage.hear(2, 10);
  stage.hear(3, 20_000);
  await expect.poll(stage.spooled, PATIENCE).toBe(1);
  expect(stage.finals).toEqual([]);
  stage.hear(3, 10);
  await stage.ear.end();
  expect(stage.provisionals.length).toBeGreaterThan(0);
  expect(stage.finals).toHaveLength(1);
  const [heard] = stage.finals as [Heard];
  const { startAtMs, endAtMs } = heard.segment;
  expect(startAtMs).toBeLessThan(START_MS + 2_000);
  expect(endAtMs).toBeGreaterThan(START_MS + 5_000);
  expect(heard.draft.recording.atMs).toBe(startAtMs);
  const kept = await heard.draft.finish(heard.segment.samples);
  expect(kept.durationMs).toBeCloseTo(endAtMs - startAtMs, -2);
  const { chunksSent, vadPassed, vadRejected } = stage.meter.snapshot(0);
  expect(chunksSent).toBe(8);
  expect(vadPassed).toBeGreaterThanOrEqual(3);
  expect(vadRejected).toBeGreaterThanOrEqual(3);
});

test('a knock is no speech and leaves nothing on the disk', async () => {
  await using stage = await listening();
  stage.hear(2, 10);
  stage.hear(0.05, 20_000);
  stage.hear(4, 10);
  await stage.ear.end();
  expect(stage.finals).toEqual([]);
  await expect.poll(stage.spooled, PATIENCE).toBe(0);
});

test('a long speech is reported in pieces that follow each other without a gap', async () => {
  await using stage = await listening();
  stage.hear(2, 10);
  stage.hear(40, 20_000);
  stage.hear(3, 10);
  await stage.ear.end();
  const pieces = stage.finals.map(({ segment }) => segment);
  expect(pieces.length).toBeGreaterThan(1);
  for (const [i, piece] of pieces.slice(1).entries()) {
    expect(piece.startAtMs).toBeCloseTo(pieces[i]?.endAtMs ?? 0, 0);
  }
  for (const { draft, segment } of stage.finals) {
    expect(draft.recording.atMs).toBe(segment.startAtMs);
    await draft.discard();
  }
});

test('a detector that fails is reported once, counted each time, and speech is still heard', async () => {
  const broken: VoiceDetector = {
    detect: () => Promise.reject(new Error('no network')),
    reset: () => {},
  };
  await using stage = await listening(broken);
  stage.hear(2, 10);
  stage.hear(3, 20_000);
  stage.hear(3, 10);
  await stage.ear.end();
  expect(stage.finals.length).toBeGreaterThan(0);
  expect(stage.detectorFaults).toEqual([new Error('no network')]);
  expect(stage.meter.snapshot(0).processErrors).toBeGreaterThan(1);
  for (const { draft } of stage.finals) await draft.discard();
});

test('never more seconds are received than were sent', async () => {
  await using stage = await listening();
  // The last frame is filled up: 250 frames are eight seconds.
  stage.hear(7.99, 10);
  await stage.ear.end();
  expect(stage.meter.snapshot(0)).toMatchObject({ chunksSent: 7, chunksReceived: 7 });
});
