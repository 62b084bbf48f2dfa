/** Speakers as people see them: by name, without a name, alike; each with places to listen to. Runs in a reader thread. */
import { serviceError } from '#core/errors.ts';
import { directionOf, dot } from '#core/sound/voice-vector.ts';
import type { AudioSample, HeardSpeaker, SimilarSpeaker, Speaker } from '../audio/audio-records.ts';
import { mediaPath } from '../frames/frames.ts';
import type { ReadKernel } from '../kernel/kernel.ts';
import { foldCase } from '../search/words/tokens.ts';
import { unpackSum } from './speaker-voices.ts';

const SAMPLES = 3;
/** Further apart than this two voices have nothing in common. */
const FURTHEST = 0.8;

export function speakerReader({ db, dataDir }: ReadKernel) {
  const named = db.rows<Speaker>(
    `SELECT min(id) AS id, name, metadata FROM speakers
     WHERE name <> '' AND hallucination = 0 AND substr(fold_case(name), 1, length(:prefix)) = :prefix
     GROUP BY name ORDER BY fold_case(name), name`,
  );
  const unnamed = db.rows<Speaker>(
    `SELECT s.id, s.name, s.metadata FROM speakers s
     WHERE s.name = '' AND s.hallucination = 0 AND (:ids IS NULL OR s.id IN (SELECT value FROM json_each(:ids)))
     AND EXISTS (
       SELECT 1 FROM transcription a JOIN audio_chunk k ON k.id = a.audio_chunk_id
       WHERE a.speaker_id = s.id AND k.file_path <> '')
     ORDER BY s.embedding_count DESC, s.id LIMIT :limit OFFSET :offset`,
  );
  const hidden = db.rows<Speaker>(
    'SELECT id, name, metadata FROM speakers WHERE hallucination = 1 ORDER BY id DESC',
  );
  const byId = db.rows<Speaker>('SELECT id, name, metadata FROM speakers WHERE id = ?');
  const samplesOf = db.rows<AudioSample>(
    `SELECT a.audio_chunk_id AS chunkId, k.file_path AS path, coalesce(t.text, h.text, '') AS transcript,
     a.start_secs AS startSecs, a.end_secs AS endSecs FROM transcription a
     JOIN audio_chunk k ON k.id = a.audio_chunk_id LEFT JOIN document_text t ON t.key = a.key
     LEFT JOIN hidden_transcription h ON h.transcription_id = a.id
     WHERE a.speaker_id = ? AND k.file_path <> '' ORDER BY a.id DESC LIMIT ${SAMPLES}`,
  );
  const all = db.rows<Speaker & { centroid: Buffer | null }>(
    'SELECT id, name, metadata, centroid FROM speakers WHERE hallucination = 0 OR id = ?',
  );
  const redirects = db.tuples<[number, number]>(
    'SELECT id, speaker_id FROM speaker_redirect WHERE id IN (SELECT value FROM json_each(?))',
  );

  function heard(speaker: Speaker): HeardSpeaker {
    const samples = samplesOf.all(speaker.id);
    const { id, name, metadata } = speaker;
    return {
      id,
      name,
      metadata,
      samples: samples.map((sample) => ({ ...sample, path: mediaPath(dataDir, sample.path) })),
    };
  }

  return {
    find: (id: number) => byId.get(id),
    /** Named ones whose name begins so, whatever the case; of equal names the oldest; in order of their names. */
    search: (prefix: string) => named.all({ prefix: foldCase(prefix) }),
    /** Those that can be listened to, the most heard first. */
    listUnnamed(filter: {
      limit: number;
      offset: number;
      ids?: readonly number[] | undefined;
    }): HeardSpeaker[] {
      const { limit, offset, ids } = filter;
      const wanted = ids === undefined ? null : JSON.stringify(ids);
      return unnamed.all({ limit, offset, ids: wanted }).map(heard);
    },
    /** Marked as hallucinations, the last one first. */
    listHidden: () => hidden.all().map(heard),
    /** The most alike first, without itself. Rejects with SPEAKER_NOT_FOUND. */
    listSimilar(id: number, limit: number): SimilarSpeaker[] {
      const rows = all.all(id).map((row) => ({
        ...row,
        direction: directionOf(unpackSum(row.centroid)),
      }));
      const self = rows.find((row) => row.id === id);
      if (!self) throw serviceError('SPEAKER_NOT_FOUND', { speakerId: id });
      return rows
        .filter((row) => row !== self)
        .map((row) => ({ row, distance: 1 - dot(row.direction, self.direction) }))
        .filter(({ distance }) => distance < FURTHEST)
        .sort((a, b) => a.distance - b.distance || a.row.id - b.row.id)
        .slice(0, limit)
        .map(({ row, distance }) => ({ ...heard(row), distance }));
    },
    /** The ids, and for those of merged speakers the ids of those they went to. */
    followRedirects(ids: readonly number[]): number[] {
      const targets = new Map(redirects.all(JSON.stringify(ids)));
      return ids.map((id) => targets.get(id) ?? id);
    },
  };
}
