/** Rules for what is already stored, over real parts and the real recogniser. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { systemClock } from '#core/clock.ts';
import { silentLog } from '#core/log/log.ts';
import { redactTexts } from '#extract/pii/in-thread.ts';
import { makeChunk, openParts, START_MS } from '#store/compaction/parts.fixture.ts';
import { openDeletions } from '#store/deletion/job/deletions.ts';
import { openAudioMedia } from '#store/media/audio/audio-media.ts';
import { findFaults } from '#store/testing/find-faults.ts';
import { findWords } from '#store/testing/find-words.ts';
import { temporaryFolder } from '#store/testing/temporary-store.ts';
import { type HistoryRules, historyRules } from './rules.ts';

const { signal } = new AbortController();
const NOTHING: HistoryRules = {
  apps: [],
  windows: [],
  urls: [],
  isPrivateExcluded: false,
  kinds: [],
  words: [],
};
const at = (number: number) => START_MS + number * 1_000;

async function openAll(dataDir: string) {
  const parts = await openParts(dataDir);
  const audioMedia = openAudioMedia({ dataDir });
  const deletions = openDeletions({
    ...parts,
    audioMedia,
    redactTexts,
    clock: systemClock,
    log: silentLog,
    makeChunk,
  });
  const rules = historyRules({ store: parts.store, deletions, redactTexts });
  return {
    ...parts,
    rules,
    async apply(wanted: Partial<HistoryRules>) {
      const { id } = await rules.apply({ ...NOTHING, ...wanted });
      return deletions.waitFor(id, 'done', signal);
    },
    async [Symbol.asyncDispose]() {
      await deletions.close();
      await parts[Symbol.asyncDispose]();
    },
  };
}

test('a new exclusion deletes what it would have kept out, and counts it before', {
  timeout: 120_000,
}, async () => {
  await using folder = await temporaryFolder();
  await using all = await openAll(folder.path);
  const { store, dataDir } = all;
  const frame = (number: number, more: object) => ({
    atMs: at(number),
    deviceName: 'monitor_1',
    appName: 'Firefox',
    text: `word${number}`,
    ...more,
  });
  await store.content.add({
    frames: [
      frame(1, { appName: 'Signal Desktop', windowName: 'qwzsecretchat' }),
      frame(2, { windowName: 'Accounts', browserUrl: 'https://login.bank.example/qwzaccount' }),
      frame(3, { windowName: 'Holidays — Mozilla Firefox Private Browsing' }),
      frame(4, { windowName: 'qwzDia\u0301rio' }),
      frame(5, { windowName: 'News', browserUrl: 'https://news.example' }),
    ],
    inputEvents: [
      { atMs: at(1), eventType: 'text', textContent: 'qwztyped', appName: 'Signal Desktop' },
      { atMs: at(5), eventType: 'text', textContent: 'kept', appName: 'Firefox' },
    ],
  });
  const wanted = {
    apps: ['signal'],
    windows: ['DI\u00c1RIO'],
    urls: ['bank.example'],
    isPrivateExcluded: true,
  };
  const preview = await all.rules.preview({ ...NOTHING, ...wanted }, signal);
  expect(preview).toMatchObject({ excluded: { frames: 4, inputEvents: 1 }, redacted: undefined });
  const job = await all.apply(wanted);
  expect(job).toMatchObject({
    kind: 'rule',
    state: 'done',
    isVerified: true,
    criteria: ['exclusion'],
  });
  expect(job.counts).toMatchObject({ frames: 4, inputEvents: 1 });
  const words = [
    'qwzsecretchat',
    'qwzaccount',
    'qwzDia\u0301rio',
    'qwztyped',
    'Signal Desktop',
    'word1',
  ];
  expect(findWords(dataDir, words)).toEqual([]);
  expect(await store.content.summary()).toMatchObject({ frames: 1, inputEvents: 1 });
  expect((await all.apply(wanted)).counts.frames).toBe(0);
});

test('a rule about words covers them everywhere, and takes pictures and sound that have them', {
  timeout: 120_000,
}, async () => {
  await using folder = await temporaryFolder();
  await using all = await openAll(folder.path);
  const { store, media, dataDir } = all;
  const pictureAt = (number: number) => media.keepJpeg(Buffer.from([number]), at(number), 'm');
  const [mine, clean, titled] = [await pictureAt(1), await pictureAt(2), await pictureAt(3)];
  const filler = Array.from({ length: 200 }, (_, i) => `filler${i}`).join(' ');
  const place = { left: 0, top: 0, width: 0.1, height: 0.1, confidence: 1 };
  const base = { deviceName: 'm', appName: 'Mail' };
  const ids = await store.content.add({
    frames: [
      {
        ...base,
        atMs: at(1),
        snapshotPath: mine,
        text: `write to rosa.lind@mail.example today ${filler}`,
        boxes: [{ text: 'rosa.lind@mail.example', ...place }],
      },
      // Packed against the first one.
      { ...base, atMs: at(2), snapshotPath: clean, text: `nothing here ${filler}`, boxes: [] },
      {
        ...base,
        atMs: at(3),
        snapshotPath: titled,
        text: 'x',
        windowName: 'rosa.lind@mail.example',
      },
    ],
    uiTexts: [{ atMs: at(4), text: 'call rosa.lind@mail.example' }],
    inputEvents: [{ atMs: at(5), eventType: 'text', textContent: 'rosa.lind@mail.example' }],
    transcriptions: [
      {
        atMs: at(6),
        deviceName: 'mic',
        isInput: true,
        engine: 'test',
        text: 'her codename is nightjar',
        filePath: '/elsewhere/a.wav',
      },
    ],
  });
  const wanted = { kinds: ['email'] as const, words: ['Nightjar'] };
  const preview = await all.rules.preview({ ...NOTHING, ...wanted }, signal);
  expect(preview.excluded).toBeUndefined();
  expect(preview.redacted).toMatchObject({
    frames: 1,
    transcriptions: 1,
    uiTexts: 1,
    inputEvents: 1,
    names: 1,
  });
  const job = await all.apply(wanted);
  expect(job).toMatchObject({ state: 'done', isVerified: true, criteria: ['words'] });
  expect(job.counts).toMatchObject({ redactedTexts: 5, pictures: 2, sounds: 1, frames: 0 });
  expect(findWords(dataDir, ['rosa.lind', 'lind@mail', 'rosa', 'lind', 'nightjar'])).toEqual([]);
  expect([mine, clean, titled].map((path) => existsSync(join(dataDir, path)))).toEqual([
    false,
    true,
    false,
  ]);
  const first = await store.frames.findText(ids.frames[0] ?? 0);
  expect(first?.text).toContain('write to [EMAIL] today filler0');
  expect(first).toMatchObject({ boxes: [], frame: { pictureGone: 'rule' } });
  expect((await store.frames.find(ids.frames[2] ?? 0))?.windowName).toBe('[EMAIL]');
  const found = await store.search.find({
    kinds: ['audio'],
    order: 'ascending',
    limit: 9,
    offset: 0,
    query: 'codename',
  });
  expect(found.items[0]).toMatchObject({ text: 'her codename is [REDACTED]' });
  expect(findFaults(dataDir)).toEqual([]);
  const again = await all.rules.preview({ ...NOTHING, ...wanted }, signal);
  expect(again.redacted).toMatchObject({ redactions: 0 });
});
