/** The rows behind videos that are written again: what is still shown of them, and the one transaction that changes the file. */
import { durable } from '../kernel/calls.ts';
import type { ReadKernel, WriteKernel } from '../kernel/kernel.ts';
import { jobWriter } from './job-rows.ts';

/** A video with pixels that no frame shows any more, and the frames that it still has to show. */
export interface StaleVideo {
  chunkId: number;
  /** Relative to the data folder. */
  filePath: string;
  deviceName: string;
  framesPerSecond: number;
  /** In order of the video. */
  frames: { id: number; atMs: number; offset: number }[];
}

export interface RewrittenVideo {
  chunkId: number;
  /** What it was made of: when rows have changed since, it is out of date. */
  oldPath: string;
  before: readonly number[];
  /** Undefined when no frame is in a video any more. */
  newPath: string | undefined;
  /** Frames in the new video, in its order. */
  shown: readonly number[];
  /** Frames that the new video could not show well: separate images. */
  snapshots: readonly { id: number; path: string }[];
  /** Frames whose pictures could not be read any more. */
  lost: readonly number[];
}

export function staleVideoReader({ db }: ReadKernel) {
  const next = db.rows<Omit<StaleVideo, 'frames'>>(
    `SELECT v.id AS chunkId, v.file_path AS filePath, v.device_name AS deviceName, v.fps AS framesPerSecond
     FROM stale_chunk s JOIN video_chunk v ON v.id = s.video_chunk_id
     WHERE v.id NOT IN (SELECT value FROM json_each(?)) ORDER BY v.id LIMIT 1`,
  );
  const frames = db.rows<StaleVideo['frames'][number]>(
    `SELECT f.id, d.at_ms AS atMs, f.offset_index AS offset FROM frame f JOIN document d ON d.key = f.key
     WHERE f.video_chunk_id = ? ORDER BY f.offset_index, f.id`,
  );
  return {
    nextStaleVideo(exceptIds: readonly number[]): StaleVideo | undefined {
      const video = next.get(JSON.stringify(exceptIds));
      return video && { ...video, frames: frames.all(video.chunkId) };
    },
  };
}

interface ChunkRow {
  file_path: string;
  sync_id: string | null;
  machine_id: string | null;
}

export function staleVideoWriter({ db, part }: WriteKernel) {
  const { count } = part(jobWriter);
  const sql = {
    chunk: db.rows<ChunkRow>('SELECT file_path, sync_id, machine_id FROM video_chunk WHERE id = ?'),
    frames: db.values<number>(
      'SELECT id FROM frame WHERE video_chunk_id = ? ORDER BY offset_index, id',
    ),
    setFile: db.prepare('UPDATE video_chunk SET file_path = ? WHERE id = ?'),
    // It is another file now, under another name: those who have the old one rewrite it themselves.
    renew: db.prepare('UPDATE video_chunk SET sync_id = ?, synced_at = NULL WHERE id = ?'),
    // One of another device is not that device's file any more; what was sent of it on its behalf is taken back.
    forgetName: db.prepare('UPDATE video_chunk SET sync_id = NULL WHERE id = ?'),
    drop: db.prepare('DELETE FROM video_chunk WHERE id = ?'),
    place: db.prepare('UPDATE frame SET offset_index = ? WHERE id = ?'),
    toSnapshot: db.prepare(
      'UPDATE frame SET snapshot_path = ?, video_chunk_id = NULL, offset_index = 0, stays_snapshot = 1 WHERE id = ?',
    ),
    // Images of older frames go to nobody by themselves, and retention would wait for a keeper to have them.
    sendAgain: db.prepare(
      'INSERT OR IGNORE INTO sync_wanted (frame_id) SELECT ? WHERE EXISTS (SELECT 1 FROM sync_keeper)',
    ),
    lose: db.prepare('UPDATE frame SET video_chunk_id = NULL, offset_index = 0 WHERE id = ?'),
    fresh: db.prepare('DELETE FROM stale_chunk WHERE video_chunk_id = ?'),
    discard: db.prepare('INSERT OR IGNORE INTO discarded_file (path) VALUES (?)'),
  };
  function setFile({ sync_id, machine_id }: ChunkRow, chunkId: number, path: string): void {
    sql.setFile.run(path, chunkId);
    if (machine_id !== null) sql.forgetName.run(chunkId);
    else if (sync_id !== null) sql.renew.run(renamed(sync_id), chunkId);
    sql.fresh.run(chunkId);
  }

  return {
    /** False, and nothing changed, when a frame was deleted meanwhile. The old file is then among the discarded ones. */
    replaceVideo: durable((jobId: number, video: RewrittenVideo, newBytes: number): boolean => {
      const { chunkId, oldPath, before, newPath, shown, snapshots, lost } = video;
      const row = sql.chunk.get(chunkId);
      const now = sql.frames.all(chunkId);
      if (row?.file_path !== oldPath || now.join() !== before.join()) return false;
      for (const [index, id] of shown.entries()) sql.place.run(index, id);
      for (const { id, path } of snapshots) {
        sql.toSnapshot.run(path, id);
        if (row.machine_id === null) sql.sendAgain.run(id);
      }
      for (const id of lost) sql.lose.run(id);
      if (newPath === undefined) sql.drop.run(chunkId);
      else setFile(row, chunkId, newPath);
      sql.discard.run(oldPath);
      count(jobId, { videosRewritten: 1, bytesFreed: -newBytes });
      return true;
    }),
  };
}

/** `v-name`, `v-name-r2`, `v-name-r3` …; names of streams are short and of few characters. */
function renamed(name: string): string {
  const [, stem = name, number = '1'] = /^(.*)-r(\d+)$/.exec(name) ?? [];
  return `${stem}-r${Number(number) + 1}`;
}
