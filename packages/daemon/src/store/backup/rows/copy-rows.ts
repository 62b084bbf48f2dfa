/**
 * Copies the rows of a database, as they are at one instant, into files of ranges. Ranges that did not change since an earlier list are taken
 * from it unread. The caller has begun a transaction that reads, and writes the list when all files are on the disk.
 */
import { randomUUID } from 'node:crypto';
import type { Connection } from '../../kernel/connection.ts';
import { readIdentity } from '../../kernel/store-identity.ts';
import { readChangedRanges } from './changed-ranges.ts';
import type { ChunkFiles } from './chunk-files.ts';
import type { CopiedRange, CopyList, SchemaEntry } from './copy-list.ts';
import { packColumns, packUnwrapper } from './frame-packs.ts';
import { encodeRows, type Row } from './row-codec.ts';
import { type CopiedTable, listCopiedTables, quoted } from './tables.ts';

export interface RowCopy {
  readonly db: Connection;
  readonly files: Pick<ChunkFiles, 'idOf' | 'has' | 'write'>;
  /** By its id; undefined when there is none. */
  readonly findList: (id: string) => CopyList | undefined;
  readonly isEncrypted: boolean;
  readonly nowMs: number;
}

export function copyRows({ db, files, findList, isEncrypted, nowMs }: RowCopy): CopyList {
  const changes = readChangedRanges(db);
  const schemaVersion = db.pragma('user_version', { simple: true }) as number;
  const found = changes.baseId === undefined ? undefined : findList(changes.baseId);
  // A migration may have changed any row.
  const base = found?.schemaVersion === schemaVersion ? found : undefined;

  function rangesOf(table: CopiedTable): CopiedRange[] {
    const reader = rangeReader(db, table, files);
    const before = base?.tables.find(({ name }) => name === table.name)?.ranges;
    if (!before || !table.isMarked || changes.isWhole(table.name)) return reader.readAll();
    const changed = new Set(changes.ranges(table.name));
    const lost = before.filter(({ id }) => !files.has(id)).map(({ range }) => range);
    const toRead = [...changed, ...lost.filter((range) => !changed.has(range))];
    const isRead = new Set(toRead);
    return [
      ...before.filter(({ range }) => !isRead.has(range)),
      ...toRead.flatMap((range) => reader.read(range) ?? []),
    ].sort((a, b) => a.range - b.range);
  }

  return {
    id: randomUUID(),
    madeAtMs: nowMs,
    isEncrypted,
    schemaVersion,
    applicationId: db.pragma('application_id', { simple: true }) as number,
    schema: readSchema(db),
    identity: readIdentity(db),
    tables: listCopiedTables(db).map((table) => ({ name: table.name, ranges: rangesOf(table) })),
  };
}

function rangeReader(db: Connection, table: CopiedTable, files: RowCopy['files']) {
  const { name, division, order } = table;
  const column = division && (division.column === 'rowid' ? 'rowid' : quoted(division.column));
  const shift = BigInt(division?.shift ?? 0);
  const bounds = column === undefined ? '' : `WHERE ${column} >= ? AND ${column} < ?`;
  const rowsIn = db
    .prepare(`SELECT * FROM ${quoted(name)} ${bounds} ORDER BY ${order}`)
    .safeIntegers()
    .raw();
  const names = rowsIn.columns().map((each) => each.name);
  const unwrap = name === 'frame_pack' ? packUnwrapper(db, packColumns(names)) : undefined;

  /** Undefined when there are no rows. */
  function read(range: number): CopiedRange | undefined {
    const first = BigInt(range) << shift;
    const rows = (
      column === undefined ? rowsIn.all() : rowsIn.all(first, first + (1n << shift))
    ) as Row[];
    if (rows.length === 0) return undefined;
    const stored = encodeRows(names.length, rows);
    const id = files.idOf(Buffer.concat([Buffer.from(`${name}\n`), stored]));
    if (!files.has(id)) {
      files.write(id, unwrap ? encodeRows(names.length, rows.map(unwrap)) : stored);
    }
    return { range, id, rows: rows.length };
  }

  function readAll(): CopiedRange[] {
    if (column === undefined) return [read(0) ?? []].flat();
    const next = db
      .prepare(`SELECT min(${column}) FROM ${quoted(name)} WHERE ${column} >= ?`)
      .safeIntegers()
      .pluck();
    const ranges: CopiedRange[] = [];
    for (let from = -(2n ** 62n); ; ) {
      const first = next.get(from) as bigint | null;
      if (first === null) return ranges;
      const range = first >> shift;
      const copied = read(Number(range));
      if (copied) ranges.push(copied);
      from = (range + 1n) << shift;
    }
  }

  return { read, readAll };
}

/** Tables inside of an index of words come with the index. */
function readSchema(db: Connection): SchemaEntry[] {
  return db
    .rows<SchemaEntry>(
      `SELECT s.type, s.name, s.sql FROM sqlite_schema s LEFT JOIN pragma_table_list l ON l.schema = 'main' AND l.name = s.name
       WHERE s.sql IS NOT NULL AND s.name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND l.type IS NOT 'shadow' ORDER BY s.rowid`,
    )
    .all();
}
