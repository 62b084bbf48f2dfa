/**
 * Notes which ranges of rows change, so that a daily snapshot reads only those. Triggers in the database write the notes in the transaction
 * of the change itself: no way of writing can leave one out. `openWriter` creates the triggers; `snapshots.ts` begins and ends a copy.
 */
import type { Connection } from '../../kernel/connection.ts';
import type { WriteKernel } from '../../kernel/kernel.ts';
import { type CopiedTable, listCopiedTables, quoted, rangeOf } from './tables.ts';

const CHANGES = [
  { when: 'INSERT', rows: ['NEW'] },
  { when: 'UPDATE', rows: ['OLD', 'NEW'] },
  { when: 'DELETE', rows: ['OLD'] },
] as const;
/** The name in `meta` of the list that the notes are relative to. */
const BASE = 'snapshot_base';

export interface ChangedRanges {
  /** The list that has every other range as it is now; undefined when none was ever finished. */
  readonly baseId: string | undefined;
  /** Whether all of this table has to be read. */
  isWhole(table: string): boolean;
  ranges(table: string): number[];
}

/** A table without its triggers (a new one, one that a migration has rebuilt, one with other ranges) counts as changed as a whole. */
export function markChanges(db: Connection): void {
  const existing = new Map(
    db.tuples<[string, string]>("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'").all(),
  );
  const outdated = listCopiedTables(db)
    .filter(({ isMarked }) => isMarked)
    .flatMap((table) =>
      CHANGES.map(({ when, rows }) => {
        const name = triggerName(table, when);
        return { table: table.name, name, sql: triggerSql(table, when, rows) };
      }),
    )
    .filter(({ name, sql }) => existing.get(name) !== sql);
  if (outdated.length === 0) return;
  const noteWhole = db.prepare('INSERT OR IGNORE INTO changed_range VALUES (?, -1, 1)');
  db.transaction(() => {
    for (const { table, name, sql } of outdated) {
      db.exec(`DROP TRIGGER IF EXISTS ${quoted(name)}`);
      db.exec(sql);
      noteWhole.run(table);
    }
  })();
}

function triggerName({ name }: CopiedTable, when: string): string {
  return `changed_${name}_${when.toLowerCase()}`;
}

/** Without a conflict clause: that of the statement which fires the trigger would replace it. */
function triggerSql(table: CopiedTable, when: string, rows: readonly string[]): string {
  const name = `'${table.name.replaceAll("'", "''")}'`;
  const notes = rows.map((row) => {
    const range = rangeOf(table, row);
    return `INSERT INTO changed_range SELECT ${name}, ${range}, 0 WHERE NOT EXISTS
      (SELECT 1 FROM changed_range WHERE table_name = ${name} AND range = ${range} AND is_whole = 0);`;
  });
  return `CREATE TRIGGER ${quoted(triggerName(table, when))} AFTER ${when} ON ${quoted(table.name)} BEGIN ${notes.join(' ')} END`;
}

/** As the connection sees them in its transaction. */
export function readChangedRanges(db: Connection): ChangedRanges {
  const noted = db
    .tuples<[string, number, number]>(
      `SELECT table_name, range, is_whole FROM changed_range
       UNION SELECT table_name, range, is_whole FROM examined_range ORDER BY 1, 2`,
    )
    .all();
  const whole = new Set(noted.filter(([, , isWhole]) => isWhole === 1).map(([table]) => table));
  const baseId = db.values('SELECT value FROM meta WHERE name = ?').get(BASE);
  return {
    baseId: baseId as string | undefined,
    isWhole: (table) => whole.has(table),
    ranges: (table) =>
      noted.filter(([name, , isWhole]) => name === table && isWhole === 0).map(([, at]) => at),
  };
}

export function snapshotWrites({ db }: WriteKernel) {
  return {
    /** Before a snapshot: what changes from now on counts for the next one. */
    begin(): void {
      db.exec(`INSERT OR IGNORE INTO examined_range SELECT * FROM changed_range;
               DELETE FROM changed_range;`);
    },
    /** After a snapshot is whole and on the disk. */
    finish(listId: string): void {
      db.exec('DELETE FROM examined_range');
      db.prepare('INSERT OR REPLACE INTO meta (name, value) VALUES (?, ?)').run(BASE, listId);
    },
  };
}
