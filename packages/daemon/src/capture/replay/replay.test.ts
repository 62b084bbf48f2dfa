import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { silentLog } from '#core/log/log.ts';
import type { Service } from '#core/service.ts';
import { type ManualClock, manualClock } from '#core/testing/manual-clock.ts';
import { DiskFullError } from '#store/errors.ts';
import { openAudioMedia } from '#store/media/audio/audio-media.ts';
import { type Media, openMedia } from '#store/media/media.ts';
import type { SearchFilter } from '#store/records.ts';
import type { Store, WriteName } from '#store/store.ts';
import { openTestStore } from '#store/testing/test-store.ts';
import { loadJournal } from './load-journal.ts';
import { type ReplayDeps, replayService } from './replay.ts';
import { loadSampleDay, type SampleDay } from './sample-day.ts';

const NOW_MS = Date.UTC(2026, 2, 4, 1, 30);

let dataDir: string;
let store: Store;
let media: Media;
let clock: ManualClock;
let day: SampleDay;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'hindcast-replay-'));
  store = await openTestStore({ dataDir });
  media = await openMedia({ dataDir });
  clock = manualClock(NOW_MS);
  day = await loadSampleDay();
});

afterEach(async () => {
  await store.close();
  await rm(dataDir, { recursive: true, force: true });
});

function serviceOf(changes: Partial<ReplayDeps> = {}): Service {
  const journal = loadJournal(join(dataDir, 'sample-day.loading'));
  return replayService({ store, media, journal, clock, log: silentLog, ...changes });
}

async function replay(changes: Partial<ReplayDeps> = {}): Promise<void> {
  await serviceOf(changes).run(new AbortController().signal);
}

function search(filter: Partial<SearchFilter>) {
  return store.search.find({
    kinds: ['ocr'],
    limit: 1000,
    offset: 0,
    order: 'descending',
    ...filter,
  });
}

async function files(): Promise<string[]> {
  const names = await readdir(join(dataDir, 'data'), { recursive: true });
  return names.filter((name) => /\.(jpg|ogg)$/.test(name));
}

describe('the replay on an empty store', { timeout: 120_000 }, () => {
  test('stores the whole day so that it ends now', async () => {
    await replay();
    const { items, total } = await search({ kinds: ['ocr', 'audio', 'ui'] });
    expect(total).toBe(day.frames.length + day.transcripts.length + day.uiTexts.length);
    expect(items[0]).toMatchObject({ kind: 'ocr', atMs: NOW_MS, appName: 'Almanac' });
    expect(items.at(-1)).toMatchObject({ atMs: NOW_MS - day.lengthMs });
    const events = await store.input.count({});
    expect(events.find(({ eventType }) => eventType === 'app_switch')?.count).toBeGreaterThan(0);
  });

  test('has rewarding answers to first searches, in several languages', async () => {
    await replay();
    const price = await search({ query: 'tripod 149,00' });
    expect(price.items[0]).toMatchObject({
      appName: 'Wayfarer',
      browserUrl: expect.stringContaining('trailhouse.example'),
    });
    const agreed = await search({ kinds: ['audio'], query: 'eleven eighty' });
    expect(agreed.total).toBeGreaterThan(1);
    expect((await search({ query: 'Wandstärke' })).total).toBeGreaterThan(0);
    expect((await search({ query: '取扱説明書' })).total).toBeGreaterThan(0);
    expect((await search({ query: '气压传感器' })).total).toBeGreaterThan(0);
  });

  test('has a picture and the place of every word for each frame', async () => {
    await replay();
    const { items } = await search({});
    for (const item of items) {
      if (item.kind !== 'ocr') throw new Error('only frames were asked for');
      const found = await store.frames.findText(item.frameId);
      if (found === undefined) throw new Error('a frame has no text');
      expect(found.boxes.length).toBeGreaterThan(15);
      expect((await media.readJpeg(found.frame)).length).toBeGreaterThan(10_000);
      expect(found.frame).toMatchObject({ width: 1280, height: 800 });
    }
  });

  test('leaves no files behind when the day cannot be stored, and can be tried again', async () => {
    const full = {
      ...store,
      content: { add: () => Promise.reject(new DiskFullError()) },
    };
    await expect(replay({ store: full })).rejects.toMatchObject({ code: 'DISK_FULL' });
    expect(await files()).toEqual([]);
    await replay();
    expect((await search({})).total).toBe(day.frames.length);
  });

  test('ends at once and leaves nothing behind when it is stopped while it copies files', async () => {
    const stop = new AbortController();
    const running = serviceOf().run(stop.signal);
    await vi.waitUntil(async () => (await files().catch(() => [])).length > 3);
    stop.abort();
    await running;
    expect(await files()).toEqual([]);
    expect((await search({})).total).toBe(0);
  });
});

