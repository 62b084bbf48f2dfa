import {
  copyFileSync,
  existsSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import Database from 'better-sqlite3-multiple-ciphers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openWrites } from '../kernel/open-writes.ts';
import { copyDatabase } from '../testing/copy-database.ts';
import { type TemporaryFolder, temporaryFolder, withDatabase } from '../testing/temporary-store.ts';
import { openTestStore } from '../testing/test-store.ts';
import { listNamedMedia } from './named-media.ts';
import { restoreRows, restoreSnapshot } from './restore-snapshot.ts';
import {
  findLostSnapshot,
  listSnapshots,
  lostSnapshotWatch,
  makeSnapshot,
  newestGoodSnapshot,
  outdated,
  removeOldSnapshots,
  removeSnapshots,
} from './snapshots.ts';

const DAY_MS = 24 * 3_600_000;
const NOW_MS = Date.parse('2026-11-15T12:00:00Z');

let folder: TemporaryFolder;
beforeEach(async () => {
  folder = await temporaryFolder();
});
afterEach(() => folder[Symbol.asyncDispose]());

function addFrame(atMs: number): void {
  const writes = openWrites(folder.path);
  writes.run(0, 'content.add', [{ frames: [{ atMs, deviceName: 'monitor_1', text: 'harbour' }] }]);
  writes.close();
}
const snapshot = (nowMs: number, isEmpty = false) =>
  makeSnapshot({
    dataDir: folder.path,
    nowMs,
    signal: new AbortController().signal,
    isStoreEmpty: async () => isEmpty,
  });
const countFrames = () => listNamedMedia(join(folder.path, 'db.sqlite'), undefined).rows.frames;

test('a day has one, which brings the rows of that day back', async () => {
  addFrame(NOW_MS);
  expect(await snapshot(NOW_MS)).toBe('made');
  expect(await snapshot(NOW_MS + 3_600_000)).toBe('there');
  addFrame(NOW_MS + 1);
  expect(countFrames()).toBe(2);
  await expect(restoreSnapshot(folder.path, '2026-11-01')).rejects.toMatchObject({
    code: 'SNAPSHOT_NOT_FOUND',
    hint: expect.stringContaining('2026-11-15'),
  });
  const aside = await restoreSnapshot(folder.path, '2026-11-15');
  expect(countFrames()).toBe(1);
  expect(existsSync(aside)).toBe(true);
  await removeSnapshots(folder.path);
  expect(listSnapshots(folder.path)).toEqual([]);
});

test('an empty store gets none, and those that are there stay', async () => {
  addFrame(NOW_MS);
  await snapshot(NOW_MS);
  for (let day = 1; day < 9; day += 1) {
    expect(await snapshot(NOW_MS + day * DAY_MS, true)).toBe('store_empty');
  }
  expect(listSnapshots(folder.path).map(({ date }) => date)).toEqual(['2026-11-15']);
});

/** As after a loss that was not noticed: another database, in use. */
function replaceDatabase(): void {
  for (const end of ['', '-wal', '-shm']) {
    rmSync(join(folder.path, `db.sqlite${end}`), { force: true });
  }
  renameSync(join(folder.path, 'snapshots'), join(folder.path, 'aside'));
  addFrame(NOW_MS);
  renameSync(join(folder.path, 'aside'), join(folder.path, 'snapshots'));
}
const dates = () => listSnapshots(folder.path).map(({ date }) => date);

// A month of snapshots, each by a process that waits for the disk.
test('the newest one of a database that was lost stays until a person decides', {
  timeout: 300_000,
}, async () => {
  addFrame(NOW_MS - 2 * DAY_MS);
  await snapshot(NOW_MS - DAY_MS);
  await snapshot(NOW_MS);
  expect(findLostSnapshot(folder.path)).toBeUndefined();
  replaceDatabase();
  const watch = lostSnapshotWatch(folder.path);
  expect(watch.found()).toMatchObject({ date: '2026-11-15' });
  // Of the days between, a copy takes seconds of a core and shows nothing more.
  for (const day of [1, 2, 8, 15, 22, 26, 27, 28, 29]) {
    await removeOldSnapshots(folder.path, NOW_MS + day * DAY_MS);
    expect(await snapshot(NOW_MS + day * DAY_MS)).toBe('made');
  }
  expect(dates()).toEqual(['2026-12-14', '2026-12-13', '2026-12-12', '2026-12-07', '2026-11-15']);
  await rm(join(folder.path, 'snapshots', 'db-2026-11-15.list'));
  expect(watch.found()).toBeUndefined();
  expect(findLostSnapshot(folder.path)).toBeUndefined();
});

/** As releases before lists of rows made them. */
async function wholeSnapshot(date: string): Promise<void> {
  const snapshots = join(folder.path, 'snapshots');
  await mkdir(snapshots, { recursive: true });
  const copy = join(snapshots, `db-${date}.sqlite`);
  copyDatabase(join(folder.path, 'db.sqlite'), copy);
}

test('a whole database of an older release is restored, and goes in its time', async () => {
  addFrame(NOW_MS);
  await wholeSnapshot('2026-11-14');
  addFrame(NOW_MS + 1);
  expect(await snapshot(NOW_MS)).toBe('made');
  expect([dates(), newestGoodSnapshot(folder.path)?.date]).toEqual([
    ['2026-11-15', '2026-11-14'],
    '2026-11-15',
  ]);
  await restoreSnapshot(folder.path, '2026-11-14');
  expect(countFrames()).toBe(1);
  await restoreSnapshot(folder.path, '2026-11-15');
  expect(countFrames()).toBe(2);
  await removeOldSnapshots(folder.path, NOW_MS + 8 * DAY_MS);
  expect(dates()).toEqual(['2026-11-15']);
  expect(newestGoodSnapshot(folder.path)?.date).toBe('2026-11-15');
});

test('a snapshot from before databases had ids is compared by its counters', async () => {
  const withoutIds = (file: string) => {
    const db = new Database(file);
    db.exec("DELETE FROM meta WHERE name IN ('store_id', 'created_ms')");
    db.close();
  };
  for (let i = 0; i < 3; i += 1) addFrame(NOW_MS + i);
  await wholeSnapshot('2026-11-15');
  for (const { file } of listSnapshots(folder.path)) withoutIds(file);
  // Deleting lets no counter go back.
  withDatabase(folder.path, (db) => db.exec('DELETE FROM document; DELETE FROM frame'));
  openWrites(folder.path).close();
  expect(findLostSnapshot(folder.path)).toBeUndefined();
  replaceDatabase();
  expect(findLostSnapshot(folder.path)).toMatchObject({ date: '2026-11-15' });
});

test('a restore that was killed half way is finished by the next opening', async () => {
  addFrame(NOW_MS);
  await snapshot(NOW_MS);
  addFrame(NOW_MS + 1);
  const database = join(folder.path, 'db.sqlite');
  const [{ file = '' } = {}] = listSnapshots(folder.path);
  // As far as it came: the copy is whole and has its name, the old database and its WAL are there.
  restoreRows(file, `${database}.restored`, undefined);
  writeFileSync(`${database}-wal`, 'of the other database');
  openWrites(folder.path).close();
  expect(countFrames()).toBe(1);
  expect(existsSync(`${database}.restored`)).toBe(false);
});

test('a copy that a killed restore has left goes with the next start', async () => {
  addFrame(NOW_MS);
  const drafts = ['.restoring', '.restoring.part', '.restoring-journal'].map((end) =>
    join(folder.path, `db.sqlite${end}`),
  );
  for (const draft of drafts) copyFileSync(join(folder.path, 'db.sqlite'), draft);
  await (await openTestStore({ dataDir: folder.path })).close();
  expect(drafts.filter((draft) => existsSync(draft))).toEqual([]);
  expect(countFrames()).toBe(1);
});

test('one that is damaged is neither restored nor recommended', async () => {
  addFrame(NOW_MS);
  await snapshot(NOW_MS);
  expect(newestGoodSnapshot(folder.path)?.date).toBe('2026-11-15');
  const [{ file = '' } = {}] = listSnapshots(folder.path);
  truncateSync(file, Math.floor(statSync(file).size / 2));
  expect(newestGoodSnapshot(folder.path)).toBeUndefined();
  const before = readdirSync(folder.path);
  await expect(restoreSnapshot(folder.path, '2026-11-15')).rejects.toMatchObject({
    code: 'BACKUP_DAMAGED',
  });
  expect(readdirSync(folder.path).filter((name) => !before.includes(name))).toEqual(['owner.lock']);
  expect(countFrames()).toBe(1);
});

test('nine days is the most, also when no new one is made', async () => {
  addFrame(NOW_MS);
  const snapshots = join(folder.path, 'snapshots');
  await mkdir(snapshots);
  const names = [
    'db-2026-11-05.sqlite',
    'db-2026-11-06.sqlite',
    'db-2026-11-06.sqlite.part',
    'db-2026-11-07.sqlite',
    'db-2026-11-15.sqlite.part',
    'letter.txt',
  ];
  for (const name of names) writeFileSync(join(snapshots, name), 'a copy');
  await removeOldSnapshots(folder.path, NOW_MS);
  expect(readdirSync(snapshots).sort()).toEqual(names.slice(3));
  await removeOldSnapshots(folder.path, NOW_MS + DAY_MS);
  expect(listSnapshots(folder.path)).toEqual([]);
  await removeSnapshots(folder.path);
  await removeOldSnapshots(folder.path, NOW_MS);
});

test('three days and the first of a week before them stay, whatever the day', async () => {
  await mkdir(join(folder.path, 'snapshots'));
  let dates: string[] = [];
  for (let day = 0; day < 40; day += 1) {
    const date = new Date(NOW_MS + day * DAY_MS).toISOString().slice(0, 10);
    const all = [date, ...dates].map((each) => ({ date: each, file: each }));
    const removed = outdated(all).map((each) => each.date);
    dates = all.map((each) => each.date).filter((each) => !removed.includes(each));
  }
  expect(dates).toEqual(['2026-12-24', '2026-12-23', '2026-12-22', '2026-12-21']);
  writeFileSync(join(folder.path, 'snapshots', 'letter.txt'), 'no snapshot');
  expect(listSnapshots(folder.path)).toEqual([]);
});
