/** What is stored of a frame and of its base → bytes. Remembers the last bases: many frames share one. */
import { DamagedPackError } from './codec/columns.ts';
import { decompress, needsBase } from './codec/compression.ts';

/** Of a few tens of kilobytes each. */
const REMEMBERED_BASES = 8;

export interface Unpacker {
  /** Throws DamagedPackError. */
  bytesOf(packed: Uint8Array, basePacked: Uint8Array | null): Buffer;
}

export function unpacker(): Unpacker {
  /** Most recent last. Found again by what they are, so that a base that changed is never mistaken. */
  let bases: { packed: Buffer; bytes: Buffer }[] = [];

  function baseBytes(basePacked: Buffer): Buffer {
    const known = bases.find(({ packed }) => packed.equals(basePacked));
    // Its own memory: the caller's may be used again.
    const base = known ?? { packed: Buffer.from(basePacked), bytes: decompress(basePacked) };
    bases = [...bases.filter((other) => other !== base), base].slice(-REMEMBERED_BASES);
    return base.bytes;
  }

  return {
    bytesOf(packed, basePacked) {
      const own = asBuffer(packed);
      if (!needsBase(own)) return decompress(own);
      if (basePacked === null) throw new DamagedPackError();
      return decompress(own, baseBytes(asBuffer(basePacked)));
    },
  };
}

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
