import { describe, expect, test } from 'vitest';
import { codeOf, DIMENSIONS, deviationOf, openCodes, similarityOf, tablesOf } from './codes.ts';
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
  const border = deviationOf(vector) * 0.98;
  let sum = 0;
  for (let pair = 0; pair < DIMENSIONS / 2; pair++) {
    const low = codeOf(vector[pair * 2] as number, border);
    const high = codeOf(vector[pair * 2 + 1] as number, border);
    sum += tables[pair * 16 + high * 4 + low] as number;
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

describe('the best places', () => {
  test('are those with the greatest scores among those that count', () => {
    const scores = Uint16Array.from([5, 9, 1, 9, 7, 3]);
    expect(bestSlots(scores, 2, undefined)).toEqual([1, 3]);
    expect(bestSlots(scores, 2, Uint8Array.from([1, 0, 1, 1, 0, 1]))).toEqual([0, 3]);
    expect(bestSlots(scores, 50, undefined)).toEqual([0, 1, 2, 3, 4, 5]);
    expect(bestSlots(new Uint16Array(0), 3, undefined)).toEqual([]);
  });
});
