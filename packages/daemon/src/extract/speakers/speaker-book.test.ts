import { expect, test } from 'vitest';
import type { Store } from '#store/store.ts';
import { temporaryFolder } from '#store/testing/temporary-store.ts';
import { openTestStore } from '#store/testing/test-store.ts';
import { speakerFaults, voiceOf } from '#store/testing/voices.ts';
import { type Narrator, promptsMissing, turnsOf } from './prompts.fixture.ts';
import { speakerBook } from './speaker-book.ts';
import { loadXvector } from './xvector/xvector-engine.ts';

const DEVICE = 'mic (input)';

async function say(store: Store, text: string): Promise<number> {
  const { transcriptions } = await store.content.add({
    transcriptions: [{ atMs: Date.now(), text, engine: 'test', deviceName: DEVICE, isInput: true }],
  });
  return transcriptions[0]?.id ?? 0;
}

async function speakersOf(store: Store): Promise<(number | null)[]> {
  const all = { kinds: ['audio'], limit: 1_000, offset: 0, order: 'ascending' } as const;
  const { items } = await store.search.find(all);
  return items.map((item) => (item.kind === 'audio' ? (item.speaker?.id ?? null) : null));
}

test.skipIf(promptsMissing)(
  `three narrators get three ids, each keeps its own over a restart ${promptsMissing ?? ''}`,
  { timeout: 180_000 },
  async () => {
    await using folder = await temporaryFolder();
    const engine = await loadXvector();
    const narrators: Narrator[] = ['allison', 'carlo', 'russian'];
    const heardAs = new Map<Narrator, Set<number | null>>();
    // Two evenings: the process ends in between.
    for (const evening of [0, 1]) {
      const store = await openTestStore({ dataDir: folder.path });
      const book = speakerBook(store.speakers);
      for (const turn of [0, 1, 2]) {
        for (const narrator of narrators) {
          const samples = turnsOf(narrator, 6, 4_500)[evening * 3 + turn] as Float32Array;
          const embedding = (await engine.embed(samples)) as Float32Array;
          const transcriptionId = await say(store, narrator);
          const durationMs = samples.length / 16;
          await book.identify({ transcriptionId, embedding, durationMs, device: DEVICE });
        }
      }
      await book.recluster();
      const all = { kinds: ['audio'], limit: 1_000, offset: 0, order: 'ascending' } as const;
      for (const item of (await store.search.find(all)).items) {
        if (item.kind !== 'audio') continue;
        const narrator = item.text as Narrator;
        heardAs.set(narrator, (heardAs.get(narrator) ?? new Set()).add(item.speaker?.id ?? null));
      }
      await store.close();
    }
    const ids = [...heardAs.values()].flatMap((set) => [...set]);
    expect(ids.toSorted()).toEqual([1, 2, 3]);
    expect(speakerFaults(folder.path)).toEqual([]);
  },
);

test('what a person changes meanwhile is seen by the next decision', async () => {
  await using folder = await temporaryFolder();
  await using store = await openClosing(folder.path);
  const book = speakerBook(store.speakers);
  const hear = async (voice: number, turn: number, durationMs = 5_000) => {
    const transcriptionId = await say(store, `voice ${voice}`);
    const embedding = voiceOf(voice, turn);
    return book.identify({ transcriptionId, embedding, durationMs, device: DEVICE });
  };
  expect(await hear(1, 0)).toBe(1);
  expect(await hear(2, 0)).toBe(2);
  await store.speakers.merge(1, 2);
  expect(await hear(2, 1)).toBe(1);
  await store.speakers.delete(1);
  expect(await hear(1, 1)).toBe(3);
  // Too short to be stored, and a row that is not there.
  expect(await hear(1, 2, 600)).toBeNull();
  const nowhere = { transcriptionId: 999, embedding: voiceOf(1), durationMs: 5_000 };
  expect(await book.identify({ ...nowhere, device: DEVICE })).toBeNull();
  expect(await speakersOf(store)).toEqual([3, null]);
  expect(speakerFaults(folder.path)).toEqual([]);
});

// The clusterer proposes the smaller group as the second voice: each of the two is the smaller one once.
test.each([
  { keptTurns: 8, mergedTurns: 5 },
  { keptTurns: 5, mergedTurns: 8 },
])(
  'a merge by a person outlasts reclustering ($keptTurns turns and $mergedTurns)',
  async ({ keptTurns, mergedTurns }) => {
    await using folder = await temporaryFolder();
    await using store = await openClosing(folder.path);
    const book = speakerBook(store.speakers);
    const hear = async (voice: number, turn: number) => {
      const transcriptionId = await say(store, `voice ${voice}`);
      const embedding = voiceOf(voice, turn);
      return book.identify({ transcriptionId, embedding, durationMs: 5_000, device: DEVICE });
    };
    for (let turn = 0; turn < keptTurns; turn += 1) expect(await hear(1, turn)).toBe(1);
    for (let turn = 0; turn < mergedTurns; turn += 1) expect(await hear(2, turn)).toBe(2);
    await store.speakers.merge(1, 2);
    await book.recluster();
    expect(new Set(await speakersOf(store))).toEqual(new Set([1]));
    expect(speakerFaults(folder.path)).toEqual([]);
  },
);

test('words deleted while their voice is identified leave no speaker behind that later words are given to', async () => {
  await using folder = await temporaryFolder();
  await using store = await openClosing(folder.path);
  let isDeleted = true;
  const book = speakerBook({
    ...store.speakers,
    async addVoice(voice) {
      const id = await store.speakers.addVoice(voice);
      if (isDeleted) await store.content.delete('audio', [voice.transcriptionId]);
      return id;
    },
  });
  const hear = async (turn: number) => {
    const transcriptionId = await say(store, `turn ${turn}`);
    const embedding = voiceOf(1, turn);
    return book.identify({ transcriptionId, embedding, durationMs: 5_000, device: DEVICE });
  };
  await hear(0);
  isDeleted = false;
  const id = await hear(1);
  expect(id).toEqual(expect.any(Number));
  expect(await speakersOf(store)).toEqual([id]);
  expect(speakerFaults(folder.path)).toEqual([]);
});

test('turns that come at once are decided one after the other', async () => {
  await using folder = await temporaryFolder();
  await using store = await openClosing(folder.path);
  const book = speakerBook(store.speakers);
  const rows = await Promise.all(Array.from({ length: 30 }, () => say(store, 'words')));
  const ids = await Promise.all(
    rows.map((transcriptionId, i) =>
      book.identify({
        transcriptionId,
        durationMs: 5_000,
        device: DEVICE,
        embedding: voiceOf(i % 3, i),
      }),
    ),
  );
  expect(new Set(ids)).toEqual(new Set([1, 2, 3]));
  expect(speakerFaults(folder.path)).toEqual([]);
});

async function openClosing(dataDir: string): Promise<Store & AsyncDisposable> {
  const store = await openTestStore({ dataDir });
  return { ...store, [Symbol.asyncDispose]: () => store.close() };
}
