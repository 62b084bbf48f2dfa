/**
 * Pictures and recordings that other devices have. The log says where a file lies once its device has sent it; until then this device
 * can request it. A file that has arrived takes the place of that note. Runs in the writer thread.
 */
import { durable } from '../kernel/calls.ts';
import type { Connection } from '../kernel/connection.ts';
import { claimWriter } from './claims.ts';
import { fileRequests } from './file-requests.ts';
import type { keeperWriter } from './keepers.ts';
import type { MediaRecord, MediaTarget } from './records.ts';
import type { syncIds } from './sync-ids.ts';

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

const TARGETS = ['frame', 'audio_chunk'] as const;
/** Not those that a rule or a deletion has removed here. */
const HAS_NO_PICTURE = `snapshot_path IS NULL AND video_chunk_id IS NULL AND coalesce(picture_gone, 'keeper') IN ('keeper', 'retention')`;

export function incomingFiles(
  db: Connection,
  ids: ReturnType<typeof syncIds>,
  keepers: ReturnType<typeof keeperWriter>,
) {
  const sql = incomingSql(db);
  const requests = fileRequests(db, ids, keepers);
  const claims = claimWriter(db, keepers.confirm);

  function pictureReceived({ kind, stream, ...file }: IncomingFile, path: string, atMs: number) {
    const places = sql.pictures.all(stream);
    // Whoever showed it was deleted while it was on its way.
    if (places.length === 0) return false;
    if (kind === 'video') videoReceived({ kind, stream, ...file }, path, atMs, places);
    else for (const [id] of places) snapshotReceived(stream, id, path, file.machineId);
    return true;
  }

  function videoReceived(
    { stream, deviceName, machineId }: IncomingFile,
    path: string,
    atMs: number,
    places: readonly [frameId: number, offset: number][],
  ): void {
    const fps = sql.fpsOf.get(stream) as number;
    // One of this device that came back from no keeper is sent as any other.
    const isOwn = places.some(([frameId]) => sql.isOwnFrame.get(frameId) !== undefined);
    const from =
      isOwn && !keepers.isKeeperNow(machineId)
        ? [null, null]
        : [machineId, new Date(atMs).toISOString()];
    const added = sql.addChunk.run(path, deviceName, fps, stream, stream, ...from);
    const chunkId = Number(added.lastInsertRowid);
    for (const [frameId, offset] of places) sql.setVideo.run(chunkId, offset, frameId);
  }

  function snapshotReceived(stream: string, frameId: number, path: string, from: string): void {
    const isOwn = sql.isOwnFrame.get(frameId) !== undefined;
    sql.setSnapshot.run(path, Number(isOwn), frameId);
    if (isOwn) keepers.cameBack(stream, { entity: 'frame', rowId: frameId, from });
  }

  function soundReceived({ stream, machineId: from }: IncomingFile, path: string): boolean {
    const rows = sql.setRecording.all(path, stream);
    for (const { id, isOwn } of rows) {
      if (isOwn === 1) keepers.cameBack(stream, { entity: 'audio_chunk', rowId: id, from });
    }
    return rows.length > 0;
  }

  function soundSent(
    { chunk, extension }: NonNullable<MediaRecord['sound']>,
    { machineId, stream, parts }: Pick<IncomingFile, 'machineId' | 'stream' | 'parts'>,
  ): void {
    const row = ids.findRow('audio_chunk', chunk);
    if (row === undefined) return;
    requests.answered('audio_chunk', row);
    sql.setSound.run(machineId, stream, parts, extension, row);
  }

  function picturesSent(record: MediaRecord, machineId: string): void {
    const { id: stream, parts, isVideo, fps, frames } = record;
    for (const [frame, offset] of frames) {
      const row = ids.findRow('frame', frame);
      if (row === undefined) continue;
      requests.answered('frame', row);
      sql.setPicture.run(machineId, stream, parts, isVideo ? offset : null, fps, row);
    }
  }

  /** All that it shows has to be known; until then the record waits for the first that is not. */
  function claim(record: MediaRecord, machineId: string): void {
    const named = [
      ...record.frames.map(([name]) => ({ of: 'frame' as const, name })),
      ...(record.sound ? [{ of: 'audio_chunk' as const, name: record.sound.chunk }] : []),
    ];
    const targets: MediaTarget[] = [];
    for (const { of, name } of named) {
      const id = ids.findRow(of, name);
      if (id === undefined) {
        sql.early.run(name, machineId, JSON.stringify(record));
        return;
      }
      targets.push({ of, id });
    }
    claims.add(record.id, targets);
  }

  function forget(stream: string): void {
    sql.dropPictures.run(stream);
    sql.dropSounds.run(stream);
  }

  return {
    applyWish: requests.applyWish,
    /** It is not to be fetched (any more). */
    forget,
    applyMedia(record: MediaRecord, machineId: string): void {
      const { id: stream, parts, frames, sound } = record;
      // It holds pixels of a frame that was deleted since: its device writes it again, and sends that one.
      if (frames.some(([frame]) => sql.isGone.get(frame) !== undefined)) return;
      picturesSent(record, machineId);
      if (sound && !SOUND_EXTENSIONS.includes(sound.extension)) return;
      if (sound) soundSent(sound, { machineId, stream, parts });
      if (keepers.isKeeper()) claim(record, machineId);
    },
    calls: {
      ...claims.calls,
      /** Asks the devices that have it for a file. */
      requestFile: ({ of, id }: MediaTarget) => void sql.wish.run(of, id),
      /** The file is here, under this path relative to the data folder. False: nothing needs it any more. */
      fileReceived: durable((file: IncomingFile, path: string, atMs: number): boolean => {
        const isNeeded =
          file.kind === 'sound' ? soundReceived(file, path) : pictureReceived(file, path, atMs);
        forget(file.stream);
        return isNeeded;
      }),
      /** It is not where it was said to be: its device took it back, and says where it is now or is asked again. A keeper asks at once. */
      fileLost(stream: string): void {
        if (keepers.isKeeper()) for (const of of TARGETS) sql.ask[of].run({ stream });
        forget(stream);
      },
    },
  };
}

