/**
 * All vectors in memory at two bits a number: 96 bytes each. A scan gives every vector a score that grows with its similarity to a query, in
 * some nanoseconds each; the best are then compared exactly by their stored vectors. Used by `passage-index.ts`.
 */
import { SCAN_MODULE } from './scan/scan-module.ts';

export const DIMENSIONS = 384;
const CODE_BYTES = DIMENSIONS / 4;
/** Vectors whose bytes lie next to each other, see `scan/scan.wat`. */
const BLOCK = 16;
const TABLES_BYTES = (DIMENSIONS / 2) * 16;
const GREATEST_ENTRY = 63;
const PAGE_BYTES = 65_536;
const FIRST_CAPACITY = 1024;
const SCORE_BYTES = 2;
/** What the codes 0 to 3 stand for, in deviations of a vector's numbers: the best for numbers that are spread normally. */
const LEVELS = [-1.51, -0.45, 0.45, 1.51] as const;
const BORDER = 0.98;

interface Scanner {
  memory: { readonly buffer: ArrayBuffer; grow(pages: number): number };
  scan(codes: number, scores: number, blocks: number): void;
}

/** The part of WebAssembly that is used; its types belong to those of browsers. */
declare const WebAssembly: {
  Module: new (bytes: Uint8Array) => object;
  Instance: new (module: object) => { exports: unknown };
};

/** Compiled once for each thread. */
let compiled: object | undefined;

export interface Codes {
  count(): number;
  /** At the end. */
  add(vector: Int8Array): void;
  /** A score for each vector; overwritten by the next call. */
  scan(query: Int8Array): Uint16Array;
}

export function openCodes(): Codes {
  compiled ??= new WebAssembly.Module(SCAN_MODULE);
  const { memory, scan } = new WebAssembly.Instance(compiled).exports as Scanner;
  let capacity = 0;
  let count = 0;
  let bytes = new Uint8Array(memory.buffer);

  const scoresAt = () => TABLES_BYTES;
  const codesAt = (places = capacity) => TABLES_BYTES + places * SCORE_BYTES;

  function grow(): void {
    const wanted = Math.max(FIRST_CAPACITY, capacity * 2);
    const needed = codesAt(wanted) + wanted * CODE_BYTES;
    memory.grow(Math.ceil(Math.max(0, needed - memory.buffer.byteLength) / PAGE_BYTES));
    bytes = new Uint8Array(memory.buffer);
    // The scores lie before the codes and take more room now.
    bytes.copyWithin(codesAt(wanted), codesAt(), codesAt() + capacity * CODE_BYTES);
    capacity = wanted;
  }

  return {
    count: () => count,
    add(vector) {
      if (count === capacity) grow();
      const block = codesAt() + Math.floor(count / BLOCK) * BLOCK * CODE_BYTES + (count % BLOCK);
      const border = deviationOf(vector) * BORDER;
      for (let byte = 0; byte < CODE_BYTES; byte++) {
        let bits = 0;
        for (let part = 0; part < 4; part++) {
          bits |= codeOf(vector[byte * 4 + part] as number, border) << (part * 2);
        }
        bytes[block + byte * BLOCK] = bits;
      }
      count += 1;
    },
    scan(query) {
      bytes.set(tablesOf(query), 0);
      scan(codesAt(), scoresAt(), Math.ceil(count / BLOCK));
      return new Uint16Array(memory.buffer, scoresAt(), count);
    },
  };
}

/** From the mean of squares: the mean of the numbers is near zero. */
export function deviationOf(vector: Int8Array): number {
  let squares = 0;
  for (let i = 0; i < DIMENSIONS; i++) squares += (vector[i] as number) ** 2;
  return Math.sqrt(squares / DIMENSIONS);
}

export function codeOf(value: number, border: number): number {
  if (value > 0) return value > border ? 3 : 2;
  return value < -border ? 0 : 1;
}

/** For each two numbers, what each of their sixteen codes adds to the product with the query. */
export function tablesOf(query: Int8Array): Uint8Array {
  const tables = new Float64Array(TABLES_BYTES);
  let widest = 1;
  for (let pair = 0; pair < DIMENSIONS / 2; pair++) {
    const [first, second] = [query[pair * 2] as number, query[pair * 2 + 1] as number];
    const entries = LEVELS.flatMap((high) => LEVELS.map((low) => first * low + second * high));
    const least = Math.min(...entries);
    for (const [code, entry] of entries.entries()) tables[pair * 16 + code] = entry - least;
    widest = Math.max(widest, Math.max(...entries) - least);
  }
  return Uint8Array.from(tables, (entry) => Math.round((entry / widest) * GREATEST_ENTRY));
}

/** Of two vectors, however long they are: from -1 to 1. */
export function similarityOf(a: Int8Array, b: Int8Array): number {
  let product = 0;
  let squaresA = 0;
  let squaresB = 0;
  for (let i = 0; i < DIMENSIONS; i++) {
    const x = a[i] as number;
    const y = b[i] as number;
    product += x * y;
    squaresA += x * x;
    squaresB += y * y;
  }
  return product / (Math.sqrt(squaresA * squaresB) || 1);
}
