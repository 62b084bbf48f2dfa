/** What is on the disk for each frame once idle time has turned the pictures into video, and what that costs. */
import { mkdtempSync, rmSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import {
  type Compacted,
  openCompaction,
} from '../../packages/daemon/src/store/compaction/compaction.ts';
import { openReader } from '../../packages/daemon/src/store/kernel/database.ts';
import { openWrites } from '../../packages/daemon/src/store/kernel/open-writes.ts';
import { openMedia } from '../../packages/daemon/src/store/media/media.ts';
import { openStore } from '../../packages/daemon/src/store/open-store.ts';
import { COMPILE_CACHE } from '../../test/support/start-daemon.ts';
import { print } from '../search/measuring.ts';
import { useOfTree } from './process-tree.ts';
import type { Stage } from './stage.ts';
import type { Work } from './work.ts';

const GOAL_BYTES = 12_000;
const GOAL_CPU_SHARE = 5;
// The service waits until two hours have ended; here the clock is turned forward instead.
const LATER_MS = 3 * 60 * 60_000;
const GOAL_MB = 500;
/** More than a minute without a new frame: then the service compacts. */
const AT_REST_MS = 65_000;
const SAMPLE_EVERY_MS = 1000;
/** More than readers are given before a snapshot that has moved is removed. */
const STILL_READ_MS = 2 * 60_000;

/** At rest, as the service leaves it when it is idle. Free pages are listed separately: the next frames take them. */
function databaseBytes(dataDir: string): { used: number; free: number } {
  const writes = openWrites(dataDir);
  while (writes.rest());
  writes.close();
  const db = openReader(dataDir);
  const pragma = (name: string) => db.pragma(name, { simple: true }) as number;
  const [size, all, free] = [pragma('page_size'), pragma('page_count'), pragma('freelist_count')];
  db.close();
  return { used: size * (all - free), free: size * free };
}

async function emptyStoreBytes(): Promise<number> {
  const dataDir = mkdtempSync(join(tmpdir(), 'hindcast-bench-empty-'));
  try {
    await (await openStore({ dataDir })).close();
    return databaseBytes(dataDir).used;
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** The processes that encode are children of this one; their CPU is counted when they have ended. */
async function compactAll(next: () => Promise<Compacted>) {
  const from = useOfTree(process.pid).cpuSecs;
  let encodingMb = 0;
  const sampling = setInterval(() => {
    const childrenMb = useOfTree(process.pid).residentMb - process.memoryUsage.rss() / 1024 ** 2;
    encodingMb = Math.max(encodingMb, childrenMb);
  }, SAMPLE_EVERY_MS);
  let moved = 0;
  let kept = 0;
  try {
    for (let outcome = await next(); outcome.kind !== 'nothing'; outcome = await next()) {
      if (outcome.kind === 'moved') moved += outcome.frames;
      if (outcome.kind === 'kept') kept += outcome.frames;
    }
  } finally {
    clearInterval(sampling);
  }
  return {
    moved,
    waiting: moved + kept,
    encodingMb,
    cpuSecs: useOfTree(process.pid).cpuSecs - from,
  };
}

/** All frames that the work made have to be compacted some time; the service may have done so with some of them, in a pause. */
export async function runSize(stage: Stage, work: Work): Promise<void> {
  await wait(AT_REST_MS);
  const restingMb = useOfTree(stage.daemon.pid).residentMb;
  await stage.endService();
  // As the service does, for the processes that encode.
  enableCompileCache(COMPILE_CACHE);
  // Its programs are children of this process too, and a caret goes on blinking.
  await stage.desktop.stop();
  const { dataDir } = stage.daemon;
  const before = stage.sizes();
  const store = await openStore({ dataDir });
  const media = await openMedia({ dataDir });
  let turnedMs = LATER_MS;
  const nowMs = () => Date.now() + turnedMs;
  const compaction = openCompaction({ dataDir, store, media, nowMs });
  const { signal } = new AbortController();
  const { frames } = await store.content.summary();
  const { moved, waiting, cpuSecs, encodingMb } = await compactAll(() =>
    compaction.compactNext(signal),
  );
  turnedMs += STILL_READ_MS;
  await compaction.removeDiscarded(signal);
  await store.close();
  const { pictures, videos } = stage.sizes();
  const { used, free } = databaseBytes(dataDir);
  // What a store takes before its first frame is not there again in the next hour.
  const empty = await emptyStoreBytes();
  const database = used - empty;
  const each = (bytes: number) => (bytes / frames / 1000).toFixed(1).padStart(6);
  const perWaiting = (sum: number) => sum / Math.max(1, waiting);
  const perFrame = (database + pictures + videos) / frames;
  print(`\non disk for each of ${frames} frames, kB`);
  print(
    `  pictures before compaction       ${perWaiting(before.pictures / 1000)
      .toFixed(1)
      .padStart(6)}`,
  );
  print(`  video after compaction           ${each(videos)}`);
  print(`  pictures that stayed             ${each(pictures)}`);
  print(
    `  database                         ${each(database)}, and once ${Math.round(empty / 1000)} kB for its empty tables and ${Math.round(free / 1000)} kB that the next frames take`,
  );
  print(
    `  after compaction                 ${each(perFrame * frames)}, goal ${GOAL_BYTES / 1000}: ratio ${(perFrame / GOAL_BYTES).toFixed(2)}`,
  );
  print(`compaction of ${moved} frames`);
  print(`  CPU for each                     ${perWaiting(cpuSecs * 1000).toFixed(0)} ms`);
  const togetherMb = restingMb + encodingMb;
  print(
    `  resident                         ${restingMb.toFixed(0)} MB of the service at rest and at most ${encodingMb.toFixed(0)} of the process that encodes: ${togetherMb.toFixed(0)}, goal ${GOAL_MB}: ratio ${(togetherMb / GOAL_MB).toFixed(2)}`,
  );
  const sum = ((work.cpuSecs + cpuSecs) / work.secs) * 100;
  print(
    `work and compaction                ${sum.toFixed(1)} % of one core, goal ${GOAL_CPU_SHARE}: ratio ${(sum / GOAL_CPU_SHARE).toFixed(2)}`,
  );
}
