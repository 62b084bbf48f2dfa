/** A database as the first version left it, brought up to date. */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeCancellationFlag } from '../kernel/cancellation.ts';
import { Connection } from '../kernel/connection.ts';
import { openWriter } from '../kernel/database.ts';
import { openReads } from '../kernel/open-reads.ts';
import { openWrites } from '../kernel/open-writes.ts';
import type { TextBox } from '../records.ts';
import type { DottedReads, ReadName } from '../store.ts';
import { findFaults } from '../testing/find-faults.ts';
import { type TemporaryFolder, temporaryFolder, withDatabase } from '../testing/temporary-store.ts';

const AT_MS = Date.parse('2026-02-03T09:00:00Z');
const MIGRATIONS = join(import.meta.dirname, '../migrations');
const LONG = Array.from({ length: 400 }, (_, i) => `wort${(i * 7919) % 10_007}`).join(' ');

const BOXES: TextBox[] = ['Quarterly', '"pläñ"\\', 'außerhalb'].map((text, i) => ({
  text,
  left: i / 10,
  top: 0.25,
  width: 0.05,
  height: 0.02,
  confidence: 0.97,
}));

let folder: TemporaryFolder;
beforeEach(async () => {
  folder = await temporaryFolder();
  makeOldDatabase();
});
afterEach(() => folder[Symbol.asyncDispose]());

/** Rows as they were kept before, but for the index of words, which the migration leaves alone. */
function makeOldDatabase(): void {
  const db = new Connection(join(folder.path, 'db.sqlite'));
  const names = readdirSync(MIGRATIONS).sort();
  const old = names.slice(0, names.indexOf('202611151010_packed_boxes.sql'));
  for (const name of old) db.exec(readFileSync(join(MIGRATIONS, name), 'utf8'));
  db.pragma(`application_id = ${Buffer.from('HIND').readInt32BE()}`);
  db.pragma(`user_version = ${old.length}`);
  fillOld(db);
  db.close();
}

