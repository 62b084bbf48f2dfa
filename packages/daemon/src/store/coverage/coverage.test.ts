import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { watchDataFile } from '../kernel/data-file.ts';
import type { StoreCall } from '../open-store.ts';
import { findFaults } from '../testing/find-faults.ts';
import { temporaryFolder, temporaryStore, withDatabase } from '../testing/temporary-store.ts';
import { openTestStore } from '../testing/test-store.ts';

describe('the canary', () => {
  test('leaves nothing but its word, whatever is searched or counted', async () => {
    await using folder = await temporaryFolder();
    const store = await openTestStore({ dataDir: folder.path });
    await store.content.add({ uiTexts: [{ atMs: 1_000, text: 'an import of long ago' }] });
    const summary = await store.content.summary();
    expect(await store.coverage.readCanary()).toBeUndefined();
    for (const word of ['kvqxzaa', 'kvqxzab']) {
      await store.coverage.sendCanary(word);
      expect(await store.coverage.readCanary()).toBe(word);
      const found = await store.search.find({
        kinds: ['ocr', 'audio', 'ui'],
        order: 'descending',
        offset: 0,
        limit: 10,
        query: word,
      });
      expect(found).toMatchObject({ total: 0, items: [] });
    }
    expect(await store.content.summary()).toEqual(summary);
    await store.close();
    expect(findFaults(folder.path)).toEqual([]);
    withDatabase(folder.path, (db) => {
      expect(db.prepare('SELECT count(*) FROM document').pluck().get()).toBe(1);
      expect(db.prepare('SELECT count(*) FROM ui_text').pluck().get()).toBe(1);
    });
  });

  test('leaves no hour behind where there was none', async () => {
    await using temporary = await temporaryStore();
    await temporary.store.coverage.sendCanary('kvqxzac');
    const hours = withDatabase(temporary.dataDir, (db) =>
      db.prepare('SELECT count(*) FROM hour').pluck().get(),
    );
    expect(hours).toBe(0);
  });

  test('does not arrive when the index is broken', async () => {
    await using temporary = await temporaryStore();
    withDatabase(temporary.dataDir, (db) => db.exec('DROP TABLE document_fts'));
    await expect(temporary.store.coverage.sendCanary('kvqxzad')).rejects.toThrow();
    expect(await temporary.store.coverage.readCanary()).toBeUndefined();
  });
});

describe('spans', () => {
  const span = (startMs: number, endMs: number, state: 'captured' | 'failed' = 'captured') => ({
    stream: 'screen' as const,
    startMs,
    endMs,
    state,
    cause: state === 'failed' ? 'the display is missing' : undefined,
  });

  test('grow in place and are found by any part of them', async () => {
    await using temporary = await temporaryStore();
    const { store } = temporary;
    expect(await store.coverage.list({ startMs: 0, endMs: 10 })).toEqual({
      sinceMs: undefined,
      spans: [],
    });
    await store.coverage.add([span(100, 160)]);
    await store.coverage.add([span(100, 220), span(220, 300, 'failed'), span(300, 400)]);
    const find = async (startMs: number, endMs: number) =>
      (await store.coverage.list({ startMs, endMs })).spans.map((one) => one.startMs);
    expect(await find(0, 1000)).toEqual([100, 220, 300]);
    expect(await find(150, 151)).toEqual([100]);
    expect(await find(219, 221)).toEqual([100, 220]);
    expect(await find(220, 300)).toEqual([220]);
    expect(await find(400, 500)).toEqual([]);
    expect(await store.coverage.list({ startMs: 250, endMs: 260 })).toEqual({
      sinceMs: 100,
      spans: [span(220, 300, 'failed')],
    });
  });
});

test('every call is reported with its outcome', async () => {
  await using folder = await temporaryFolder();
  const calls: StoreCall[] = [];
  const store = await openTestStore({ dataDir: folder.path, onCall: (call) => calls.push(call) });
  await store.content.newest(0);
  await store.content.add({ uiTexts: [{ atMs: 1, text: 'x' }] });
  await expect(store.tags.add('vision', 99, ['x'])).rejects.toThrow();
  await expect
    .poll(() => calls.map(({ kind, name, error }) => [kind, name, error !== undefined]))
    .toEqual([
      ['read', 'content.newest', false],
      ['write', 'content.add', false],
      ['write', 'tags.add', true],
    ]);
  await store.close();
});

test('a database file that was moved away is missed, and found when it is back', async () => {
  await using temporary = await temporaryStore();
  const file = join(temporary.dataDir, 'db.sqlite');
  const watched = await watchDataFile(temporary.dataDir);
  await watched.check();
  await rename(file, `${file}.away`);
  await expect(watched.check()).rejects.toMatchObject({ code: 'DATA_FILE_GONE' });
  await rename(`${file}.away`, file);
  await watched.check();
  expect(await watched.freeBytes()).toBeGreaterThan(0);
});
