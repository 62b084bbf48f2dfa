import { readFile, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { expect, test } from 'vitest';
import { inspectJpeg } from '#store/media/jpeg.ts';
import { loadSampleDay } from './sample-day.ts';

test('the sample day has pictures for all of its frames, in the size it says, below 4 MB together', async () => {
  const { frames } = await loadSampleDay();
  let bytes = (await stat(`${dirname(frames[0]?.imagePath ?? '')}/day.ndjson`)).size;
  for (const { imagePath, width, height } of frames) {
    const jpeg = await readFile(imagePath);
    expect(inspectJpeg(jpeg), imagePath).toEqual({ width, height, ordinary: true });
    bytes += jpeg.length;
  }
  expect(frames.length).toBeGreaterThanOrEqual(40);
  expect(bytes).toBeLessThan(4_000_000);
});

test('every word of the sample day lies on its picture and in its text', async () => {
  const { frames } = await loadSampleDay();
  for (const { name, text, boxes } of frames) {
    expect(boxes.length, name).toBeGreaterThan(15);
    for (const box of boxes) {
      expect(text, name).toContain(box.text);
      expect(box.width * box.height, `${name} ${box.text}`).toBeGreaterThan(0);
      expect(Math.min(box.left, box.top), `${name} ${box.text}`).toBeGreaterThanOrEqual(0);
      expect(box.left + box.width, `${name} ${box.text}`).toBeLessThanOrEqual(1.001);
      expect(box.top + box.height, `${name} ${box.text}`).toBeLessThanOrEqual(1.001);
    }
  }
});

test('the sample day is in order, and ends with a frame', async () => {
  const day = await loadSampleDay();
  const offsets = day.frames.map(({ offsetMs }) => offsetMs);
  expect(offsets).toEqual(offsets.toSorted((a, b) => a - b));
  expect(new Set(day.frames.map(({ name }) => name)).size).toBe(day.frames.length);
  const others = [...day.transcripts, ...day.uiTexts, ...day.inputEvents];
  expect(Math.max(...others.map(({ offsetMs }) => offsetMs))).toBeLessThan(day.lengthMs);
  expect(day.transcripts.length).toBeGreaterThanOrEqual(25);
});

test('the recordings of the sample day are small, and every transcript has one', async () => {
  const { transcripts } = await loadSampleDay();
  let bytes = 0;
  for (const { soundPath, voice, durationSecs } of transcripts) {
    bytes += (await stat(soundPath)).size;
    expect(Math.hypot(...voice)).toBeCloseTo(1, 2);
    expect(durationSecs).toBeGreaterThan(2);
  }
  expect(bytes).toBeLessThan(500_000);
});
