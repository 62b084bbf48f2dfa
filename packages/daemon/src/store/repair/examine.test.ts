import {
  mkdtempSync,
  openSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3-multiple-ciphers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeCancellationFlag } from '../kernel/cancellation.ts';
import { openReads } from '../kernel/open-reads.ts';
import { openWrites } from '../kernel/open-writes.ts';
import { examineStore } from './examine.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'hindcast-examine-'));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

function fill(): void {
  const writes = openWrites(dataDir);
  const frames = Array.from({ length: 300 }, (_, i) => ({
    atMs: 1_770_000_000_000 + i * 1000,
    deviceName: 'monitor_1',
    text: i % 10 === 0 ? '' : `words number ${i}`,
  }));
  writes.run(0, 'content.add', [{ frames }]);
  writes.run(0, 'content.delete', ['ocr', [2, 3]]);
  writes.close();
}

function change(sql: string): void {
  const db = new Database(join(dataDir, 'db.sqlite'));
  db.exec(sql);
  db.close();
}

const failed = () =>
  examineStore(dataDir)
    .filter(({ isOk }) => !isOk)
    .map(({ check }) => check);

test('a store in use has nothing wrong with it', () => {
  fill();
  expect(failed()).toEqual([]);
});

test('a folder without a database is not a fault', () => {
  expect(failed()).toEqual([]);
});

test('a file that is no database is named', () => {
  writeFileSync(join(dataDir, 'db.sqlite'), 'not a database, certainly not one of ours'.repeat(50));
  expect(failed()).toEqual(['database']);
});

test('a cut file is found out', () => {
  fill();
  const file = join(dataDir, 'db.sqlite');
  truncateSync(file, Math.floor(statSync(file).size / 2));
  expect(failed()).not.toEqual([]);
});

test.each([
  ['of an hour', 'UPDATE hour SET ocr = ocr + 1'],
  ['of an hour of a context', 'UPDATE context_hour SET documents = documents + 1'],
  ['of a context', 'UPDATE context_total SET documents = documents + 1'],
  ['of an hour of an app', 'UPDATE app_hour SET documents = documents + 1'],
])('a tally %s that disagrees with the documents is found', (_, damage) => {
  fill();
  change(damage);
  expect(failed()).toEqual(['tallies']);
  const tallies = examineStore(dataDir).find(({ check }) => check === 'tallies');
  expect(tallies?.detail).toBe('298 of 299');
});

test.each([
  ['totals of contexts', 'context_total'],
  ['hours of apps', 'app_hour'],
])('a store from before there were %s has nothing wrong with it', (_, table) => {
  fill();
  change(`DROP TRIGGER ${table}_insert; DROP TRIGGER ${table}_update;
          DROP TRIGGER ${table}_delete; DROP TABLE ${table}`);
  expect(failed()).toEqual([]);
});

test('damage that a query meets while the service runs is reported by name', () => {
  fill();
  const file = join(dataDir, 'db.sqlite');
  const reads = openReads(dataDir, makeCancellationFlag());
  // Everything but the first page, which holds the schema.
  const size = statSync(file).size - 8192;
  writeSync(openSync(file, 'r+'), Buffer.alloc(size, 0x5a), 0, size, 8192);
  const filter = { kinds: ['ocr'], query: 'words', limit: 10, offset: 0, order: 'descending' };
  expect(() => reads.run(1, 'search.find', [filter])).toThrow(
    expect.objectContaining({ code: 'STORE_CORRUPT', hint: expect.stringContaining('doctor') }),
  );
});

test.each([
  ['a byte of what is packed', 'UPDATE frame_pack SET packed = packed_with_other_byte(packed)'],
  ['the number of elements', 'UPDATE frame_pack SET elements = elements + 1'],
])('a frame with another %s is found', (_, damage) => {
  const writes = openWrites(dataDir);
  const text = Array.from({ length: 200 }, (_word, i) => `word${(i * 7919) % 1009}`).join(' ');
  const elements = [{ source: 'accessibility', role: 'text', text }];
  const frame = { atMs: 1_770_000_000_000, deviceName: 'monitor_1', text, elements };
  writes.run(0, 'content.add', [{ frames: [frame, frame] }]);
  writes.close();
  expect(failed()).toEqual([]);
  const db = new Database(join(dataDir, 'db.sqlite'));
  db.function('packed_with_other_byte', (value) => {
    const packed = Buffer.from(value as Buffer);
    packed[packed.length - 1] = (packed.at(-1) ?? 0) ^ 1;
    return packed;
  });
  db.exec(damage);
  db.close();
  expect(failed()).toEqual(['frames']);
});
