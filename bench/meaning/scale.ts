/** What a search costs in a large index, its size, and whether its first fifty are those of a comparison with every vector. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '../../packages/daemon/src/core/clock.ts';
import { silentLog } from '../../packages/daemon/src/core/log/log.ts';
import {
  findMeaningModel,
  meaningProcess,
} from '../../packages/daemon/src/extract/meaning/meaning-process.ts';
import { openReader, openWriter } from '../../packages/daemon/src/store/kernel/database.ts';
import { partCache, type ReadKernel } from '../../packages/daemon/src/store/kernel/kernel.ts';
import { DIMENSIONS } from '../../packages/daemon/src/store/meaning/codes.ts';
import { passageIndex } from '../../packages/daemon/src/store/meaning/passage-index.ts';
import { placeFilters } from '../../packages/daemon/src/store/meaning/places/place-filter.ts';
import { readRealTexts } from './real-texts.ts';
import { readMoments } from './weeks.ts';

const FIRST = 50;
const KEYS_PER_HOUR = 2 ** 22;
const HOUR_MS = 3_600_000;
const PASSAGES_PER_HOUR = 120;
const TEXTS_PER_CALL = 100;

export async function measureScale(options: {
  passages: number;
  queries: number;
  /** Real passages, of which the others are mixtures. */
  real: number;
}): Promise<void> {
  const { passages, queries, real } = options;
  const dataDir = mkdtempSync(join(tmpdir(), 'hindcast-bench-meaning-'));
  try {
    const { vectors, asked } = await realVectors(dataDir, queries, real);
    const all = fill(dataDir, passages, vectors);
    const db = openReader(dataDir);
    db.function('fold_case', { deterministic: true }, (text) => String(text).toLowerCase());
    const kernel = {
      ...{ db, dataDir, tuning: {}, assertWanted: () => {} },
      beforeEach: (hook: () => void) => hook(),
      part: partCache<ReadKernel>(() => kernel),
    } as ReadKernel;
    const index = passageIndex(kernel);
    const loadMs = cpuMs(() => index.rank(asked[0] as Int8Array, 1, undefined));
    console.log(`${passages} passages; first search reads the index: ${loadMs.toFixed(0)} ms CPU`);
    report(db);
    const filters = placeFilters(kernel);
    const base = {
      ...{ kinds: ['ocr', 'audio', 'ui'] as const, order: 'descending' as const },
      limit: 1,
      offset: 0,
    };
    const everything = filters(base, false);
    const lastMs = (passages / PASSAGES_PER_HOUR) * HOUR_MS;
    const half = filters({ ...base, startMs: lastMs / 4, endMs: (lastMs * 3) / 4 }, false);
    measure('all', asked, (query) => index.rank(query, FIRST, everything));
    measure('half of the time', asked, (query) => index.rank(query, FIRST, half));
    compare(asked, all, (query) => index.rank(query, FIRST, everything));
    console.log(`memory of this process ${Math.round(process.memoryUsage().rss / 1e6)} MB`);
    db.close();
  } finally {
    rmSync(dataDir, { recursive: true });
  }
}

/** Of real passages, those of the weeks and their halves, and of the questions. */
async function realVectors(dataDir: string, queries: number, real: number) {
  const folder = await findMeaningModel(dataDir);
  if (folder === undefined) throw new Error('the model is missing: npm start installs it');
  const model = meaningProcess({ folder, clock: systemClock, log: silentLog });
  const { signal } = new AbortController();
  const moments = readMoments();
  const texts = [
    ...moments.flatMap(({ text }) => [text, ...text.split(/[.,;:] /)]),
    ...readRealTexts(real),
  ];
  const vectors: Int8Array[] = [];
  for (let from = 0; from < texts.length; from += TEXTS_PER_CALL) {
    vectors.push(...(await model.embed(texts.slice(from, from + TEXTS_PER_CALL), signal)));
  }
  const questions = moments.flatMap(({ questions: some }) => some).slice(0, queries);
  const asked = await model.embed(questions, signal);
  await model.close();
  return { vectors, asked };
}

