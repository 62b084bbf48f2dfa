/**
 * The files of frames that are deleted: a snapshot goes with the last frame that shows it, a video chunk with the last
 * of its frames; until then the chunk is noted as stale, to be written again without the pixels of those that went. Files are only
 * noted here, in the same transaction, and removed afterwards (store/deletion). Runs in the writer thread.
 */
import type { Connection } from '../kernel/connection.ts';

export interface FramePicture {
  snapshotPath: string | null;
  chunkId: number | null;
}

export function frameFileWriter(db: Connection) {
  const sql = {
    pictureOf: db.rows<FramePicture>(
      'SELECT snapshot_path AS snapshotPath, video_chunk_id AS chunkId FROM frame WHERE id = ?',
    ),
    isNamed: db.values('SELECT 1 FROM frame WHERE snapshot_path = ? LIMIT 1'),
    isShown: db.values('SELECT 1 FROM frame WHERE video_chunk_id = ? LIMIT 1'),
    fileOf: db.values<string>('SELECT file_path FROM video_chunk WHERE id = ?'),
    setStale: db.prepare('INSERT OR IGNORE INTO stale_chunk (video_chunk_id) VALUES (?)'),
    clear: db.prepare(
      'UPDATE frame SET snapshot_path = NULL, video_chunk_id = NULL, offset_index = 0, picture_gone = ? WHERE id = ?',
    ),
    dropChunk: db.prepare('DELETE FROM video_chunk WHERE id = ?'),
    discard: db.prepare('INSERT OR IGNORE INTO discarded_file (path) VALUES (?)'),
  };

  /** Only files in the media folder are ours to delete. */
  function discard(path: string): void {
    if (path.startsWith('data/')) sql.discard.run(path);
  }

  return {
    /** To be asked before the frame is deleted. */
    pictureOf: (frameId: number) => sql.pictureOf.get(frameId),
    /** The frame shows nothing any more; its picture is then to be released. */
    clear: (frameId: number, why: string) => void sql.clear.run(why, frameId),
    /** To be called when the frame is deleted. */
    release({ snapshotPath, chunkId }: FramePicture): void {
      if (snapshotPath !== null && sql.isNamed.get(snapshotPath) === undefined) {
        discard(snapshotPath);
      }
      if (chunkId === null) return;
      if (sql.isShown.get(chunkId) !== undefined) {
        sql.setStale.run(chunkId);
        return;
      }
      const file = sql.fileOf.get(chunkId);
      sql.dropChunk.run(chunkId);
      if (file !== undefined) discard(file);
    },
  };
}
