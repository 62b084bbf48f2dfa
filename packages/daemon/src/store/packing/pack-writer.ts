/**
 * Writes the packed content of frames. New frames are compressed against a base of the same app on the same
 * screen; deleting or changing a base first packs the frames that lean on it again, so that no frame is
 * unreadable and no text of a deleted one stays. (Its pixels do, in a video chunk that other frames share.) Runs in the writer thread, inside its caller's transaction.
 */
import type { Connection } from '../kernel/connection.ts';
import { compress, isWorthCompressing } from './codec/compression.ts';
import { asKept } from './codec/words.ts';
import { type EncodedContent, encodeContent, type FrameContent } from './format.ts';
import { countElements } from './listed-elements.ts';
import { packReader } from './pack-reader.ts';
import { unpacker } from './unpack.ts';

/** Shorter texts without words and elements are kept as they are: smaller to read and as quick to write. */
const PACKED_TEXT_LENGTH = 1_000;
/** Bases remembered at once, each some tens of kilobytes: one for every app in use. */
const MAX_BASES = 32;
/** Deleting a base packs all these again. */
const MAX_FOLLOWERS = 200;
/** A frame that takes more than this part of its base's size is better off as the next base. */
const WORTH_A_BASE = 0.4;

/** Frames of one app on one screen look alike. */
export interface Origin {
  deviceName: string;
  appName: string;
}

interface Base {
  frameId: number;
  bytes: Buffer;
  packedLength: number;
  followers: number;
  /** What the frames took more than the first one: they drift away from their base. */
  drift: number;
  firstLength: number | undefined;
}

export function needsPack(content: FrameContent): boolean {
  const { boxes, elements, text } = content;
  return boxes.length > 0 || elements.length > 0 || text.length >= PACKED_TEXT_LENGTH;
}

export function packWriter(db: Connection) {
  const sql = {
    insert: db.prepare(
      `INSERT INTO frame_pack (frame_id, base_id, elements, tree_elements, ocr_elements, has_text_apart, packed)
       VALUES (?, ?, ?, ?, ?, ?, ?)`,
    ),
    rewrite: db.prepare('UPDATE frame_pack SET base_id = ?, packed = ? WHERE frame_id = ?'),
    followers: db.tuples<[frameId: number, baseId: number, packed: Buffer, basePacked: Buffer]>(
      `SELECT f.frame_id, f.base_id, f.packed, b.packed
         FROM json_each(:ids) j JOIN frame_pack b ON b.frame_id = j.value JOIN frame_pack f ON f.base_id = b.frame_id
         WHERE f.frame_id NOT IN (SELECT value FROM json_each(:ids)) ORDER BY f.frame_id`,
    ),
    delete: db.prepare('DELETE FROM frame_pack WHERE frame_id IN (SELECT value FROM json_each(?))'),
  };
  const { bytesOf } = unpacker();
  /** By device and app; the least recently used first. */
  const bases = new Map<string, Base>();

  function insert(frameId: number, content: FrameContent, of: Origin): void {
    const place = `${of.deviceName}\n${of.appName}`;
    const encoded = encodeContent(content);
    if (!isWorthCompressing(encoded.bytes)) {
      insertRow(frameId, null, content, encoded, compress(encoded.bytes));
      return;
    }
    const base = bases.get(place);
    bases.delete(place);
    const packed = base && packWithBase(base, encoded.bytes);
    if (base && packed) {
      insertRow(frameId, base.frameId, content, encoded, packed);
      bases.set(place, base);
    } else bases.set(place, insertBase(frameId, content, encoded));
    const [oldest] = bases.keys();
    if (bases.size > MAX_BASES && oldest !== undefined) bases.delete(oldest);
  }

  /** Undefined when the frame had better become a base itself. */
  function packWithBase(base: Base, bytes: Buffer): Buffer | undefined {
    const packed = compress(bytes, base.bytes);
    base.firstLength ??= packed.length;
    base.drift += packed.length - base.firstLength;
    base.followers += 1;
    // A new base costs its own size once; that is paid for as soon as the drift has cost as much.
    const isStale = base.drift > base.packedLength || base.followers > MAX_FOLLOWERS;
    return isStale || packed.length > base.packedLength * WORTH_A_BASE ? undefined : packed;
  }

  function insertBase(frameId: number, content: FrameContent, encoded: EncodedContent): Base {
    const packed = compress(encoded.bytes);
    insertRow(frameId, null, content, encoded, packed);
    return {
      frameId,
      bytes: encoded.bytes,
      packedLength: packed.length,
      followers: 0,
      drift: 0,
      firstLength: undefined,
    };
  }

  function insertRow(
    frameId: number,
    baseId: number | null,
    content: FrameContent,
    { hasTextApart }: EncodedContent,
    packed: Buffer,
  ): void {
    // Lines are distinguished by places, so those count that readers will see.
    const { all, tree, ocr } = countElements({ ...content, boxes: content.boxes.map(asKept) });
    sql.insert.run(frameId, baseId, all, tree, ocr, Number(hasTextApart), packed);
  }

  /** The frames that lean on these and stay: of each group the first becomes the base of the others. */
  function release(frameIds: readonly number[]): void {
    const rows = sql.followers.all({ ids: JSON.stringify(frameIds) });
    const heirs = new Map<number, { frameId: number; bytes: Buffer }>();
    for (const [frameId, baseId, packed, basePacked] of rows) {
      const bytes = bytesOf(packed, basePacked);
      const heir = heirs.get(baseId);
      if (heir) sql.rewrite.run(heir.frameId, compress(bytes, heir.bytes), frameId);
      else {
        heirs.set(baseId, { frameId, bytes });
        sql.rewrite.run(null, compress(bytes), frameId);
      }
    }
    const isReleased = new Set(frameIds);
    for (const [place, base] of bases) if (isReleased.has(base.frameId)) bases.delete(place);
  }

  function remove(frameIds: readonly number[]): void {
    release(frameIds);
    // All in one statement: among themselves they may lean on each other.
    sql.delete.run(JSON.stringify(frameIds));
  }

  return {
    insert,
    read: packReader(db).read,
    /** Before the frames themselves go. */
    remove,
    /** After a roll-back the bases may not exist. */
    forget(): void {
      bases.clear();
    },
  };
}