function incomingSql(db: Connection) {
  return {
    wish: db.prepare(
      `INSERT OR IGNORE INTO sync_change (entity, row_id, field, detail, clock) VALUES (?, ?, 'wish', '', 0)`,
    ),
    // One of the frames that it shows is enough.
    ask: {
      frame: db.prepare(
        `INSERT OR IGNORE INTO sync_change (entity, row_id, field, detail, clock)
         SELECT 'frame', min(frame_id), 'wish', '', 0 FROM sync_picture WHERE stream = :stream HAVING count(*) > 0`,
      ),
      audio_chunk: db.prepare(
        `INSERT OR IGNORE INTO sync_change (entity, row_id, field, detail, clock)
         SELECT 'audio_chunk', audio_chunk_id, 'wish', '', 0 FROM sync_sound WHERE stream = :stream`,
      ),
    },
    setPicture: db.prepare(
      `INSERT OR REPLACE INTO sync_picture (frame_id, machine_id, stream, parts, offset_index, fps)
       SELECT id, ?, ?, ?, ?, ? FROM frame WHERE id = ? AND ${HAS_NO_PICTURE}`,
    ),
    setSound: db.prepare(
      `INSERT OR REPLACE INTO sync_sound (audio_chunk_id, machine_id, stream, parts, extension)
       SELECT id, ?, ?, ?, ? FROM audio_chunk WHERE id = ? AND file_path = ''`,
    ),
    early: db.prepare('INSERT INTO sync_early (sync_id, machine_id, record) VALUES (?, ?, ?)'),
    pictures: db.tuples<[frameId: number, offset: number]>(
      'SELECT frame_id, offset_index FROM sync_picture WHERE stream = ?',
    ),
    isGone: db.values('SELECT 1 FROM sync_gone WHERE sync_id = ?'),
    fpsOf: db.values<number>('SELECT fps FROM sync_picture WHERE stream = ?'),
    dropPictures: db.prepare('DELETE FROM sync_picture WHERE stream = ?'),
    dropSounds: db.prepare('DELETE FROM sync_sound WHERE stream = ?'),
    isOwnFrame: db.prepare(
      `SELECT 1 FROM frame f JOIN document d ON d.key = f.key JOIN context c ON c.id = d.context_id
       WHERE f.id = ? AND c.machine_id = ''`,
    ),
    // One of this device was a video or waits for the next removal: it is not to become a video again.
    setSnapshot: db.prepare(
      'UPDATE frame SET snapshot_path = ?, picture_gone = NULL, stays_snapshot = max(stays_snapshot, ?) WHERE id = ?',
    ),
    // What is left of an earlier copy may still have the name.
    addChunk: db.prepare(
      `INSERT INTO video_chunk (file_path, device_name, fps, sync_id, machine_id, synced_at)
       VALUES (?, ?, ?, iif(EXISTS (SELECT 1 FROM video_chunk WHERE sync_id = ?), NULL, ?), ?, ?)`,
    ),
    setVideo: db.prepare(
      'UPDATE frame SET video_chunk_id = ?, offset_index = ?, picture_gone = NULL WHERE id = ?',
    ),
    setRecording: db.rows<{ id: number; isOwn: number }>(
      `UPDATE audio_chunk SET file_path = ? WHERE file_path = ''
       AND id IN (SELECT audio_chunk_id FROM sync_sound WHERE stream = ?) RETURNING id, machine_id IS NULL AS isOwn`,
    ),
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
  // What one device sends on behalf of another is for whoever asked for it; a keeper takes it, too.
  const next = {
    frame: db.prepare(
      `${PICTURES} WHERE f.picture_gone IS NULL AND (:isKeeper = 1 OR p.machine_id = c.machine_id)
       AND p.stream NOT IN (SELECT value FROM json_each(:except)) ORDER BY p.frame_id LIMIT 1`,
    ),
    audio_chunk: db.prepare(
      `${SOUNDS} WHERE (:isKeeper = 1 OR s.machine_id = k.machine_id)
       AND s.stream NOT IN (SELECT value FROM json_each(:except)) ORDER BY s.audio_chunk_id LIMIT 1`,
    ),
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
    /** One that was sent and is not here, apart from these streams. */
    nextMissingFile(isKeeper: boolean, exceptStreams: readonly string[]): IncomingFile | undefined {
      const meant = { isKeeper: Number(isKeeper), except: JSON.stringify(exceptStreams) };
      return (
        toFile('frame', next.frame.get(meant)) ?? toFile('audio_chunk', next.audio_chunk.get(meant))
      );
    },
  };
}
