/**
 * Files of this device that others may see or hear: a snapshot, a video chunk with all its frames, a recording. Each is
 * sent once and noted in the log; what was sent, or was begun to be, is noted first, so that it can be removed
 * there when nothing here has it any more. Runs in the writer thread.
 */
import { randomUUID } from 'node:crypto';
import { extname } from 'node:path';
import { mediaPath } from '../frames/frames.ts';
import type { Connection } from '../kernel/connection.ts';
import type { keeperWriter } from './keepers.ts';
import type { MediaRecord } from './records.ts';
import { soundStream } from './silences.ts';
import type { syncIds } from './sync-ids.ts';

export interface OutgoingFile {
  /** Absolute. */
  filePath: string;
  /** What others receive when it has arrived. */
  record: Omit<MediaRecord, 'parts'>;
}

/** A file that is to be removed there. */
export interface FileOver {
  /** Under which this device has sent it; null: under its present one. */
  nameBefore: string | null;
  stream: string;
}

type Entity = 'frame' | 'video_chunk' | 'audio_chunk';

interface ChunkRow {
  file_path: string;
  fps: number;
  sync_id: string | null;
  machine_id: string | null;
}

/** A file that was sent on behalf of another device stays there for so long. */
const ANSWER_STAYS_MS = 24 * 3_600_000;
/** One that could not be read is tried again after so long where somebody waits for it. */
const READ_AGAIN_MS = 60_000;
/** Videos that still have pixels of frames that were deleted: they wait until they are written again. */
const STALE = '(SELECT video_chunk_id FROM stale_chunk)';
const OWN_FRAME = `frame f JOIN document d ON d.key = f.key JOIN context c ON c.id = d.context_id AND c.machine_id = ''`;

const isBegun = (entity: Entity, rowId: string) =>
  `EXISTS (SELECT 1 FROM sync_file b WHERE b.entity = '${entity}' AND b.row_id = ${rowId} AND b.is_sent = 0 AND b.is_over = 0)`;
const UNSENT_SNAPSHOT = `SELECT f.id FROM ${OWN_FRAME}
  WHERE f.id > (SELECT CAST(value AS INTEGER) FROM meta WHERE name = 'sync_snapshots') AND f.snapshot_path IS NOT NULL
  AND NOT EXISTS (SELECT 1 FROM sync_file s WHERE s.entity = 'frame' AND s.row_id = f.id AND (s.is_sent = 1 OR s.is_over = 0))`;

interface OutgoingParts {
  ids: ReturnType<typeof syncIds>;
  keepers: Pick<ReturnType<typeof keeperWriter>, 'setLost'>;
  dataDir: string;
}

export function outgoingFiles(db: Connection, { ids, keepers, dataDir }: OutgoingParts) {
  const sql = outgoingSql(db);
  const MAKERS = fileMakers(sql, ids, dataDir);

  /** Noted before the first byte leaves. */
  function begin(entity: Entity, rowId: number): OutgoingFile | undefined {
    const file = MAKERS[entity](rowId);
    if (file) sql.begin.run(file.record.id, entity, rowId);
    return file;
  }

  function wantedPicture(nowMs: number): OutgoingFile | undefined {
    for (;;) {
      const frame = sql.wantedFrame.get(nowMs);
      if (!frame) return undefined;
      const { id, chunkId } = frame;
      const file = chunkId === null ? begin('frame', id) : begin('video_chunk', chunkId);
      if (file) return file;
      // It has no picture (any more).
      sql.unwantFrame.run(id);
    }
  }

  function wantedSound(nowMs: number): OutgoingFile | undefined {
    for (;;) {
      const chunkId = sql.wantedSound.get(nowMs);
      if (chunkId === undefined) return undefined;
      const file = begin('audio_chunk', chunkId);
      if (file) return file;
      sql.unwantSound.run(chunkId);
    }
  }

  function unwant(entity: Entity, rowId: number): void {
    if (entity === 'frame') sql.unwantFrame.run(rowId);
    else if (entity === 'audio_chunk') sql.unwantSound.run(rowId);
    else {
      for (const [id] of sql.framesOf.all(rowId)) sql.unwantFrame.run(id);
    }
  }

  function putOff(entity: Entity, rowId: number, untilMs: number): void {
    const frames = entity === 'video_chunk' ? sql.framesOf.all(rowId) : [];
    for (const [id] of frames) sql.putOff.frame.run(untilMs, id);
    if (entity !== 'video_chunk') sql.putOff[entity].run(untilMs, rowId);
  }

  /** What was begun, then videos, which show most, then the youngest things. */
  function unsent(except: readonly string[]): OutgoingFile | undefined {
    const opened = sql.open.get(JSON.stringify(except));
    const again = opened && begin(opened.entity, opened.rowId);
    if (again) return again;
    const next = [
      ['video_chunk', sql.unsentVideo.get()],
      ['audio_chunk', sql.unsentSound.get()],
      ['frame', sql.unsentSnapshot.get()],
    ] as [Entity, number | undefined][];
    const [entity, rowId] = next.find(([, id]) => id !== undefined) ?? [];
    return entity && rowId !== undefined ? begin(entity, rowId) : undefined;
  }

  return {
    /** The next file to send: one that was asked for, or with `isFull` one that no other device has yet, apart from these streams. */
    nextFile: (
      isFull: boolean,
      nowMs: number,
      except: readonly string[] = [],
    ): OutgoingFile | undefined =>
      wantedPicture(nowMs) ?? wantedSound(nowMs) ?? (isFull ? unsent(except) : undefined),
    /** It could not be read now: it is still to be sent. */
    fileUnread({ record }: OutgoingFile, atMs: number): void {
      const row = sql.row.get(record.id);
      if (row) putOff(row.entity, row.rowId, atMs + READ_AGAIN_MS);
    },
    /** It was sent, in so many parts; undefined: it is lost, and no device waits for it any more. */
    fileSent({ record }: OutgoingFile, parts: number | undefined, atMs: number): void {
      const row = sql.row.get(record.id);
      // Its account or name was left meanwhile, or what it shows was deleted.
      if (!row) return;
      const { entity, rowId } = row;
      // One that was asked for may come before older ones.
      const isNext = entity === 'frame' && sql.isOlderUnsent.get(rowId) === undefined;
      if (isNext) sql.snapshotsUntil.run(String(rowId));
      const isOwn = sql.isOwn[entity].get(rowId) !== undefined;
      sql.sent.run(isOwn ? null : atMs + ANSWER_STAYS_MS, record.id);
      sql.stamp[entity]?.run(new Date(atMs).toISOString(), rowId);
      unwant(entity, rowId);
      if (parts !== undefined) sql.say.run(JSON.stringify({ ...record, parts }));
      else keepers.setLost(record.id);
    },
    /** Files that nothing here has any more, and those of other devices that were sent long enough ago. */
    listFilesOver(limit: number, nowMs: number): FileOver[] {
      sql.expire.run(nowMs, limit);
      return sql.over.all(limit);
    },
    /** It was deleted there too. */
    fileRemoved({ nameBefore, stream }: FileOver): void {
      if (nameBefore === null) sql.forget.run(stream);
      else sql.forgetLeft.run(nameBefore, stream);
    },
  };
}

