/**
 * Which rows each segment of this device contains, so that a segment can be written again without those that were deleted. Rows are kept
 * as runs of ids: what is captured one after the other is sent one after the other. Runs in the writer thread.
 */
import type { Connection } from '../kernel/connection.ts';
import type { Draft, SentRun, SyncRecord } from './records.ts';
import { columnsOf } from './segments/columns.ts';
import { readContent, type SegmentHead, type Unreadable } from './segments/segment-content.ts';
import { SYNCED_TABLES, type SyncedTable, type syncIds } from './sync-ids.ts';

/** So that the trigger that looks for a row (`sync_row_gone_note`) need not look at all runs before it. */
const MOST_IN_RUN = 256;
/** A segment with less of it deleted waits for so long: writing it again means to send all the rest again. */
const PATIENCE_MS = 24 * 3_600_000;

/** A segment that contains deleted rows. */
export interface StaleSegment {
  sequence: number;
  gone: number;
}

/** What of a segment is to stay. */
export interface KeptRecords extends SegmentHead, Pick<Draft, 'columns' | 'recordCount'> {}

export function runsOf(rows: readonly (readonly [table: SyncedTable, id: number])[]): SentRun[] {
  const runs: SentRun[] = [];
  const sorted = rows.toSorted(([a, i], [b, j]) => (a === b ? i - j : a < b ? -1 : 1));
  for (const [table, id] of sorted) {
    const run = runs.at(-1);
    const isNear = run?.[0] === table && id <= run[2] + 1 && id - run[1] < MOST_IN_RUN;
    if (run && isNear) run[2] = id;
    else runs.push([table, id, id]);
  }
  return runs;
}

export function sentRows(db: Connection, ids: ReturnType<typeof syncIds>) {
  const sql = {
    addRun: db.prepare(
      'INSERT OR REPLACE INTO sync_told (entity, first_row, last_row, sequence) VALUES (?, ?, ?, ?)',
    ),
    addSegment: db.prepare(
      'INSERT OR REPLACE INTO sync_segment (sequence, told, gone) VALUES (?, ?, ?)',
    ),
    noteSince: db.prepare(
      'UPDATE sync_segment SET gone_since_ms = ? WHERE gone > 0 AND gone_since_ms IS NULL',
    ),
    stale: db.rows<StaleSegment>(
      `SELECT sequence, gone FROM sync_segment s WHERE gone > 0 AND (gone * 2 >= told OR gone_since_ms <= ?)
       AND NOT EXISTS (SELECT 1 FROM sync_outbox o WHERE o.sequence = s.sequence) ORDER BY sequence LIMIT ?`,
    ),
    tidied: db.prepare(
      'UPDATE sync_segment SET told = ?, gone = max(0, gone - ?), gone_since_ms = NULL WHERE sequence = ?',
    ),
    isGone: db.values('SELECT 1 FROM sync_gone WHERE sync_id = ?'),
    present: Object.fromEntries(
      SYNCED_TABLES.map((table) => [
        table,
        db.values(`SELECT count(*) FROM ${table} WHERE id BETWEEN ? AND ?`),
      ]),
    ),
  };

  const isGone = (syncId: string) => sql.isGone.get(syncId) !== undefined;

  function isOver(record: SyncRecord): boolean {
    switch (record.kind) {
      // They report a deletion, and must stay.
      case 'gone':
      case 'silence':
        return false;
      case 'media':
        if (record.sound && ids.findRow('audio_chunk', record.sound.chunk) === undefined) {
          return true;
        }
        if (!record.sound) return record.frames.every(([frame]) => isGone(frame));
        break;
      case 'wish':
        // It was heard, or is asked again.
        return true;
      case 'tag':
        if (record.of === 'audio_chunk') {
          return ids.findRow('audio_chunk', record.id) === undefined;
        }
        break;
      default:
    }
    return isGone(record.id);
  }

  return {
    /** With the segment that contains them. */
    noteSent(sequence: number, runs: readonly SentRun[], told: number): void {
      let gone = 0;
      for (const [table, first, last] of runs) {
        sql.addRun.run(table, first, last, sequence);
        // What was deleted since the segment was drafted.
        gone += last - first + 1 - (sql.present[table]?.get(first, last) as number);
      }
      sql.addSegment.run(sequence, told, gone);
    },
    calls: {
      /** Segments that are worth being written again. */
      listStaleSegments(nowMs: number, limit: number): StaleSegment[] {
        sql.noteSince.run(nowMs);
        return sql.stale.all(nowMs - PATIENCE_MS, limit);
      },
      /** A segment of this device, without what was deleted. */
      withoutGone(packed: Uint8Array): KeptRecords | Unreadable {
        const read = readContent(packed);
        if ('newerVersion' in read) return read;
        const kept = [...read.records].filter((record) => !isOver(record));
        const { previous, standsFor } = read;
        return { previous, standsFor, columns: columnsOf(kept), recordCount: kept.length };
      },
      /** It was written again, with so many records. */
      segmentTidied: ({ sequence, gone }: StaleSegment, told: number) =>
        void sql.tidied.run(told, gone, sequence),
    },
  };
}
