/**
 * Packed frames in a copy by rows. In the store each is compressed on its own against one earlier frame (0008), which leaves little to compress
 * further. A copy holds their unpacked bytes, one frame after the other, so that compression sees all repetition between them.
 */
import type { Connection } from '../../kernel/connection.ts';
import { compress } from '../../packing/codec/compression.ts';
import { unpacker } from '../../packing/unpack.ts';
import type { Row } from './row-codec.ts';

/** The first byte of the value says how the rest is to be read. */
const AS_STORED = 0;
const UNPACKED = 1;

interface Columns {
  readonly frameId: number;
  readonly baseId: number;
  readonly packed: number;
}

/** For rows as they are in the table → rows for the copy. */
export function packUnwrapper(db: Connection, columns: Columns) {
  const { bytesOf } = unpacker();
  const find = db.values<Buffer>('SELECT packed FROM frame_pack WHERE frame_id = ?');

  /** What cannot be unpacked is kept as it is. */
  function unwrapped(row: Row): Buffer {
    const [frameId, baseId, packed] = valuesOf(row, columns);
    try {
      const base = baseId === null ? null : find.get(baseId);
      // Restoring inserts in the order of ids, so a base has to come first.
      if (base === undefined || (baseId !== null && baseId >= frameId)) throw new RangeError();
      return Buffer.concat([Buffer.of(UNPACKED), bytesOf(packed, base)]);
    } catch {
      return Buffer.concat([Buffer.of(AS_STORED), packed]);
    }
  }

  return (row: Row): Row => row.with(columns.packed, unwrapped(row));
}

/** For rows of the copy → rows for the table; the rows before them are in the table already. */
export function packWrapper(db: Connection, columns: Columns) {
  const { bytesOf } = unpacker();
  const find = db.values<Buffer>('SELECT packed FROM frame_pack WHERE frame_id = ?');
  let lastBase: { id: bigint; bytes: Buffer } | undefined;

  function baseBytes(id: bigint): Buffer {
    if (lastBase?.id === id) return lastBase.bytes;
    const packed = find.get(id);
    if (!packed) throw new RangeError('the base of a frame is missing');
    lastBase = { id, bytes: bytesOf(packed, null) };
    return lastBase.bytes;
  }

  return (row: Row): Row => {
    const [, baseId, value] = valuesOf(row, columns);
    const bytes = value.subarray(1);
    if (value[0] === AS_STORED) return row.with(columns.packed, bytes);
    return row.with(
      columns.packed,
      compress(bytes, baseId === null ? undefined : baseBytes(baseId)),
    );
  };
}

function valuesOf(row: Row, columns: Columns): [frameId: bigint, baseId: bigint | null, Buffer] {
  return [
    row[columns.frameId] as bigint,
    row[columns.baseId] as bigint | null,
    row[columns.packed] as Buffer,
  ];
}

export function packColumns(names: readonly string[]): Columns {
  return {
    frameId: names.indexOf('frame_id'),
    baseId: names.indexOf('base_id'),
    packed: names.indexOf('packed'),
  };
}
