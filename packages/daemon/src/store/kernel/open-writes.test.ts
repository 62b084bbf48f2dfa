import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3-multiple-ciphers';
import { expect, test } from 'vitest';
import type { Page } from '../records.ts';
import { makeCancellationFlag } from './cancellation.ts';
import { openReads } from './open-reads.ts';
import { openWrites } from './open-writes.ts';

/** Level and segments are in the record with the number 10; its size grows with their number. */
function structureSize(dataDir: string): number {
  const db = new Database(join(dataDir, 'db.sqlite'), { readonly: true });
  const size = db
    .prepare('SELECT length(block) FROM document_fts_data WHERE id = 10')
    .pluck()
    .get();
  db.close();
  return size as number;
}

test('upkeep merges the segments of single inserts and changes no answer', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'hindcast-writes-'));
  const writes = openWrites(dataDir);
  for (let i = 0; i < 40; i++) {
    const frame = { atMs: 1_770_000_000_000 + i, deviceName: 'm', text: `common word${i}` };
    writes.run(0, 'content.add', [{ frames: [frame] }]);
  }
  const before = structureSize(dataDir);
  let slices = 0;
  while (writes.rest()) slices += 1;
  expect(slices).toBeGreaterThan(0);
  expect(structureSize(dataDir)).toBeLessThan(before);
  const reads = openReads(dataDir, makeCancellationFlag());
  const filter = { kinds: ['ocr'], query: 'common', limit: 1, offset: 0, order: 'descending' };
  expect((reads.run(1, 'search.find', [filter]) as Page<unknown>).total).toBe(40);
  reads.close();
  writes.close();
  rmSync(dataDir, { recursive: true, force: true });
});

test('what would go into a file that was taken away or replaced is refused', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'hindcast-writes-'));
  const writes = openWrites(dataDir);
  const add = (text: string) => writes.run(0, 'content.add', [{ uiTexts: [{ atMs: 1, text }] }]);
  add('before');
  const file = join(dataDir, 'db.sqlite');
  renameSync(file, `${file}.away`);
  expect(() => add('into the void')).toThrow(expect.objectContaining({ code: 'DATA_FILE_GONE' }));
  writeFileSync(file, '');
  expect(() => add('into the void')).toThrow(expect.objectContaining({ code: 'DATA_FILE_GONE' }));
  renameSync(`${file}.away`, file);
  add('after');
  const reads = openReads(dataDir, makeCancellationFlag());
  const filter = { kinds: ['ui'], limit: 9, offset: 0, order: 'ascending' };
  expect((reads.run(1, 'search.find', [filter]) as Page<unknown>).total).toBe(2);
  reads.close();
  writes.close();
  rmSync(dataDir, { recursive: true, force: true });
});
