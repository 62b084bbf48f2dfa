/**
 * Transcriptions: what was said, by whom, on which devices, in which recording. Each is a document like a frame's
 * text, unless its speaker is a hallucination: then it is kept apart, where no search, tally or list looks. Runs in
 * the writer thread, always inside its caller's transaction; the caller flushes the documents.
 */
import { serviceError } from '#core/errors.ts';
import { packDevices, unpackDevices } from '../content/contexts.ts';
import type { documentWriter } from '../content/documents.ts';
import type { Connection } from '../kernel/connection.ts';
import type { NewTranscription } from '../new-records.ts';
import { originColumns } from '../sync/origin.ts';
import type { TranscriptionChange } from './audio-records.ts';

/** A transcription where it is now, hidden or not. */
export interface StoredTranscription {
  id: number;
  /** Negative while it is hidden. */
  key: number;
  chunkId: number;
  speakerId: number | null;
  atMs: number;
  deviceName: string;
  isInput: boolean;
  otherDevices: string[];
  /** Empty: heard here. */
  machineId: string;
  text: string;
}

type Row = Omit<StoredTranscription, 'isInput' | 'otherDevices'> & {
  isInput: number;
  otherDevices: string;
};

const COLUMNS = 'a.id, a.key, a.audio_chunk_id AS chunkId, a.speaker_id AS speakerId';

export function transcriptionWriter(db: Connection, documents: ReturnType<typeof documentWriter>) {
  const sql = transcriptionSql(db);
  const { isHiddenWith, contextOf, hide, rewrite } = transcriptionIndex(sql, documents);

  function find(id: number): StoredTranscription | undefined {
    const row = (sql.find.get(id) ?? sql.findHidden.get(id)) as Row | undefined;
    return (
      row && {
        ...row,
        isInput: row.isInput === 1,
        otherDevices: unpackDevices(row.otherDevices),
      }
    );
  }

  function chunkFor({ chunkId, filePath, atMs }: NewTranscription): number {
    if (chunkId === undefined) return Number(sql.chunk.run(filePath ?? '', atMs).lastInsertRowid);
    if (sql.hasChunk.get(chunkId) === undefined)
      throw serviceError('AUDIO_CHUNK_NOT_FOUND', { chunkId });
    return chunkId;
  }

  return {
    find,
    /** Rejects a speaker or a chunk that is not there. */
    insert(one: NewTranscription): { id: number; chunkId: number } {
      const speakerId = one.speakerId ?? null;
      const isHidden = isHiddenWith(speakerId);
      const chunkId = chunkFor(one);
      const insertRow = (key: number) =>
        Number(
          sql.insert.run(
            key,
            chunkId,
            one.offsetIndex ?? -1,
            one.engine,
            one.language ?? null,
            one.startSecs ?? null,
            one.endSecs ?? null,
            speakerId,
            ...originColumns(one.origin),
          ).lastInsertRowid,
        );
      const { atMs, deviceName, isInput, otherDevices = [], text } = one;
      const machineId = one.origin?.machineId ?? '';
      const heardOn = { deviceName, isInput, otherDevices: [...otherDevices], machineId };
      const said = { speakerId, atMs, ...heardOn, text };
      if (!isHidden) {
        const id = documents.insert({ atMs, context: contextOf(said), text }, insertRow);
        return { id, chunkId };
      }
      const id = insertRow(-1);
      hide({ ...said, id, key: -id, chunkId });
      return { id, chunkId };
    },
    /** False when there is no such transcription. */
    update(id: number, change: TranscriptionChange): boolean {
      const before = find(id);
      if (!before) return false;
      const { engine = null, language, startSecs, endSecs, otherDevices = [] } = change;
      sql.setPlace.run({
        id,
        engine,
        language: language ?? null,
        hasLanguage: Number(language !== undefined),
        startSecs: startSecs ?? null,
        endSecs: endSecs ?? null,
        hasStart: Number(startSecs !== undefined),
        hasEnd: Number(endSecs !== undefined),
      });
      const heardOn = [...before.otherDevices, ...otherDevices];
      rewrite(before, {
        ...before,
        atMs: change.atMs ?? before.atMs,
        text: change.text ?? before.text,
        speakerId: change.speakerId === undefined ? before.speakerId : change.speakerId,
        otherDevices: [...new Set(heardOn)].filter((name) => name !== before.deviceName),
      });
      return true;
    },
    /** The row alone; its voices are not touched. */
    setSpeaker(id: number, speakerId: number | null): void {
      const before = find(id);
      if (before && before.speakerId !== speakerId) rewrite(before, { ...before, speakerId });
    },
    /** Into or out of hiding, when the mark of its speaker has changed. */
    refresh(id: number): void {
      const one = find(id);
      if (one && one.key < 0 !== isHiddenWith(one.speakerId)) rewrite(one, one);
    },
    /** The row and its text; what belongs to it is the caller's. */
    remove(one: Pick<StoredTranscription, 'id' | 'key'>): void {
      if (one.key >= 0) documents.delete(one.key);
      sql.remove.run(one.id);
    },
  };
}

