/**
 * Remembers what a line says by the look of its ink alone: the same words at another place, in another window or in other colours of
 * the same contrast are not read again. Bounded; the line not seen for longest goes first.
 */
import { inkedRange } from '../ink/bitmap.ts';
import type { Ink } from '../ink/ink.ts';
import type { LineWord } from '../words/line-words.ts';

export interface InkKey {
  readonly key: string;
  /** First column with ink: words in the cache are placed from here. */
  readonly fromColumn: number;
}

/** 64 bits of hash over the tight box of the ink in 16 levels, with its size. */
export function keyOf(ink: Ink): InkKey {
  const { pixels, width } = ink.bitmap;
  const { columns, top, bottom } = ink;
  const { first: from, last: to } = inkedRange(columns, 0, width - 1);
  const hash = Int32Array.of(0x811c9dc5, 0x1b873593);
  for (let y = top; y <= bottom; y++) addRow(hash, pixels, y * width + from, y * width + to);
  const [a = 0, b = 0] = hash;
  const digits = `${(a >>> 0).toString(36)}.${(b >>> 0).toString(36)}`;
  return { key: `${digits}.${to - from}x${bottom - top}`, fromColumn: from };
}

/** The pixels [from, to]. */
function addRow(hash: Int32Array, pixels: Uint8Array, from: number, to: number): void {
  let a = hash[0] as number;
  let b = hash[1] as number;
  for (let i = from; i <= to; i++) {
    const level = (pixels[i] as number) >> 4;
    a = Math.imul(a ^ level, 0x01000193);
    b = Math.imul(b ^ level, 0x5bd1e995) ^ (b >>> 13);
  }
  hash[0] = a;
  hash[1] = b;
}

export interface LineCache {
  find(key: string): readonly LineWord[] | undefined;
  add(key: string, words: readonly LineWord[]): void;
  size(): number;
}

export function lineCache(capacity: number): LineCache {
  // A map keeps the order of insertion: the first entry is the oldest.
  const entries = new Map<string, readonly LineWord[]>();
  return {
    find(key) {
      const words = entries.get(key);
      if (words === undefined) return undefined;
      entries.delete(key);
      entries.set(key, words);
      return words;
    },
    add(key, words) {
      entries.delete(key);
      entries.set(key, words);
      if (entries.size <= capacity) return;
      const [oldest] = entries.keys();
      if (oldest !== undefined) entries.delete(oldest);
    },
    size: () => entries.size,
  };
}
