/**
 * Looks for words in everything a data folder holds: the bytes of every file, the packed content of every frame, and every term of the
 * indexes. Opens the database itself, so that no cache of the store can hide something.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { openChunkFiles } from '../backup/rows/chunk-files.ts';
import { decodeContent } from '../packing/format.ts';
import { unpacker } from '../packing/unpack.ts';
import { withDatabase } from './temporary-store.ts';

/** Where each of the words was found, as `word in place`. */
export function findWords(dataDir: string, words: readonly string[]): string[] {
  return [...inFiles(dataDir, words), ...inPacks(dataDir, words), ...inIndexes(dataDir, words)];
}

function* inFiles(dataDir: string, words: readonly string[]): Generator<string> {
  for (const entry of readdirSync(dataDir, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const bytes = isRows(path) ? rowsIn(path) : readFileSync(path);
    for (const word of words) {
      if (bytes.includes(word)) yield `${word} in ${relative(dataDir, path)}`;
    }
  }
}

/** A file of a daily snapshot. */
function isRows(path: string): boolean {
  return /snapshots\/rows\/..\/[0-9a-f]{32}$/.test(path);
}

/** Compressed. */
function rowsIn(path: string): Buffer {
  return openChunkFiles(join(dirname(path), '../..'), undefined).read(basename(path));
}

function inPacks(dataDir: string, words: readonly string[]): string[] {
  return withDatabase(dataDir, (db) => {
    const { bytesOf } = unpacker();
    const rows = db
      .prepare(
        'SELECT p.packed, b.packed FROM frame_pack p LEFT JOIN frame_pack b ON b.frame_id = p.base_id',
      )
      .raw()
      .all() as [Buffer, Buffer | null][];
    const texts = rows.map(([packed, base]) =>
      JSON.stringify(decodeContent(bytesOf(packed, base))),
    );
    return words
      .filter((word) => texts.some((text) => text.includes(word)))
      .map((w) => `${w} in a pack`);
  });
}

function inIndexes(dataDir: string, words: readonly string[]): string[] {
  return withDatabase(dataDir, (db) => {
    const found: string[] = [];
    for (const index of ['document_fts', 'prefix_fts', 'input_fts', 'memories_fts']) {
      db.exec(`CREATE VIRTUAL TABLE temp.terms USING fts5vocab('main', '${index}', 'row')`);
      const has = db.prepare('SELECT 1 FROM temp.terms WHERE term = ?').pluck();
      found.push(...words.filter((word) => has.get(word)).map((word) => `${word} in ${index}`));
      db.exec('DROP TABLE temp.terms');
    }
    return found;
  });
}
