/** Real files in which SQLite has left copies of rows, seen in their bytes. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Connection } from '../kernel/connection.ts';
import { temporaryFolder } from '../testing/temporary-store.ts';
import { gapClearer } from './page-gaps.ts';

const ROWS = 4_000;
const secret = (id: number) => `zq${String(id).padStart(5, '0')}xw`;

/** Added in a mixed order; every second row is deleted. */
function fillAndDelete(file: string) {
  const db = new Connection(file);
  db.pragma('page_size = 8192');
  db.pragma('auto_vacuum = INCREMENTAL');
  db.pragma('journal_mode = WAL');
  db.pragma('secure_delete = ON');
  db.exec(
    'CREATE TABLE note (id INTEGER PRIMARY KEY, text TEXT); CREATE INDEX by_text ON note (text)',
  );
  const add = db.prepare('INSERT INTO note VALUES (?, ?)');
  db.exec('BEGIN');
  for (let i = 0; i < ROWS; i++) {
    const id = (i * 1_237) % ROWS;
    // Some have separate pages.
    add.run(
      id,
      `${(id * 31) % 101} ${secret(id)} ${'-'.repeat(id % 50 === 0 ? 20_000 : id % 300)}`,
    );
  }
  db.exec('COMMIT; DELETE FROM note WHERE id % 2 = 0');
  db.pragma('wal_checkpoint(TRUNCATE)');
  return db;
}

/** How many of the deleted rows are in its bytes. */
function remains(file: string): number {
  const words = readFileSync(file, 'latin1').matchAll(/zq(\d{5})xw/g);
  return new Set([...words].map(([, id]) => Number(id)).filter((id) => id % 2 === 0)).size;
}

/** True when it came to the end. */
function clearAll(clearGaps: ReturnType<typeof gapClearer>['clearGaps']): boolean {
  for (let to: number | undefined; ; ) {
    const { next, isHeldUp } = clearGaps(to);
    if (isHeldUp || next === undefined) return !isHeldUp;
    to = next;
  }
}

test('copies that SQLite left of deleted rows are gone from the file, and nothing else is', async () => {
  await using folder = await temporaryFolder();
  const file = join(folder.path, 'db.sqlite');
  const db = fillAndDelete(file);
  const rows = () => db.prepare('SELECT * FROM note ORDER BY id').all();
  const before = rows();
  const gaps = gapClearer(db);
  expect(remains(file)).toBeGreaterThan(10);

  // In the WAL there is something of another connection, and then a reader that still needs it.
  const other = new Connection(file);
  const last = other.prepare("UPDATE note SET text = 'last' WHERE id = 1");
  const reader = new Connection(file, { readonly: true });
  last.run();
  reader.exec('BEGIN');
  reader.prepare('SELECT count(*) FROM note').get();
  db.pragma('busy_timeout = 10');
  expect(clearAll(gaps.clearGaps)).toBe(false);
  reader.exec('ROLLBACK');
  other.exec('BEGIN IMMEDIATE');
  expect(clearAll(gaps.clearGaps)).toBe(false);
  other.exec('ROLLBACK');
  expect(clearAll(gaps.clearGaps)).toBe(true);

  // What is written now comes from pages that were cleared, not from those that were in memory.
  db.prepare("UPDATE note SET text = text || 'x' WHERE id % 10 = 1").run();
  db.pragma('wal_checkpoint(TRUNCATE)');
  expect(remains(file)).toBe(0);
  expect(rows()).toHaveLength(before.length);
  expect(db.prepare('SELECT text FROM note WHERE id = 3').pluck().get()).toContain(secret(3));
  for (const connection of [db, other, reader]) {
    expect(connection.pragma('integrity_check', { simple: true })).toBe('ok');
    connection.close();
  }
  gaps.close();
});

test('pages that move to the beginning meanwhile take nothing along', async () => {
  await using folder = await temporaryFolder();
  const file = join(folder.path, 'db.sqlite');
  const db = fillAndDelete(file);
  const gaps = gapClearer(db);
  const first = gaps.clearGaps();
  expect(first.next).toBeDefined();
  const free = db.pragma('freelist_count', { simple: true });
  db.exec('PRAGMA incremental_vacuum(100)');
  expect(db.pragma('freelist_count', { simple: true })).toBeLessThan(Number(free));
  for (let { next } = first; next !== undefined; ) ({ next } = gaps.clearGaps(next));
  db.pragma('wal_checkpoint(TRUNCATE)');
  expect(remains(file)).toBe(0);
  expect(db.pragma('integrity_check', { simple: true })).toBe('ok');
  db.close();
  gaps.close();
});

test('another program that writes is waited for', async () => {
  await using folder = await temporaryFolder();
  const file = join(folder.path, 'db.sqlite');
  const db = fillAndDelete(file);
  db.pragma('busy_timeout = 10');
  const gaps = gapClearer(db);
  const other = new Connection(file);
  other.exec('BEGIN IMMEDIATE');
  expect(clearAll(gaps.clearGaps)).toBe(false);
  other.exec('ROLLBACK');
  expect(clearAll(gaps.clearGaps)).toBe(true);
  for (const connection of [db, other]) connection.close();
  gaps.close();
});

test('a store of another page size, and one without any rows, are left sound', async () => {
  await using folder = await temporaryFolder();
  for (const size of [512, 65_536]) {
    const file = join(folder.path, `${size}.sqlite`);
    const db = new Connection(file);
    db.pragma(`page_size = ${size}`);
    db.pragma('journal_mode = WAL');
    db.exec('CREATE TABLE note (id INTEGER PRIMARY KEY, text TEXT)');
    const gaps = gapClearer(db);
    expect(clearAll(gaps.clearGaps)).toBe(true);
    const add = db.prepare('INSERT INTO note VALUES (?, ?)');
    db.exec('BEGIN');
    for (let i = 0; i < 500; i++) add.run((i * 37) % 500, 'some text '.repeat(i % 20));
    db.exec('COMMIT');
    expect(clearAll(gaps.clearGaps)).toBe(true);
    expect(db.prepare('SELECT count(*), sum(length(text)) FROM note').raw().get()).toEqual([
      500, 47_500,
    ]);
    expect(db.pragma('integrity_check', { simple: true })).toBe('ok');
    db.close();
    gaps.close();
  }
});