/** Describes the file of a row with all that the other devices need to know about it. */
function fileMakers(
  sql: ReturnType<typeof outgoingSql>,
  ids: ReturnType<typeof syncIds>,
  dataDir: string,
) {
  function video(chunkId: number): OutgoingFile | undefined {
    const chunk = sql.chunk.get(chunkId);
    const frames = sql.framesOf.all(chunkId);
    if (!chunk || frames.length === 0) return undefined;
    // A chunk is known by its first frame: chunks are made once and never change. Another device may have made one of the same frames.
    const isOwn = chunk.machine_id === null;
    const first = isOwn ? ids.nameOf('frame', frames[0]?.[0] ?? 0) : randomUUID();
    const stream = chunk.sync_id ?? `v-${first}`;
    if (chunk.sync_id === null) sql.nameChunk.run(stream, chunkId);
    const named = frames.map(([id, offset]) => [ids.nameOf('frame', id) ?? '', offset] as const);
    return {
      filePath: mediaPath(dataDir, chunk.file_path),
      record: { kind: 'media', id: stream, isVideo: true, fps: chunk.fps, frames: named },
    };
  }

  function snapshot(frameId: number): OutgoingFile | undefined {
    const path = sql.snapshot.get(frameId);
    const name = ids.nameOf('frame', frameId);
    if (!path || name === undefined) return undefined;
    return {
      filePath: mediaPath(dataDir, path),
      record: { kind: 'media', id: `j-${name}`, isVideo: false, fps: null, frames: [[name, 0]] },
    };
  }

  function sound(chunkId: number): OutgoingFile | undefined {
    const path = sql.sound.get(chunkId);
    const chunk = ids.nameOf('audio_chunk', chunkId);
    if (!path || chunk === undefined) return undefined;
    const told = { chunk, extension: extname(path) };
    return {
      filePath: mediaPath(dataDir, path),
      record: {
        kind: 'media',
        id: soundStream(chunk),
        isVideo: false,
        fps: null,
        frames: [],
        sound: told,
      },
    };
  }

  const MAKERS = { frame: snapshot, video_chunk: video, audio_chunk: sound };

  return MAKERS;
}

