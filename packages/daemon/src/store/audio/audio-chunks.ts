/**
 * Recordings: their rows and files, and how far each is on its way to text. A recording is `pending` from the
 * moment it is on the disk, so that a killed process finds it again; a chunk goes with its last transcription. The
 * file of a chunk that goes is noted, and forgotten only when it was deleted from the disk.
 */
import { serviceError } from '#core/errors.ts';
import { isInTime, isKindSeen } from '../content/scope.ts';
import { mediaPath } from '../frames/frames.ts';
import { scoped } from '../kernel/calls.ts';
import type { Connection } from '../kernel/connection.ts';
import type { ReadKernel } from '../kernel/kernel.ts';
import {
  type AudioChunk,
  type AudioSegment,
  type ChunkRange,
  LANGUAGE_NOT_UNDERSTOOD,
  type NewSegment,
  type SaidInChunk,
  type SegmentCounts,
  type SegmentState,
} from './audio-records.ts';

export function audioChunkWriter(db: Connection) {
  const sql = {
    byFile: db.values<number>("SELECT id FROM audio_chunk WHERE file_path = ? AND file_path <> ''"),
    insert: db.prepare('INSERT INTO audio_chunk (file_path, at_ms) VALUES (?, ?)'),
    insertSegment: db.prepare(
      `INSERT INTO audio_segment (audio_chunk_id, state, device_name, is_input, duration_ms) VALUES (?, 'pending', ?, ?, ?)
       ON CONFLICT (audio_chunk_id) DO UPDATE SET duration_ms = excluded.duration_ms`,
    ),
    setState: db.prepare(
      `UPDATE audio_segment SET state = :state, error_code = :errorCode, attempts = attempts + :attempt
       WHERE audio_chunk_id = :chunkId`,
    ),
    setFinal: db.prepare(
      'UPDATE audio_segment SET is_text_final = 1, attempts = 0 WHERE audio_chunk_id = ?',
    ),
    fileOf: db.values<string>('SELECT file_path FROM audio_chunk WHERE id = ?'),
    isInUse: db.values('SELECT 1 FROM transcription WHERE audio_chunk_id = ? LIMIT 1'),
    isSegment: db.values('SELECT 1 FROM audio_segment WHERE audio_chunk_id = ?'),
    isWaiting: db.values(
      "SELECT 1 FROM audio_segment WHERE audio_chunk_id = ? AND state <> 'done'",
    ),
    remove: db.prepare('DELETE FROM audio_chunk WHERE id = ?'),
    clearFile: db.prepare("UPDATE audio_chunk SET file_path = '' WHERE id = ?"),
    endWait: db.prepare("UPDATE audio_segment SET state = 'done' WHERE audio_chunk_id = ?"),
    discard: db.prepare('INSERT OR IGNORE INTO discarded_file (path) VALUES (?)'),
    forget: db.prepare('DELETE FROM discarded_file WHERE path = ?'),
  };

  /** Two chunks may name one file when somebody gave the paths: it goes with the last of them. */
  function remove(chunkId: number): void {
    const path = sql.fileOf.get(chunkId) as string;
    sql.remove.run(chunkId);
    if (isOurs(path) && sql.byFile.get(path) === undefined) sql.discard.run(path);
  }

  return {
    /** The same file twice is the same chunk: whoever recovers after a crash need not know how far it came. */
    addSegment(segment: NewSegment): number {
      const { filePath, atMs, deviceName, isInput, durationMs } = segment;
      const known = sql.byFile.get(filePath);
      const chunkId = known ?? Number(sql.insert.run(filePath, atMs).lastInsertRowid);
      sql.insertSegment.run(chunkId, deviceName, Number(isInput), Math.round(durationMs));
      // An earlier row of that name may have been discarded: the file is wanted again.
      sql.forget.run(filePath);
      return chunkId;
    },
    /** Rejects with AUDIO_CHUNK_NOT_FOUND when it is no segment. A failure is counted, unless it was not its own. */
    setSegmentState(
      chunkId: number,
      state: SegmentState,
      errorCode?: string,
      isItsOwnFault = true,
    ): void {
      const attempt = Number(state === 'failed' && isItsOwnFault);
      const { changes } = sql.setState.run({
        chunkId,
        state,
        errorCode: errorCode ?? null,
        attempt,
      });
      if (changes === 0) throw serviceError('AUDIO_CHUNK_NOT_FOUND', { chunkId });
    },
    /** What failed before it had its text is forgiven. */
    setTextFinal: (chunkId: number) => void sql.setFinal.run(chunkId),
    isSegment: (chunkId: number) => sql.isSegment.get(chunkId) !== undefined,
    /** When nothing was said in it, or all of that was deleted, and nothing is to come. */
    removeIfUnused(chunkId: number): void {
      if (sql.isInUse.get(chunkId) !== undefined) return;
      if (sql.isWaiting.get(chunkId) === undefined) remove(chunkId);
    },
    /** Also those that wait for their text. Resolves to how many of the recordings were deleted. */
    deleteEmptyRecordings(chunkIds: readonly number[]): number {
      const isThere = (id: number) => sql.fileOf.get(id) !== undefined;
      for (const id of chunkIds.filter(isThere)) {
        if (sql.isInUse.get(id) === undefined) remove(id);
      }
      return chunkIds.filter((id) => !isThere(id)).length;
    },
    /** The sound goes, what was said stays. False when there is none. */
    dropSound(chunkId: number): boolean {
      const path = sql.fileOf.get(chunkId);
      if (!path) return false;
      sql.clearFile.run(chunkId);
      sql.endWait.run(chunkId);
      if (isOurs(path) && sql.byFile.get(path) === undefined) sql.discard.run(path);
      return true;
    },
    /** The files were deleted from the disk. */
    forgetFiles(paths: readonly string[]): void {
      for (const path of paths) sql.forget.run(path);
    },
  };
}

