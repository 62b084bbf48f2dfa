/**
 * npm run bench -- search [--frames 1000000] [--queries 200] [--rebuild] [--short] [--rows <part of a name>] [--plot <file.svg>] [--compare] [--minutes <n>]
 *
 * Builds a store of invented text (kept under .cache/bench) with the product's own writer, or in bulk above a million frames, then asks
 * it the rows of rows.ts through the product's own reader and prints CPU and wall times. Every page
 * comes with its exact total. Afterwards writes, start-up, memory, `hindcast doctor` and the deletion of the newest hour and the oldest day, unless only some rows are
 * asked for. `--compare` builds it both ways, compares the two and measures nothing. `--short` leaves out a second seed and the cold cache. `--minutes` adds a hundred clients
 * for so long. The figures of each size are kept; `--plot` draws those of all sizes.
 */
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { SearchFilter } from '../../packages/daemon/src/store/records.ts';
import { examineStore } from '../../packages/daemon/src/store/repair/examine.ts';
import { compareStores } from './bulk-check.ts';
import { seededRandom } from './corpus.ts';
import { keepFigures, plotFigures } from './figures.ts';
import {
  buildInBulk,
  buildStore,
  type Facts,
  openQuerying,
  type Querying,
} from './filled-store.ts';
import { runLoad } from './load.ts';
import { cells, measure, percentile, print, printHeading } from './measuring.ts';
import { otherRows } from './other-rows.ts';
import { type BenchRow, benchRows } from './rows.ts';
import { runService } from './service.ts';
import { runWrites } from './writing.ts';

const { values: flags } = parseArgs({
  options: {
    frames: { type: 'string', default: '1000000' },
    queries: { type: 'string', default: '200' },
    rows: { type: 'string', default: '' },
    rebuild: { type: 'boolean', default: false },
    short: { type: 'boolean', default: false },
    compare: { type: 'boolean', default: false },
    minutes: { type: 'string', default: '0' },
    plot: { type: 'string' },
  },
});
const queries = Number(flags.queries);
const FIXED_SEED = 1234;
const COLD_QUERIES = 5;
/** The product's writer takes minutes for these. */
const MOST_WRITTEN = 1_000_000;
const dataDir = join(import.meta.dirname, '../../.cache/bench', `search-${flags.frames}`);

function rowsFor(querying: Querying, seed: number, part = flags.rows): BenchRow[] {
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
  return rows.filter((row) => row.name.includes(part));
}

/** By the name of the row, CPU milliseconds at p95. */
function runOthers(): Record<string, number> {
  const querying = openQuerying(dataDir);
  const one = (order: SearchFilter['order']) =>
    querying.search({ kinds: ['ocr'], limit: 1, offset: 0, order });
  const newest = one('descending');
  const rows = otherRows({
    random: seededRandom(FIXED_SEED),
    frames: newest.total,
    firstAtMs: one('ascending').items[0]?.atMs ?? 0,
    lastAtMs: newest.items[0]?.atMs ?? 0,
  }).filter((row) => row.name.includes(flags.rows));
  print('\nother reads, warm');
  printHeading('');
  const ask = ([name, ...args]: readonly [string, ...unknown[]]) => querying.ask(name, args);
  const p95 = rows.map((row) => {
    for (let i = 0; i < 5; i++) ask(row.make());
    const runs = Array.from({ length: Math.min(queries, 50) }, () => {
      const call = row.make();
      return measure(() => ask(call));
    });
    const found = percentile(
      runs.map((run) => run.cpuMs),
      0.95,
    );
    print(`${cells(row.name, runs)} ${found > row.goalMs ? `over ${row.goalMs} ms` : ''}`);
    return [row.name, found] as const;
  });
  querying.close();
  return Object.fromEntries(p95);
}

function runDoctor(): number {
  const { cpuMs, wallMs } = measure(() => examineStore(dataDir));
  print(`\ndoctor: ${(wallMs / 1000).toFixed(1)} s, ${(cpuMs / 1000).toFixed(1)} s CPU`);
  return cpuMs / 1000;
}

/** By the name of the row, CPU milliseconds at p95. */
function runWarm(seed: number): Record<string, number> {
  const querying = openQuerying(dataDir);
  const rows = rowsFor(querying, seed);
  for (const row of rows) for (let i = 0; i < 10; i++) querying.search(row.make());
  print(`\nwarm, query seed ${seed}, ${queries} queries a row`);
  printHeading('median total');
  let missed = 0;
  const p95: Record<string, number> = {};
  for (const row of rows) {
    const runs = Array.from({ length: queries }, () => {
      const filter = row.make();
      return measure(() => querying.search(filter));
    });
    const cpuMs = runs.map((run) => run.cpuMs);
    p95[row.name] = percentile(cpuMs, 0.95);
    const isMissed = percentile(cpuMs, 0.95) > row.goalMs;
    if (isMissed) missed += 1;
    const totals = runs.map((run) => run.result.total);
    const verdict = isMissed ? `over ${row.goalMs} ms` : '';
    print(`${cells(row.name, runs)} ${String(percentile(totals, 0.5)).padStart(13)}  ${verdict}`);
  }
  print(`rows over their goal: ${missed} of ${rows.length}`);
  querying.close();
  return p95;
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

async function compareWriters(frames: number): Promise<void> {
  const bulkDir = `${dataDir}-bulk`;
  buildStore(dataDir, frames);
  await buildInBulk(bulkDir, frames);
  const querying = openQuerying(dataDir);
  const rows = rowsFor(querying, FIXED_SEED);
  querying.close();
  compareStores([dataDir, bulkDir], rows);
  rmSync(bulkDir, { recursive: true });
}

const frames = Number(flags.frames);
if (flags.compare) {
  await compareWriters(frames);
  process.exit();
}
const factsFile = join(dataDir, 'facts.json');
const facts: Facts =
  flags.rebuild || !existsSync(factsFile)
    ? await (frames > MOST_WRITTEN ? buildInBulk : buildStore)(dataDir, frames)
    : JSON.parse(readFileSync(factsFile, 'utf8'));
const sizeBytes = statSync(join(dataDir, 'db.sqlite')).size;
const megabytes = (bytes: number) => `${Math.round(bytes / 1e6)} MB`;
print(
  `${facts.documents} documents, ${megabytes(facts.textBytes)} of text, store ${megabytes(sizeBytes)} = ${(sizeBytes / facts.textBytes).toFixed(2)}x`,
);
const p95 = { ...runWarm(FIXED_SEED), ...runOthers() };
if (!flags.short) {
  runWarm(Date.now() % 1_000_000);
  runCold();
}
if (flags.rows === '') {
  const doctorSeconds = runDoctor();
  runWrites(dataDir);
  const querying = openQuerying(dataDir);
  const rows = rowsFor(querying, FIXED_SEED);
  querying.close();
  const service = await runService(dataDir, rows);
  const tasks = { 'doctor, CPU': doctorSeconds, ...service };
  keepFigures(dataDir, { frames, p95, tasks });
}
if (Number(flags.minutes) > 0) {
  const querying = openQuerying(dataDir);
  const rows = rowsFor(querying, FIXED_SEED, '');
  querying.close();
  await runLoad(dataDir, rows, Number(flags.minutes));
}
if (flags.plot !== undefined) {
  const plot = plotFigures(join(dataDir, '..'));
  if (plot === undefined) print('no plot: at least two sizes are needed');
  else writeFileSync(flags.plot, plot);
}
