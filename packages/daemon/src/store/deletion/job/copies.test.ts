/** What describes deleted content next to it: copies of the database, files that were put aside, lines that pipes have printed. */
import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import Database from 'better-sqlite3-multiple-ciphers';
import { expect, test } from 'vitest';
import { systemClock } from '#core/clock.ts';
import { silentLog } from '#core/log/log.ts';
import { restoreSnapshot } from '#store/backup/restore-snapshot.ts';
import { listSnapshots, makeSnapshot } from '#store/backup/snapshots.ts';
import {
  addFrame,
  makeChunk,
  openParts,
  type Parts,
  START_MS,
} from '#store/compaction/parts.fixture.ts';
import { openAudioMedia } from '#store/media/audio/audio-media.ts';
import { findWords } from '#store/testing/find-words.ts';
import { temporaryFolder } from '#store/testing/temporary-store.ts';
import { deleteAll, deletionsOf, secret } from './deletions.fixture.ts';
import { openDeletions } from './deletions.ts';

const { signal } = new AbortController();

test('daily snapshots, and copies that a restore has put aside, go with what was deleted', {
  timeout: 60_000,
}, async () => {
  await using folder = await temporaryFolder();
  const { path: dataDir } = folder;
  const nowMs = START_MS + 5 * 24 * 3_600_000;
  const snapshot = (atMs: number) =>
    makeSnapshot({ dataDir, nowMs: atMs, signal, isStoreEmpty: async () => false });
  {
    await using parts = await openParts(dataDir);
    const frame = { deviceName: 'monitor_1', appName: 'Mail' };
    const frames = [1, 2].map((n) => ({ ...frame, atMs: START_MS + n, text: `note ${secret(n)}` }));
    await parts.store.content.add({ frames });
    for (const days of [2, 1, 0]) await snapshot(nowMs - days * 24 * 3_600_000);
  }
  const [newest] = listSnapshots(dataDir).toSorted((a, b) => b.date.localeCompare(a.date));
  const aside = await restoreSnapshot(dataDir, newest?.date ?? '');
  expect([listSnapshots(dataDir).length, existsSync(aside)]).toEqual([3, true]);

  await using parts = await openParts(dataDir);
  const job = await deleteAll(parts, { startMs: START_MS + 2, endMs: START_MS + 2 });
  expect(job).toMatchObject({ state: 'done', isVerified: true, counts: { frames: 1 } });
  expect([listSnapshots(dataDir), existsSync(aside)]).toEqual([[], false]);
  expect(findWords(dataDir, [secret(2)])).toEqual([]);
  // The next one has the rest, and only that.
  await snapshot(nowMs);
  expect(listSnapshots(dataDir)).toHaveLength(1);
  expect(findWords(dataDir, [secret(2)])).toEqual([]);
  expect(findWords(dataDir, [secret(1)])).toContainEqual(expect.stringContaining('snapshots/rows'));
  expect(await parts.store.content.newest(START_MS + 60_000)).toMatchObject({
    lastFrameAtMs: START_MS + 1,
  });
});

test('what was put aside of that time goes, too', async () => {
  await using folder = await temporaryFolder();
  await using parts = await openParts(folder.path);
  await addFrame(parts, 1);
  const day = new Date(START_MS).toISOString().slice(0, 10);
  const lost = [0, 3_600_000].map((ms) =>
    join(parts.dataDir, 'lost+found', day, `${START_MS + ms}_monitor-1.jpg`),
  );
  const copies = ['before-restore-2026-11-15T12-00-00-000Z', 'restoring', 'restoring.part'].map(
    (end) => join(parts.dataDir, `db.sqlite.${end}`),
  );
  await mkdir(dirname(lost[0] ?? ''), { recursive: true });
  for (const path of [...lost, ...copies]) {
    await writeFile(path, 'old');
    await utimes(path, 0, 0);
  }
  await deleteAll(parts, { startMs: START_MS, endMs: START_MS + 60_000 });
  expect([...lost, ...copies].filter((path) => existsSync(path))).toEqual([lost[1]]);
});

