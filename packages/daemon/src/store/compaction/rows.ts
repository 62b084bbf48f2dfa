/**
 * The rows behind compaction: which frames may go from their snapshots into a video chunk, and the one
 * transaction that moves them. Files are not touched here: a chunk is on the disk before its row is
 * stored, and a snapshot goes after no row names it any more.
 */
import {
  firstKeyOfHour,
  HOUR_MS,
  HOURS_PER_VIDEO,
  hourOf,
  hourOfKey,
  lastKeyOfHour,
} from '../content/keys.ts';
import { durable } from '../kernel/calls.ts';
import type { ReadKernel, WriteKernel } from '../kernel/kernel.ts';

/** A frame whose picture is a snapshot. `snapshotPath` is relative to the data folder. */
export interface SnapshotFrame {
  id: number;
  atMs: number;
  snapshotPath: string;
}

/**
 * Frames of one machine, one device, one size, one app and two hours, in order of time. Of one app, because a picture that is
 * like the one before it costs next to nothing: people change to and fro between windows. Not of one hour only, because the first
 * picture takes as much as fifteen others.
 */
export interface ChunkPlan {
  deviceName: string;
  width: number;
  height: number;
  frames: SnapshotFrame[];
}

export interface PlanLimits {
  maxFrames: number;
  /** Frames to leave out. */
  exceptIds: readonly number[];
}

/** A chunk that is on the disk: frame number `i` of the video shows `frames[i]`. */
export interface NewChunk {
  /** Relative to the data folder, with forward slashes. */
  filePath: string;
  deviceName: string;
  framesPerSecond: number;
  frames: readonly Pick<SnapshotFrame, 'id' | 'snapshotPath'>[];
}

interface OldestRow {
  key: number;
  app_id: number;
  machine_id: string;
  device_name: string;
  width: number;
  height: number;
}

// Named, because the planner may know statistics from a time when all frames waited.
const WAITING_FRAMES = 'frame f INDEXED BY frame_waiting';
// The words of that index.
const WAITING = 'f.snapshot_path IS NOT NULL AND f.stays_snapshot = 0 AND f.width IS NOT NULL';

export function compactionReads({ db }: ReadKernel) {
  const oldest = db.rows<OldestRow>(
    `SELECT f.key, c.app_id, c.machine_id, c.device_name, f.width, f.height FROM ${WAITING_FRAMES}
     JOIN document d ON d.key = f.key JOIN context c ON c.id = d.context_id
     WHERE ${WAITING} AND f.key < ? AND f.id NOT IN (SELECT value FROM json_each(?)) ORDER BY f.key LIMIT 1`,
  );
  const alike = db.rows<SnapshotFrame>(
    `SELECT f.id, d.at_ms AS atMs, f.snapshot_path AS snapshotPath FROM ${WAITING_FRAMES}
     JOIN document d ON d.key = f.key JOIN context c ON c.id = d.context_id
     WHERE ${WAITING} AND f.key BETWEEN ? AND ? AND f.id NOT IN (SELECT value FROM json_each(?))
     AND c.app_id = ? AND c.machine_id = ? AND c.device_name = ? AND f.width = ? AND f.height = ? ORDER BY d.at_ms, f.id LIMIT ?`,
  );
  const waiting = db.values<number>(
    `SELECT count(*) FROM ${WAITING_FRAMES} WHERE ${WAITING} AND f.key < ?
       AND f.id NOT IN (SELECT value FROM json_each(?))`,
  );
  const unnamed = db.values<string>(
    `SELECT j.value FROM json_each(?) j
       WHERE NOT EXISTS (SELECT 1 FROM frame f WHERE f.snapshot_path = j.value)
       AND NOT EXISTS (SELECT 1 FROM video_chunk v WHERE v.file_path = j.value)
       AND (j.value LIKE '%.jpg' OR NOT EXISTS (SELECT 1 FROM audio_chunk a WHERE a.file_path = j.value))`,
  );

  /** The first key of the hours that are too new to be the first of a chunk: its last one would not be over. */
  const endKey = (beforeMs: number) => firstKeyOfHour(hourOf(beforeMs) - HOURS_PER_VIDEO + 1);

  return {
    /** The oldest frames that may become one chunk, of hours that ended before `beforeMs`. */
    planChunk(beforeMs: number, { maxFrames, exceptIds }: PlanLimits): ChunkPlan | undefined {
      const except = JSON.stringify(exceptIds);
      const first = oldest.get(endKey(beforeMs), except);
      if (!first) return undefined;
      const { device_name: deviceName, width, height } = first;
      const hour = hourOfKey(first.key);
      const range = [firstKeyOfHour(hour), lastKeyOfHour(hour + HOURS_PER_VIDEO - 1)];
      const frames = alike.all(
        ...range,
        except,
        first.app_id,
        first.machine_id,
        deviceName,
        width,
        height,
        maxFrames,
      );
      return { deviceName, width, height, frames };
    },
    /** How many frames `planChunk` would take first or later; frames of the hours after them may go along. */
    countCompactable: (beforeMs: number, exceptIds: readonly number[]): number =>
      waiting.get(endKey(beforeMs), JSON.stringify(exceptIds)) as number,
    /** Those of the media files, relative to the data folder, that no row names. */
    listUnnamedFiles: (paths: readonly string[]): string[] => unnamed.all(JSON.stringify(paths)),
  };
}

