/** What is on the disk for each frame once idle time has turned the pictures into video, and what that costs. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openCompaction } from '../../packages/daemon/src/store/compaction/compaction.ts';
import { openReader } from '../../packages/daemon/src/store/database.ts';
import { openMedia } from '../../packages/daemon/src/store/media/media.ts';
import { openStore } from '../../packages/daemon/src/store/open-store.ts';
import { openWrites } from '../../packages/daemon/src/store/writes.ts';
import { print } from '../search/measuring.ts';
import { useOfTree } from './process-tree.ts';
import type { Stage } from './stage.ts';
import type { Work } from './work.ts';

const GOAL_BYTES = 12_000;
const GOAL_CPU_SHARE = 8;
// The service waits until an hour has ended; here the clock is turned forward instead.
const LATER_MS = 2 * 60 * 60_000;
/** More than readers are given before a snapshot that has moved is removed. */
const STILL_READ_MS = 2 * 60_000;

/** At rest, as the service leaves it when it is idle. Free pages are told apart: the next frames take them. */
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

/** All frames that the work made have to be compacted some time; the service may have done so with some of them, in a pause. */
export async function runSize(stage: Stage, work: Work): Promise<void> {
  await stage.endService();
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
  const { frames } = await store.summary();
  // The processes that encode are children of this one, and counted when they have ended.
  const from = useOfTree(process.pid).cpuSecs;
  let moved = 0;
  for (;;) {
    const outcome = await compaction.compactNext(signal);
    if (outcome.kind === 'nothing') break;
    if (outcome.kind === 'moved') moved += outcome.frames;
  }
  const cpuSecs = useOfTree(process.pid).cpuSecs - from;
  turnedMs += STILL_READ_MS;
  await compaction.removeDiscarded(signal);
  await store.close();
  const { pictures, videos } = stage.sizes();
  const { used, free } = databaseBytes(dataDir);
  // What a store takes before its first frame is not there again in the next hour.
  const empty = await emptyStoreBytes();
  const database = used - empty;
  const each = (bytes: number) => (bytes / frames / 1000).toFixed(1).padStart(6);
  const perFrame = (database + pictures + videos) / frames;
  print(`\non disk for each of ${frames} frames, kB`);
  print(`  pictures before compaction       ${each(before.pictures)}`);
  print(`  video after compaction           ${each(videos)}`);
  print(`  pictures that stayed             ${each(pictures)}`);
  print(
    `  database                         ${each(database)}, and once ${Math.round(empty / 1000)} kB for its empty tables and ${Math.round(free / 1000)} kB that the next frames take`,
  );
  print(
    `  after compaction                 ${each(perFrame * frames)}, goal ${GOAL_BYTES / 1000}: ratio ${(perFrame / GOAL_BYTES).toFixed(2)}`,
  );
  print(`compaction of ${moved} frames`);
  print(
    `  CPU for each                     ${((cpuSecs / Math.max(1, moved)) * 1000).toFixed(0)} ms`,
  );
  const sum = ((work.cpuSecs + cpuSecs) / work.secs) * 100;
  print(
    `work and compaction                ${sum.toFixed(1)} % of one core, goal ${GOAL_CPU_SHARE}: ratio ${(sum / GOAL_CPU_SHARE).toFixed(2)}`,
  );
}
