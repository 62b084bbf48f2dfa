/** What is on the disk for each frame once idle time has turned the pictures into video. */
import { openCompaction } from '../../packages/daemon/src/store/compaction/compaction.ts';
import { openMedia } from '../../packages/daemon/src/store/media/media.ts';
import { openStore } from '../../packages/daemon/src/store/open-store.ts';
import { print } from '../search/measuring.ts';
import type { Stage } from './stage.ts';

const GOAL_BYTES = 12_000;
// The service waits until an hour has ended; here the clock is turned forward instead.
const LATER_MS = 2 * 60 * 60_000;

export async function runSize(stage: Stage): Promise<void> {
  await stage.endService();
  const { dataDir } = stage.daemon;
  const before = stage.sizes();
  const store = await openStore({ dataDir });
  const media = await openMedia({ dataDir });
  const compaction = openCompaction({ dataDir, store, media });
  const { signal } = new AbortController();
  const { frames } = await store.summary();
  for (;;) {
    const { kind } = await compaction.compactNext(Date.now() + LATER_MS, signal);
    if (kind === 'nothing') break;
  }
  await compaction.discardMoved(Date.now() + LATER_MS);
  await store.close();
  const { database, pictures, videos } = stage.sizes();
  const each = (bytes: number) => (bytes / frames / 1000).toFixed(1).padStart(6);
  const perFrame = (database + pictures + videos) / frames;
  print(`\non disk for each of ${frames} frames, kB`);
  print(`  pictures before compaction       ${each(before.pictures)}`);
  print(`  video after compaction           ${each(videos)}`);
  print(`  pictures that stayed             ${each(pictures)}`);
  print(`  database                         ${each(database)}`);
  print(
    `  after compaction                 ${each(perFrame * frames)}, goal ${GOAL_BYTES / 1000}: ratio ${(perFrame / GOAL_BYTES).toFixed(2)}`,
  );
}
