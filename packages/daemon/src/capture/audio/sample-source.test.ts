import { afterEach, expect, test } from 'vitest';
import { manualClock } from '#core/testing/manual-clock.ts';
import { levelOf, record } from './audio-source.conformance.ts';
import type { AudioDevice } from './audio-source.ts';
import { sampleSource } from './sample-source.ts';

const clock = manualClock(Date.UTC(2026, 2, 4, 9));
const LOUD = 3_000;
const SCENE_MS = 5_000;
/** Both devices say something loud for a second, in every other scene. */
const source = sampleSource({
  clock,
  loadSpeech: async () => ({
    sceneAt: (atMs) => Math.floor(atMs / SCENE_MS),
    reportOf: (scene) => (scene % 2 === 0 ? new Int16Array(16_000).fill(LOUD) : undefined),
  }),
});
afterEach(() => source.close());

async function microphone(): Promise<AudioDevice> {
  const found = (await source.listDevices()).find(({ kind }) => kind === 'input');
  if (found === undefined) throw new Error('there is no microphone');
  return found;
}

async function pass(ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += 100) await clock.advance(100);
}

test('the room is quiet, and its sound comes without gaps for as long as time passes', async () => {
  const { blocks, ends } = record(source, await microphone());
  await pass(5_000);
  expect(blocks.length).toBeGreaterThan(300);
  expect(Math.max(...blocks.map(levelOf))).toBeLessThan(0.001);
  const steps = blocks.slice(1).map(({ atMs }, index) => atMs - (blocks[index]?.atMs ?? 0));
  expect(Math.max(...steps)).toBeLessThan(12);
  expect(ends).toEqual([]);
});

test('with a new scene something is said once, for as long as it takes', async () => {
  const { blocks } = record(source, await microphone());
  await pass(4 * SCENE_MS);
  const loud = blocks.map((block) => levelOf(block) > LOUD / 2 / 32_768);
  expect(loud.filter(Boolean).length).toBeGreaterThanOrEqual(200);
  expect(loud.filter(Boolean).length).toBeLessThanOrEqual(202);
  expect(loud.filter((isLoud, i) => isLoud && !loud[i - 1])).toHaveLength(2);
});

test('a stream that is stopped, and one whose source is closed, end at once', async () => {
  const [one, two] = [record(source, await microphone()), record(source, await microphone())];
  one.stop();
  expect(one.ends).toEqual([{ kind: 'stopped' }]);
  source.close();
  expect(two.ends).toEqual([{ kind: 'stopped' }]);
});

test('a device that is not there ends the stream instead of throwing', async () => {
  const { ends } = record(source, { ...(await microphone()), id: 'missing' });
  await expect.poll(() => ends).toEqual([{ kind: 'device_gone' }]);
});
