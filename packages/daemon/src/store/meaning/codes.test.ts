import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { COUNTS, codeOf, DIMENSIONS, openCodes, similarityOf, stepOf, tablesOf } from './codes.ts';
import { SCAN_SOURCE } from './scan/scan-module.ts';

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

/** Ties may come in any order. */
function bestScores(scores: readonly number[], most: number): number[] {
  return scores.toSorted((a, b) => b - a).slice(0, most);
}

describe('codes in memory', () => {
  test('the best are those that plain JavaScript scores best, however many there are', () => {
    const codes = openCodes();
    const vectors = Array.from({ length: 2_500 }, vector);
    for (const one of vectors) codes.add(one);
    const query = vector();
    const tables = tablesOf(query);
    const scores = vectors.map((one) => plainScore(tables, one));
    for (const most of [1, 40, 2_500, 9_999]) {
      const best = codes.best(query, most, undefined);
      expect(new Set(best).size).toBe(best.length);
      expect(best.map((slot) => scores[slot])).toEqual(bestScores(scores, most));
    }
  });

  test('only those count that the mask lets through', () => {
    const codes = openCodes();
    const vectors = Array.from({ length: 333 }, vector);
    for (const one of vectors) codes.add(one);
    const query = vector();
    const tables = tablesOf(query);
    const mask = Uint8Array.from(vectors, (_, i) => (i % 7 === 0 ? COUNTS : 0));
    const scores = vectors.map((one) => plainScore(tables, one)).filter((_, i) => mask[i]);
    const best = codes.best(query, 30, mask);
    expect(best.every((slot) => slot % 7 === 0)).toBe(true);
    expect(best.map((slot) => plainScore(tables, vectors[slot] as Int8Array))).toEqual(
      bestScores(scores, 30),
    );
    expect(codes.best(query, 500, mask)).toHaveLength(48);
    expect(codes.best(query, 500, undefined)).toHaveLength(333);
  });

  test('the nearest vector has the best score', () => {
    const codes = openCodes();
    const vectors = Array.from({ length: 500 }, vector);
    for (const one of vectors) codes.add(one);
    const query = Int8Array.from(vectors[321] as Int8Array, (n) => n + Math.round(random() * 20));
    expect(codes.best(query, 1, undefined)).toEqual([321]);
    expect(similarityOf(query, vectors[321] as Int8Array)).toBeGreaterThan(0.9);
  });

  test('none has no best', () => {
    expect(openCodes().best(vector(), 3, undefined)).toEqual([]);
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

test('the module was made of the text next to it', () => {
  const text = readFileSync(new URL('./scan/scan.wat', import.meta.url));
  expect(createHash('sha256').update(text).digest('hex')).toBe(SCAN_SOURCE);
});
