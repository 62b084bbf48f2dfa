/** Stores with content of many kinds, and everything of them as text, for tests of copies by rows. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseKey } from '../../sealing/store-key.ts';
import type { Store } from '../../store.ts';
import { withDatabase } from '../named-media.ts';
import { CHUNK_FOLDER } from './chunk-files.ts';
import { listCopiedTables, quoted } from './tables.ts';

const HOUR_MS = 3_600_000;
const WORDS = 'harbour lantern meadow copper ribbon walnut glacier timber saddle orchard'.split(
  ' ',
);

/** Frames with boxes (packed), without (plain), speech, UI text, input and a note, spread over some hours. */
export async function addWork(store: Store, fromMs: number, frames: number): Promise<void> {
  const texts = Array.from({ length: frames }, (_, i) =>
    Array.from({ length: 12 }, (_, at) => WORDS[(i * 7 + at * 3) % WORDS.length]).join(' '),
  );
  const atMs = (i: number) => fromMs + Math.floor((i / frames) * 5 * HOUR_MS);
  await store.content.add({
    frames: texts.map((text, i) => ({
      atMs: atMs(i),
      deviceName: 'monitor_1',
      appName: i % 3 === 0 ? 'Mail' : 'Code',
      windowName: `window ${i % 11}`,
      text: i % 2 === 0 ? `${text} ${text.repeat(20)} ${i}` : `${text} ${i}`,
      snapshotPath: `data/${fromMs}/${i}.jpg`,
    })),
    transcriptions: texts.slice(0, 5).map((text, i) => ({
      atMs: atMs(i),
      text,
      engine: 'test',
      deviceName: 'microphone (input)',
      isInput: true,
    })),
    uiTexts: texts
      .slice(0, 5)
      .map((text, i) => ({ atMs: atMs(i), appName: 'Code', windowName: 'w', text })),
  });
  await addNote(store, fromMs);
}

export async function addNote(store: Store, atMs: number): Promise<void> {
  const content = `note of ${atMs}`;
  const rest = { sourceContext: null, importance: 0.3, frameId: null };
  await store.memories.add({ content, source: 'user', tags: ['work'], ...rest }, atMs);
}

/** Every copied row, what restoring derives, and what a search finds. */
export function dumpOf(file: string, key?: DatabaseKey): Record<string, unknown> {
  return withDatabase(file, key, (db) => {
    const names = [
      ...listCopiedTables(db).map(({ name }) => name),
      'hour',
      'context_hour',
      'context_total',
      'app_hour',
    ];
    const rows = names.map((name) => {
      const table = db
        .prepare(`SELECT * FROM ${quoted(name)}`)
        .safeIntegers()
        .raw();
      return [
        name,
        (table.all() as unknown[][]).filter((row) => isComparable(name, row)).map(String),
      ];
    });
    const found = db.prepare(
      "SELECT rowid FROM document_fts WHERE document_fts MATCH 'harbour' ORDER BY 1",
    );
    return {
      ...Object.fromEntries(rows),
      schema: db
        .prepare("SELECT type, name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite_stat%'")
        .raw()
        .all()
        .map(String)
        .sort(),
      found: found.pluck().all(),
      version: db.pragma('user_version', { simple: true }),
    };
  });
}

/** Making a snapshot itself changes the notes of changes. */
function isComparable(table: string, row: readonly unknown[]): boolean {
  if (table === 'meta') return row[0] !== 'snapshot_base';
  return table !== 'changed_range' && table !== 'examined_range';
}

/** The names of all files of rows. */
export function chunksIn(folder: string): string[] {
  return readdirSync(join(folder, CHUNK_FOLDER), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
    .sort();
}
