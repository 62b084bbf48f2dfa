import { afterEach, beforeEach, expect, test } from 'vitest';
import { type ManualClock, manualClock } from '#core/testing/manual-clock.ts';
import type { DesktopSources } from '../source.ts';
import { SCENE_MS } from './live-scene.ts';
import { openSampleDesktop } from './sample-desktop.ts';

const unaborted = new AbortController().signal;

let clock: ManualClock;
let sources: DesktopSources;

beforeEach(async () => {
  clock = manualClock(Date.UTC(2026, 2, 4, 9));
  const opened = await openSampleDesktop(clock);
  if (opened.kind !== 'open') throw new Error(opened.message);
  sources = opened.sources;
});

afterEach(() => sources.screen.close());

async function monitor() {
  const [only] = await sources.screen.listMonitors();
  if (only === undefined) throw new Error('there is no monitor');
  return only;
}

async function textsNow(): Promise<string[]> {
  const { active } = (await sources.windows?.snapshot()) ?? {};
  const read = active && (await sources.accessibility?.read(active, await monitor()));
  return read?.nodes.map(({ text }) => text) ?? [];
}

test('a picture shows ink where the tree says that text is, and only there', async () => {
  const { active } = (await sources.windows?.snapshot()) ?? {};
  const nodes = active && (await sources.accessibility?.read(active, await monitor()))?.nodes;
  const picture = await sources.screen.grab(await monitor(), unaborted);
  const paper = picture.data.slice(0, 3).join();
  const inked = (x: number, y: number) =>
    picture.data.slice((y * picture.width + x) * 4, (y * picture.width + x) * 4 + 3).join() !==
    paper;
  for (const { bounds } of nodes ?? []) {
    const columns = Array.from({ length: bounds.width * bounds.height }, (_, i) =>
      inked(bounds.x + (i % bounds.width), bounds.y + Math.floor(i / bounds.width)),
    );
    expect(columns.some(Boolean)).toBe(true);
  }
  expect(inked(1270, 790)).toBe(false);
});

test('every scene is reported as drawing, with what a person did, and once in a while as another window', async () => {
  let drawn = 0;
  const apps: string[] = [];
  const input: string[] = [];
  sources.screen.onDamage(() => {
    drawn += 1;
  });
  sources.windows?.onFocusChange(({ window }) => apps.push(window.app));
  sources.input?.onInput(({ kind }) => input.push(kind));
  const texts = new Set([(await textsNow()).join('\n')]);
  for (let scene = 0; scene < 7; scene += 1) {
    await clock.advance(SCENE_MS);
    texts.add((await textsNow()).join('\n'));
  }
  expect(drawn).toBe(7);
  expect(texts.size).toBe(8);
  expect(new Set(apps)).toEqual(new Set(['Terminal', 'Inkstone']));
  expect(new Set(input)).toEqual(new Set(['button', 'wheel', 'key', 'clipboard']));
});

test('a part of the picture is the same as in the whole', async () => {
  const area = { x: 40, y: 40, width: 30, height: 20 };
  const whole = await sources.screen.grab(await monitor(), unaborted);
  const part = await sources.screen.grab(await monitor(), unaborted, area);
  const row = (40 * 1280 + 40) * 4;
  expect(part.data.subarray(0, 120)).toEqual(whole.data.subarray(row, row + 120));
});

test('closing ends it: nothing is drawn any more', async () => {
  let drawn = 0;
  sources.screen.onDamage(() => {
    drawn += 1;
  });
  sources.screen.close();
  sources.screen.close();
  expect(await sources.screen.ended).toBeUndefined();
  await clock.advance(SCENE_MS);
  expect(drawn).toBe(0);
});