/** The real vectors, then mixtures of them: near each other as texts about one matter are. */
function fill(dataDir: string, passages: number, vectors: readonly Int8Array[]): Int8Array {
  let seed = 99;
  const random = () => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    return seed / 2 ** 32;
  };
  const one = () => vectors[Math.floor(random() * vectors.length)] as Int8Array;
  const db = openWriter(dataDir);
  const all = new Int8Array(passages * DIMENSIONS);
  const add = db.prepare('INSERT INTO passage (hash, vector) VALUES (?, ?)');
  const place = db.prepare('INSERT INTO passage_place (passage_id, key) VALUES (?, ?)');
  const insert = db.prepare(
    'INSERT INTO document (key, at_ms, context_id, ref, length) VALUES (?, ?, 1, ?, 0)',
  );
  db.transaction(() => {
    for (let i = 0; i < passages; i++) {
      const vector = all.subarray(i * DIMENSIONS, (i + 1) * DIMENSIONS);
      const real = vectors[i];
      if (real) vector.set(real);
      else mix(vector, [one(), one(), one()], random);
      const hour = Math.floor(i / PASSAGES_PER_HOUR);
      const key = hour * KEYS_PER_HOUR + (i % PASSAGES_PER_HOUR) * 4;
      insert.run(key, hour * HOUR_MS, i + 1);
      const hash = Math.floor(random() * 2 ** 24) * 2 ** 24 + i;
      place.run(Number(add.run(hash, vector).lastInsertRowid), key);
    }
  })();
  db.close();
  return all;
}

function mix(
  into: Int8Array,
  [a, b, c]: readonly [Int8Array, Int8Array, Int8Array],
  random: () => number,
): void {
  const share = random();
  for (let d = 0; d < DIMENSIONS; d++) {
    const mixed =
      (a[d] as number) * (0.4 + share * 0.6) +
      (b[d] as number) * (1 - share) * 0.5 +
      (c[d] as number) * 0.25 +
      (random() - 0.5) * 60;
    into[d] = Math.max(-127, Math.min(127, Math.round(mixed * 0.8)));
  }
}

function cpuMs(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

function measure(
  name: string,
  asked: readonly Int8Array[],
  rank: (query: Int8Array) => unknown,
): void {
  for (const query of asked.slice(0, 5)) rank(query);
  const took = asked.map((query) => cpuMs(() => rank(query))).sort((a, b) => a - b);
  const at = (share: number) => (took[Math.floor((took.length - 1) * share)] ?? 0).toFixed(1);
  console.log(`search, ${name}: CPU median ${at(0.5)} ms, p95 ${at(0.95)} ms`);
}

function compare(
  asked: readonly Int8Array[],
  all: Int8Array,
  rank: (query: Int8Array) => { passageId: number }[],
): void {
  let same = 0;
  let shared = 0;
  const squares = squaresOf(all);
  for (const query of asked) {
    const scores = similaritiesTo(query, all, squares);
    const least = scores.toSorted()[scores.length - FIRST] ?? 0;
    const right = rank(query).filter(({ passageId }) => (scores[passageId - 1] ?? 0) >= least);
    shared += right.length / FIRST;
    same += Number(right.length >= FIRST);
  }
  const percent = (value: number) => `${((value / asked.length) * 100).toFixed(1)} %`;
  console.log(
    `first ${FIRST} as in a full comparison: ${percent(same)} of queries, ${percent(shared)} of places`,
  );
}

function squaresOf(vectors: Int8Array): Float64Array {
  const squares = new Float64Array(vectors.length / DIMENSIONS);
  for (let at = 0; at < vectors.length; at++) {
    const slot = Math.floor(at / DIMENSIONS);
    squares[slot] = (squares[slot] as number) + (vectors[at] as number) ** 2;
  }
  return squares;
}

/** As `similarityOf` computes them, with the squares known. */
function similaritiesTo(query: Int8Array, all: Int8Array, squares: Float64Array): Float64Array {
  const [own = 0] = squaresOf(query);
  return squares.map((square, slot) => {
    let product = 0;
    const from = slot * DIMENSIONS;
    for (let i = 0; i < DIMENSIONS; i++)
      product += (query[i] as number) * (all[from + i] as number);
    return product / (Math.sqrt(own * square) || 1);
  });
}

function report(db: ReturnType<typeof openReader>): void {
  const bytes = db
    .prepare('SELECT name, sum(pgsize) AS bytes FROM dbstat WHERE name LIKE ? GROUP BY name')
    .all('passage%') as { name: string; bytes: number }[];
  const count = db.prepare('SELECT count(*) FROM passage').pluck().get() as number;
  for (const { name, bytes: size } of bytes) {
    console.log(`${name}: ${(size / count).toFixed(1)} bytes a passage`);
  }
}
