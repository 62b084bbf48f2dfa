/**
 * Which tables a copy by rows holds, and into which ranges it divides each. A range is a run of keys, so that a day's work changes few of
 * them. What the service derives from other rows (indexes of words, tallies) is not copied: restoring rebuilds it.
 */
import type { Connection } from '../../kernel/connection.ts';

/** Rebuilt by `repair/rebuild-index.ts`. */
const DERIVED = new Set(['hour', 'context_hour', 'context_total', 'app_hour']);
/** Settings of the indexes of words, which SQLite lists as their internal tables. */
const INDEX_SETTINGS = /_fts_config$/;
/** Written by the triggers themselves, or by SQLite: copied as a whole each time. */
const UNMARKED = new Set(['changed_range', 'examined_range', 'sqlite_sequence']);

/** 2^10 rows where ids are counted. */
const ROWS_SHIFT = 10;
/** Frames with many words are large. Others have times as keys: eight hours of document keys, 68 hours of minutes, 25 days of milliseconds. */
const OTHER_DIVISIONS: Readonly<Record<string, Division>> = {
  frame_pack: { column: 'frame_id', shift: 8 },
  document: { column: 'key', shift: 25 },
  document_text: { column: 'key', shift: 25 },
  passage_queue: { column: 'key', shift: 25 },
  access_log: { column: 'minute', shift: 12 },
  coverage_span: { column: 'start_ms', shift: 31 },
};

interface Division {
  readonly column: string;
  readonly shift: number;
}

export interface CopiedTable {
  readonly name: string;
  /** Undefined: the table is one range. */
  readonly division: Division | undefined;
  /** The columns that make the order of rows the same each time. */
  readonly order: string;
  /** Whether triggers mark its changes. */
  readonly isMarked: boolean;
}

interface ListedTable {
  readonly schema: string;
  readonly name: string;
  readonly type: string;
  readonly wr: number;
}

interface ListedColumn {
  readonly name: string;
  readonly type: string;
  readonly pk: number;
}

/** In the order of their names. */
export function listCopiedTables(db: Connection): CopiedTable[] {
  return (db.pragma('table_list') as ListedTable[])
    .filter(({ schema, name, type }) => schema === 'main' && isCopied(name, type))
    .map((table) => describe(db, table))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

function isCopied(name: string, type: string): boolean {
  if (type === 'shadow') return INDEX_SETTINGS.test(name);
  if (type !== 'table' || DERIVED.has(name)) return false;
  return !name.startsWith('sqlite_') || name === 'sqlite_sequence';
}

function describe(db: Connection, { name, type, wr }: ListedTable): CopiedTable {
  const columns = db.pragma(`table_info(${quoted(name)})`) as ListedColumn[];
  const primary = columns.filter(({ pk }) => pk > 0).sort((a, b) => a.pk - b.pk);
  const isMarked = type === 'table' && !UNMARKED.has(name);
  const order = wr ? primary.map((column) => quoted(column.name)).join(', ') : 'rowid';
  return { name, division: divisionOf(name, wr === 1, primary), order, isMarked };
}

function divisionOf(
  name: string,
  isWithoutRowid: boolean,
  primary: readonly ListedColumn[],
): Division | undefined {
  if (UNMARKED.has(name)) return undefined;
  const other = OTHER_DIVISIONS[name];
  if (other) return other;
  if (!isWithoutRowid) return { column: 'rowid', shift: ROWS_SHIFT };
  const [first] = primary;
  return first?.type === 'INTEGER' ? { column: first.name, shift: ROWS_SHIFT } : undefined;
}

/** SQL for the range of a row; `of` is `NEW`, `OLD` or empty. */
export function rangeOf({ division }: CopiedTable, of = ''): string {
  if (!division) return '0';
  const { column, shift } = division;
  const name = column === 'rowid' ? 'rowid' : quoted(column);
  return `(${of === '' ? '' : `${of}.`}${name} >> ${shift})`;
}

export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
