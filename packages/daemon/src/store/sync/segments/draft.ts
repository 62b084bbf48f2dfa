/**
 * Turns noted changes into the records of the next segment, and keeps sealed segments until they have arrived. Drafting changes
 * nothing but names; the changes go in the same transaction that puts the sealed bytes into the outbox, so that
 * a kill at any point neither loses nor doubles a record. Runs in the writer thread.
 */
import type { transcriptionWriter } from '#store/audio/transcriptions.ts';
import type { Connection } from '#store/kernel/connection.ts';
import { localRecords } from '../local-records.ts';
import type { Draft, SyncRecord, TextRecord } from '../records.ts';
import { runsOf, type sentRows } from '../sent-rows.ts';
import type { SyncedTable, syncIds } from '../sync-ids.ts';
import { columnsOf } from './columns.ts';

interface Change {
  id: number;
  entity: string;
  row_id: number;
  field: string;
  detail: string;
  clock: number;
}

/** Of a record without its text, and of the place of a word. */
const RECORD_BYTES = 300;
const BOX_BYTES = 100;

export interface DraftLimits {
  maxRecords: number;
  /** Of the records as JSON, roughly. */
  maxBytes: number;
  /** Whether the places of words go too. */
  withBoxes: boolean;
}

/** Tables whose rows say when they were sent. */
const STAMPED = ['frame', 'transcription', 'ui_text', 'input_event'] as const;
/** Changes that tell nothing of what a row holds. */
const SILENT_FIELDS = ['gone', 'wish', 'say'];

/** Roughly, as JSON. */
function sizeOf(record: SyncRecord): number {
  const textLength = 'text' in record ? record.text.length : 0;
  const boxes = 'boxes' in record ? (record.boxes?.length ?? 0) : 0;
  return RECORD_BYTES + textLength + boxes * BOX_BYTES;
}

interface DraftParts {
  ids: ReturnType<typeof syncIds>;
  sent: Pick<ReturnType<typeof sentRows>, 'noteSent'>;
  transcriptions: Pick<ReturnType<typeof transcriptionWriter>, 'find'>;
}

export function draftWriter(db: Connection, parts: DraftParts) {
  const { ids } = parts;
  const local = localRecords(db, parts);
  const sql = draftSql(db);
  const recordOf = changeRecords(local, sql, ids);

  return {
    draftSegment({ maxRecords, maxBytes, withBoxes }: DraftLimits): Draft {
      const changes = sql.changes.all(maxRecords + 1);
      const changeIds: number[] = [];
      const records: SyncRecord[] = [];
      const rows: [table: string, id: number][] = [];
      const sentInFull = new Set<string>();
      const sent: [SyncedTable, number][] = [];
      let bytes = 0;
      let hasMore = false;
      for (const change of changes) {
        hasMore = changeIds.length >= maxRecords || bytes >= maxBytes;
        if (hasMore) break;
        changeIds.push(change.id);
        const record = recordOf(change, sentInFull, withBoxes);
        if (!record) continue;
        records.push(record);
        bytes += sizeOf(record);
        const { entity, row_id, field } = change;
        if (field === 'new') rows.push([entity, row_id]);
        if (!SILENT_FIELDS.includes(field)) sent.push([entity as SyncedTable, row_id]);
      }
      return {
        changeIds,
        hasMore,
        sent: runsOf(sent),
        rows: JSON.stringify(rows),
        columns: columnsOf(records),
        recordCount: records.length,
        sequence: Number(sql.meta.get('sync_next')),
        previousHash: sql.meta.get('sync_last_hash') as string,
      };
    },
    /** The changes become a sealed segment. */
    stageSegment(segment: {
      sequence: number;
      bytes: Uint8Array;
      hash: string;
      changeIds: readonly number[];
      rows: Draft['rows'];
      sent: Draft['sent'];
      /** How many records it has. */
      records: number;
    }): void {
      for (const id of segment.changeIds) sql.drop.run(id);
      if (segment.bytes.length === 0) return;
      sql.stage.run(segment.sequence, Buffer.from(segment.bytes), segment.rows);
      parts.sent.noteSent(segment.sequence, segment.sent, segment.records);
      sql.setMeta.run(String(segment.sequence + 1), 'sync_next');
      sql.setMeta.run(segment.hash, 'sync_last_hash');
    },
    /** It has arrived. */
    confirmSegment(sequence: number, atMs: number): void {
      const rows = sql.staged.get(sequence);
      if (rows === undefined) return;
      const at = new Date(atMs).toISOString();
      for (const [table, id] of JSON.parse(rows) as [SyncedTable, number][]) {
        sql.stamp[table]?.run(at, id);
      }
      sql.unstage.run(sequence);
    },
  };
}

