/**
 * All vectors in memory at four bits a number: 192 bytes each. A scan gives every vector a score that grows with its similarity to a query, in
 * some nanoseconds each; the best are then compared exactly by their stored vectors. Used by `passage-index.ts`.
 */
import { Instance, Module } from '#core/memory/web-assembly.ts';
import { bestSlots } from './scan/best-slots.ts';
import { SCAN_MODULE } from './scan/scan-module.ts';

export const DIMENSIONS = 384;
const CODE_BYTES = DIMENSIONS / 2;
/** Vectors whose bytes lie next to each other, see `scan/scan.wat`. */
const BLOCK = 16;
const CODES = 16;
const TABLES_BYTES = DIMENSIONS * CODES;
/** The scan adds this many table entries in one byte. */
const TABLES_PER_SUM = 4;
/** Rounding may add a half for each of them. */
const GREATEST_SUM = 255 - TABLES_PER_SUM / 2;
const PAGE_BYTES = 65_536;
const FIRST_CAPACITY = 1024;
const SCORE_BYTES = 2;
/** Of a vector in the mask of a scan, when it counts. */
export const COUNTS = 255;
/** Between two codes, in deviations of a vector's numbers: the best for numbers that are spread normally. */
const STEP = 0.335;

interface Scanner {
  memory: { readonly buffer: ArrayBuffer; grow(pages: number): number };
  scan(codes: number, mask: number, scores: number, tops: number, blocks: number): void;
}

/** Compiled once for each thread. */
let compiled: object | undefined;

export interface Codes {
  count(): number;
  /** At the end. */
  add(vector: Int8Array): void;
  /** The places of the best vectors, the best first. `mask` has COUNTS where a vector counts and 0 elsewhere; without it all do. */
  best(query: Int8Array, most: number, mask: Uint8Array | undefined): number[];
}

export function openCodes(): Codes {
  compiled ??= new Module(SCAN_MODULE);
  const { memory, scan } = new Instance(compiled).exports as Scanner;
  let capacity = 0;
  let count = 0;
  let bytes = new Uint8Array(memory.buffer);

  const maskAt = () => TABLES_BYTES;
  const scoresAt = (places = capacity) => maskAt() + places;
  const topsAt = (places = capacity) => scoresAt(places) + places * SCORE_BYTES;
  const codesAt = (places = capacity) => topsAt(places) + (places / BLOCK) * SCORE_BYTES;

  function grow(): void {
    const wanted = Math.max(FIRST_CAPACITY, capacity * 2);
    const needed = codesAt(wanted) + wanted * CODE_BYTES;
    memory.grow(Math.ceil(Math.max(0, needed - memory.buffer.byteLength) / PAGE_BYTES));
    bytes = new Uint8Array(memory.buffer);
    // What lies before the codes takes more room now.
    bytes.copyWithin(codesAt(wanted), codesAt(), codesAt() + capacity * CODE_BYTES);
    capacity = wanted;
  }

  return {
    count: () => count,
    add(vector) {
      if (count === capacity) grow();
      const block = codesAt() + Math.floor(count / BLOCK) * BLOCK * CODE_BYTES + (count % BLOCK);
      const step = stepOf(vector);
      for (let byte = 0; byte < CODE_BYTES; byte++) {
        const low = codeOf(vector[byte * 2] as number, step);
        const high = codeOf(vector[byte * 2 + 1] as number, step);
        bytes[block + byte * BLOCK] = low | (high << 4);
      }
      count += 1;
    },
    best(query, most, mask) {
      const blocks = Math.ceil(count / BLOCK);
      bytes.set(tablesOf(query), 0);
      if (mask) bytes.set(mask, maskAt());
      else bytes.fill(COUNTS, maskAt(), maskAt() + count);
      bytes.fill(0, maskAt() + count, maskAt() + blocks * BLOCK);
      scan(codesAt(), maskAt(), scoresAt(), topsAt(), blocks);
      const scores = new Uint16Array(memory.buffer, scoresAt(), count);
      return bestSlots(scores, new Uint16Array(memory.buffer, topsAt(), blocks), most);
    },
  };
}

/** From the mean of squares: the mean of the numbers is near zero. */
export function stepOf(vector: Int8Array): number {
  let squares = 0;
  for (let i = 0; i < DIMENSIONS; i++) squares += (vector[i] as number) ** 2;
  return STEP * (Math.sqrt(squares / DIMENSIONS) || 1);
}

export function codeOf(value: number, step: number): number {
  const code = Math.floor(value / step) + CODES / 2;
  return code < 0 ? 0 : code >= CODES ? CODES - 1 : code;
}

/** For each number, what each of its sixteen codes adds to the product with the query; as fine as sums of bytes allow. */
export function tablesOf(query: Int8Array): Uint8Array {
  let widest = 1;
  for (let first = 0; first < DIMENSIONS; first += TABLES_PER_SUM) {
    let sum = 0;
    for (let i = 0; i < TABLES_PER_SUM; i++) sum += Math.abs(query[first + i] as number);
    widest = Math.max(widest, sum);
  }
  const scale = GREATEST_SUM / (widest * (CODES - 1));
  const tables = new Uint8Array(TABLES_BYTES);
  for (let i = 0; i < DIMENSIONS; i++) {
    const number = query[i] as number;
    for (let code = 0; code < CODES; code++) {
      const steps = number < 0 ? CODES - 1 - code : code;
      tables[i * CODES + code] = Math.round(Math.abs(number) * steps * scale);
    }
  }
  return tables;
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
