/**
 * What people and the clusterer do to speakers: name, hide, delete, and say whose a voice is. Runs in the writer
 * thread. What can be undone, reassigning and merging, is in `speaker-reassignment.ts`.
 */
import type { VoiceChanges } from '#core/sound/voices.ts';
import type { Speaker } from '../audio/audio-records.ts';
import type { transcriptionWriter } from '../audio/transcriptions.ts';
import type { Connection } from '../kernel/connection.ts';
import type { speakerMoves } from './speaker-moves.ts';
import type { voiceWriter } from './speaker-voices.ts';

export interface SpeakerParts {
  transcriptions: ReturnType<typeof transcriptionWriter>;
  voices: ReturnType<typeof voiceWriter>;
  moves: ReturnType<typeof speakerMoves>;
  /** With all that belongs to it. */
  deleteTranscription: (id: number) => void;
}

export function speakerWriter(db: Connection, parts: SpeakerParts) {
  const { transcriptions, voices, moves } = parts;
  const sql = {
    update: db.prepare('UPDATE speakers SET name = ?, metadata = ? WHERE id = ?'),
    mark: db.prepare('UPDATE speakers SET hallucination = ? WHERE id = ?'),
    remove: db.prepare('DELETE FROM speakers WHERE id = ?'),
    revision: db.values("SELECT value FROM meta WHERE name = 'voices_revision'"),
  };

  /** The speaker it had before. Nothing when it was deleted, or a person has said whose it is: both say more than we know. */
  function assign(turnId: number, to: number | null): number | null {
    const voice = voices.find(turnId);
    if (!voice || voice.isPinned === 1) return null;
    if (voice.transcriptionId === null) voices.move([voice], to);
    else moves.move(voice.transcriptionId, to);
    return voice.speakerId;
  }

  return {
    /** What is absent stays. */
    updateSpeaker(id: number, change: { name?: string; metadata?: string }): Speaker {
      const { name, metadata } = moves.get(id);
      const after = { id, name: change.name ?? name, metadata: change.metadata ?? metadata };
      sql.update.run(after.name, after.metadata, id);
      moves.touch();
      return after;
    },
    /** Its rows leave every search and list, or come back. */
    markHallucination(id: number, isHallucination: boolean): void {
      moves.get(id);
      sql.mark.run(Number(isHallucination), id);
      for (const transcriptionId of moves.listRows(id)) transcriptions.refresh(transcriptionId);
      moves.touch();
    },
    /** With everything said and every recording in which nobody else speaks. */
    deleteSpeaker(id: number): void {
      moves.get(id);
      for (const transcriptionId of moves.listRows(id)) parts.deleteTranscription(transcriptionId);
      sql.remove.run(id);
      moves.touch();
    },
    addVoice(voice: {
      transcriptionId: number;
      embedding: Float32Array;
      durationMs: number;
    }): number | undefined {
      if (!transcriptions.find(voice.transcriptionId)) return undefined;
      if (voices.findOf(voice.transcriptionId)?.isPinned === 1) return undefined;
      return voices.insert(voice);
    },
    applyVoices(changes: VoiceChanges & { revision: number }): Map<number, number> | undefined {
      if (Number(sql.revision.get()) !== changes.revision) return undefined;
      const ids = new Map(changes.created.map((localId) => [localId, moves.create()]));
      const real = (id: number) => ids.get(id) ?? id;
      for (const { from, to } of changes.merges) moves.merge(real(from), real(to));
      const left = changes.assignments.map(({ turnId, speakerId }) =>
        assign(turnId, speakerId === null ? null : real(speakerId)),
      );
      for (const id of new Set([...ids.values(), ...left])) {
        if (id !== null) moves.dropIfEmpty(id);
      }
      return ids;
    },
  };
}
