/**
 * Speakers that other devices tell about. A transcription may name a speaker before that speaker's own record arrives, so a name is
 * enough to make one; merged speakers lead to the one that took their place. Runs in the writer thread.
 */
import type { contentWriter } from '../content/add.ts';
import type { Connection } from '../kernel/connection.ts';
import type { SpeakerRecord } from './records.ts';
import type { syncIds } from './sync-ids.ts';

export function remoteSpeakers(
  db: Connection,
  parts: {
    ids: ReturnType<typeof syncIds>;
    audio: ReturnType<typeof contentWriter>['audio'];
    speakers: ReturnType<typeof contentWriter>['speakers'];
    isNewer: (syncId: string, field: string, clock: number, machineId: string) => boolean;
    setField: (syncId: string, field: string, clock: number, machineId: string) => void;
  },
) {
  const { ids, audio, speakers } = parts;
  const sql = {
    insert: db.prepare('INSERT INTO speakers (sync_id) VALUES (?)'),
    gone: db.values<string | null>('SELECT merged_into FROM sync_gone WHERE sync_id = ?'),
    rowsOf: db.values<number>('SELECT id FROM transcription WHERE speaker_id = ? ORDER BY key'),
    releaseVoices: db.prepare(
      'UPDATE speaker_embeddings SET speaker_id = NULL WHERE speaker_id = ?',
    ),
    dropChange: db.prepare(
      "DELETE FROM sync_change WHERE entity = 'speakers' AND row_id = ? AND field = ?",
    ),
  };

  /** Null when the speaker was deleted, or two devices merged two speakers into each other. */
  function heirOf(syncId: string): string | null {
    const seen = new Set<string>();
    let name: string | null = syncId;
    while (name !== null && !seen.has(name)) {
      seen.add(name);
      const mergedInto = sql.gone.get(name);
      if (mergedInto === undefined) return name;
      name = mergedInto;
    }
    return null;
  }

  /** Made when it is not there yet. */
  function rowFor(syncId: string | null): number | null {
    const heir = syncId === null ? null : heirOf(syncId);
    if (heir === null) return null;
    return ids.findRow('speakers', heir) ?? Number(sql.insert.run(heir).lastInsertRowid);
  }

  return {
    rowFor,
    apply(record: SpeakerRecord, machineId: string): void {
      const { id, clock, name, metadata, hallucination } = record;
      const row = rowFor(id);
      if (row === null) return;
      const takes = (field: string, value: unknown) => {
        if (value === undefined || !parts.isNewer(id, field, clock, machineId)) return false;
        parts.setField(id, field, clock, machineId);
        sql.dropChange.run(row, field);
        return true;
      };
      if (takes('name', name)) speakers.update(row, { name: name ?? '' });
      if (takes('metadata', metadata)) speakers.update(row, { metadata: metadata ?? '' });
      if (takes('hallucination', hallucination))
        speakers.markHallucination(row, hallucination === true);
    },
    /** What it said goes to its heir, or is nobody's: each deleted transcription is sent by itself. */
    remove(row: number, mergedInto: string | undefined): void {
      const heir = rowFor(mergedInto ?? null);
      if (heir !== null && heir !== row) {
        speakers.merge(heir, row);
        return;
      }
      for (const id of sql.rowsOf.all(row)) {
        audio.updateTranscription(id, { speakerId: null });
      }
      sql.releaseVoices.run(row);
      speakers.delete(row);
    },
  };
}
