/**
 * Bytes of a frame ↔ what is stored. Consecutive frames of a window differ little, so a frame may be compressed
 * against another one, its base: zstd then writes what the base does not have. A base never has a base itself,
 * so any frame is read with one other row at most.
 */
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { DamagedPackError } from './columns.ts';

/** The first byte says how the rest is to be read. */
const PLAIN = 0;
const COMPRESSED = 1;
const WITH_BASE = 2;

/** Shorter content does not gain enough to pay for the call, a fifth of a millisecond. */
const WORTH_COMPRESSING = 1_000;

/** Far above any frame: what claims to be larger was not written by us. */
const MAX_BYTES = 128 * 1024 * 1024;

const PARAMS = {
  // 3 is twice as fast and 8 % larger, 9 three times as slow and 4 % smaller.
  [constants.ZSTD_c_compressionLevel]: 6,
  // Damage is then an error, never wrong words; so is a wrong base.
  [constants.ZSTD_c_checksumFlag]: 1,
};

export function isWorthCompressing(bytes: Buffer): boolean {
  return bytes.length >= WORTH_COMPRESSING;
}

export function compress(bytes: Buffer, base?: Buffer): Buffer {
  if (!isWorthCompressing(bytes)) return Buffer.concat([Buffer.of(PLAIN), bytes]);
  const options = base ? { params: PARAMS, dictionary: base } : { params: PARAMS };
  const way = base ? WITH_BASE : COMPRESSED;
  return Buffer.concat([Buffer.of(way), zstdCompressSync(bytes, options)]);
}

export function needsBase(packed: Buffer): boolean {
  return packed[0] === WITH_BASE;
}

/** `base` are the bytes of the base, not what is stored of it. Throws DamagedPackError. */
export function decompress(packed: Buffer, base?: Buffer): Buffer {
  const rest = packed.subarray(1);
  if (packed[0] === PLAIN) return rest;
  const isKnown = packed[0] === COMPRESSED || (packed[0] === WITH_BASE && base !== undefined);
  if (!isKnown) throw new DamagedPackError();
  try {
    return zstdDecompressSync(rest, {
      maxOutputLength: MAX_BYTES,
      ...(needsBase(packed) && base && { dictionary: base }),
    });
  } catch {
    // The reason could quote nothing useful, and there is only one thing to do about it.
    throw new DamagedPackError();
  }
}