/** Makes the record that describes a change to other devices. */
function changeRecords(
  local: ReturnType<typeof localRecords>,
  sql: ReturnType<typeof draftSql>,
  ids: DraftParts['ids'],
) {
  function newRecord(entity: string, id: number, withBoxes: boolean): SyncRecord | undefined {
    switch (entity) {
      case 'frame':
        return local.frame(id, withBoxes);
      case 'transcription':
        return local.transcription(id);
      case 'ui_text':
        return local.uiText(id);
      case 'input_event':
        return local.inputEvent(id);
      default:
        return local.speaker(id, 'new', 0);
    }
  }

  function goneRecord({ entity, row_id, detail }: Change): SyncRecord {
    const of = entity as 'frame';
    if (entity === 'sound') return { kind: 'silence', id: detail };
    if (entity !== 'speakers') return { kind: 'gone', of, id: detail };
    const heir = sql.redirect.get(row_id);
    const heirName = heir === undefined ? undefined : ids.nameOf('speakers', heir);
    const mergedInto = sql.merged.get(heirName ?? null, detail);
    return { kind: 'gone', of: 'speakers', id: detail, mergedInto: mergedInto ?? undefined };
  }

  function tagRecord({ entity, row_id, detail, clock }: Change): SyncRecord | undefined {
    const of = entity as 'frame' | 'audio_chunk';
    const name = ids.nameOf(of, row_id);
    if (name === undefined) return undefined;
    const isSet = sql.hasTag[of].get(row_id, detail) !== undefined;
    // One of before it had a name: sent again, it is not to look newer than it is.
    sql.noteField.run(name, `tag:${detail}`, clock, sql.meta.get('sync_machine'));
    return { kind: 'tag', of, id: name, clock, name: detail, isSet };
  }

  function spokenByRecord({ row_id, clock }: Change): SyncRecord | undefined {
    const name = ids.nameOf('transcription', row_id);
    if (name === undefined) return undefined;
    const speaker = local.speakerName(sql.speakerOf.get(row_id) as number | null);
    return { kind: 'spoken_by', id: name, clock, speaker };
  }

  function wishRecord(entity: string, rowId: number): SyncRecord | undefined {
    const of = entity === 'audio_chunk' ? entity : undefined;
    const id = ids.nameOf(of ?? 'frame', rowId);
    if (id === undefined) return undefined;
    return { kind: 'wish', id, of, atMs: sql.nowMs.get() as number };
  }

  /** Undefined when the row was deleted (a delete record covers that), or this segment already has the full current row. */
  return (change: Change, sentInFull: Set<string>, withBoxes: boolean): SyncRecord | undefined => {
    const { entity, row_id, field, clock } = change;
    const row = `${entity} ${row_id}`;
    if (field === 'new') {
      // Others may know one that has a name, as it was: what has changed of it is sent in addition.
      if (!ids.isNamed(entity as SyncedTable, row_id)) sentInFull.add(row);
      return newRecord(entity, row_id, withBoxes);
    }
    // Tags and requests never are part of a record.
    if (sentInFull.has(row) && field !== 'tag:' && field !== 'wish') return undefined;
    switch (field) {
      case 'gone':
        return goneRecord(change);
      case 'tag:':
        return tagRecord(change);
      case 'speaker':
        return spokenByRecord(change);
      case 'text':
        return local.text(entity as TextRecord['of'], row_id, clock, withBoxes);
      case 'wish':
        return wishRecord(entity, row_id);
      case 'say':
        return JSON.parse(change.detail) as SyncRecord;
      default:
        return local.speaker(row_id, field, clock);
    }
  };
}

function draftSql(db: Connection) {
  return {
    changes: db.rows<Change>('SELECT * FROM sync_change ORDER BY id LIMIT ?'),
    drop: db.prepare('DELETE FROM sync_change WHERE id = ?'),
    nowMs: db.values<number>('SELECT sync_now_ms()'),
    meta: db.values<string>('SELECT value FROM meta WHERE name = ?'),
    setMeta: db.prepare('UPDATE meta SET value = ? WHERE name = ?'),
    stage: db.prepare('INSERT INTO sync_outbox (sequence, bytes, rows) VALUES (?, ?, ?)'),
    staged: db.values<string>('SELECT rows FROM sync_outbox WHERE sequence = ?'),
    unstage: db.prepare('DELETE FROM sync_outbox WHERE sequence = ?'),
    noteField: db.prepare(
      'INSERT OR IGNORE INTO sync_field (sync_id, field, clock, machine_id) VALUES (?, ?, ?, ?)',
    ),
    redirect: db.values<number>('SELECT speaker_id FROM speaker_redirect WHERE id = ?'),
    merged: db.values<string | null>(
      `UPDATE sync_gone SET merged_into = coalesce(merged_into, ?) WHERE sync_id = ? RETURNING merged_into`,
    ),
    speakerOf: db.values<number | null>('SELECT speaker_id FROM transcription WHERE id = ?'),
    hasTag: {
      frame: db.values(
        'SELECT 1 FROM vision_tags l JOIN tags t ON t.id = l.tag_id WHERE l.vision_id = ? AND t.name = ?',
      ),
      audio_chunk: db.values(
        'SELECT 1 FROM audio_tags l JOIN tags t ON t.id = l.tag_id WHERE l.audio_chunk_id = ? AND t.name = ?',
      ),
    },
    stamp: Object.fromEntries(
      STAMPED.map((table) => [table, db.prepare(`UPDATE ${table} SET synced_at = ? WHERE id = ?`)]),
    ),
  };
}