test('the replay does not store the day again after a restart', async () => {
  await replay();
  await clock.advance(3_600_000);
  await replay();
  expect((await search({})).total).toBe(day.frames.length);
  expect((await files()).length).toBe(day.frames.length + day.transcripts.length);
});

/** The process is killed at the call with this number: it never returns, and none follows. */
function killedAt(name: WriteName | keyof Media | 'onStored', number: number) {
  const dead = Promise.withResolvers<void>();
  let calls = 0;
  const dying = <T extends object>(part: T, path = ''): T =>
    new Proxy(part, {
      get: (target, key) => {
        const value = Reflect.get(target, key) as unknown;
        if (typeof value === 'object' && value !== null) return dying(value, `${String(key)}.`);
        if (`${path}${String(key)}` !== name || typeof value !== 'function') return value;
        return (...given: unknown[]) => {
          calls += 1;
          if (calls < number) return value.apply(target, given);
          dead.resolve();
          return new Promise(() => {});
        };
      },
    });
  const onStored = dying({ onStored: async () => {} }).onStored;
  return { dead: dead.promise, deps: { store: dying(store), media: dying(media), onStored } };
}

test.each([
  ['keepJpeg', 20],
  ['content.add', 1],
  ['speakers.addVoice', 7],
  ['speakers.applyVoices', 1],
  ['speakers.update', 2],
  ['memories.add', 2],
  ['coverage.add', 1],
  ['onStored', 1],
] as const)(
  'a day whose loading was killed at %s %d is completed by the next start',
  async (name, number) => {
    const { dead, deps } = killedAt(name, number);
    void replay(deps);
    await dead;
    await clock.advance(3_600_000);
    let pipes = 0;
    const onStored = async () => {
      pipes += 1;
    };
    await replay({ onStored });
    await replay({ onStored });

    expect(pipes).toBe(1);
    const { items } = await search({ kinds: ['ocr', 'audio'] });
    expect(items).toHaveLength(day.frames.length + day.transcripts.length);
    expect((await files()).length).toBe(day.frames.length + day.transcripts.length);
    const speakers = await store.speakers.search('');
    expect(speakers.map((speaker) => speaker.name).sort()).toEqual([
      'Jonas Weidel',
      'Mara Ellison',
    ]);
    expect(await store.speakers.listUnnamed({ limit: 10, offset: 0 })).toHaveLength(1);
    for (const item of items) if (item.kind === 'audio') expect(item.speaker).not.toBeNull();
    const memories = await store.memories.list({ limit: 100, offset: 0 });
    expect(memories.total).toBe(day.memories.length);
    for (const { frameId } of memories.items) expect(frameId).not.toBeNull();
    const firstMs = items.at(-1)?.atMs ?? 0;
    const { spans } = await store.coverage.list({
      startMs: firstMs,
      endMs: firstMs + day.lengthMs,
    });
    expect(spans).toHaveLength(3);
  },
  60_000,
);

