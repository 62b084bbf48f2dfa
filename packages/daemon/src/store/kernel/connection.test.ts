import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3-multiple-ciphers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { READS } from '../reads.ts';
import { WRITES } from '../writes.ts';
import { openFeatures } from './calls.ts';
import { cancellationCheck, makeCancellationFlag } from './cancellation.ts';
import { Connection } from './connection.ts';
import { openReader, openWriter } from './database.ts';
import { partCache, type ReadKernel, type WriteKernel } from './kernel.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'hindcast-connection-'));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

/** Compiles what the features prepare, at once. Gives the number of their statements. */
function compiling(db: Connection): () => number {
  let count = 0;
  const { prepare } = db;
  db.prepare = ((sql: string) => {
    Database.prototype.prepare.call(db, sql);
    count += 1;
    return prepare(sql);
  }) as Connection['prepare'];
  return () => count;
}

test('a statement is compiled with its first use and keeps the form of its result', () => {
  const db = new Connection(':memory:');
  const wrong = db.prepare('SELECT text FROM missing_note');
  expect(() => wrong.get()).toThrow('no such table');
  const early = db.values<number>('SELECT count(*) FROM note');
  db.exec('CREATE TABLE note (text TEXT)');
  expect(early.get()).toBe(0);
  db.prepare('INSERT INTO note VALUES (?)').run('one');
  expect(early.get()).toBe(1);
  const texts = db.prepare('SELECT text, 9007199254740993 AS n FROM note');
  expect(texts.source).toContain('FROM note');
  expect(texts.columns().map(({ name }) => name)).toEqual(['text', 'n']);
  expect(texts.raw().safeIntegers().all()).toEqual([['one', 9007199254740993n]]);
  expect(texts.raw(false).get()).toEqual({ text: 'one', n: 9007199254740993n });
  db.close();
});

test('every statement of the writes is valid', () => {
  const db = openWriter(dataDir);
  const count = compiling(db);
  const kernel: WriteKernel = {
    db,
    dataDir,
    key: undefined,
    onRollback: () => {},
    onClose: () => {},
    part: partCache(() => kernel),
  };
  openFeatures(WRITES, kernel);
  expect(count()).toBeGreaterThan(100);
  db.close();
});

test('every statement of the reads is valid', () => {
  openWriter(dataDir).close();
  const db = openReader(dataDir);
  const { register, assertWanted } = cancellationCheck(makeCancellationFlag());
  register(db);
  db.function('fold_case', (text) => text);
  const count = compiling(db);
  const kernel: ReadKernel = {
    db,
    dataDir,
    tuning: {},
    assertWanted,
    beforeEach: () => {},
    part: partCache(() => kernel),
  };
  openFeatures(READS, kernel);
  expect(count()).toBeGreaterThan(50);
  db.close();
});
