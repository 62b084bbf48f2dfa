/** Voices whose likeness is known by construction, and all that is stored about who said what. */
import { roundVoice, VOICE_DIMENSIONS } from '#core/sound/voice-vector.ts';
import { withDatabase } from './temporary-store.ts';

/** Turns of one speaker have a cosine of about 0.8, of two speakers about 0. The same arguments give the same voice. */
export function voiceOf(speaker: number, turn = 0, noise = 0.5): Float32Array {
  const random = randomNumbers(speaker * 7_919 + turn * 104_729 + 1);
  const vector = Array.from({ length: VOICE_DIMENSIONS }, () => (random() - 0.5) * 2);
  const length = Math.hypot(...vector);
  const voice = vector.map(
    (value, i) => (noise * value) / length + Number(i === speaker % VOICE_DIMENSIONS),
  );
  return roundVoice(voice) ?? new Float32Array(VOICE_DIMENSIONS);
}

function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Everything about who said what, as text, ready to be compared. The index is compared by `findFaults`. */
export function everythingSaid(dataDir: string): Record<string, unknown[]> {
  const queries = {
    speakers:
      'SELECT id, name, metadata, hallucination, hex(centroid) AS centroid, embedding_count FROM speakers ORDER BY id',
    voices: `SELECT id, hex(embedding) AS embedding, speaker_id, transcription_id, duration_ms, is_pinned
      FROM speaker_embeddings ORDER BY id`,
    transcriptions: 'SELECT * FROM transcription ORDER BY id',
    chunks: 'SELECT * FROM audio_chunk ORDER BY id',
    documents: `SELECT d.key, d.at_ms, d.ref, d.length, d.context_id, c.speaker_id, t.text FROM document d
      JOIN context c ON c.id = d.context_id LEFT JOIN document_text t ON t.key = d.key ORDER BY d.key`,
    hidden: 'SELECT * FROM hidden_transcription ORDER BY transcription_id',
    redirects: 'SELECT * FROM speaker_redirect ORDER BY id',
    tallies: 'SELECT * FROM context_hour ORDER BY context_id, hour',
    hours: 'SELECT hour, ocr, audio, ui FROM hour ORDER BY hour',
  };
  return withDatabase(dataDir, (db) =>
    Object.fromEntries(Object.entries(queries).map(([name, sql]) => [name, db.prepare(sql).all()])),
  );
}

/** What must hold of speakers whatever was done; each fault found is one sentence. */
export function speakerFaults(dataDir: string): string[] {
  const checks = {
    'a row and its context name different speakers': `SELECT a.id FROM transcription a JOIN document d ON d.key = a.key
      JOIN context c ON c.id = d.context_id WHERE c.speaker_id <> coalesce(a.speaker_id, 0)`,
    'a voice and its row have different speakers': `SELECT e.id FROM speaker_embeddings e
      JOIN transcription a ON a.id = e.transcription_id WHERE e.speaker_id IS NOT a.speaker_id`,
    'a count of voices is wrong': `SELECT s.id FROM speakers s WHERE s.embedding_count <>
      (SELECT count(*) FROM speaker_embeddings e WHERE e.speaker_id = s.id)`,
    'a row of a hallucination can be seen': `SELECT a.id FROM transcription a JOIN speakers s ON s.id = a.speaker_id
      WHERE (s.hallucination = 1) <> (a.key < 0)`,
    'a row is hidden for nobody': `SELECT a.id FROM transcription a WHERE (a.key < 0) <>
      EXISTS (SELECT 1 FROM hidden_transcription h WHERE h.transcription_id = a.id)`,
    'a chunk has nothing in it': `SELECT k.id FROM audio_chunk k WHERE k.id NOT IN (SELECT audio_chunk_id FROM transcription)
      AND k.id NOT IN (SELECT audio_chunk_id FROM audio_segment WHERE state <> 'done')`,
    'a redirect leads nowhere': `SELECT id FROM speaker_redirect WHERE id IN (SELECT id FROM speakers)
      OR speaker_id NOT IN (SELECT id FROM speakers)`,
  };
  return withDatabase(dataDir, (db) => [
    ...Object.entries(checks).flatMap(([fault, sql]) =>
      db
        .prepare(sql)
        .pluck()
        .all()
        .map((id) => `${fault}: ${id}`),
    ),
    ...centroidFaults(db.prepare('SELECT id, centroid FROM speakers').all() as Centroid[], (id) =>
      db
        .prepare('SELECT embedding, duration_ms FROM speaker_embeddings WHERE speaker_id = ?')
        .all(id),
    ),
  ]);
}

interface Centroid {
  id: number;
  centroid: Buffer | null;
}

/** Summed up again, in plain arithmetic. */
function centroidFaults(
  speakers: readonly Centroid[],
  voicesOf: (id: number) => unknown[],
): string[] {
  return speakers.flatMap(({ id, centroid }) => {
    const sum = new Float64Array(VOICE_DIMENSIONS);
    for (const row of voicesOf(id) as { embedding: Buffer; duration_ms: number }[]) {
      const weight = row.duration_ms < 1_200 ? 0 : Math.min(row.duration_ms, 5_000);
      for (let i = 0; i < VOICE_DIMENSIONS; i++) {
        sum[i] = (sum[i] ?? 0) + row.embedding.readFloatLE(i * 4) * weight;
      }
    }
    const stored = centroid ?? Buffer.alloc(VOICE_DIMENSIONS * 8);
    const isSame = sum.every((value, i) => stored.readDoubleLE(i * 8) === value);
    return isSame ? [] : [`the centroid of speaker ${id} is not the sum of its voices`];
  });
}
