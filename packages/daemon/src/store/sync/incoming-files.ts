/**
 * Pictures and recordings that other devices have. The log says where a file lies once its device has sent it; until then this device
 * can request it. A file that has arrived takes the place of that note. Runs in the writer thread.
 */
import type { Connection } from '../kernel/connection.ts';
import type { MediaRecord, WishRecord } from './records.ts';
import type { syncIds } from './sync-ids.ts';

/** What somebody wants to see or hear. */
export interface MediaTarget {
  of: 'frame' | 'audio_chunk';
  id: number;
}

/** A file that another device has sent. */
export interface IncomingFile {
  machineId: string;
  stream: string;
  parts: number;
  kind: 'picture' | 'video' | 'sound';
  /** Of a recording. */
  extension: string;
  /** When it was captured, and by what: for its name here. */
  atMs: number;
  deviceName: string;
}

/** Names become files here: what else a device may tell is not followed. */
const SOUND_EXTENSIONS = ['.ogg', '.opus', '.wav', '.flac', '.mp3', '.m4a'];

export function incomingFiles(db: Connection, ids: ReturnType<typeof syncIds>) {
  const sql = {
    wantFrame: db.prepare(
      `INSERT OR IGNORE INTO sync_wanted (frame_id) SELECT f.id FROM frame f JOIN document d ON d.key = f.key
       JOIN context c ON c.id = d.context_id WHERE f.id = ? AND c.machine_id = ''`,
    ),
    wantSound: db.prepare(
      `INSERT OR IGNORE INTO sync_wanted_sound (audio_chunk_id) SELECT id FROM audio_chunk
       WHERE id = ? AND machine_id IS NULL`,
    ),
    wish: db.prepare(
      `INSERT OR IGNORE INTO sync_change (entity, row_id, field, detail, clock) VALUES (?, ?, 'wish', '', 0)`,
    ),
    setPicture: db.prepare(
      `INSERT OR REPLACE INTO sync_picture (frame_id, machine_id, stream, parts, offset_index, fps)
       SELECT id, ?, ?, ?, ?, ? FROM frame WHERE id = ? AND snapshot_path IS NULL AND video_chunk_id IS NULL`,
    ),
    setSound: db.prepare(
      `INSERT OR REPLACE INTO sync_sound (audio_chunk_id, machine_id, stream, parts, extension)
       SELECT id, ?, ?, ?, ? FROM audio_chunk WHERE id = ? AND file_path = '' AND machine_id IS NOT NULL`,
    ),
    pictures: db.prepare('SELECT frame_id, offset_index FROM sync_picture WHERE stream = ?').raw(),
    isGone: db.prepare('SELECT 1 FROM sync_gone WHERE sync_id = ?').pluck(),
    fpsOf: db.prepare('SELECT fps FROM sync_picture WHERE stream = ?').pluck(),
    dropPictures: db.prepare('DELETE FROM sync_picture WHERE stream = ?'),
    dropSounds: db.prepare('DELETE FROM sync_sound WHERE stream = ?'),
    setSnapshot: db.prepare('UPDATE frame SET snapshot_path = ? WHERE id = ?'),
    addChunk: db.prepare(
      `INSERT INTO video_chunk (file_path, device_name, fps, sync_id, machine_id, synced_at) VALUES (?, ?, ?, ?, ?, ?)`,
    ),
    setVideo: db.prepare('UPDATE frame SET video_chunk_id = ?, offset_index = ? WHERE id = ?'),
    setRecording: db.prepare(
      `UPDATE audio_chunk SET file_path = ? WHERE file_path = ''
       AND id IN (SELECT audio_chunk_id FROM sync_sound WHERE stream = ?)`,
    ),
  };

  function pictureReceived({ kind, stream, ...file }: IncomingFile, path: string, atMs: number) {
    const places = sql.pictures.all(stream) as [frameId: number, offset: number][];
    // Whoever showed it was deleted while it was on its way.
    if (places.length === 0) return false;
    if (kind === 'picture') for (const [frameId] of places) sql.setSnapshot.run(path, frameId);
    else {
      const at = new Date(atMs).toISOString();
      const fps = sql.fpsOf.get(stream) as number;
      const added = sql.addChunk.run(path, file.deviceName, fps, stream, file.machineId, at);
      const chunkId = Number(added.lastInsertRowid);
      for (const [frameId, offset] of places) sql.setVideo.run(chunkId, offset, frameId);
    }
    return true;
  }

  function forget(stream: string): void {
    sql.dropPictures.run(stream);
    sql.dropSounds.run(stream);
  }

  return {
    /** Another device wants to see or hear something of ours. */
    applyWish({ id, of }: WishRecord): void {
      const row = ids.findRow(of ?? 'frame', id);
      if (row !== undefined) (of === undefined ? sql.wantFrame : sql.wantSound).run(row);
    },
    /** It is not to be fetched (any more). */
    forget,
    applyMedia(record: MediaRecord, machineId: string): void {
      const { id: stream, parts, isVideo, fps, frames, sound } = record;
      // It holds pixels of a frame that was deleted since: its device writes it again, and sends that one.
      if (frames.some(([frame]) => sql.isGone.get(frame) !== undefined)) return;
      for (const [frame, offset] of frames) {
        const row = ids.findRow('frame', frame);
        const place = isVideo ? offset : null;
        if (row !== undefined) sql.setPicture.run(machineId, stream, parts, place, fps, row);
      }
      if (!sound || !SOUND_EXTENSIONS.includes(sound.extension)) return;
      const row = ids.findRow('audio_chunk', sound.chunk);
      if (row !== undefined) sql.setSound.run(machineId, stream, parts, sound.extension, row);
    },
    calls: {
      /** Asks the device that has it for a file. */
      requestFile: ({ of, id }: MediaTarget) => void sql.wish.run(of, id),
      /** The file is here, under this path relative to the data folder. False: nothing needs it any more. */
      fileReceived(file: IncomingFile, path: string, atMs: number): boolean {
        const isNeeded =
          file.kind === 'sound'
            ? sql.setRecording.run(path, file.stream).changes > 0
            : pictureReceived(file, path, atMs);
        forget(file.stream);
        return isNeeded;
      },
      /** It is not where it was said to be: its device took it back, and says where it is now or is asked again. */
      fileLost: forget,
    },
  };
}

