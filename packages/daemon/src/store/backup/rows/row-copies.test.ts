/** Daily snapshots as lists of row ranges: that they cost what changed, and that every kept day comes back exactly. */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { examineMedia } from '../../repair/examine-media.ts';
import { databaseKey, newStoreKey, type StoreKey } from '../../sealing/store-key.ts';
import type { Store } from '../../store.ts';
import { copyDatabase } from '../../testing/copy-database.ts';
import {
  type TemporaryFolder,
  temporaryFolder,
  withDatabase,
} from '../../testing/temporary-store.ts';
import { openTestStore } from '../../testing/test-store.ts';
import { restoreSnapshot } from '../restore-snapshot.ts';
import {
  listSnapshots,
  makeSnapshot,
  newestGoodSnapshot,
  removeOldSnapshots,
} from '../snapshots.ts';
import { chunkPath, openChunkFiles } from './chunk-files.ts';
import { type CopyList, chunksOf, readCopyList } from './copy-list.ts';
import { copyRows } from './copy-rows.ts';
import { addNote, addWork, chunksIn, dumpOf } from './row-copies.fixture.ts';

const DAY_MS = 24 * 3_600_000;
const START_MS = Date.parse('2026-11-10T08:00:00Z');
const SNAPSHOT_PROCESS = fileURLToPath(
  new URL('../../testing/processes/snapshot-process.ts', import.meta.url),
);
const { signal } = new AbortController();

let folder: TemporaryFolder;
let dataDir: string;
let snapshots: string;
let database: string;
beforeEach(async () => {
  folder = await temporaryFolder();
  dataDir = folder.path;
  snapshots = join(dataDir, 'snapshots');
  database = join(dataDir, 'db.sqlite');
});
afterEach(() => folder[Symbol.asyncDispose]());

const dateOf = (day: number) => new Date(START_MS + day * DAY_MS).toISOString().slice(0, 10);
const listOf = (day: number) => readCopyList(join(snapshots, `db-${dateOf(day)}.list`)) as CopyList;

async function snapshot(store: Store, day: number, key?: StoreKey): Promise<void> {
  const options = { dataDir, key, signal, isStoreEmpty: async () => false };
  const nowMs = START_MS + day * DAY_MS;
  expect(await makeSnapshot({ ...options, changes: store.snapshots, nowMs })).toBe('made');
}

/** What the live database holds, without the WAL. */
async function dumpNow(name: string, key?: StoreKey): Promise<Record<string, unknown>> {
  const copy = join(dataDir, name);
  copyDatabase(database, copy, key && databaseKey(key));
  return dumpOf(copy, key && databaseKey(key));
}

/** The ranges as a copy finds them that reads every row. */
function rangesFromScratch(): CopyList['tables'] {
  return withDatabase(dataDir, (db) => {
    const { idOf } = openChunkFiles(snapshots, undefined);
    const files = { idOf, has: () => true, write: () => {} };
    const all = { db, files, findList: () => undefined, isEncrypted: false, nowMs: 0 };
    return copyRows(all).tables;
  });
}

/** The notes and the name of the list itself change by making a list. */
function withoutNotes(tables: CopyList['tables']): CopyList['tables'] {
  return tables.filter(({ name }) => !['changed_range', 'examined_range', 'meta'].includes(name));
}

test('every kept day comes back as it was, and a day costs what it changed', {
  timeout: 180_000,
}, async () => {
  const store = await openTestStore({ dataDir });
  await addWork(store, START_MS - DAY_MS, 3_000);
  await snapshot(store, 0);
  const before = await dumpNow('day0');
  const first = chunksIn(snapshots);
  await addWork(store, START_MS + DAY_MS / 2, 20);
  await snapshot(store, 1);
  const after = await dumpNow('day1');
  const second = chunksIn(snapshots).filter((id) => !first.includes(id));
  const bytes = (ids: readonly string[]) =>
    ids.reduce((sum, id) => sum + statSync(chunkPath(snapshots, id)).size, 0);
  expect(bytes(second)).toBeLessThan(bytes(first) / 3);
  const kept = chunksOf(listOf(1)).filter((id) => first.includes(id));
  expect(kept.length).toBeGreaterThan(second.length / 4);
  await store.close();
  expect(bytes([...first, ...second])).toBeLessThan(statSync(database).size / 4);

  for (const [day, expected] of [
    [0, before],
    [1, after],
  ] as const) {
    await restoreSnapshot(dataDir, dateOf(day));
    expect(dumpOf(database)).toEqual(expected);
  }
});