test('the time of the sample day counts as captured', async () => {
  await replay();
  const { spans } = await store.coverage.list({ startMs: NOW_MS - day.lengthMs, endMs: NOW_MS });
  const span = { startMs: NOW_MS - day.lengthMs, endMs: NOW_MS, state: 'captured' };
  expect(spans).toEqual(
    ['screen', 'audio', 'input'].map((stream) => expect.objectContaining({ stream, ...span })),
  );
});

describe('what the replay stores in addition to frames and sound', { timeout: 60_000 }, () => {
  beforeEach(() => replay());

  test('has elements of the windows that tell them, and none of a call', async () => {
    const elements = (appName: string) =>
      store.frames.listElements({ source: 'accessibility', appName, limit: 200, offset: 0 });
    const mails = await elements('Pigeon Mail');
    expect(mails.total).toBeGreaterThan(100);
    expect(new Set(mails.items.map(({ role }) => role))).toEqual(
      new Set(['frame', 'heading', 'text']),
    );
    expect((await elements('Roundtable')).total).toBe(0);
  });

  test('has clicks on what was on the screen, typing, scrolling and copies', async () => {
    const { items } = await search({ kinds: ['input'] });
    const events = items.flatMap((item) => (item.kind === 'input' ? [item] : []));
    const ofType = (type: string) => events.filter(({ eventType }) => eventType === type);
    for (const [type, least] of [
      ['click', 10],
      ['text', 5],
      ['scroll', 3],
      ['clipboard', 5],
      ['app_switch', 20],
    ] as const) {
      expect(ofType(type).length, type).toBeGreaterThanOrEqual(least);
    }
    expect(ofType('click')).toContainEqual(
      expect.objectContaining({
        appName: 'Wayfarer',
        browserUrl: 'https://trailhouse.example/cart',
        elementName: 'Go to checkout',
      }),
    );
    // What was typed is on the frame after it.
    for (const { frameId, textContent } of ofType('text')) {
      const shown = frameId === null ? undefined : await store.frames.findText(frameId);
      expect(shown?.text).toContain(textContent?.split('\n')[0]);
    }
  });

  test('has recordings that play, of speakers whose voices are distinguished', async () => {
    const { items } = await search({ kinds: ['audio'], query: 'eleven eighty' });
    const [said] = items;
    if (said?.kind !== 'audio') throw new Error('nothing was said');
    expect(said).toMatchObject({ speaker: { name: 'Mara Ellison' }, isInput: true });
    const chunk = await store.audio.findChunk(said.chunkId);
    if (chunk === undefined) throw new Error('there is no recording');
    const samples = await openAudioMedia({ dataDir }).readSamples(chunk);
    expect(samples.length / 16_000).toBeCloseTo(said.endSecs ?? 0, 0);
    expect(samples.some((sample) => Math.abs(sample) > 0.1)).toBe(true);

    const speakers = await store.speakers.search('');
    expect(speakers.map(({ name }) => name).sort()).toEqual(['Jonas Weidel', 'Mara Ellison']);
    expect(await store.speakers.listUnnamed({ limit: 10, offset: 0 })).toHaveLength(1);
    const mara = speakers.find(({ name }) => name === 'Mara Ellison')?.id ?? 0;
    const similar = await store.speakers.listSimilar(mara, 5);
    for (const { distance } of similar) expect(distance).toBeGreaterThan(0.4);
  });

  test('has tags on frames, and memories of them', async () => {
    const tagged = await search({ tags: ['decision'] });
    expect(tagged.items).toMatchObject([{ kind: 'ocr', appName: 'Roundtable' }]);
    const { items } = await store.memories.list({ tags: ['decision'], limit: 10, offset: 0 });
    expect(items).toMatchObject([
      {
        content: expect.stringContaining('11.80'),
        frameId: tagged.items[0]?.kind === 'ocr' && tagged.items[0].frameId,
      },
    ]);
  });
});
