/** A day to scrub through: pictures as snapshots, or moved into video chunks by the product's own compaction. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openCompaction } from '../../packages/daemon/src/store/compaction/compaction.ts';
import { makeChunk } from '../../packages/daemon/src/store/compaction/make-chunk.ts';
import { openMedia } from '../../packages/daemon/src/store/media/media.ts';
import { openStore } from '../../packages/daemon/src/store/open-store.ts';

const PICTURES = join(import.meta.dirname, '../../packages/daemon/assets/sample');
const DEVICE = 'monitor_1';
const HOUR_MS = 3_600_000;

/** `frames` pictures two seconds apart that begin at `startMs`. */
export async function fillDay(options: {
  dataDir: string;
  startMs: number;
  frames: number;
  isVideo: boolean;
}): Promise<void> {
  const { dataDir, startMs, frames, isVideo } = options;
  const names = readdirSync(PICTURES).filter((name) => name.endsWith('.jpg'));
  const store = await openStore({ dataDir });
  const media = await openMedia({ dataDir });
  for (let i = 0; i < frames; i += 1) {
    const jpeg = readFileSync(join(PICTURES, names[i % names.length] ?? ''));
    const atMs = startMs + i * 2_000;
    const snapshotPath = await media.keepJpeg(jpeg, atMs, DEVICE);
    await store.content.add({
      frames: [
        {
          atMs,
          deviceName: DEVICE,
          snapshotPath,
          width: 1280,
          height: 800,
          appName: `App ${Math.floor(i / 20)}`,
          windowName: `Window ${i}`,
          text: `picture ${i}`,
        },
      ],
    });
  }
  if (isVideo) {
    const nowMs = () => startMs + 5 * HOUR_MS;
    const compaction = openCompaction({ dataDir, store, media, nowMs, makeChunk });
    const { signal } = new AbortController();
    while ((await compaction.compactNext(signal)).kind !== 'nothing');
  }
  await store.close();
}
