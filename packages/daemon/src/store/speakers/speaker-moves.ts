/**
 * Gives transcriptions and their voices to other speakers, together. Everything that changes who said something goes
 * through here, so that rows, voices, centroids and the index always agree. Runs in the writer thread.
 */
import { serviceError } from '#core/errors.ts';
import type { transcriptionWriter } from '../audio/transcriptions.ts';
import type { Connection } from '../kernel/connection.ts';
import type { voiceWriter } from './speaker-voices.ts';

export interface SpeakerRow {
  id: number;
  name: string;
  metadata: string;
  hallucination: number;
}

export function speakerMoves(
  db: Connection,
  parts: {
    transcriptions: ReturnType<typeof transcriptionWriter>;
    voices: ReturnType<typeof voiceWriter>;
  },
) {
  const { transcriptions, voices } = parts;
  const sql = {
    find: db.rows<SpeakerRow>(
      'SELECT id, name, metadata, hallucination FROM speakers WHERE id = ?',
    ),
    insert: db.prepare('INSERT INTO speakers (name) VALUES (?)'),
    remove: db.prepare('DELETE FROM speakers WHERE id = ?'),
    // In order of time: the index is quickest that way.
    rowsOf: db.values<number>('SELECT id FROM transcription WHERE speaker_id = ? ORDER BY key'),
    hasRows: db.values('SELECT 1 FROM transcription WHERE speaker_id = ? LIMIT 1'),
    hasVoices: db.values('SELECT 1 FROM speaker_embeddings WHERE speaker_id = ? LIMIT 1'),
    redirectChain: db.prepare('UPDATE speaker_redirect SET speaker_id = ? WHERE speaker_id = ?'),
    redirect: db.prepare('INSERT OR REPLACE INTO speaker_redirect (id, speaker_id) VALUES (?, ?)'),
    touch: db.prepare("UPDATE meta SET value = value + 1 WHERE name = 'voices_revision'"),
  };

  function get(id: number): SpeakerRow {
    const speaker = sql.find.get(id);
    if (!speaker) throw serviceError('SPEAKER_NOT_FOUND', { speakerId: id });
    return speaker;
  }

  function moveAll(from: number, to: number): void {
    for (const id of sql.rowsOf.all(from)) transcriptions.setSpeaker(id, to);
    voices.move(voices.ofSpeaker(from), to);
  }

  function isEmpty(id: number): boolean {
    return sql.hasRows.get(id) === undefined && sql.hasVoices.get(id) === undefined;
  }

  /** Something is not as it was: whatever is being decided about voices starts again. */
  function touch(): void {
    sql.touch.run();
  }

  return {
    get,
    create: (name = ''): number => Number(sql.insert.run(name).lastInsertRowid),
    listRows: (speakerId: number) => sql.rowsOf.all(speakerId),
    isEmpty,
    /** Rejects when there is no such speaker. Null: unknown. */
    move(transcriptionId: number, to: number | null): void {
      transcriptions.setSpeaker(transcriptionId, to);
      const voice = voices.findOf(transcriptionId);
      if (voice) voices.move([voice], to);
    },
    /** Everything of `from`, which then is no more; its id leads to `to`. */
    merge(from: number, to: number): void {
      moveAll(from, to);
      sql.redirectChain.run(to, from);
      sql.remove.run(from);
      sql.redirect.run(from, to);
    },
    /** A speaker that nobody named and nothing belongs to. True when it went. */
    dropIfEmpty(id: number): boolean {
      const speaker = sql.find.get(id);
      if (speaker?.name !== '' || speaker.hallucination === 1 || !isEmpty(id)) return false;
      sql.remove.run(id);
      // Whoever decides about voices may still know it, even the one whose decision left it empty.
      touch();
      return true;
    },
    touch,
  };
}
