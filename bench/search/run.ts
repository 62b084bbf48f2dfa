/**
 * npm run bench -- search [--frames 1000000] [--queries 200] [--rebuild] [--rows <part of a name>]
 *
 * Builds a store of invented text with the product's own writer (kept under .cache/bench), then asks
 * it the rows of rows.ts through the product's own reader and prints CPU and wall times. Every page
 * comes with its exact total. Afterwards writes, start-up and memory, unless only some rows are asked for.
 */
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { SearchFilter } from '../../packages/daemon/src/store/records.ts';
import { seededRandom } from './corpus.ts';
import { buildStore, type Facts, openQuerying, type Querying } from './filled-store.ts';
import { cells, measure, percentile, print, printHeading } from './measuring.ts';
import { type BenchRow, benchRows } from './rows.ts';
import { runService } from './service.ts';
import { runWrites } from './writing.ts';

const { values: flags } = parseArgs({
  options: {
    frames: { type: 'string', default: '1000000' },
    queries: { type: 'string', default: '200' },
    rows: { type: 'string', default: '' },
    rebuild: { type: 'boolean', default: false },
  },
});
const queries = Number(flags.queries);
const FIXED_SEED = 1234;
const COLD_QUERIES = 5;
const dataDir = join(import.meta.dirname, '../../.cache/bench', `search-${flags.frames}`);

function rowsFor(querying: Querying, seed: number): BenchRow[] {
  const random = seededRandom(seed);
  const one = (order: SearchFilter['order'], offset = 0) =>
    querying.search({ kinds: ['ocr', 'audio', 'ui'], limit: 1, offset, order });
  const newest = one('descending');
  const texts = Array.from({ length: 300 }, () => {
    const [item] = one('ascending', Math.floor(random() * newest.total)).items;
    return item && 'text' in item ? item.text : '';
  });
  const rows = benchRows({
    random,
    total: newest.total,
    firstAtMs: one('ascending').items[0]?.atMs ?? 0,
    lastAtMs: newest.items[0]?.atMs ?? 0,
    textAt: (position) => texts[Math.floor(position * texts.length)] ?? '',
  });
  return rows.filter((row) => row.name.includes(flags.rows));
}

function runWarm(seed: number): void {
  const querying = openQuerying(dataDir);
  const rows = rowsFor(querying, seed);
  for (const row of rows) for (let i = 0; i < 10; i++) querying.search(row.make());
  print(`\nwarm, query seed ${seed}, ${queries} queries a row`);
  printHeading('median total');
  let missed = 0;
  for (const row of rows) {
    const runs = Array.from({ length: queries }, () => {
      const filter = row.make();
      return measure(() => querying.search(filter));
    });
    const cpuMs = runs.map((run) => run.cpuMs);
    const isMissed = percentile(cpuMs, 0.95) > row.goalMs;
    if (isMissed) missed += 1;
    const totals = runs.map((run) => run.result.total);
    const verdict = isMissed ? `over ${row.goalMs} ms` : '';
    print(`${cells(row.name, runs)} ${String(percentile(totals, 0.5)).padStart(13)}  ${verdict}`);
  }
  print(`rows over their goal: ${missed} of ${rows.length}`);
  querying.close();
}

/** The operating system's cache is dropped and the connection is new before every row. */
function runCold(): void {
  const preparing = openQuerying(dataDir);
  const rows = rowsFor(preparing, FIXED_SEED);
  preparing.close();
  print(`\ncold, query seed ${FIXED_SEED}, first ${COLD_QUERIES} queries of a fresh connection`);
  printHeading('');
  for (const row of rows) {
    if (!dropCaches()) {
      print('skipped: dropping the page cache needs root on Linux');
      return;
    }
    const querying = openQuerying(dataDir);
    const runs = Array.from({ length: COLD_QUERIES }, () => {
      const filter = row.make();
      return measure(() => querying.search(filter));
    });
    print(cells(row.name, runs));
    querying.close();
  }
}

function dropCaches(): boolean {
  try {
    writeFileSync('/proc/sys/vm/drop_caches', '1');
    return true;
  } catch {
    return false; // not Linux or not root: the caller says so
  }
}

const factsFile = join(dataDir, 'facts.json');
const facts: Facts =
  flags.rebuild || !existsSync(factsFile)
    ? buildStore(dataDir, Number(flags.frames))
    : JSON.parse(readFileSync(factsFile, 'utf8'));
const sizeBytes = statSync(join(dataDir, 'db.sqlite')).size;
const megabytes = (bytes: number) => `${Math.round(bytes / 1e6)} MB`;
print(
  `${facts.documents} documents, ${megabytes(facts.textBytes)} of text, store ${megabytes(sizeBytes)} = ${(sizeBytes / facts.textBytes).toFixed(2)}x`,
);
runWarm(FIXED_SEED);
runWarm(Date.now() % 1_000_000);
runCold();
if (flags.rows === '') {
  runWrites(dataDir);
  const querying = openQuerying(dataDir);
  const rows = rowsFor(querying, FIXED_SEED);
  querying.close();
  await runService(dataDir, rows);
}