test('changes of every kind are noted: a list is the same as one that reads every row', {
  timeout: 180_000,
}, async () => {
  const store = await openTestStore({ dataDir });
  await addWork(store, START_MS - DAY_MS, 300);
  await snapshot(store, 0);
  const changes: (() => Promise<unknown>)[] = [
    () => store.content.delete('ocr', [3, 4, 7]),
    () => store.content.replaceText('ocr', 10, 'another text'),
    () => addNote(store, START_MS),
    () => store.memories.delete(1),
    () => store.tags.add('vision', 1, ['red', 'blue']),
    () => store.tags.remove('vision', 1, ['red']),
    () => addWork(store, START_MS - 3 * DAY_MS, 5),
    () => addWork(store, START_MS + 3 * DAY_MS, 30),
  ];
  for (const [day, change] of changes.entries()) {
    await change();
    await snapshot(store, day + 1);
    expect(withoutNotes(listOf(day + 1).tables)).toEqual(withoutNotes(rangesFromScratch()));
  }
  await store.close();
  // A database that is restored has the notes of its time.
  await restoreSnapshot(dataDir, dateOf(6));
  const restored = await openTestStore({ dataDir });
  await restored.content.delete('ocr', [20]);
  await snapshot(restored, 20);
  expect(withoutNotes(listOf(20).tables)).toEqual(withoutNotes(rangesFromScratch()));
  await restored.close();
});

test('triggers of a release with other ranges are replaced, and the table is read as a whole', async () => {
  const first = await openTestStore({ dataDir });
  await addWork(first, START_MS, 50);
  await snapshot(first, 0);
  await first.close();
  withDatabase(dataDir, (db) => {
    const name = 'changed_document_insert';
    const sql = db
      .prepare('SELECT sql FROM sqlite_schema WHERE name = ?')
      .pluck()
      .get(name) as string;
    db.exec(`DROP TRIGGER ${name}; ${sql.replaceAll('>> 25', '>> 20')}`);
    expect(db.prepare('SELECT sql FROM sqlite_schema WHERE name = ?').pluck().get(name)).not.toBe(
      sql,
    );
  });
  const store = await openTestStore({ dataDir });
  await addWork(store, START_MS + DAY_MS / 2, 30);
  await snapshot(store, 1);
  expect(withoutNotes(listOf(1).tables)).toEqual(withoutNotes(rangesFromScratch()));
  await store.close();
});

test('a process that is killed while it makes one leaves the days before whole', {
  timeout: 120_000,
}, async () => {
  const store = await openTestStore({ dataDir });
  await addWork(store, START_MS - DAY_MS, 300);
  await snapshot(store, 0);
  const before = await dumpNow('day0');
  await addWork(store, START_MS + DAY_MS / 2, 30);
  const after = await dumpNow('day1');
  for (const dieAt of [1, 2, 5, 9]) {
    await store.snapshots.begin();
    expect(await runProcess('make', dateOf(1), dieAt)).toBe('SIGKILL');
    expect(listSnapshots(dataDir).map(({ date }) => date)).toEqual([dateOf(0)]);
    expect(newestGoodSnapshot(dataDir)?.date).toBe(dateOf(0));
  }
  await snapshot(store, 1);
  await store.close();
  for (const [day, expected] of [
    [1, after],
    [0, before],
  ] as const) {
    await restoreSnapshot(dataDir, dateOf(day));
    expect(dumpOf(database)).toEqual(expected);
  }
});

test('a process that is killed while it restores leaves the database, and the next one restores', {
  timeout: 120_000,
}, async () => {
  const store = await openTestStore({ dataDir });
  await addWork(store, START_MS - DAY_MS, 2_000);
  await snapshot(store, 0);
  const before = await dumpNow('day0');
  await addWork(store, START_MS + DAY_MS / 2, 30);
  const after = await dumpNow('day1');
  await store.close();
  for (const leastBytes of [1, 500_000, 1_500_000]) {
    const draft = `${database}.restoring`;
    const isFar = () => (statSync(draft, { throwIfNoEntry: false })?.size ?? 0) >= leastBytes;
    expect(await runProcess('restore', dateOf(0), 0, isFar)).toBe('SIGKILL');
    expect(existsSync(draft)).toBe(true);
    await (await openTestStore({ dataDir })).close();
    expect(existsSync(draft)).toBe(false);
    expect(dumpOf(database)).toEqual(after);
  }
  await restoreSnapshot(dataDir, dateOf(0));
  expect(dumpOf(database)).toEqual(before);
});

