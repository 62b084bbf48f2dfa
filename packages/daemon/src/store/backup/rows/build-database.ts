/**
 * Makes a database of a copy by rows: its schema, its rows, then everything that is derived from them. The file is whole and on the disk when
 * it returns; a killed process leaves a draft that nothing uses.
 */
import { closeSync, fsyncSync, openSync, rmSync } from 'node:fs';
import { Connection } from '../../kernel/connection.ts';
import { bringUpToDate, registerFunctions, useDatabaseKey } from '../../kernel/database.ts';
import { rebuildIndex, rebuildOtherIndexes, rebuildTallies } from '../../repair/rebuild-index.ts';
import type { DatabaseKey } from '../../sealing/store-key.ts';
import type { ChunkFiles } from './chunk-files.ts';
import type { CopyList, SchemaEntry } from './copy-list.ts';
import { packColumns, packWrapper } from './frame-packs.ts';
import { decodeRows } from './row-codec.ts';
import { quoted } from './tables.ts';

/** Rows of these are settings of an index, which takes them as commands. */
const INDEX_SETTINGS = /^(.+_fts)_config$/;
/** Follows from the SQLite that creates the index. */
const INDEX_VERSION = 'version';

/** Throws when a file of it is missing or damaged; nothing is left then. */
export function buildDatabase(
  list: CopyList,
  files: Pick<ChunkFiles, 'read'>,
  { to, key }: { to: string; key: DatabaseKey | undefined },
): void {
  for (const end of ['', '-journal', '-wal', '-shm']) rmSync(to + end, { force: true });
  try {
    withDraft(to, key, (db) => {
      db.pragma('page_size = 8192');
      db.pragma('auto_vacuum = INCREMENTAL');
      db.transaction(() => fill(db, list, files))();
      db.pragma(`application_id = ${list.applicationId}`);
      db.pragma(`user_version = ${list.schemaVersion}`);
    });
    // Another connection: the indexes have read their settings when they were created.
    withDraft(to, key, (db) => {
      bringUpToDate(db);
      db.transaction(() => {
        rebuildIndex(db);
        rebuildOtherIndexes(db);
        rebuildTallies(db);
      })();
      db.pragma('optimize = 0x10002');
      const found = db.pragma('quick_check(1)', { simple: true }) as string;
      if (found !== 'ok') throw new TypeError(found);
    });
    const written = openSync(to, 'r+');
    try {
      fsyncSync(written);
    } finally {
      closeSync(written);
    }
  } catch (cause) {
    rmSync(to, { force: true });
    throw cause;
  }
}

/** A draft that a crash leaves half done is thrown away, so it needs no journal. */
function withDraft(
  file: string,
  key: DatabaseKey | undefined,
  use: (db: Connection) => void,
): void {
  const db = new Connection(file, { timeout: 5_000 });
  try {
    if (key !== undefined) useDatabaseKey(db, key);
    db.pragma('journal_mode = OFF');
    db.pragma('synchronous = OFF');
    db.pragma('foreign_keys = OFF');
    db.pragma('cache_size = -64000');
    registerFunctions(db);
    use(db);
  } finally {
    db.close();
  }
}

function fill(db: Connection, { schema, tables }: CopyList, files: Pick<ChunkFiles, 'read'>): void {
  const create = (wanted: (entry: SchemaEntry) => boolean) => {
    for (const { sql } of schema.filter(wanted)) db.exec(sql);
  };
  create((entry) => entry.type === 'table');
  const counters = tables.find(({ name }) => name === 'sqlite_sequence');
  for (const table of tables.filter((each) => each !== counters)) {
    const index = INDEX_SETTINGS.exec(table.name)?.[1];
    if (index === undefined) fillTable(db, table, files);
    else setIndex(db, index, table, files);
  }
  // After the tables, whose rows have moved its counters.
  db.exec('DELETE FROM sqlite_sequence');
  if (counters) fillTable(db, counters, files);
  // Triggers last: rows that are put back are no changes.
  for (const type of ['index', 'view', 'trigger']) create((entry) => entry.type === type);
}

function setIndex(
  db: Connection,
  index: string,
  { ranges }: CopyList['tables'][number],
  files: Pick<ChunkFiles, 'read'>,
): void {
  const set = db.prepare(`INSERT INTO ${quoted(index)} (${quoted(index)}, rank) VALUES (?, ?)`);
  const rows = ranges.flatMap(({ id }) => decodeRows(files.read(id)));
  for (const row of rows) if (row[0] !== INDEX_VERSION) set.run(row);
}

function fillTable(
  db: Connection,
  { name, ranges }: CopyList['tables'][number],
  files: Pick<ChunkFiles, 'read'>,
): void {
  const columns = (db.pragma(`table_info(${quoted(name)})`) as { name: string }[]).map(
    (column) => column.name,
  );
  const insert = db.prepare(
    `INSERT INTO ${quoted(name)} VALUES (${columns.map(() => '?').join(', ')})`,
  );
  const wrap = name === 'frame_pack' ? packWrapper(db, packColumns(columns)) : undefined;
  for (const { id, rows } of ranges) {
    const found = decodeRows(files.read(id));
    if (found.length !== rows) throw new RangeError('a range has lost rows');
    for (const row of found) insert.run(wrap ? wrap(row) : row);
  }
}
