/**
 * The voices behind transcriptions: one embedding each, and for every speaker the exact weighted sum of theirs. Runs
 * in the writer thread, always inside its caller's transaction.
 */
import { serviceError } from '#core/errors.ts';
import {
  accumulate,
  emptySum,
  roundVoice,
  VOICE_DIMENSIONS,
  weightOf,
} from '#core/sound/voice-vector.ts';
import type { KnownVoices, SpeakerKind, Turn } from '#core/sound/voices.ts';
import type { Connection } from '../kernel/connection.ts';
import type { ReadKernel } from '../kernel/kernel.ts';

export interface StoredVoice {
  id: number;
  transcriptionId: number | null;
  speakerId: number | null;
  durationMs: number;
  isPinned: number;
  embedding: Buffer;
}

const COLUMNS = `e.id, e.transcription_id AS transcriptionId, e.speaker_id AS speakerId, e.duration_ms AS durationMs,
  e.is_pinned AS isPinned, e.embedding`;

export function voiceWriter(db: Connection) {
  const sql = {
    insert: db.prepare(
      'INSERT INTO speaker_embeddings (embedding, transcription_id, duration_ms) VALUES (?, ?, ?)',
    ),
    ofTranscription: db.rows<StoredVoice>(
      `SELECT ${COLUMNS} FROM speaker_embeddings e WHERE e.transcription_id = ?`,
    ),
    byId: db.rows<StoredVoice>(`SELECT ${COLUMNS} FROM speaker_embeddings e WHERE e.id = ?`),
    ofSpeaker: db.rows<StoredVoice>(
      `SELECT ${COLUMNS} FROM speaker_embeddings e WHERE e.speaker_id = ? ORDER BY e.id`,
    ),
    ofNobody: db.rows<StoredVoice>(
      `SELECT ${COLUMNS} FROM speaker_embeddings e WHERE e.speaker_id IS NULL ORDER BY e.id`,
    ),
    setSpeaker: db.prepare('UPDATE speaker_embeddings SET speaker_id = ? WHERE id = ?'),
    setPinned: db.prepare('UPDATE speaker_embeddings SET is_pinned = ? WHERE id = ?'),
    remove: db.prepare('DELETE FROM speaker_embeddings WHERE id = ?'),
    sumOf: db.values<Buffer | null>('SELECT centroid FROM speakers WHERE id = ?'),
    setSum: db.prepare(
      'UPDATE speakers SET centroid = ?, embedding_count = embedding_count + ? WHERE id = ?',
    ),
  };

  function adjust(speakerId: number, voices: readonly StoredVoice[], sign: 1 | -1): void {
    if (voices.length === 0) return;
    const sum = unpackSum(sql.sumOf.get(speakerId) as Buffer | null);
    for (const { embedding, durationMs } of voices) {
      accumulate(sum, unpackVoice(embedding), sign * weightOf(durationMs));
    }
    sql.setSum.run(packSum(sum), sign * voices.length, speakerId);
  }

  function remove(voice: StoredVoice): void {
    if (voice.speakerId !== null) adjust(voice.speakerId, [voice], -1);
    sql.remove.run(voice.id);
  }

  return {
    ofSpeaker: (speakerId: number) => sql.ofSpeaker.all(speakerId),
    ofNobody: () => sql.ofNobody.all(),
    find: (id: number) => sql.byId.get(id),
    findOf: (transcriptionId: number) => sql.ofTranscription.get(transcriptionId),
    /** Of nobody yet. Takes the place of the one the transcription had. */
    insert(voice: {
      transcriptionId: number;
      embedding: Float32Array;
      durationMs: number;
    }): number {
      const before = sql.ofTranscription.get(voice.transcriptionId);
      if (before) remove(before);
      const packed = packVoice(voice.embedding);
      const row = sql.insert.run(packed, voice.transcriptionId, Math.round(voice.durationMs));
      return Number(row.lastInsertRowid);
    },
    /** All of them have the same speaker now. */
    move(voices: readonly StoredVoice[], to: number | null): void {
      const [first] = voices;
      if (!first || first.speakerId === to) return;
      if (first.speakerId !== null) adjust(first.speakerId, voices, -1);
      for (const { id } of voices) sql.setSpeaker.run(to, id);
      if (to !== null) adjust(to, voices, 1);
    },
    setPinned(id: number, isPinned: boolean): void {
      sql.setPinned.run(Number(isPinned), id);
    },
    remove,
  };
}