function fillOld(db: Connection): void {
  db.exec(`INSERT INTO context (kind, app_id, app_name, window_name, browser_url, frame_name, device_name, is_input,
    focused, speaker_id, machine_id) VALUES (0, 1, 'Editor', 'w', '', '', 'monitor_1', 0, -1, 0, '')`);
  const hour = Math.floor(AT_MS / 3_600_000);
  const texts = ['Inbox\nQuarterly "pläñ"\\', LONG, 'short', '', `${LONG} again`];
  for (const [i, text] of texts.entries()) {
    const id = i + 1;
    const key = hour * 2 ** 22 + i * 4;
    const length = [...text].length;
    db.prepare('INSERT INTO document VALUES (?, ?, 1, ?, ?)').run(key, AT_MS + i, id, length);
    db.prepare(
      "INSERT INTO frame (id, key, offset_index, text_source) VALUES (?, ?, 0, 'hybrid')",
    ).run(id, key);
    if (text === '') continue;
    db.prepare('INSERT INTO document_text VALUES (?, ?)').run(key, text);
  }
  db.prepare('INSERT INTO hour VALUES (?, ?, 0, 0, ?, 0)').run(hour, texts.length, AT_MS + 4);
  db.prepare('INSERT INTO context_hour VALUES (1, ?, ?)').run(hour, texts.length);
  const scaled = BOXES.map(({ text, ...box }) => [
    text,
    ...[box.left, box.top, box.width, box.height, box.confidence].map((n) => Math.round(n * 1e4)),
  ]);
  db.prepare('INSERT INTO frame_boxes VALUES (1, ?)').run(JSON.stringify(scaled));
  // Numbers with a gap, as deletions leave them.
  const element = db.prepare(
    `INSERT INTO elements (id, frame_id, source, role, text, parent_id, depth, left_bound, top_bound, width_bound,
     height_bound, confidence, sort_order) VALUES (?, 1, 'accessibility', ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  element.run(7, 'window', 'Inbox', null, 0, null, null, null, null, null, 0);
  element.run(9, 'button', 'Send marker', 7, 3, 0.1, 0.2, 0.3, 0.4, 0.5, 1);
  db.exec("INSERT INTO element_fts (rowid, text, extra) VALUES (9, 'send marker', '')");
}

function migrate(): void {
  openWriter(folder.path).close();
}

type Read = <Name extends ReadName>(
  name: Name,
  ...args: Parameters<DottedReads[Name]>
) => ReturnType<DottedReads[Name]>;

function reading<T>(use: (read: Read) => T): T {
  const reads = openReads(folder.path, makeCancellationFlag());
  try {
    return use((name, ...args) => reads.run(1, name, args) as ReturnType<DottedReads[typeof name]>);
  } finally {
    reads.close();
  }
}

test('words, elements and texts are all there afterwards', () => {
  migrate();
  reading((read) => {
    expect(read('frames.findText', 1)).toMatchObject({
      text: 'Inbox\nQuarterly "pläñ"\\',
      boxes: BOXES,
    });
    expect(read('frames.findText', 2)).toMatchObject({ text: LONG, boxes: [] });
    expect(read('frames.findText', 3)?.text).toBe('short');
    expect(read('frames.findText', 4)?.text).toBe('');
    expect(read('frames.findText', 5)?.text).toBe(`${LONG} again`);
    const filter = { frameId: 1, storedOnly: true, limit: 10, offset: 0 };
    const rest = { frameId: 1, source: 'accessibility' };
    expect(read('frames.listElements', filter).items).toEqual([
      {
        ...rest,
        id: 2 ** 20,
        role: 'window',
        text: 'Inbox',
        parentId: null,
        depth: 0,
        bounds: null,
        confidence: null,
        sortOrder: 0,
      },
      {
        ...rest,
        id: 2 ** 20 + 1,
        role: 'button',
        text: 'Send marker',
        parentId: 2 ** 20,
        depth: 3,
        bounds: { left: 0.1, top: 0.2, width: 0.3, height: 0.4 },
        confidence: 0.5,
        sortOrder: 1,
      },
    ]);
    const found = read('frames.listElements', { query: 'marker', limit: 10, offset: 0 });
    expect(found.items.map(({ text }) => text)).toEqual(['Send marker']);
  });
});

test('the old tables are missing, and the new rows lean on each other', () => {
  migrate();
  withDatabase(folder.path, (db) => {
    const tables = db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").pluck().all();
    expect(tables).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/^(frame_boxes|element_row|element_fts.*)$/)]),
    );
    const rows = db.prepare('SELECT frame_id, base_id FROM frame_pack').raw().all();
    expect(rows).toEqual([
      [1, null],
      [2, null],
      [5, 2],
    ]);
    expect(db.prepare('SELECT count(*) FROM document_text').pluck().get()).toBe(1);
  });
});

test('a store that was brought up to date takes and deletes frames', () => {
  migrate();
  const writes = openWrites(folder.path);
  const frame = { atMs: AT_MS + 9, deviceName: 'monitor_1', appName: 'Editor', text: LONG };
  expect(writes.run(1, 'content.add', [{ frames: [frame] }])).toMatchObject({ frames: [6] });
  expect(writes.run(2, 'content.delete', ['ocr', [2]])).toBe(1);
  writes.close();
  reading((read) => {
    expect(read('frames.findText', 5)?.text).toBe(`${LONG} again`);
    expect(read('frames.findText', 6)?.text).toBe(LONG);
  });
  // The old rows were made here without an index of words.
  expect(findFaults(folder.path).filter((fault) => !/_fts/.test(fault))).toEqual([]);
});

test('a migration that is cut off has not begun', () => {
  withDatabase(folder.path, (db) => db.exec("UPDATE frame_boxes SET boxes = '[[' "));
  expect(migrate).toThrow();
  withDatabase(folder.path, (db) => {
    expect(db.prepare('SELECT count(*) FROM elements').pluck().get()).toBe(2);
    expect(db.prepare('SELECT count(*) FROM document_text').pluck().get()).toBe(4);
    db.prepare('UPDATE frame_boxes SET boxes = ?').run('[]');
  });
  migrate();
  expect(reading((read) => read('frames.findText', 2)?.text)).toBe(LONG);
});