/** Keeps the document of a transcription current; hidden speakers have none. */
function transcriptionIndex(
  sql: ReturnType<typeof transcriptionSql>,
  documents: ReturnType<typeof documentWriter>,
) {
  function isHiddenWith(speakerId: number | null): boolean {
    if (speakerId === null) return false;
    const flag = sql.isHallucination.get(speakerId);
    if (flag === undefined) throw serviceError('SPEAKER_NOT_FOUND', { speakerId });
    return flag === 1;
  }

  function contextOf(one: Omit<StoredTranscription, 'id' | 'key' | 'chunkId'>) {
    const { deviceName, isInput, otherDevices, machineId, speakerId } = one;
    const context = { kind: 'audio' as const, deviceName, isInput, otherDevices, machineId };
    return speakerId === null ? context : { ...context, speakerId };
  }

  function hide(one: StoredTranscription): void {
    const others = packDevices(one.otherDevices);
    const { id, atMs, deviceName, isInput, machineId, text } = one;
    sql.hide.run(id, atMs, deviceName, Number(isInput), others, machineId, text);
    sql.setKey.run(-one.id, one.id);
  }

  function show(one: StoredTranscription): void {
    sql.unhide.run(one.id);
    documents.insert({ atMs: one.atMs, context: contextOf(one), text: one.text }, (key) => {
      sql.setKey.run(key, one.id);
      return one.id;
    });
  }

  /** Writes `after` over `before`: into or out of hiding as its speaker asks for. */
  function rewrite(before: StoredTranscription, after: StoredTranscription): void {
    if (before.speakerId !== after.speakerId) sql.setSpeaker.run(after.speakerId, after.id);
    const wasHidden = before.key < 0;
    const isHidden = isHiddenWith(after.speakerId);
    if (isHidden) {
      if (!wasHidden) documents.delete(before.key);
      hide(after);
    } else if (wasHidden) {
      show(after);
    } else if (before.atMs !== after.atMs) {
      // The key of a document holds its hour.
      documents.delete(before.key);
      show(after);
    } else {
      documents.setContext(before.key, contextOf(after));
      if (before.text !== after.text) documents.replaceText(before.key, after.text);
    }
  }

  return { isHiddenWith, contextOf, hide, rewrite };
}

function transcriptionSql(db: Connection) {
  return {
    chunk: db.prepare('INSERT INTO audio_chunk (file_path, at_ms) VALUES (?, ?)'),
    hasChunk: db.values('SELECT 1 FROM audio_chunk WHERE id = ?'),
    insert: db.prepare(
      `INSERT INTO transcription (key, audio_chunk_id, offset_index, engine, language, start_secs, end_secs,
       speaker_id, sync_id, synced_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ),
    setKey: db.prepare('UPDATE transcription SET key = ? WHERE id = ?'),
    setSpeaker: db.prepare('UPDATE transcription SET speaker_id = ? WHERE id = ?'),
    setPlace: db.prepare(
      `UPDATE transcription SET engine = coalesce(:engine, engine), language = iif(:hasLanguage, :language, language),
       start_secs = iif(:hasStart, :startSecs, start_secs), end_secs = iif(:hasEnd, :endSecs, end_secs) WHERE id = :id`,
    ),
    remove: db.prepare('DELETE FROM transcription WHERE id = ?'),
    find: db.prepare(
      `SELECT ${COLUMNS}, d.at_ms AS atMs, c.device_name AS deviceName, c.is_input AS isInput,
       c.other_devices AS otherDevices, c.machine_id AS machineId, coalesce(t.text, '') AS text FROM transcription a
       JOIN document d ON d.key = a.key JOIN context c ON c.id = d.context_id
       LEFT JOIN document_text t ON t.key = a.key WHERE a.id = ?`,
    ),
    findHidden: db.prepare(
      `SELECT ${COLUMNS}, h.at_ms AS atMs, h.device_name AS deviceName, h.is_input AS isInput,
       h.other_devices AS otherDevices, h.machine_id AS machineId, h.text FROM transcription a
       JOIN hidden_transcription h ON h.transcription_id = a.id WHERE a.id = ?`,
    ),
    hide: db.prepare(
      `INSERT OR REPLACE INTO hidden_transcription (transcription_id, at_ms, device_name, is_input, other_devices,
       machine_id, text) VALUES (?, ?, ?, ?, ?, ?, ?)`,
    ),
    unhide: db.prepare('DELETE FROM hidden_transcription WHERE transcription_id = ?'),
    isHallucination: db.values<number>('SELECT hallucination FROM speakers WHERE id = ?'),
  };
}
