/** A small database with a full-text table and a view on it, as the store has them, and its writer. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Connection } from '../kernel/connection.ts';
import { useKey } from '../kernel/database.ts';
import type { StoreKey } from '../sealing/store-key.ts';

export interface SmallDatabase {
  readonly dir: string;
  readonly databaseFile: string;
  readonly writer: Connection;
  remove(): void;
}

export function smallDatabase(key?: StoreKey): SmallDatabase {
  const dir = mkdtempSync(join(tmpdir(), 'hindcast-sql-'));
  const databaseFile = join(dir, 'db.sqlite');
  const writer = new Connection(databaseFile);
  if (key) useKey(writer, key);
  writer.pragma('journal_mode = wal');
  writer.exec(`
    CREATE TABLE d (key INTEGER PRIMARY KEY, id INTEGER, text TEXT, words TEXT);
    CREATE VIRTUAL TABLE s USING fts5(text, content = '', contentless_delete = 1);
    CREATE VIEW frames_fts AS
      SELECT s.s AS frames_fts, s.rank AS rank, d.id AS id, d.text AS full_text
      FROM s JOIN d ON d.key = s.rowid;
    INSERT INTO d VALUES (1, 11, 'plain word', '["plain","word"]'), (2, 12, 'another', '[]');
    INSERT INTO s (rowid, text) VALUES (1, 'plain word'), (2, 'another');
  `);
  return {
    dir,
    databaseFile,
    writer,
    remove() {
      writer.close();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}
