/**
 * npm run bench -- snapshots [--frames 100000] [--day <frames>] [--words] [--encrypted] [--no-restore]
 *
 * What daily snapshots cost: the first one of a store, then four days of work on top of it, as time, CPU and bytes, and how long restoring
 * takes. The store is that of `bench -- search`, or with `--words` one of screens full of words (`bench -- size`).
 */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { restoreRows } from '../../packages/daemon/src/store/backup/restore-snapshot.ts';
import { makeRowCopy } from '../../packages/daemon/src/store/backup/rows/make-row-copy.ts';
import { openWrites } from '../../packages/daemon/src/store/kernel/open-writes.ts';
import { databaseKey, newStoreKey } from '../../packages/daemon/src/store/sealing/store-key.ts';
import { type BenchDocument, corpus } from '../search/corpus.ts';
import { buildStore, toContent } from '../search/filled-store.ts';
import { measure, print } from '../search/measuring.ts';
import { workHour } from '../size/work-hour.ts';

const { values: flags } = parseArgs({
  options: {
    frames: { type: 'string', default: '100000' },
    day: { type: 'string' },
    words: { type: 'boolean', default: false },
    encrypted: { type: 'boolean', default: false },
    restore: { type: 'boolean', default: true },
  },
  allowNegative: true,
});
const frames = Number(flags.frames);
const DAY_MS = 86_400_000;
const DAYS = 4;
const FRAMES_A_DAY = Number(flags.day ?? Math.round(frames / 365));
const START_MS = Date.UTC(2027, 0, 1, 8);
const key = flags.encrypted ? newStoreKey('aegis') : undefined;
const dataDir = mkdtempSync(join(tmpdir(), 'hindcast-bench-snapshots-'));
const snapshots = join(dataDir, 'snapshots');
const database = join(dataDir, 'db.sqlite');
const listOf = (day: number) => join(snapshots, `db-${day}.list`);
const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;

type Writes = ReturnType<typeof openWrites>;

function sizeOf(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
}

async function startingStore(): Promise<void> {
  if (flags.words || key) return;
  const filled = join(import.meta.dirname, '../../.cache/bench', `search-${frames}`);
  if (!existsSync(join(filled, 'facts.json'))) buildStore(filled, frames);
  await copyFile(join(filled, 'db.sqlite'), database);
}

/** The content of a store, or of one more day. */
function addWork(writes: Writes, count: number, seed: number, fromMs: number): void {
  if (flags.words) {
    for (const { frame } of workHour({ frames: count, seed })) {
      const atMs = fromMs + (frame.atMs - Date.UTC(2026, 9, 30, 9));
      writes.run(0, 'content.add', [{ frames: [{ ...frame, atMs }] }]);
    }
    return;
  }
  let batch: BenchDocument[] = [];
  const flush = () => {
    writes.run(0, 'content.add', [toContent(batch)]);
    batch = [];
  };
  let added = 0;
  for (const document of corpus({ frames: count, seed })) {
    if (document.kind === 'audio') continue;
    batch.push({ ...document, atMs: fromMs + added * 5_000 });
    added += 1;
    if (batch.length === 500) flush();
  }
  flush();
}

function makeSnapshot(writes: Writes, day: number): void {
  const before = sizeOf(snapshots);
  writes.run(0, 'snapshots.begin', []);
  const { cpuMs, wallMs, result } = measure(() =>
    makeRowCopy({
      database,
      folder: snapshots,
      list: listOf(day),
      key: key && databaseKey(key),
      nowMs: START_MS + day * DAY_MS,
    }),
  );
  writes.run(0, 'snapshots.finish', [result]);
  const written = sizeOf(snapshots) - before;
  const list = statSync(listOf(day)).size;
  const what = day === 0 ? 'first snapshot' : `day ${day}, ${FRAMES_A_DAY} frames`;
  print(
    `${what.padEnd(24)} ${(cpuMs / 1000).toFixed(2)} s CPU, ${(wallMs / 1000).toFixed(2)} s, ${megabytes(written)} written, of it ${megabytes(list)} list`,
  );
}

try {
  await startingStore();
  mkdirSync(snapshots);
  const writes = openWrites(dataDir, Date.now, key);
  if (flags.words || key) addWork(writes, frames, 1, START_MS - 365 * DAY_MS);
  while (writes.rest());
  for (let day = 0; day <= DAYS; day += 1) {
    if (day > 0) addWork(writes, FRAMES_A_DAY, 100 + day, START_MS + day * DAY_MS);
    makeSnapshot(writes, day);
  }
  writes.close();
  const [whole, all] = [statSync(database).size, sizeOf(snapshots)];
  print(
    `database ${megabytes(whole)}, all ${DAYS + 1} snapshots ${megabytes(all)} = ${((all / whole) * 100).toFixed(1)} % of it`,
  );
  if (flags.restore) printRestore();
} finally {
  rmSync(dataDir, { recursive: true, force: true });
}

function printRestore(): void {
  const restored = measure(() => restoreRows(listOf(0), join(dataDir, 'restored.sqlite'), key));
  print(
    `restored the first in ${(restored.wallMs / 1000).toFixed(1)} s, ${(restored.cpuMs / 1000).toFixed(1)} s CPU`,
  );
}
