/**
 * The signs of all vectors, in memory: 48 bytes each. A scan gives every vector a score that grows with its similarity to a query, in a few
 * nanoseconds each; the best are then compared exactly by their stored vectors. Used by `passage-index.ts`.
 */
import { SCAN_MODULE } from './scan-module.ts';

export const DIMENSIONS = 384;
const SIGN_BYTES = DIMENSIONS / 8;
/** Vectors whose bytes lie next to each other, see `scan.wat`. */
const BLOCK = 16;
const TABLES_BYTES = (DIMENSIONS / 4) * 16;
const GREATEST_ENTRY = 63;
const PAGE_BYTES = 65_536;
const FIRST_CAPACITY = 1024;
const SCORE_BYTES = 2;

interface Scanner {
  memory: { readonly buffer: ArrayBuffer; grow(pages: number): number };
  scan(signs: number, scores: number, blocks: number): void;
}

/** The part of WebAssembly that is used; its types belong to those of browsers. */
declare const WebAssembly: {
  Module: new (bytes: Uint8Array) => object;
  Instance: new (module: object) => { exports: unknown };
};

/** Compiled once for each thread. */
let compiled: object | undefined;

export interface Signs {
  count(): number;
  /** At the end. */
  add(vector: Int8Array): void;
  /** A score for each vector; overwritten by the next call. */
  scan(query: Int8Array): Uint16Array;
}

export function openSigns(): Signs {
  compiled ??= new WebAssembly.Module(SCAN_MODULE);
  const { memory, scan } = new WebAssembly.Instance(compiled).exports as Scanner;
  let capacity = 0;
  let count = 0;
  let bytes = new Uint8Array(memory.buffer);

  const scoresAt = () => TABLES_BYTES;
  const signsAt = (places = capacity) => TABLES_BYTES + places * SCORE_BYTES;

  function grow(): void {
    const wanted = Math.max(FIRST_CAPACITY, capacity * 2);
    const needed = signsAt(wanted) + wanted * SIGN_BYTES;
    memory.grow(Math.ceil(Math.max(0, needed - memory.buffer.byteLength) / PAGE_BYTES));
    bytes = new Uint8Array(memory.buffer);
    // The scores lie before the signs and take more room now.
    bytes.copyWithin(signsAt(wanted), signsAt(), signsAt() + capacity * SIGN_BYTES);
    capacity = wanted;
  }

  return {
    count: () => count,
    add(vector) {
      if (count === capacity) grow();
      const block = signsAt() + Math.floor(count / BLOCK) * BLOCK * SIGN_BYTES + (count % BLOCK);
      for (let byte = 0; byte < SIGN_BYTES; byte++) {
        let bits = 0;
        for (let bit = 0; bit < 8; bit++) {
          if ((vector[byte * 8 + bit] as number) > 0) bits |= 1 << bit;
        }
        bytes[block + byte * BLOCK] = bits;
      }
      count += 1;
    },
    scan(query) {
      bytes.set(tablesOf(query), 0);
      scan(signsAt(), scoresAt(), Math.ceil(count / BLOCK));
      return new Uint16Array(memory.buffer, scoresAt(), count);
    },
  };
}

/** For each four bits, what each of their sixteen values adds: the numbers of the query where a bit is set, and the others not. */
export function tablesOf(query: Int8Array): Uint8Array {
  const tables = new Float64Array(TABLES_BYTES);
  let widest = 1;
  for (let nibble = 0; nibble < DIMENSIONS / 4; nibble++) {
    let least = 0;
    let most = 0;
    for (let value = 0; value < 16; value++) {
      let sum = 0;
      for (let bit = 0; bit < 4; bit++) {
        if (value & (1 << bit)) sum += query[nibble * 4 + bit] as number;
      }
      tables[nibble * 16 + value] = sum;
      least = Math.min(least, sum);
      most = Math.max(most, sum);
    }
    for (let value = 0; value < 16; value++) {
      tables[nibble * 16 + value] = (tables[nibble * 16 + value] as number) - least;
    }
    widest = Math.max(widest, most - least);
  }
  return Uint8Array.from(tables, (entry) => Math.round((entry / widest) * GREATEST_ENTRY));
}

/** Of two vectors of any length: from -1 to 1. */
export function similarityOf(a: Int8Array, b: Int8Array): number {
  let product = 0;
  let squaresA = 0;
  let squaresB = 0;
  for (let i = 0; i < DIMENSIONS; i++) {
    const [x, y] = [a[i] as number, b[i] as number];
    product += x * y;
    squaresA += x * x;
    squaresB += y * y;
  }
  return product / (Math.sqrt(squaresA * squaresB) || 1);
}