export function incomingFileReader(db: Connection) {
  const PICTURES = `SELECT p.machine_id AS machineId, p.stream, p.parts, p.offset_index AS offsetIndex, '' AS extension,
    d.at_ms AS atMs, c.device_name AS deviceName FROM sync_picture p JOIN frame f ON f.id = p.frame_id
    JOIN document d ON d.key = f.key JOIN context c ON c.id = d.context_id`;
  const SOUNDS = `SELECT s.machine_id AS machineId, s.stream, s.parts, NULL AS offsetIndex, s.extension,
    k.at_ms AS atMs, '' AS deviceName FROM sync_sound s JOIN audio_chunk k ON k.id = s.audio_chunk_id`;
  const find = {
    frame: db.prepare(`${PICTURES} WHERE p.frame_id = ?`),
    audio_chunk: db.prepare(`${SOUNDS} WHERE s.audio_chunk_id = ?`),
  };
  const next = {
    frame: db.prepare(`${PICTURES} ORDER BY p.frame_id LIMIT 1`),
    audio_chunk: db.prepare(`${SOUNDS} ORDER BY s.audio_chunk_id LIMIT 1`),
  };

  function toFile(of: MediaTarget['of'], found: unknown): IncomingFile | undefined {
    if (found === undefined) return undefined;
    const { offsetIndex, ...row } = found as IncomingFile & { offsetIndex: number | null };
    if (of === 'audio_chunk') return { ...row, kind: 'sound' };
    return { ...row, kind: offsetIndex === null ? 'picture' : 'video' };
  }

  return {
    /** Where a picture or recording can be fetched; undefined when its device has not sent it. */
    findFile: ({ of, id }: MediaTarget) => toFile(of, find[of].get(id)),
    /** One that was sent and is not here. */
    nextMissingFile: () =>
      toFile('frame', next.frame.get()) ?? toFile('audio_chunk', next.audio_chunk.get()),
  };
}
