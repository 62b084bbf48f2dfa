/** Global names of local rows: a UUID each, given when a row is first sent to other devices. Runs in the writer thread. */
import { randomUUID } from 'node:crypto';
import type { Connection } from '../kernel/connection.ts';

export const SYNCED_TABLES = [
  'frame',
  'transcription',
  'ui_text',
  'input_event',
  'audio_chunk',
  'speakers',
] as const;
export type SyncedTable = (typeof SYNCED_TABLES)[number];

export function syncIds(db: Connection) {
  const statements = (table: SyncedTable) => ({
    find: db.values<number>(`SELECT id FROM ${table} WHERE sync_id = ?`),
    of: db.values<string | null>(`SELECT sync_id FROM ${table} WHERE id = ?`),
    set: db.prepare(`UPDATE ${table} SET sync_id = ? WHERE id = ?`),
  });
  const sql = Object.fromEntries(SYNCED_TABLES.map((table) => [table, statements(table)])) as {
    [table in SyncedTable]: ReturnType<typeof statements>;
  };
  return {
    findRow: (table: SyncedTable, syncId: string) => sql[table].find.get(syncId),
    /** Whether others may have received it. */
    isNamed: (table: SyncedTable, rowId: number) => typeof sql[table].of.get(rowId) === 'string',
    /** Undefined when there is no such row. */
    nameOf(table: SyncedTable, rowId: number): string | undefined {
      const known = sql[table].of.get(rowId);
      if (known !== null) return known;
      const syncId = randomUUID();
      sql[table].set.run(syncId, rowId);
      return syncId;
    },
  };
}