test('clears what pipes have printed since the beginning of the range, also for other devices', async () => {
  await using folder = await temporaryFolder();
  await using parts = await openParts(folder.path);
  const { store } = parts;
  const minute = (number: number) => START_MS + number * 60_000;
  const end = {
    status: 'completed' as const,
    itemsProcessed: 1,
    output: 'says',
    errorOutput: 'warns',
    exitCode: 0,
    errorType: null,
    errorMessage: 'quotes',
  };
  const print = async (from: number, to: number) => {
    const wish = { pipeId: 'reader', trigger: 'manual' as const, startedAtMs: minute(from) };
    const id = await store.pipes.addExecution(wish);
    await store.pipes.endExecution(id, { ...end, finishedAtMs: minute(to) });
  };
  const printed = async () =>
    (await store.pipes.listExecutions('reader', 9)).map(({ output, errorOutput, errorMessage }) =>
      [output, errorOutput, errorMessage].filter(Boolean).join(),
    );
  await store.content.add({
    frames: [{ atMs: minute(5), deviceName: 'monitor_1', text: 'harbour' }],
  });
  await print(0, 1);
  // Began before the range and read into it.
  await print(2, 6);
  await print(7, 8);
  const job = await deleteAll(parts, { startMs: minute(5), endMs: minute(6) });
  expect(job.counts).toMatchObject({ pipeOutputs: 2 });
  expect(await printed()).toEqual(['', '', 'says,warns,quotes']);

  const deletions = deletionsOf(parts);
  let told = 0;
  deletions.onForgotten(async () => {
    told += 1;
  });
  const { id: oldId } = await deletions.start(
    [{ endMs: minute(9), exceptTagged: true }],
    'retention',
  );
  await deletions.waitFor(oldId, 'done', signal);
  expect([told, (await printed()).at(-1)]).toEqual([0, 'says,warns,quotes']);
  const { id } = await deletions.start([], 'tidy');
  const tidied = await deletions.waitFor(id, 'done', signal);
  await deletions.close();
  expect(tidied.counts).toMatchObject({ pipeOutputs: 1 });
  expect(await printed()).toEqual(['', '', '']);
  expect(told).toBe(1);
});

/** A pipe with a file, a file in a folder and a value of its state. */
async function pipeWith({ store, dataDir }: Parts, word: string): Promise<string> {
  const output = join(dataDir, 'pipes', 'reader', 'output');
  await mkdir(join(output, word), { recursive: true });
  await writeFile(join(output, word, 'notes.md'), 'says');
  await mkdir(join(output, `empty-${word}`));
  const row = { id: 'reader', enabled: true, config: {}, granted: {}, source: '' };
  const cursor = { frames: 0, transcriptions: 0, uiTexts: 0, inputEvents: 0 };
  await store.pipes.save({ ...row, cursor });
  await store.pipes.setState('reader', word, JSON.stringify(`says ${word}`));
  return output;
}

test('a deletion clears files, names of folders and kept values of pipes, and says before how many', async () => {
  await using folder = await temporaryFolder();
  await using parts = await openParts(folder.path);
  const word = secret(3);
  const frame = { atMs: START_MS, deviceName: 'monitor_1', appName: 'Mail', text: word };
  await parts.store.content.add({ frames: [frame] });
  const output = await pipeWith(parts, word);
  const deletions = deletionsOf(parts);
  expect(await deletions.count({ appName: 'Mail' }, signal)).toMatchObject({ pipeOutputs: 2 });
  expect(await deletions.count({ appName: 'None' }, signal)).toMatchObject({ pipeOutputs: 0 });
  const job = await deleteAll(parts, { appName: 'Mail' });
  expect(job).toMatchObject({ isVerified: true, counts: { frames: 1, pipeOutputs: 2 } });
  expect(await readdir(output)).toEqual([]);
  expect(await parts.store.pipes.listStateKeys('reader')).toEqual([]);
  expect(findWords(parts.dataDir, [word])).toEqual([]);
  await deletions.close();
});

test('a deletion that removes nothing leaves what pipes made', async () => {
  await using folder = await temporaryFolder();
  await using parts = await openParts(folder.path);
  const output = await pipeWith(parts, 'report');
  const deletions = deletionsOf(parts);
  let ended = 0;
  deletions.onForgotten(async () => {
    ended += 1;
  });
  for (const filter of [{ appName: 'None' }, { frameIds: [99] }, { speakerId: 99 }]) {
    const { id } = await deletions.start([filter]);
    const job = await deletions.waitFor(id, 'done', signal);
    expect(job).toMatchObject({ isVerified: true, counts: { pipeOutputs: 0 } });
  }
  await deletions.close();
  expect(ended).toBe(0);
  expect((await readdir(output, { recursive: true })).sort()).toEqual(
    ['empty-report', 'report', join('report', 'notes.md')].sort(),
  );
  expect(await parts.store.pipes.listStateKeys('reader')).toEqual(['report']);
});

test('what pipes made before the range stays', async () => {
  await using folder = await temporaryFolder();
  await using parts = await openParts(folder.path);
  const output = await pipeWith(parts, 'report');
  const atMs = Date.now() + 60_000;
  await parts.store.content.add({ frames: [{ atMs, deviceName: 'monitor_1', text: 'harbour' }] });
  const job = await deleteAll(parts, { startMs: atMs, endMs: atMs + 1 });
  expect(job).toMatchObject({ isVerified: true, counts: { frames: 1, pipeOutputs: 0 } });
  expect(await readdir(join(output, 'report'))).toEqual(['notes.md']);
  expect(await parts.store.pipes.listStateKeys('reader')).toEqual(['report']);
});