function outgoingSql(db: Connection) {
  return {
    open: db.rows<{ entity: Entity; rowId: number }>(
      `SELECT entity, row_id AS rowId FROM sync_file WHERE is_sent = 0 AND is_over = 0
       AND stream NOT IN (SELECT value FROM json_each(?))
       AND NOT (entity = 'video_chunk' AND row_id IN ${STALE}) LIMIT 1`,
    ),
    wantedFrame: db.rows<{ id: number; chunkId: number | null }>(
      `SELECT f.id, f.video_chunk_id AS chunkId FROM sync_wanted w JOIN frame f ON f.id = w.frame_id
       WHERE w.after_ms <= ? AND coalesce(f.video_chunk_id, 0) NOT IN ${STALE} ORDER BY w.frame_id LIMIT 1`,
    ),
    unwantFrame: db.prepare('DELETE FROM sync_wanted WHERE frame_id = ?'),
    wantedSound: db.values<number>(
      'SELECT audio_chunk_id FROM sync_wanted_sound WHERE after_ms <= ? ORDER BY audio_chunk_id LIMIT 1',
    ),
    unwantSound: db.prepare('DELETE FROM sync_wanted_sound WHERE audio_chunk_id = ?'),
    putOff: {
      frame: db.prepare('UPDATE sync_wanted SET after_ms = ? WHERE frame_id = ?'),
      audio_chunk: db.prepare('UPDATE sync_wanted_sound SET after_ms = ? WHERE audio_chunk_id = ?'),
    },
    // Those that were begun are sent first, or could not be read.
    unsentVideo: db.values(
      `SELECT v.id FROM video_chunk v WHERE v.synced_at IS NULL AND v.machine_id IS NULL AND v.id NOT IN ${STALE}
         AND NOT ${isBegun('video_chunk', 'v.id')}
         AND EXISTS (SELECT 1 FROM frame f WHERE f.video_chunk_id = v.id) ORDER BY v.id LIMIT 1`,
    ),
    // One that waits for its text is still being made, or others do not know of it yet.
    unsentSound: db.values(
      `SELECT k.id FROM audio_chunk k WHERE k.synced_at IS NULL AND k.machine_id IS NULL AND k.file_path <> ''
         AND k.file_path LIKE 'data/%' AND NOT ${isBegun('audio_chunk', 'k.id')} AND EXISTS (SELECT 1 FROM transcription a WHERE a.audio_chunk_id = k.id)
         AND NOT EXISTS (
           SELECT 1 FROM audio_segment s WHERE s.audio_chunk_id = k.id AND s.state IN ('pending', 'deferred')
         ) ORDER BY k.id LIMIT 1`,
    ),
    unsentSnapshot: db.values(`${UNSENT_SNAPSHOT} ORDER BY f.id LIMIT 1`),
    isOlderUnsent: db.prepare(`${UNSENT_SNAPSHOT} AND f.id < ? LIMIT 1`),
    snapshotsUntil: db.prepare(`UPDATE meta SET value = ? WHERE name = 'sync_snapshots'`),
    snapshot: db.values<string | null>('SELECT snapshot_path FROM frame WHERE id = ?'),
    chunk: db.rows<ChunkRow>(
      'SELECT file_path, fps, sync_id, machine_id FROM video_chunk WHERE id = ?',
    ),
    nameChunk: db.prepare('UPDATE OR IGNORE video_chunk SET sync_id = ? WHERE id = ?'),
    framesOf: db.tuples<[id: number, offset: number]>(
      'SELECT id, offset_index FROM frame WHERE video_chunk_id = ? ORDER BY offset_index',
    ),
    sound: db.values<string>('SELECT file_path FROM audio_chunk WHERE id = ?'),
    begin: db.prepare(
      'INSERT OR IGNORE INTO sync_file (stream, entity, row_id, is_sent) VALUES (?, ?, ?, 0)',
    ),
    row: db.rows<{ entity: Entity; rowId: number }>(
      'SELECT entity, row_id AS rowId FROM sync_file WHERE stream = ? AND is_over = 0',
    ),
    sent: db.prepare('UPDATE sync_file SET is_sent = 1, until_ms = ? WHERE stream = ?'),
    isOwn: {
      frame: db.prepare(`SELECT 1 FROM ${OWN_FRAME} WHERE f.id = ?`),
      video_chunk: db.prepare('SELECT 1 FROM video_chunk WHERE id = ? AND machine_id IS NULL'),
      audio_chunk: db.prepare('SELECT 1 FROM audio_chunk WHERE id = ? AND machine_id IS NULL'),
    },
    expire: db.prepare(
      `UPDATE sync_file SET is_over = 1 WHERE stream IN
       (SELECT stream FROM sync_file WHERE until_ms <= ? AND is_over = 0 LIMIT ?)`,
    ),
    stamp: {
      frame: undefined,
      video_chunk: db.prepare('UPDATE video_chunk SET synced_at = ? WHERE id = ?'),
      audio_chunk: db.prepare('UPDATE audio_chunk SET synced_at = ? WHERE id = ?'),
    },
    say: db.prepare(
      `INSERT OR IGNORE INTO sync_change (entity, row_id, field, detail, clock) VALUES ('media', 0, 'say', ?, 0)`,
    ),
    over: db.rows<FileOver>(
      `SELECT NULL AS nameBefore, stream FROM sync_file WHERE is_over = 1
       UNION ALL SELECT machine_id, stream FROM sync_file_left LIMIT ?`,
    ),
    forget: db.prepare('DELETE FROM sync_file WHERE stream = ? AND is_over = 1'),
    forgetLeft: db.prepare('DELETE FROM sync_file_left WHERE machine_id = ? AND stream = ?'),
  };
}
