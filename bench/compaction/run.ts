/**
 * What compaction makes of an hour of work on a 1080p desktop: `npm run bench -- compaction`. Sixty rendered screens go
 * through the real store, media folder and encoder; the encoder runs in this process, so that its CPU time can be reported.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { openCompaction } from '../../packages/daemon/src/store/compaction/compaction.ts';
import { makeChunk } from '../../packages/daemon/src/store/compaction/make-chunk.ts';
import { openMedia } from '../../packages/daemon/src/store/media/media.ts';
import { openStore } from '../../packages/daemon/src/store/open-store.ts';
import { openBrowser, SCREEN } from '../ocr/browser.ts';
import { sequence } from '../ocr/sequence.ts';
import { print } from '../search/measuring.ts';

const HOUR_MS = 3_600_000;
const startMs = Math.floor(Date.now() / HOUR_MS - 3) * HOUR_MS;
const dataDir = mkdtempSync(join(tmpdir(), 'hindcast-bench-compaction-'));
const store = await openStore({ dataDir });
const media = await openMedia({ dataDir });

/** As the service keeps them (ingest/screen/jpeg/jpeg.ts). */
async function fill(): Promise<void> {
  const browser = await openBrowser();
  const deviceName = 'monitor_1';
  let frames = 0;
  for await (const { image } of sequence(browser)) {
    const raw = { width: image.width, height: image.height, channels: 3 } as const;
    const jpeg = await sharp(image.pixels, { raw })
      .jpeg({ quality: 80, optimiseCoding: false })
      .toBuffer();
    const atMs = startMs + frames * 60_000;
    const snapshotPath = await media.keepJpeg(jpeg, atMs, deviceName);
    await store.content.add({ frames: [{ atMs, deviceName, snapshotPath, ...SCREEN }] });
    frames += 1;
  }
  await browser.close();
}

async function compact(): Promise<void> {
  const nowMs = () => startMs + 3 * HOUR_MS;
  const compaction = openCompaction({ dataDir, store, media, nowMs, makeChunk });
  const { signal } = new AbortController();
  const before = process.cpuUsage();
  for (;;) {
    const outcome = await compaction.compactNext(signal);
    if (outcome.kind === 'nothing') break;
    if (outcome.kind !== 'moved') {
      print(`some frames were not moved: ${outcome.kind}`);
      continue;
    }
    const { frames, bytesBefore, bytesAfter } = outcome;
    const { user, system } = process.cpuUsage(before);
    const perFrame = (total: number) => (total / 1000 / frames).toFixed(1);
    print(
      `${frames} frames: ${perFrame(bytesBefore)} kB each as JPEG, ${perFrame(bytesAfter)} kB each as video`,
    );
    print(`encoded and verified with ${perFrame(user + system)} ms CPU each`);
    print(`memory of this process at most ${Math.round(process.resourceUsage().maxRSS / 1000)} MB`);
  }
}

try {
  await fill();
  await compact();
} finally {
  await store.close();
  rmSync(dataDir, { recursive: true, force: true });
}