test('a deletion that goes on after a restart still finds files that pipes wrote before', async () => {
  await using folder = await temporaryFolder();
  await using parts = await openParts(folder.path);
  const { store } = parts;
  await store.content.add({
    frames: [{ atMs: START_MS, deviceName: 'monitor_1', text: 'harbour' }],
  });
  const filters = [{ startMs: START_MS, endMs: START_MS + 1 }];
  const wanted = { kind: 'delete' as const, wish: { filters }, criteria: ['time'], expected: 1 };
  const { id } = await store.deletion.addJob({ ...wanted, startMs: 0, endMs: 1 }, START_MS);
  await store.deletion.deletePiece(id, await store.deletion.list(filters[0] ?? {}, 9));
  const output = await pipeWith(parts, 'late');
  await store.deletion.clearPipeOutput(id, { sinceMs: START_MS, atMs: Date.now() + 60_000 });
  await store.deletion.setStep(id, 'index');
  const deletions = deletionsOf(parts);
  // The file, its folder and the empty folder.
  expect(await deletions.findLeftovers(signal)).toMatchObject({ pipeFiles: 3 });
  const stop = new AbortController();
  const running = deletions.service.run(stop.signal).catch(() => {});
  const job = await deletions.waitFor(id, 'done', signal);
  stop.abort();
  await Promise.all([running, deletions.close()]);
  expect(job).toMatchObject({ isVerified: true, counts: { pipeOutputs: 2 } });
  expect(await readdir(output)).toEqual([]);
  expect(await deletions.findLeftovers(signal)).toMatchObject({ pipeFiles: 0 });
});

test('a deletion says that it is not verified while a file of a pipe comes back', async () => {
  await using folder = await temporaryFolder();
  await using parts = await openParts(folder.path);
  await parts.store.content.add({
    frames: [{ atMs: START_MS, deviceName: 'monitor_1', text: 'harbour' }],
  });
  const kept = join(await pipeWith(parts, 'report'), 'report');
  const aside = join(parts.dataDir, 'aside');
  let clearings = 0;
  // Somebody moves the folder away before each clearing and back after it, so that its file has the time it had.
  const store: typeof parts.store = {
    ...parts.store,
    deletion: {
      ...parts.store.deletion,
      async clearPipeOutput(...args) {
        clearings += 1;
        await rename(kept, aside);
        return parts.store.deletion.clearPipeOutput(...args);
      },
      async filesRemoved(id, paths, counts) {
        if (counts.pipeOutputs !== undefined) await rename(aside, kept);
        return parts.store.deletion.filesRemoved(id, paths, counts);
      },
    },
  };
  const job = await deleteAll({ ...parts, store }, { startMs: START_MS, endMs: START_MS + 1 });
  expect(job).toMatchObject({ state: 'done', isVerified: false, counts: { frames: 1 } });
  expect(clearings).toBeGreaterThan(1);
  expect(await readdir(kept)).toEqual(['notes.md']);
  const deletions = deletionsOf(parts);
  expect((await deletions.findLeftovers(signal)).pipeFiles).toBeGreaterThan(0);
  await deletions.close();
});

test('the names that were asked for are gone before the receipt says so', async () => {
  await using folder = await temporaryFolder();
  await using parts = await openParts(folder.path);
  const name = secret(7);
  const frame = { atMs: START_MS, deviceName: 'monitor_1', appName: name, text: 'harbour' };
  await parts.store.content.add({ frames: [frame] });
  // Somebody begins to read when all but the request of the job is deleted, and holds up the WAL for a while.
  const reader = new Database(join(parts.dataDir, 'db.sqlite'), { readonly: true });
  let leftAtTheEnd: unknown;
  const store: typeof parts.store = {
    ...parts.store,
    deletion: {
      ...parts.store.deletion,
      findLeftovers(...args) {
        reader.exec('BEGIN; SELECT count(*) FROM deletion_job;');
        return parts.store.deletion.findLeftovers(...args);
      },
      finishJob(...args) {
        leftAtTheEnd = findWords(parts.dataDir, [name]);
        return parts.store.deletion.finishJob(...args);
      },
    },
  };
  const clock = { ...systemClock, sleep: async () => void reader.close() };
  const audioMedia = openAudioMedia({ dataDir: parts.dataDir });
  const deletions = openDeletions({
    ...parts,
    store,
    audioMedia,
    clock,
    log: silentLog,
    makeChunk,
  });
  const { id } = await deletions.start([{ appName: name }]);
  const job = await deletions.waitFor(id, 'done', signal);
  await deletions.close();
  expect(reader.open).toBe(false);
  expect([job.isVerified, leftAtTheEnd]).toEqual([true, []]);
});
