/**
 * What a keeper is to confirm: files of other devices, with all that they show. A file is confirmed when everything it shows has a
 * picture or sound here, and that lies on the disk; what does not is asked for again.
 */
import type { Connection } from '../kernel/connection.ts';
import type { MediaTarget } from './records.ts';

const ROWS = `sync_claim x LEFT JOIN frame f ON x.entity = 'frame' AND f.id = x.row_id
  LEFT JOIN video_chunk v ON v.id = f.video_chunk_id
  LEFT JOIN audio_chunk k ON x.entity = 'audio_chunk' AND k.id = x.row_id`;
const PATH = "coalesce(f.snapshot_path, v.file_path, nullif(k.file_path, ''))";
const isComplete = (stream: string) =>
  `NOT EXISTS (SELECT 1 FROM ${ROWS} WHERE x.stream = ${stream} AND ${PATH} IS NULL)`;

/** A file whose parts are all here, as far as rows say. */
export interface Claim {
  stream: string;
  /** Relative to the data folder. */
  paths: string[];
}

/** What a file of another device shows here. */
interface ReceivedFile {
  id: number;
  /** The `sync_id` of the frame or recording. */
  name: string;
  /** Relative to the data folder. */
  path: string;
}

export function claimReader(db: Connection) {
  const sql = {
    streams: db.values<string>(
      `SELECT DISTINCT c.stream FROM sync_claim c WHERE ${isComplete('c.stream')} ORDER BY c.stream LIMIT ?`,
    ),
    received: {
      frame: db.rows<ReceivedFile>(
        `SELECT f.id, f.sync_id AS name, coalesce(f.snapshot_path, v.file_path) AS path
         FROM frame f JOIN document d ON d.key = f.key JOIN context c ON c.id = d.context_id
         LEFT JOIN video_chunk v ON v.id = f.video_chunk_id
         WHERE f.id > ? AND c.machine_id <> '' AND coalesce(f.snapshot_path, v.file_path) IS NOT NULL ORDER BY f.id LIMIT ?`,
      ),
      audio_chunk: db.rows<ReceivedFile>(
        `SELECT k.id, k.sync_id AS name, k.file_path AS path FROM audio_chunk k
         WHERE k.id > ? AND k.machine_id IS NOT NULL AND k.file_path <> '' ORDER BY k.id LIMIT ?`,
      ),
    },
    paths: db.values<string>(`SELECT DISTINCT ${PATH} FROM ${ROWS} WHERE x.stream = ?`),
  };
  return {
    /** Frames and recordings of other devices that have a picture or sound here, after this id. */
    listReceived: (of: MediaTarget['of'], afterId: number, limit: number): ReceivedFile[] =>
      sql.received[of].all(afterId, limit),
    listClaims: (limit: number): Claim[] =>
      sql.streams.all(limit).map((stream) => ({
        stream,
        paths: sql.paths.all(stream),
      })),
  };
}

export function claimWriter(db: Connection, confirm: (stream: string) => void) {
  const sql = {
    add: db.prepare('INSERT OR IGNORE INTO sync_claim (stream, entity, row_id) VALUES (?, ?, ?)'),
    drop: db.prepare('DELETE FROM sync_claim WHERE stream = ?'),
    isComplete: db.values(
      `SELECT EXISTS (SELECT 1 FROM sync_claim WHERE stream = :stream) AND ${isComplete(':stream')}`,
    ),
    clear: {
      frame: db.values<number>(
        `UPDATE frame SET snapshot_path = NULL, video_chunk_id = NULL, offset_index = 0
           WHERE id IN (SELECT row_id FROM sync_claim WHERE stream = :stream AND entity = 'frame')
           AND coalesce(snapshot_path, (SELECT v.file_path FROM video_chunk v WHERE v.id = video_chunk_id))
             IN (SELECT value FROM json_each(:paths)) RETURNING id`,
      ),
      audio_chunk: db.values<number>(
        `UPDATE audio_chunk SET file_path = ''
           WHERE id IN (SELECT row_id FROM sync_claim WHERE stream = :stream AND entity = 'audio_chunk')
           AND file_path IN (SELECT value FROM json_each(:paths)) RETURNING id`,
      ),
    },
    // The file that is fetched again may get the same name.
    dropVideos: db.prepare(
      `DELETE FROM video_chunk WHERE file_path IN (SELECT value FROM json_each(?))
       AND NOT EXISTS (SELECT 1 FROM frame f WHERE f.video_chunk_id = video_chunk.id)`,
    ),
    ask: db.prepare(
      `INSERT OR IGNORE INTO sync_change (entity, row_id, field, detail, clock) VALUES (?, ?, 'wish', '', 0)`,
    ),
  };
  return {
    add(stream: string, targets: readonly MediaTarget[]): void {
      for (const { of, id } of targets) sql.add.run(stream, of, id);
    },
    calls: {
      /** Their files are on the disk. */
      confirmClaims(streams: readonly string[]): void {
        for (const stream of streams) {
          if (sql.isComplete.get({ stream }) !== 1) continue;
          sql.drop.run(stream);
          confirm(stream);
        }
      },
      /** These files of it are not on the disk any more: they are fetched again. */
      claimLost({ stream, paths }: Claim): void {
        for (const entity of ['frame', 'audio_chunk'] as const) {
          const ids = sql.clear[entity].all({ stream, paths: JSON.stringify(paths) });
          for (const id of ids) sql.ask.run(entity, id);
        }
        sql.dropVideos.run(JSON.stringify(paths));
      },
    },
  };
}