test('of an encrypted store nothing is readable, and only its key restores it', {
  timeout: 180_000,
}, async () => {
  const key = newStoreKey('chacha20');
  const store = await openTestStore({ dataDir, key });
  await addWork(store, START_MS, 50);
  await snapshot(store, 0, key);
  const expected = await dumpNow('day0', key);
  await store.close();
  expect(chunksIn(snapshots).length).toBeGreaterThan(5);
  for (const id of chunksIn(snapshots)) {
    expect(() => openChunkFiles(snapshots, undefined).read(id)).toThrow('damaged');
  }
  await expect(restoreSnapshot(dataDir, dateOf(0))).rejects.toMatchObject({ code: 'VAULT_LOCKED' });
  const wrong = restoreSnapshot(dataDir, dateOf(0), newStoreKey('chacha20'));
  await expect(wrong).rejects.toMatchObject({ code: 'BACKUP_DAMAGED' });
  await restoreSnapshot(dataDir, dateOf(0), key);
  expect(dumpOf(database, databaseKey(key))).toEqual(expected);
});

test('rows that rot on the disk are not recommended, and are copied again', {
  timeout: 180_000,
}, async () => {
  const store = await openTestStore({ dataDir });
  await addWork(store, START_MS, 50);
  await snapshot(store, 0);
  await addWork(store, START_MS + DAY_MS / 2, 30);
  await snapshot(store, 1);
  const own = chunksOf(listOf(1)).find((id) => !chunksOf(listOf(0)).includes(id)) as string;
  damage(own);
  expect(newestGoodSnapshot(dataDir)?.date).toBe(dateOf(0));
  const finding = examineMedia(dataDir, START_MS).find(({ check }) => check === 'snapshots');
  expect(finding?.detail).toBe(`${dateOf(1)} (damaged), ${dateOf(0)}`);
  const shared = chunksOf(listOf(1)).find((id) => chunksOf(listOf(0)).includes(id)) as string;
  damage(shared);
  expect(newestGoodSnapshot(dataDir)).toBeUndefined();
  await expect(restoreSnapshot(dataDir, dateOf(0))).rejects.toMatchObject({
    code: 'BACKUP_DAMAGED',
  });
  // Each file is looked at within sixteen days.
  for (let day = 2; day < 19; day += 1) await snapshot(store, day);
  expect(newestGoodSnapshot(dataDir)?.date).toBe(dateOf(18));
  await store.close();
});

test('files of rows go with the last day that lists them', async () => {
  const store = await openTestStore({ dataDir });
  await addWork(store, START_MS, 20);
  await snapshot(store, 0);
  await store.content.delete('ocr', [1, 2, 3]);
  await snapshot(store, 4);
  expect(chunksIn(snapshots)).toEqual(
    [...new Set([0, 4].flatMap((day) => chunksOf(listOf(day))))].sort(),
  );
  await removeOldSnapshots(dataDir, START_MS + 10 * DAY_MS);
  expect(chunksIn(snapshots)).toEqual([...new Set(chunksOf(listOf(4)))].sort());
  await removeOldSnapshots(dataDir, START_MS + 20 * DAY_MS);
  expect(chunksIn(snapshots)).toEqual([]);
  await store.close();
});

test('rows of a copy that never came to its end go after nine days, and serve the next copy until then', async () => {
  const store = await openTestStore({ dataDir });
  await addWork(store, START_MS, 50);
  await store.snapshots.begin();
  expect(await runProcess('make', dateOf(0), 5)).toBe('SIGKILL');
  const left = chunksIn(snapshots);
  expect(left).not.toEqual([]);
  const nowMs = Date.now();
  await removeOldSnapshots(dataDir, nowMs);
  expect(chunksIn(snapshots)).toEqual(left);
  await removeOldSnapshots(dataDir, nowMs + 10 * DAY_MS);
  expect(chunksIn(snapshots)).toEqual([]);
  await store.close();
});

function damage(id: string): void {
  const file = chunkPath(snapshots, id);
  const bytes = readFileSync(file);
  bytes.writeUInt8(bytes.readUInt8(20) ^ 1, 20);
  writeFileSync(file, bytes);
}

/** The signal that ended it. */
async function runProcess(
  action: 'make' | 'restore',
  date: string,
  dieAt: number,
  isToKill: () => boolean = () => false,
): Promise<NodeJS.Signals | null> {
  const child = spawn(process.execPath, [SNAPSHOT_PROCESS, dataDir, action, date, String(dieAt)], {
    stdio: 'ignore',
  });
  const ended = new Promise<NodeJS.Signals | null>((resolve) => {
    child.once('exit', (_code, by) => resolve(by));
  });
  while (child.exitCode === null && child.signalCode === null) {
    if (isToKill()) child.kill('SIGKILL');
    await sleep(1);
  }
  return ended;
}