export function voiceReader({ db }: ReadKernel) {
  const speakers = db.rows<{
    id: number;
    name: string;
    hallucination: number;
    centroid: Buffer | null;
  }>('SELECT id, name, hallucination, centroid FROM speakers');
  // Contexts outlive their documents; the tallies know which still have some.
  const devices = db.tuples<[number, string]>(
    `SELECT DISTINCT c.speaker_id, c.device_name FROM context c
       WHERE c.kind = 1 AND c.speaker_id > 0 AND EXISTS (SELECT 1 FROM context_hour h WHERE h.context_id = c.id)`,
  );
  const turns = db.rows<StoredVoice & { device: string }>(
    `SELECT ${COLUMNS}, coalesce(c.device_name, h.device_name, '') AS device FROM speaker_embeddings e
     LEFT JOIN transcription a ON a.id = e.transcription_id LEFT JOIN document d ON d.key = a.key
     LEFT JOIN context c ON c.id = d.context_id
     LEFT JOIN hidden_transcription h ON h.transcription_id = e.transcription_id ORDER BY e.id DESC LIMIT ?`,
  );
  const revision = db.values("SELECT value FROM meta WHERE name = 'voices_revision'");

  return {
    /** All speakers, and the newest `limit` turns. */
    listVoices(limit: number): KnownVoices & { revision: number } {
      const devicesOf = Map.groupBy(devices.all(), ([speakerId]) => speakerId);
      const known = speakers.all();
      const rows = turns.all(limit);
      return {
        revision: Number(revision.get()),
        speakers: known.map(({ id, name, hallucination, centroid }) => ({
          id,
          kind: kindOf(name, hallucination === 1),
          sum: unpackSum(centroid),
          devices: (devicesOf.get(id) ?? []).map(([, device]) => device),
        })),
        turns: rows.reverse().map(toTurn),
      };
    },
  };
}

function toTurn(row: StoredVoice & { device: string }): Turn {
  const { id, speakerId, durationMs, device } = row;
  const embedding = unpackVoice(row.embedding);
  return { id, embedding, durationMs, device, speakerId, isPinned: row.isPinned === 1 };
}

function kindOf(name: string, isHallucination: boolean): SpeakerKind {
  if (isHallucination) return 'hallucination';
  return name === '' ? 'unnamed' : 'named';
}

/** Rounded again, whoever made it: sums have to be exact. */
function packVoice(embedding: Float32Array): Buffer {
  const rounded = embedding.length === VOICE_DIMENSIONS ? roundVoice(embedding) : undefined;
  if (!rounded) throw serviceError('INVALID_PARAMETER/voice');
  return Buffer.from(rounded.buffer);
}

export function unpackVoice(packed: Buffer): Float32Array {
  return new Float32Array(aligned(packed));
}

/** Null for a speaker without voices, as in the beginning. */
function packSum(sum: Float64Array): Buffer | null {
  return sum.every((value) => value === 0) ? null : Buffer.from(sum.buffer);
}

export function unpackSum(packed: Buffer | null): Float64Array {
  return packed === null ? emptySum() : new Float64Array(aligned(packed));
}

/** Buffers of the binding may begin anywhere; numbers may not. */
function aligned({ buffer, byteOffset, byteLength }: Buffer): ArrayBuffer {
  return buffer.slice(byteOffset, byteOffset + byteLength) as ArrayBuffer;
}
