import { expect, test } from 'vitest';
import { videoProcess } from '#store/media/video/process/video-process.ts';
import { SCENE_MS } from './live-scene.ts';
import { loadLiveSpeech, PHRASES, reportOf } from './live-speech.ts';
import { loadSampleDay } from './sample-day.ts';

const FIRST = Math.floor(Date.UTC(2026, 2, 4, 9) / SCENE_MS);
const SCENES_OF_TWO_WEEKS = (14 * 24 * 3_600_000) / SCENE_MS;

test('no report of two weeks comes twice', () => {
  const reports = Array.from({ length: SCENES_OF_TWO_WEEKS }, (_, i) => reportOf(FIRST + i).join());
  expect(new Set(reports).size).toBe(reports.length);
});

test('a search for a word of the sample day finds the day alone', async () => {
  const wordsOf = (text: string) => text.toLowerCase().match(/\p{L}{4,}/gu) ?? [];
  const { frames, transcripts } = await loadSampleDay();
  const known = new Set([...frames, ...transcripts].flatMap(({ text }) => wordsOf(text)));
  expect(PHRASES.flatMap(wordsOf).filter((word) => known.has(word))).toEqual([]);
});

test('the devices take turns, and every phrase is heard', { timeout: 30_000 }, async () => {
  const { sound } = videoProcess();
  const speech = await loadLiveSpeech((file) => sound.decode(file));
  const spoken = new Set<string>();
  for (let scene = FIRST; scene < FIRST + 200; scene += 1) {
    const reports = (['input', 'output'] as const).flatMap((device) => {
      const report = speech.reportOf(scene, device);
      for (const phrase of report ? reportOf(scene) : []) spoken.add(`${device} ${phrase}`);
      return report ? [report] : [];
    });
    expect(reports).toHaveLength(1);
    const [{ length } = []] = reports;
    expect(length).toBeGreaterThan(5 * 16_000);
  }
  expect(spoken.size).toBe(2 * PHRASES.length);
});
