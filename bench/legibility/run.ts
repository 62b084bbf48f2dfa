/**
 * Whether stored text stays readable: `npm run bench -- legibility [--set work|held-out|tuning]`. Screens whose words are known go through the
 * real store, media folder and compaction; then each is taken out of its video chunk as `GET /frames/{id}` serves it and read by the
 * product's own OCR. Printed are recall and precision of search words against the truth, for the JPEG that was stored first and for the
 * frame of the video, and their ratio. `work` is the scripted hour of sixty frames, of which every third is read. In the other sets pages
 * follow each other without likeness and are seen for one frame only: the hardest case for the video, which spends least on such frames.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Browser } from 'playwright-core';
import sharp from 'sharp';
import { type Ocr, openOcr } from '../../packages/daemon/src/extract/ocr/ocr.ts';
import { openCompaction } from '../../packages/daemon/src/store/compaction/compaction.ts';
import { type Media, openMedia } from '../../packages/daemon/src/store/media/media.ts';
import { openStore } from '../../packages/daemon/src/store/open-store.ts';
import type { Store } from '../../packages/daemon/src/store/store.ts';
import { openBrowser, SCREEN, type Shot, shoot, type TrueWord } from '../ocr/browser.ts';
import { corpus } from '../ocr/corpus.ts';
import type { CorpusSet } from '../ocr/corpus-set.ts';
import { precision, recall, type Score, score, total } from '../ocr/score.ts';
import { sequence } from '../ocr/sequence.ts';
import { print } from '../search/measuring.ts';

const { values: flags } = parseArgs({ options: { set: { type: 'string', default: 'work' } } });
const HOUR_MS = 3_600_000;
const startMs = Math.floor(Date.now() / HOUR_MS - 3) * HOUR_MS;
const wanted = new AbortController().signal;

interface Kept {
  readonly name: string;
  readonly truth: readonly TrueWord[];
  readonly frameId: number;
  readonly jpeg: Buffer;
}

const READ_EVERY = 3;

async function* screens(
  browser: Browser,
): AsyncGenerator<Shot & { name: string; isRead: boolean }> {
  if (flags.set === 'work') {
    let count = 0;
    for await (const { step, ...shot } of sequence(browser)) {
      yield { ...shot, name: step, isRead: count % READ_EVERY === 0 };
      count += 1;
    }
    return;
  }
  const page = await browser.newPage({ viewport: SCREEN });
  for (const { name, html, jpegQuality } of corpus(flags.set as CorpusSet)) {
    // The pages that stand for lossy sources are left out: here every page becomes one.
    if (jpegQuality !== undefined) continue;
    await page.setContent(html);
    yield { ...(await shoot(page)), name, isRead: true };
  }
}

/** As the service keeps them (ingest/screen/jpeg/jpeg.ts). */
async function fill(store: Store, media: Media): Promise<Kept[]> {
  const browser = await openBrowser();
  const kept: Kept[] = [];
  const deviceName = 'monitor_1';
  let atMs = startMs;
  for await (const { name, image, truth, isRead } of screens(browser)) {
    const raw = { width: image.width, height: image.height, channels: 3 } as const;
    const picture = sharp(image.pixels, { raw }).jpeg({ quality: 80, optimiseCoding: false });
    const jpeg = await picture.toBuffer();
    const snapshotPath = await media.keepJpeg(jpeg, atMs, deviceName);
    const added = await store.content.add({
      frames: [{ atMs, deviceName, snapshotPath, ...SCREEN }],
    });
    if (isRead) kept.push({ name, truth, frameId: added.frames[0] ?? 0, jpeg });
    atMs += 60_000;
  }
  await browser.close();
  return kept;
}

async function compact(dataDir: string, store: Store, media: Media): Promise<void> {
  const nowMs = () => startMs + 3 * HOUR_MS;
  const compaction = openCompaction({ dataDir, store, media, nowMs });
  for (;;) {
    const outcome = await compaction.compactNext(wanted);
    if (outcome.kind === 'nothing') return;
    if (outcome.kind !== 'moved') print(`some frames were not moved: ${outcome.kind}`);
    else {
      const perFrame = (bytes: number) => (bytes / 1000 / outcome.frames).toFixed(1);
      const { frames, bytesBefore, bytesAfter } = outcome;
      print(
        `${frames} frames: ${perFrame(bytesBefore)} kB each as JPEG, ${perFrame(bytesAfter)} as video`,
      );
    }
  }
}

async function readWith(ocr: Ocr, jpeg: Buffer, truth: readonly TrueWord[]): Promise<Score> {
  const { data, info } = await sharp(jpeg)
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  const pixels = new Uint8Array(data);
  return score(await ocr.read({ width, height, format: 'rgb', pixels }, wanted), truth);
}

async function compare(store: Store, media: Media, kept: readonly Kept[]): Promise<void> {
  const ocr = await openOcr();
  const both: { ofJpeg: Score; ofVideo: Score }[] = [];
  print(`${'page'.padEnd(26)} JPEG recall  prec.   video recall  prec.   ratio of recall`);
  for (const { name, truth, frameId, jpeg } of kept) {
    const frame = await store.frames.find(frameId);
    if (frame?.isVideo !== true) {
      print(`${name.padEnd(26)} stayed a JPEG`);
      continue;
    }
    const ofJpeg = await readWith(ocr, jpeg, truth);
    const ofVideo = await readWith(ocr, await media.readJpeg(frame), truth);
    both.push({ ofJpeg, ofVideo });
    printRow(name, ofJpeg, ofVideo);
  }
  await ocr.close();
  printRow('all', total(both.map((each) => each.ofJpeg)), total(both.map((each) => each.ofVideo)));
}

function printRow(name: string, ofJpeg: Score, ofVideo: Score): void {
  const share = (value: number) => value.toFixed(1).padStart(6);
  const shares = [ofJpeg, ofVideo].map((of) => `${share(recall(of))} ${share(precision(of))}`);
  const ratio = (recall(ofVideo) / recall(ofJpeg)).toFixed(3);
  print(`${name.padEnd(26)}      ${shares.join('         ')}             ${ratio}`);
}

const dataDir = mkdtempSync(join(tmpdir(), 'hindcast-bench-legibility-'));
const store = await openStore({ dataDir });
const media = await openMedia({ dataDir });
try {
  const kept = await fill(store, media);
  await compact(dataDir, store, media);
  await compare(store, media, kept);
} finally {
  await store.close();
  rmSync(dataDir, { recursive: true, force: true });
}
