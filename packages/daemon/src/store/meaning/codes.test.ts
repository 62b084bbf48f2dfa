import { describe, expect, test } from 'vitest';
import { codeOf, DIMENSIONS, openCodes, similarityOf, stepOf, tablesOf } from './codes.ts';
import { bestSlots } from './scan/best-slots.ts';

function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const random = seeded(7);
const vector = () => Int8Array.from({ length: DIMENSIONS }, () => Math.round(random() * 200 - 100));

/** What `scan/scan.wat` says, without its tricks. */
function plainScore(tables: Uint8Array, vector: Int8Array): number {
  const step = stepOf(vector);
  let sum = 0;
  for (let i = 0; i < DIMENSIONS; i++) {
    sum += tables[i * 16 + codeOf(vector[i] as number, step)] as number;
  }
  return sum;
}

describe('codes in memory', () => {
  test('a scan scores every vector as plain JavaScript does, however many there are', () => {
    const codes = openCodes();
    const vectors = Array.from({ length: 2_500 }, vector);
    for (const one of vectors) codes.add(one);
    const query = vector();
    const tables = tablesOf(query);
    expect([...codes.scan(query)]).toEqual(vectors.map((one) => plainScore(tables, one)));
  });

  test('the nearest vector has the best score', () => {
    const codes = openCodes();
    const vectors = Array.from({ length: 500 }, vector);
    for (const one of vectors) codes.add(one);
    const query = Int8Array.from(vectors[321] as Int8Array, (n) => n + Math.round(random() * 20));
    expect(bestSlots(codes.scan(query), 1, undefined)).toContain(321);
    expect(similarityOf(query, vectors[321] as Int8Array)).toBeGreaterThan(0.9);
  });
});

test('tables are as fine as the bytes that add four of them allow, and never overflow', () => {
  for (let i = 0; i < 200; i++) {
    const tables = tablesOf(i === 0 ? new Int8Array(DIMENSIONS).fill(-127) : vector());
    let widest = 0;
    for (let first = 0; first < tables.length; first += 64) {
      const most = [0, 16, 32, 48].map((at) =>
        Math.max(...tables.subarray(first + at, first + at + 16)),
      );
      widest = Math.max(widest, (most[0] ?? 0) + (most[1] ?? 0) + (most[2] ?? 0) + (most[3] ?? 0));
    }
    expect(widest).toBeLessThanOrEqual(255);
    expect(widest).toBeGreaterThan(245);
  }
});

describe('the best places', () => {
  test('are those with the greatest scores among those that count', () => {
    const scores = Uint16Array.from([5, 9, 1, 9, 7, 3]);
    expect(bestSlots(scores, 2, undefined)).toEqual([1, 3]);
    expect(bestSlots(scores, 2, Uint8Array.from([1, 0, 1, 1, 0, 1]))).toEqual([0, 3]);
    expect(bestSlots(scores, 50, undefined)).toEqual([0, 1, 2, 3, 4, 5]);
    expect(bestSlots(new Uint16Array(0), 3, undefined)).toEqual([]);
  });
});
