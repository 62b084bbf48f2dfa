/** Indexes of several segments, in which entries are deleted: which segments are written again, and what is left in the bytes of the file. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Connection } from '../kernel/connection.ts';
import { DATABASE_FILE_NAME, openWriter } from '../kernel/database.ts';
import { type Segment, segmentLists } from '../kernel/index-segments.ts';
import { temporaryFolder } from '../testing/temporary-store.ts';
import { markedEntryDropper } from './marked-entries.ts';

const INDEX = 'document_fts';
/** Words are stored without the beginning that they share with the word before: these share little. */
const secret = (key: number) => createHash('sha256').update(String(key)).digest('hex');
const FILLER = Array.from({ length: 60 }, (_, i) => `common${i % 50}`).join(' ');

interface Opened extends Disposable {
  db: Connection;
  /** The oldest first. */
  segments(): readonly Segment[];
  add(from: number, to: number): void;
  remove(...keys: number[]): void;
  /** One slice. */
  drop(done: number): number | undefined;
  /** Keys whose words are in the bytes of the file. */
  written(...keys: number[]): number[];
}

function openIndex(dataDir: string): Opened {
  const db = openWriter(dataDir);
  const lists = segmentLists(db, INDEX);
  const dropper = markedEntryDropper(db, INDEX);
  const insert = db.prepare(`INSERT INTO ${INDEX} (rowid, text, extra) VALUES (?, ?, '')`);
  const remove = db.prepare(`DELETE FROM ${INDEX} WHERE rowid = ?`);
  return {
    db,
    segments: () =>
      lists
        .readLevels()
        .flatMap(({ segments }) => segments.toReversed())
        .toReversed(),
    add: db.transaction((from: number, to: number) => {
      for (let key = from; key < to; key++) insert.run(key, `${secret(key)} ${FILLER}`);
    }),
    remove: db.transaction((...keys: number[]) => {
      for (const key of keys) remove.run(key);
    }),
    drop: db.transaction((done: number) => dropper.dropMarked(done)),
    written(...keys) {
      db.pragma('wal_checkpoint(TRUNCATE)');
      const bytes = readFileSync(join(dataDir, DATABASE_FILE_NAME), 'latin1');
      return keys.filter((key) => bytes.includes(secret(key).slice(16)));
    },
    [Symbol.dispose]: () => db.close(),
  };
}

function dropAll({ drop }: Opened): number {
  let slices = 0;
  for (let done: number | undefined = 0; done !== undefined; slices++) done = drop(done);
  return slices;
}

function expectSound({ db, segments }: Opened, entries: number): void {
  expect(segments().every(({ markedPages }) => markedPages === 0)).toBe(true);
  expect(segments().reduce((sum, segment) => sum + segment.entries, 0)).toBe(entries);
  const common = db.prepare(`SELECT count(*) FROM ${INDEX} WHERE ${INDEX} MATCH 'common7'`).pluck();
  expect(common.get()).toBe(entries);
  db.exec(`INSERT INTO ${INDEX} (${INDEX}) VALUES ('integrity-check')`);
}

/** Two thousand, two hundred and twenty entries, each in a segment. */
function addThree(index: Opened): void {
  index.add(0, 2_000);
  index.add(2_000, 2_200);
  index.add(2_200, 2_220);
  expect(index.segments()).toHaveLength(3);
}

test('only the segments in which something was deleted are written again', async () => {
  await using folder = await temporaryFolder();
  using index = openIndex(folder.path);
  addThree(index);
  const [largest, middle, newest] = index.segments();
  index.remove(2_203, 2_210);
  dropAll(index);
  expectSound(index, 2_218);
  expect(index.segments().slice(0, 2)).toEqual([largest, middle]);
  expect(index.segments().map(({ id }) => id)).not.toContain(newest?.id);
  expect(index.written(2_203, 2_210)).toEqual([]);
  expect(index.written(2_204)).toEqual([2_204]);

  // One of two thousand: FTS5 alone would leave it there.
  index.remove(5);
  dropAll(index);
  expectSound(index, 2_217);
  expect(index.segments()[1]).toEqual(middle);
  expect(index.written(5)).toEqual([]);

  // All that a segment has.
  index.remove(...Array.from({ length: 200 }, (_, i) => 2_000 + i));
  dropAll(index);
  expectSound(index, 2_017);
  expect(index.segments()).toHaveLength(2);
});

test('a slice that writes little is followed by others, also after a restart in between', async () => {
  await using folder = await temporaryFolder();
  const gone = [7, 900, 3_999, 4_100];
  {
    using index = openIndex(folder.path);
    index.add(0, 4_000);
    index.add(4_000, 4_200);
    index.db.exec(`INSERT INTO ${INDEX} (${INDEX}, rank) VALUES ('pgsz', 64)`);
    index.remove(...gone);
    index.drop(0);
    expect(index.written(...gone)).not.toEqual([]);
  }
  using index = openIndex(folder.path);
  // An entry of the segment that is being written again, and one that comes meanwhile.
  index.remove(1_000);
  index.add(4_200, 4_201);
  expect(dropAll(index)).toBeGreaterThan(2);
  expectSound(index, 4_196);
  expect(index.written(1_000, ...gone)).toEqual([]);
});

test('entries that are marked after the turn of their segment do not make it begin again', async () => {
  await using folder = await temporaryFolder();
  using index = openIndex(folder.path);
  addThree(index);
  index.remove(1, 2_100);
  const done = index.drop(0) ?? 0;
  expect(done).toBeGreaterThan(0);
  index.remove(2);
  for (let next: number | undefined = done; next !== undefined; ) next = index.drop(next);
  const marked = index.segments().map(({ markedPages }) => markedPages > 0);
  expect(marked).toEqual([true, false, false]);
  expect(index.written(1, 2_100)).toEqual([]);
});

test('an index that never rewrites single segments is merged as a whole', async () => {
  await using folder = await temporaryFolder();
  using index = openIndex(folder.path);
  addThree(index);
  index.db.exec(`INSERT INTO ${INDEX} (${INDEX}, rank) VALUES ('deletemerge', 0)`);
  index.remove(5, 2_203);
  dropAll(index);
  expectSound(index, 2_218);
  expect(index.segments()).toHaveLength(1);
  expect(index.written(5, 2_203)).toEqual([]);
});
