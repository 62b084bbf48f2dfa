/** Indexes of several segments, in which entries are deleted: which segments are written again, and what is left in the bytes of the file. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Connection } from '../kernel/connection.ts';
import { DATABASE_FILE_NAME, openWriter } from '../kernel/database.ts';
import { placeBySize, type Segment, segmentLists } from '../kernel/index-segments.ts';
import { tidyIndexes } from '../kernel/index-upkeep.ts';
import { temporaryFolder } from '../testing/temporary-store.ts';
import { markedEntryDropper } from './marked-entries.ts';

const INDEX = 'document_fts';
/** Words are stored without the beginning that they share with the word before: these share little. */
const secret = (key: number) => createHash('sha256').update(String(key)).digest('hex');
const FILLER = Array.from({ length: 60 }, (_, i) => `common${i % 50}`).join(' ');

const MOST_SLICES = 500;

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
  for (let done: number | undefined = 0; done !== undefined; slices++) {
    if (slices === MOST_SLICES) throw new Error('it does not end');
    done = drop(done);
  }
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

/** What the daily upkeep does until nothing is left to merge. */
function tidy({ db }: Opened): void {
  while (tidyIndexes(db));
}

test('a merge of the whole index that was left half way is ended, although a new entry has come since', async () => {
  await using folder = await temporaryFolder();
  using index = openIndex(folder.path);
  index.add(0, 4_000);
  index.add(4_000, 12_000);
  tidy(index);
  index.remove(5);
  index.db.exec(`INSERT INTO ${INDEX} (${INDEX}, rank) VALUES ('merge', -256)`);
  index.add(20_000, 20_001);
  dropAll(index);
  expectSound(index, 12_000);
  expect(index.written(5)).toEqual([]);
});

test('a merge that few marks have begun is ended, although other segments have come to its level since', async () => {
  await using folder = await temporaryFolder();
  using index = openIndex(folder.path);
  for (let from = 0; from < 8_000; from += 2_000) index.add(from, from + 2_000);
  tidy(index);
  const gone = Array.from({ length: 880 }, (_, i) => i * 9);
  index.remove(...gone);
  tidyIndexes(index.db);
  for (let from = 10_000; from < 12_400; from += 600) index.add(from, from + 600);
  while (index.segments().length > 3 && tidyIndexes(index.db));
  index.add(20_000, 20_001);
  dropAll(index);
  expectSound(index, 8_000 - gone.length + 2_400 + 1);
  expect(index.written(...gone.slice(0, 5))).toEqual([]);
});

test('entries that come between the slices of a merge of the whole index do not stop it', async () => {
  await using folder = await temporaryFolder();
  using index = openIndex(folder.path);
  index.db.exec(`INSERT INTO ${INDEX} (${INDEX}, rank) VALUES ('deletemerge', 0)`);
  index.add(0, 4_000);
  index.add(4_000, 12_000);
  tidy(index);
  index.remove(5);
  expect(index.drop(0)).toBeDefined();
  index.add(20_000, 20_001);
  dropAll(index);
  expectSound(index, 12_000);
  expect(index.written(5)).toEqual([]);
});

test('one entry of many segments of about one size makes no merge of all of them, and each lies on its level at the end', async () => {
  await using folder = await temporaryFolder();
  using index = openIndex(folder.path);
  index.add(0, 9_000);
  for (const [i, count] of [1_500, 700, 300, 140].entries())
    index.add(20_000 + i * 2_000, 20_000 + i * 2_000 + count);
  const before = index.segments();
  index.remove(5);
  dropAll(index);
  expectSound(index, 11_639);
  // The chosen one has grown together with its neighbour of the same size at most.
  expect(index.segments().length).toBeGreaterThanOrEqual(before.length - 1);
  const levels = segmentLists(index.db, INDEX).readLevels();
  expect(levels).toEqual(placeBySize(levels));
});

test('a large segment of which hardly anything is left is merged with the others, so that no slice reads all of it', async () => {
  await using folder = await temporaryFolder();
  using index = openIndex(folder.path);
  index.add(0, 2_000);
  // As large as the keys of documents: a mark takes eight bytes.
  const first = 2 ** 40;
  const last = first + 80_000;
  const insert = index.db.prepare(
    `INSERT INTO ${INDEX} (rowid, text, extra) VALUES (?, 'common7', '')`,
  );
  const remove = index.db.prepare(`DELETE FROM ${INDEX} WHERE rowid = ?`);
  const each = (statement: typeof insert, to: number) =>
    index.db.transaction(() => {
      for (let key = first; key < to; key++) statement.run(key);
    })();
  each(insert, last);
  each(remove, last - 10);
  dropAll(index);
  expectSound(index, 2_010);
  expect(index.segments()).toHaveLength(1);
});
