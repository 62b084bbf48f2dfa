import { existsSync, mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeCancellationFlag } from '../kernel/cancellation.ts';
import { openReads } from '../kernel/open-reads.ts';
import { openWrites } from '../kernel/open-writes.ts';
import { type TemporaryFolder, temporaryFolder, withDatabase } from '../testing/temporary-store.ts';
import { examineStore } from './examine.ts';
import { examineMedia } from './examine-media.ts';
import { repairStore } from './repair.ts';

const AT_MS = Date.parse('2026-11-14T09:00:00Z');

let folder: TemporaryFolder;
let dataDir: string;
beforeEach(async () => {
  folder = await temporaryFolder();
  dataDir = folder.path;
});
afterEach(() => folder[Symbol.asyncDispose]());

/** An old file: young ones may have a row on the way. */
function putFile(path: string): void {
  const file = join(dataDir, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, 'bytes');
  utimesSync(file, new Date(AT_MS), new Date(AT_MS));
}

const pathOf = (i: number) => `data/2026-11-14/${AT_MS + i}_monitor-1.jpg`;

function addFrames(count: number): void {
  const writes = openWrites(dataDir);
  const frames = Array.from({ length: count }, (_, i) => ({
    atMs: AT_MS + (i % 2 === 0 ? i : -i),
    deviceName: 'monitor_1',
    appName: 'Mail',
    text: `harbour word${i}`,
    snapshotPath: pathOf(i),
  }));
  for (const [i] of frames.entries()) putFile(pathOf(i));
  const said = { atMs: AT_MS, text: 'spoken harbour', engine: 'test', deviceName: 'mic (input)' };
  const filePath = 'data/2026-11-14/sound.ogg';
  putFile(filePath);
  writes.run(0, 'content.add', [
    { frames, transcriptions: [{ ...said, isInput: true, filePath }] },
  ]);
  writes.close();
}

function find(query: string) {
  const reads = openReads(dataDir, makeCancellationFlag());
  const filter = { query, kinds: ['ocr', 'audio'], limit: 100, offset: 0, order: 'ascending' };
  const page = reads.run(1, 'search.find', [filter]) as { total: number; items: { id: number }[] };
  reads.close();
  return { total: page.total, ids: page.items.map(({ id }) => id) };
}
const repair = () => repairStore(dataDir, Date.now());
const faults = () =>
  [...examineStore(dataDir), ...examineMedia(dataDir, Date.now())]
    .filter(({ isOk }) => !isOk)
    .map(({ check }) => check);

test('a store that is well is left alone', () => {
  addFrames(3);
  expect(faults()).toEqual([]);
  expect(repair()).toEqual([]);
});

test('an index and tallies that lost something find the same as before', () => {
  addFrames(20);
  const before = ['harbour', 'word7', 'har*', 'spoken'].map(find);
  const all = (sql: string) => withDatabase(dataDir, (db) => db.prepare(sql).raw().all());
  const tallies = all('SELECT * FROM hour').concat(all('SELECT * FROM context_hour'));
  expect(before.map(({ total }) => total)).toEqual([21, 1, 21, 1]);
  withDatabase(dataDir, (db) =>
    db.exec(`DELETE FROM document_fts WHERE rowid IN (SELECT key FROM document LIMIT 5);
             UPDATE hour SET ocr = ocr + 3; DELETE FROM context_hour;`),
  );
  expect(faults()).toEqual(['tallies', 'index']);
  expect(repair()).toEqual([expect.stringContaining('21 documents')]);
  expect(faults()).toEqual([]);
  expect(['harbour', 'word7', 'har*', 'spoken'].map(find)).toEqual(before);
  expect(all('SELECT * FROM hour').concat(all('SELECT * FROM context_hour'))).toEqual(tallies);
});

test.each([
  ['totals of contexts', 'context_total', '(context_id, documents) VALUES (99, 7)'],
  ['hours of apps', 'app_hour', '(app_id, hour, documents) VALUES (99, 5, 7)'],
])('%s that drifted are made again', (_, table, stray) => {
  addFrames(20);
  const totals = () =>
    withDatabase(dataDir, (db) => db.prepare(`SELECT * FROM ${table} ORDER BY 1, 2`).raw().all());
  const before = totals();
  withDatabase(dataDir, (db) =>
    db.exec(`UPDATE ${table} SET documents = documents + 3; INSERT INTO ${table} ${stray};`),
  );
  expect(faults()).toEqual(['tallies']);
  repair();
  expect(faults()).toEqual([]);
  expect(totals()).toEqual(before);
});

