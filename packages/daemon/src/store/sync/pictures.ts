/**
 * Pictures of frames between devices. The device that has a picture sends the file it is in, once: a snapshot, or the video
 * chunk of an hour with all its frames. The others know where it is and fetch it when they want it. Runs in the writer thread.
 */
import type { Connection } from '../connection.ts';
import { mediaPath } from '../frames.ts';
import type { MediaRecord, WishRecord } from './records.ts';
import type { syncIds } from './sync-ids.ts';

/** A file of this device that is to be sent. */
export interface OutgoingPicture {
  stream: string;
  /** Absolute. */
  filePath: string;
  isVideo: boolean;
  fps: number | null;
  /** Those in a video with their places. */
  frames: [frame: string, offset: number][];
  /** Rows that wait for it. */
  frameIds: number[];
}

/** A file that another device has sent. */
export interface IncomingPicture {
  machineId: string;
  stream: string;
  parts: number;
  isVideo: boolean;
}

interface WantedRow {
  id: number;
  snapshot_path: string | null;
  video_chunk_id: number | null;
}

interface ChunkRow {
  file_path: string;
  fps: number;
  sync_id: string | null;
}

export function pictureWriter(db: Connection, ids: ReturnType<typeof syncIds>, dataDir: string) {
  const sql = {
    want: db.prepare(
      `INSERT OR IGNORE INTO sync_wanted (frame_id) SELECT f.id FROM frame f JOIN document d ON d.key = f.key
       JOIN context c ON c.id = d.context_id WHERE f.id = ? AND c.machine_id = ''`,
    ),
    unwant: db.prepare('DELETE FROM sync_wanted WHERE frame_id = ?'),
    wanted: db.prepare(
      `SELECT f.id, f.snapshot_path, f.video_chunk_id FROM sync_wanted w JOIN frame f ON f.id = w.frame_id
       ORDER BY w.frame_id LIMIT ?`,
    ),
    // All that will never be part of a later video.
    unsent: db.prepare(
      `SELECT min(f.id) AS id, NULL AS snapshot_path, v.id AS video_chunk_id FROM video_chunk v
       JOIN frame f ON f.video_chunk_id = v.id WHERE v.synced_at IS NULL AND v.machine_id IS NULL GROUP BY v.id
       ORDER BY v.id LIMIT ?`,
    ),
    chunk: db.prepare('SELECT file_path, fps, sync_id FROM video_chunk WHERE id = ?'),
    nameChunk: db.prepare('UPDATE video_chunk SET sync_id = ? WHERE id = ?'),
    chunkSent: db.prepare('UPDATE video_chunk SET synced_at = ? WHERE sync_id = ?'),
    framesOf: db
      .prepare('SELECT id, offset_index FROM frame WHERE video_chunk_id = ? ORDER BY offset_index')
      .raw(),
    say: db.prepare(
      `INSERT OR IGNORE INTO sync_change (entity, row_id, field, detail, clock) VALUES ('media', 0, 'say', ?, 0)`,
    ),
    wish: db.prepare(
      `INSERT OR IGNORE INTO sync_change (entity, row_id, field, detail, clock) VALUES ('frame', ?, 'wish', '', 0)`,
    ),
    setPlace: db.prepare(
      `INSERT OR REPLACE INTO sync_picture (frame_id, machine_id, stream, parts, offset_index, fps)
       SELECT id, ?, ?, ?, ?, ? FROM frame WHERE id = ? AND snapshot_path IS NULL AND video_chunk_id IS NULL`,
    ),
    placesOf: db.prepare('SELECT frame_id, offset_index FROM sync_picture WHERE stream = ?').raw(),
    fpsOf: db.prepare('SELECT fps FROM sync_picture WHERE stream = ?').pluck(),
    dropPlaces: db.prepare('DELETE FROM sync_picture WHERE stream = ?'),
    setSnapshot: db.prepare('UPDATE frame SET snapshot_path = ? WHERE id = ?'),
    addChunk: db.prepare(
      `INSERT INTO video_chunk (file_path, device_name, fps, sync_id, machine_id, synced_at) VALUES (?, ?, ?, ?, ?, ?)`,
    ),
    setVideo: db.prepare('UPDATE frame SET video_chunk_id = ?, offset_index = ? WHERE id = ?'),
  };

  function fromVideo(row: WantedRow, chunkId: number): OutgoingPicture | undefined {
    const chunk = sql.chunk.get(chunkId) as ChunkRow | undefined;
    if (!chunk) return undefined;
    const frameRows = sql.framesOf.all(chunkId) as [id: number, offset: number][];
    const first = ids.nameOf('frame', frameRows[0]?.[0] ?? row.id) ?? '';
    // A chunk is known by its first frame: chunks are made once and never change.
    const name = chunk.sync_id ?? `v-${first}`;
    if (chunk.sync_id === null) sql.nameChunk.run(name, chunkId);
    return {
      stream: name,
      filePath: mediaPath(dataDir, chunk.file_path),
      isVideo: true,
      fps: chunk.fps,
      frames: frameRows.map(([id, offset]) => [ids.nameOf('frame', id) ?? '', offset]),
      frameIds: frameRows.map(([id]) => id),
    };
  }

  function toPicture(row: WantedRow): OutgoingPicture | undefined {
    if (row.video_chunk_id !== null) return fromVideo(row, row.video_chunk_id);
    const name = ids.nameOf('frame', row.id);
    if (row.snapshot_path === null || name === undefined) return undefined;
    return {
      stream: `j-${name}`,
      filePath: mediaPath(dataDir, row.snapshot_path),
      isVideo: false,
      fps: null,
      frames: [[name, 0]],
      frameIds: [row.id],
    };
  }

  return {
    /** Another device wants the picture of a frame of ours. */
    applyWish({ id }: WishRecord): void {
      const row = ids.findRow('frame', id);
      if (row !== undefined) sql.want.run(row);
    },
    applyMedia({ id: stream, parts, isVideo, fps, frames }: MediaRecord, machineId: string): void {
      for (const [frame, offset] of frames) {
        const row = ids.findRow('frame', frame);
        const place = isVideo ? offset : null;
        if (row !== undefined) sql.setPlace.run(machineId, stream, parts, place, fps, row);
      }
    },
    calls: {
      /** The next file to send: one that was asked for, or with `isFull` one that nobody has yet. */
      nextPicture(isFull: boolean): OutgoingPicture | undefined {
        for (const row of sql.wanted.all(100) as WantedRow[]) {
          const picture = toPicture(row);
          if (picture) return picture;
          // It has no picture (any more).
          sql.unwant.run(row.id);
        }
        const [unsent] = (isFull ? sql.unsent.all(1) : []) as WantedRow[];
        return unsent && toPicture(unsent);
      },
      /** The file was sent, in so many parts; undefined: it cannot be, and nobody waits for it any more. */
      pictureSent(picture: OutgoingPicture, parts: number | undefined, atMs: number): void {
        const { stream, isVideo, fps, frames, frameIds } = picture;
        for (const id of frameIds) sql.unwant.run(id);
        sql.chunkSent.run(new Date(atMs).toISOString(), stream);
        if (parts === undefined) return;
        const record: MediaRecord = { kind: 'media', id: stream, parts, isVideo, fps, frames };
        sql.say.run(JSON.stringify(record));
      },
      /** Asks the device that has it for the picture of a frame. */
      wishPicture(frameId: number): void {
        sql.wish.run(frameId);
      },
      /** The file is here, under this path relative to the data folder. */
      pictureReceived(
        picture: IncomingPicture,
        path: string,
        deviceName: string,
        atMs: number,
      ): void {
        const { stream, isVideo, machineId } = picture;
        const places = sql.placesOf.all(stream) as [frameId: number, offset: number][];
        if (isVideo) {
          const fps = sql.fpsOf.get(stream) as number;
          const at = new Date(atMs).toISOString();
          const row = sql.addChunk.run(path, deviceName, fps, stream, machineId, at);
          const chunkId = Number(row.lastInsertRowid);
          for (const [frameId, offset] of places) sql.setVideo.run(chunkId, offset, frameId);
        } else for (const [frameId] of places) sql.setSnapshot.run(path, frameId);
        sql.dropPlaces.run(stream);
      },
    },
  };
}

export function pictureReader(db: Connection) {
  const place = db.prepare(
    `SELECT machine_id AS machineId, stream, parts, offset_index AS offsetIndex FROM sync_picture WHERE frame_id = ?`,
  );
  const next = db.prepare('SELECT frame_id FROM sync_picture ORDER BY frame_id LIMIT 1').pluck();
  return {
    /** Where the picture of a frame can be fetched; undefined when its device has not sent it. */
    findPicture(frameId: number): IncomingPicture | undefined {
      const row = place.get(frameId) as
        | (Omit<IncomingPicture, 'isVideo'> & { offsetIndex: number | null })
        | undefined;
      if (!row) return undefined;
      const { machineId, stream, parts, offsetIndex } = row;
      return { machineId, stream, parts, isVideo: offsetIndex !== null };
    },
    /** A frame whose picture was sent and is not here. */
    nextMissingPicture: () => next.get() as number | undefined,
  };
}
