/**
 * How many bytes a frame takes in the store, by table, over an hour of work, and in the daily snapshot of that store:
 * `npm run bench -- size`. Tables that are there before the first frame are counted once and not for each frame. The
 * store rests first, as the service does when it is idle. Frame images are not counted: `bench -- screen` has those.
 */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { makeRowCopy } from '../../packages/daemon/src/store/backup/rows/make-row-copy.ts';
import { openReader } from '../../packages/daemon/src/store/kernel/database.ts';
import { openWrites } from '../../packages/daemon/src/store/kernel/open-writes.ts';
import { measure, percentile, print } from '../search/measuring.ts';
import { workHour } from './work-hour.ts';

const { values: flags } = parseArgs({
  options: { frames: { type: 'string', default: '720' }, seed: { type: 'string', default: '1' } },
});
const frameCount = Number(flags.frames);
const dataDir = mkdtempSync(join(tmpdir(), 'hindcast-bench-size-'));
/** Smaller tables are only in the sum. */
const LISTED_BYTES = 30;

interface TableSize {
  bytes: number;
  /** Room in the pages that no row takes. */
  unused: number;
}

function tableSizes(): Map<string, TableSize> {
  const db = openReader(dataDir);
  const rows = db
    .prepare('SELECT name, sum(pgsize) AS bytes, sum(unused) AS unused FROM dbstat GROUP BY name')
    .all() as (TableSize & { name: string })[];
  db.close();
  return new Map(rows.map(({ name, ...size }) => [name, size]));
}

function fill(): void {
  const writes = openWrites(dataDir);
  const cpuMs: number[] = [];
  let words = 0;
  for (const { frame } of workHour({ frames: frameCount, seed: Number(flags.seed) })) {
    words += frame.text?.split(/\s+/).length ?? 0;
    cpuMs.push(measure(() => writes.run(0, 'content.add', [{ frames: [frame] }])).cpuMs);
  }
  while (writes.rest());
  writes.close();
  const [p50, p95] = [0.5, 0.95].map((share) => percentile(cpuMs, share).toFixed(2));
  print(
    `${frameCount} frames, ${Math.round(words / frameCount)} words each; CPU of an add: p50 ${p50} ms, p95 ${p95} ms`,
  );
}

/** The bytes of the first daily snapshot, which holds every row. */
function snapshotBytes(): number {
  const folder = join(dataDir, 'snapshots');
  mkdirSync(folder);
  makeRowCopy({
    database: join(dataDir, 'db.sqlite'),
    folder,
    list: join(folder, 'db-0.list'),
    key: undefined,
    nowMs: Date.now(),
  });
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
}

function printSizes(empty: ReadonlyMap<string, TableSize>): void {
  const once = [...empty.values()].reduce((sum, { bytes }) => sum + bytes, 0);
  const grown = [...tableSizes()].map(([name, { bytes, unused }]) => {
    const before = empty.get(name) ?? { bytes: 0, unused: 0 };
    return { name, bytes: bytes - before.bytes, unused: unused - before.unused };
  });
  const row = (name: string, bytes: number, note = '') =>
    print(
      `${name.padEnd(28)} ${Math.round(bytes / frameCount)
        .toString()
        .padStart(7)} bytes a frame${note}`,
    );
  for (const { name, bytes, unused } of grown.toSorted((a, b) => b.bytes - a.bytes)) {
    if (bytes / frameCount < LISTED_BYTES) continue;
    row(name, bytes, `, ${Math.round(unused / frameCount)} of them unused`);
  }
  const database = grown.reduce((sum, { bytes }) => sum + bytes, 0);
  row('database', database, `, and once ${Math.round(once / 1000)} kB for its empty tables`);
  const snapshot = snapshotBytes();
  row('daily snapshot', snapshot);
  row('both', database + snapshot);
}

try {
  openWrites(dataDir).close();
  const empty = tableSizes();
  fill();
  printSizes(empty);
} finally {
  rmSync(dataDir, { recursive: true, force: true });
}