export function compactionWrites({ db }: WriteKernel) {
  const sql = {
    isStill: db.values('SELECT 1 FROM frame WHERE id = ? AND snapshot_path = ?'),
    // One of another machine's snapshots is not sent to others as ours.
    insert: db.prepare(
      `INSERT INTO video_chunk (file_path, device_name, fps, machine_id) VALUES (?, ?, ?, (
         SELECT nullif(c.machine_id, '') FROM frame f JOIN document d ON d.key = f.key
         JOIN context c ON c.id = d.context_id WHERE f.id = ?))`,
    ),
    move: db.prepare(
      'UPDATE frame SET snapshot_path = NULL, video_chunk_id = ?, offset_index = ? WHERE id = ?',
    ),
    isNamed: db.values('SELECT 1 FROM frame WHERE snapshot_path = ?'),
    keep: db.prepare(
      'UPDATE frame SET stays_snapshot = 1 WHERE id IN (SELECT value FROM json_each(?))',
    ),
    emptyChunks: db.values<string>(
      `SELECT file_path FROM video_chunk v
         WHERE NOT EXISTS (SELECT 1 FROM frame f WHERE f.video_chunk_id = v.id)`,
    ),
    discard: db.prepare('INSERT OR IGNORE INTO discarded_file (path) VALUES (?)'),
    dropEmptyChunks: db.prepare(
      `DELETE FROM video_chunk
       WHERE NOT EXISTS (SELECT 1 FROM frame f WHERE f.video_chunk_id = video_chunk.id)`,
    ),
  };

  return {
    /**
     * The chunk takes the place of the snapshots. Undefined, and nothing changed, when a frame was
     * deleted or got another picture meanwhile: the chunk then shows what nobody may see any more.
     * `freed` are the snapshots that no row names now; they are among the discarded files.
     */
    replaceSnapshotsByVideo: durable(
      (chunk: NewChunk): { chunkId: number; freed: string[] } | undefined => {
        const isUnchanged = chunk.frames.every(
          ({ id, snapshotPath }) => sql.isStill.get(id, snapshotPath) !== undefined,
        );
        if (!isUnchanged) return undefined;
        const { filePath, deviceName, framesPerSecond } = chunk;
        const { lastInsertRowid } = sql.insert.run(
          filePath,
          deviceName,
          framesPerSecond,
          chunk.frames[0]?.id ?? 0,
        );
        const chunkId = Number(lastInsertRowid);
        for (const [index, { id }] of chunk.frames.entries()) sql.move.run(chunkId, index, id);
        const paths = new Set(chunk.frames.map(({ snapshotPath }) => snapshotPath));
        const freed = [...paths].filter((path) => sql.isNamed.get(path) === undefined);
        for (const path of freed) sql.discard.run(path);
        return { chunkId, freed };
      },
    ),
    /** These frames are not planned again. */
    keepSnapshots(frameIds: readonly number[]): void {
      sql.keep.run(JSON.stringify(frameIds));
    },
    /** Forgets chunks whose frames were all deleted; their files are then among the discarded ones. */
    dropEmptyChunks: durable((): void => {
      const paths = sql.emptyChunks.all();
      for (const path of paths) sql.discard.run(path);
      if (paths.length > 0) sql.dropEmptyChunks.run();
    }),
  };
}

/** Whole hours of the clock: one is compacted only when it is over. */
export function endOfCompactableHours(nowMs: number, minAgeMs: number): number {
  return hourOf(nowMs - minAgeMs) * HOUR_MS;
}
