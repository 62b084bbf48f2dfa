import { expect, test } from 'vitest';
import { liveScene, nextSceneAtMs, SCENE_MS } from './live-scene.ts';
import { loadSampleDay } from './sample-day.ts';

const START_MS = Date.UTC(2026, 2, 4, 9);
const DAY_MS = 24 * 3_600_000;

function scenesOf(lengthMs: number) {
  const count = Math.floor(lengthMs / SCENE_MS);
  return Array.from({ length: count }, (_, i) => liveScene(START_MS + i * SCENE_MS));
}

test('no scene of a week comes twice', () => {
  const texts = scenesOf(7 * DAY_MS).map(({ lines }) => lines.join('\n'));
  expect(new Set(texts).size).toBe(texts.length);
});

test('scenes are printable, fit on the monitor, and come in two windows', () => {
  const scenes = scenesOf(DAY_MS);
  for (const { lines } of scenes) {
    expect(lines.length).toBeLessThan(25);
    for (const line of lines) expect(line).toMatch(/^[ -~]{0,98}$/);
  }
  expect(new Set(scenes.map(({ app }) => app)).size).toBe(2);
});

test('a scene stays until the next one begins', () => {
  const nextMs = nextSceneAtMs(START_MS + 1);
  expect(liveScene(nextMs - 1)).toEqual(liveScene(START_MS + 1));
  expect(liveScene(nextMs).index).toBe(liveScene(START_MS + 1).index + 1);
});

test('a search for a word of the sample day finds the day alone', async () => {
  const wordsOf = (text: string) => text.toLowerCase().match(/\p{L}{4,}/gu) ?? [];
  const { frames, transcripts } = await loadSampleDay();
  const known = new Set([...frames, ...transcripts].flatMap(({ text }) => wordsOf(text)));
  const live = new Set(scenesOf(DAY_MS).flatMap(({ lines }) => wordsOf(lines.join(' '))));
  expect([...live].filter((word) => known.has(word))).toEqual([]);
});