test('the indexes of input events and of notes are rebuilt, and find the same', () => {
  const writes = openWrites(dataDir);
  const event = { atMs: AT_MS, eventType: 'text' as const, appName: 'Mail' };
  const inputEvents = ['lighthouse words', 'other words', '...'].map((textContent, i) => ({
    ...event,
    atMs: AT_MS + i,
    textContent,
    ...(i === 2 && { appName: undefined }),
  }));
  writes.run(0, 'content.add', [{ inputEvents }]);
  const note = { source: 'user', sourceContext: null, tags: [], importance: 1, frameId: null };
  for (const content of ['a lighthouse note', 'another note']) {
    writes.run(0, 'memories.add', [{ content, ...note }, AT_MS]);
  }
  writes.close();
  const rowsOf = (table: string, word: string) =>
    withDatabase(dataDir, (db) =>
      db.prepare(`SELECT rowid FROM ${table} WHERE ${table} MATCH ? ORDER BY 1`).pluck().all(word),
    );
  const all = () => [
    rowsOf('input_fts', 'lighthouse'),
    rowsOf('input_fts', 'words'),
    rowsOf('memories_fts', 'lighthouse'),
    rowsOf('memories_fts', 'note'),
  ];
  const before = all();
  expect(before.map((rows) => rows.length)).toEqual([1, 2, 1, 2]);
  expect(faults()).toEqual([]);
  withDatabase(dataDir, (db) =>
    db.exec(`DELETE FROM input_fts WHERE rowid = 1;
             INSERT INTO memories_fts (memories_fts, rowid, content, tags)
             SELECT 'delete', id, content, tags FROM memories WHERE id = 1;`),
  );
  expect(all().map((rows) => rows.length)).toEqual([0, 1, 0, 1]);
  expect(faults()).toEqual(['events', 'notes']);
  expect(repair()).toEqual([expect.stringContaining('3 input events and 2 notes')]);
  expect(faults()).toEqual([]);
  expect(all()).toEqual(before);
  // An entry of an event that is missing is found too.
  withDatabase(dataDir, (db) => db.exec('DELETE FROM input_event WHERE id = 2'));
  expect(faults()).toEqual(['events']);
  repair();
  expect([faults(), rowsOf('input_fts', 'words')]).toEqual([[], [1]]);
});

test('files without a row are kept aside, and unfinished ones go', () => {
  addFrames(2);
  putFile('data/2026-11-14/1_monitor-1.jpg');
  putFile('data/.unfinished/draft.mp4');
  putFile('owner.json.77.tmp');
  putFile('db.sqlite.restoring');
  expect(
    examineMedia(dataDir, Date.now()).find(({ check }) => check === 'orphans')?.detail,
  ).toContain('1 ');
  expect(repair()).toEqual([
    expect.stringContaining('moved 1 media files'),
    expect.stringContaining('removed 3 unfinished'),
  ]);
  expect(existsSync(join(dataDir, 'lost+found', '2026-11-14', '1_monitor-1.jpg'))).toBe(true);
  expect(existsSync(join(dataDir, pathOf(0)))).toBe(true);
  expect(repair()).toEqual([]);
});

test('rows whose file is missing keep their text and name no file any more', () => {
  addFrames(4);
  for (const path of [pathOf(1), 'data/2026-11-14/sound.ogg']) rmSync(join(dataDir, path));
  expect(faults()).toEqual(['media']);
  expect(repair()).toEqual([expect.stringContaining('1 frames and 1 recordings')]);
  expect(faults()).toEqual([]);
  expect(find('harbour').total).toBe(5);
});

test('a media folder that is not there at all is no reason to forget it', () => {
  addFrames(25);
  rmSync(join(dataDir, 'data'), { recursive: true });
  expect(repair()).toEqual([expect.stringContaining('Nothing was changed')]);
  expect(faults()).toEqual(['media']);
});

test('without a database nothing is moved away', () => {
  addFrames(3);
  for (const end of ['', '-wal', '-shm']) rmSync(join(dataDir, `db.sqlite${end}`), { force: true });
  expect(repair()).toEqual([expect.stringContaining('there is none')]);
  expect(existsSync(join(dataDir, pathOf(0)))).toBe(true);
  expect(existsSync(join(dataDir, 'db.sqlite'))).toBe(false);
});

test('a database that knows few of the files is taken for an older one', () => {
  addFrames(3);
  for (let i = 100; i < 130; i += 1) putFile(pathOf(i));
  expect(repair()).toEqual([expect.stringContaining('older database')]);
  expect(existsSync(join(dataDir, pathOf(100)))).toBe(true);
});