/** Only files in the data folder are ours to delete. */
function isOurs(path: string): boolean {
  return path.startsWith('data/');
}

const SEGMENTS = `SELECT k.id AS chunkId, k.file_path AS filePath, k.at_ms AS atMs, s.state, s.device_name AS deviceName,
  s.is_input AS isInput, s.duration_ms AS durationMs, s.attempts, s.error_code AS errorCode, s.is_text_final AS isTextFinal FROM audio_segment s
  JOIN audio_chunk k ON k.id = s.audio_chunk_id`;

export function chunkReads({ db, dataDir }: ReadKernel) {
  const byId = db.rows<Pick<AudioChunk, 'id' | 'filePath' | 'machineId' | 'atMs'>>(
    'SELECT id, file_path AS filePath, machine_id AS machineId, at_ms AS atMs FROM audio_chunk WHERE id = ?',
  );
  const recorder = db.rows<{ deviceName: string; isInput: number; isTextFinal: number }>(
    `SELECT device_name AS deviceName, is_input AS isInput, is_text_final AS isTextFinal FROM audio_segment
     WHERE audio_chunk_id = ?`,
  );
  const between = db.values<number>(
    'SELECT id FROM audio_chunk WHERE at_ms BETWEEN ? AND ? ORDER BY at_ms, id',
  );
  const said = db.rows<
    Omit<SaidInChunk, 'text' | 'isInput'> & { text: string | null; isInput: number }
  >(
    `SELECT a.id, d.at_ms AS atMs, t.text, a.engine, a.language, c.device_name AS deviceName, c.is_input AS isInput,
     a.start_secs AS startSecs, a.end_secs AS endSecs, a.speaker_id AS speakerId FROM transcription a
     JOIN document d ON d.key = a.key JOIN context c ON c.id = d.context_id
     LEFT JOIN document_text t ON t.key = a.key WHERE a.audio_chunk_id = ? ORDER BY a.start_secs, a.id`,
  );
  const segments = db.prepare(
    `${SEGMENTS} WHERE s.state IN (SELECT value FROM json_each(?)) AND s.state <> 'done' AND s.attempts <= ?
     AND s.error_code IS NOT '${LANGUAGE_NOT_UNDERSTOOD}'
     ORDER BY k.at_ms, k.id LIMIT ?`,
  );
  const counts = db.tuples<[keyof SegmentCounts, number]>(
    `SELECT iif(error_code IS '${LANGUAGE_NOT_UNDERSTOOD}', 'notUnderstood', state) AS kind, count(*)
       FROM audio_segment WHERE state <> 'done' AND attempts <= ? GROUP BY kind`,
  );
  const unread = db.prepare(
    `${SEGMENTS} WHERE s.state <> 'done' AND s.is_text_final = 0 AND k.at_ms BETWEEN ? AND ?
     ORDER BY k.at_ms DESC, k.id DESC LIMIT ?`,
  );
  const discarded = db.values<string>('SELECT path FROM discarded_file');

  function find(id: number): AudioChunk | undefined {
    const row = byId.get(id);
    if (!row) return undefined;
    const rows = said.all(id);
    const by = recorder.get(id);
    return {
      ...row,
      filePath: mediaPath(dataDir, row.filePath),
      recordedBy: by && {
        deviceName: by.deviceName,
        isInput: by.isInput === 1,
        isTextFinal: by.isTextFinal === 1,
      },
      transcriptions: rows.map(({ text, isInput, ...rest }) => ({
        ...rest,
        text: text ?? '',
        isInput: isInput === 1,
      })),
    };
  }

  function segmentsOf(rows: unknown[]): AudioSegment[] {
    type Row = Omit<AudioSegment, 'isInput' | 'isTextFinal'> & {
      isInput: number;
      isTextFinal: number;
    };
    return (rows as Row[]).map(({ isInput, isTextFinal, filePath, ...row }) => ({
      ...row,
      isTextFinal: isTextFinal === 1,
      filePath: mediaPath(dataDir, filePath),
      isInput: isInput === 1,
    }));
  }

  return {
    findChunk: scoped(find, (scope, id) => {
      const chunk = find(id);
      return chunk && isKindSeen(scope, 'audio') && isInTime(chunk.atMs, scope) ? chunk : undefined;
    }),
    /** Unknown ids are left out. */
    listChunks(range: ChunkRange): AudioChunk[] {
      const ids = 'ids' in range ? range.ids : between.all(range.startMs, range.endMs);
      return [...new Set(ids)].flatMap((id) => find(id) ?? []);
    },
    /** Recordings in these states, the oldest first. Those that failed more often than `mostAttempts` are left out. */
    listSegments(
      states: readonly Exclude<SegmentState, 'done'>[],
      limit: number,
      mostAttempts = Number.MAX_SAFE_INTEGER,
    ): AudioSegment[] {
      return segmentsOf(segments.all(JSON.stringify(states), mostAttempts, limit));
    },
    /** Recordings of that time that have no final text, the newest first. */
    listUnreadRecordings: (startMs: number, endMs: number, limit: number): AudioSegment[] =>
      segmentsOf(unread.all(startMs, endMs, limit)),
    countSegments(mostAttempts = Number.MAX_SAFE_INTEGER): SegmentCounts {
      const found = counts.all(mostAttempts);
      return { pending: 0, deferred: 0, failed: 0, notUnderstood: 0, ...Object.fromEntries(found) };
    },
    /** Media files whose rows were deleted, relative to the data folder. */
    listDiscardedFiles: () => discarded.all(),
  };
}
