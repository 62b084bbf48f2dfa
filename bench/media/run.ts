/**
 * Videos of screens: `npm run bench -- media`. Sixty rendered screens of work and six with moving pictures become one video; printed
 * are its size and the CPU of making it for several qualities, then what it takes to get frames out again. CPU is that of all threads;
 * "main" is the part of it on the thread that answers requests, which must stay small. Scrubbing is measured twice: with the codec library
 * in this process, and through the process that the service uses, whose own CPU is not in the figures; frames of both take turns.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import sharp from 'sharp';
import { videoProcess } from '../../packages/daemon/src/store/media/video/process/video-process.ts';
import { readVideoFrame } from '../../packages/daemon/src/store/media/video/read-video-frame.ts';
import { videoShelf } from '../../packages/daemon/src/store/media/video/video-shelf.ts';
import { writeVideo } from '../../packages/daemon/src/store/media/video/write-video.ts';
import { openBrowser } from '../ocr/browser.ts';
import { movingPictures, sequence } from '../ocr/sequence.ts';
import { percentile, print } from '../search/measuring.ts';

const QUALITIES = [28, 33, 36, 39];
const READ_QUALITY = 39;
const MOVING_FRAMES = 6;

/** As the service keeps them (ingest/screen/jpeg/jpeg.ts). */
async function renderFrames(): Promise<Buffer[]> {
  const browser = await openBrowser();
  const jpegs: Buffer[] = [];
  try {
    for (const shots of [sequence(browser), movingPictures(browser, MOVING_FRAMES)]) {
      for await (const { image } of shots) {
        const { width, height, pixels } = image;
        const channels = (pixels.length / (width * height)) as 3 | 4;
        const picture = sharp(pixels, { raw: { width, height, channels } }).removeAlpha();
        jpegs.push(await picture.jpeg({ quality: 80, optimiseCoding: false }).toBuffer());
      }
    }
    return jpegs;
  } finally {
    await browser.close();
  }
}

interface Cost {
  cpuMs: number;
  mainMs: number;
  wallMs: number;
}

async function costOf(work: () => Promise<unknown>): Promise<Cost> {
  const [all, main, from] = [process.cpuUsage(), process.threadCpuUsage(), performance.now()];
  await work();
  const wallMs = performance.now() - from;
  const sum = ({ user, system }: NodeJS.CpuUsage) => (user + system) / 1000;
  return {
    cpuMs: sum(process.cpuUsage(all)),
    mainMs: sum(process.threadCpuUsage(main)),
    wallMs,
  };
}

async function writing(jpegs: readonly Buffer[], folder: string): Promise<void> {
  const each = (bytes: number) => (bytes / jpegs.length / 1000).toFixed(1);
  print(
    `${jpegs.length} frames of 1920x1080, ${each(jpegs.reduce((sum, one) => sum + one.length, 0))} kB each as JPEG`,
  );
  print('\nwriting      kB/frame  cpu ms/frame  main ms/frame');
  for (const quality of QUALITIES) {
    const file = join(folder, `${quality}.mp4`);
    async function* pictures() {
      yield* jpegs;
    }
    let size = 0;
    const { cpuMs, mainMs } = await costOf(async () => {
      const video = { file, pictures: pictures(), framesPerSecond: 1, quality };
      size = (await writeVideo(video)).sizeBytes;
    });
    const perFrame = [cpuMs, mainMs].map((ms) => (ms / jpegs.length).toFixed(1).padStart(13));
    print(`quality ${quality}  ${each(size).padStart(10)} ${perFrame.join('  ')}`);
  }
}

type Read = (index: number) => Promise<Buffer>;

/** Several ways to read take turns at each frame, so that a busy machine is the same for all of them. */
async function reading(order: readonly number[], ways: Readonly<Record<string, Read>>) {
  const costs = new Map(Object.keys(ways).map((name): [string, Cost[]] => [name, []]));
  for (const index of order) {
    for (const [name, read] of Object.entries(ways)) {
      costs.get(name)?.push(await costOf(() => read(index)));
    }
  }
  for (const [name, each] of costs) printReading(name, each);
}

function printReading(name: string, costs: readonly Cost[]): void {
  const column = (pick: (cost: Cost) => number) =>
    [0.5, 0.95, 1]
      .map((share) => percentile(costs.map(pick), share).toFixed(0).padStart(5))
      .join('');
  const perSecond = 1000 / (costs.reduce((sum, { wallMs }) => sum + wallMs, 0) / costs.length);
  print(
    `${name.padEnd(34)} ${column(({ cpuMs }) => cpuMs)} ${column(({ mainMs }) => mainMs)} ${column(({ wallMs }) => wallMs)}   ${perSecond.toFixed(1).padStart(5)}`,
  );
}

const folder = mkdtempSync(join(tmpdir(), 'hindcast-bench-media-'));
try {
  const jpegs = await renderFrames();
  await writing(jpegs, folder);

  const file = join(folder, `${READ_QUALITY}.mp4`);
  const forwards = [...jpegs.keys()];
  const backwards = forwards.toReversed();
  const anywhere = forwards.map((index) => (index * 29) % jpegs.length);
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  print(
    '\nreading as JPEG, ms of                all cpu p50 p95 max   main p50 p95 max   wall p50 p95 max  frames/s',
  );
  await reading(anywhere, { 'anywhere, file opened': (index) => readVideoFrame(file, index) });
  const videos = videoProcess();
  const startMs = (await costOf(() => videos.read(file, 0))).wallMs;
  for (const [name, order] of Object.entries({ anywhere, forwards, backwards })) {
    const shelf = videoShelf();
    await reading(order, {
      [`${name}, scrubbing`]: (index) => shelf.read(file, index),
      [`${name}, through the process`]: (index) => videos.read(file, index),
    });
  }
  print(`\nthe first frame after the process had ended: ${startMs.toFixed(0)} ms`);
  delay.disable();
  print(
    `\nlongest wait of the main thread while reading: ${(delay.max / 1e6).toFixed(0)} ms (with whatever else the machine did)`,
  );
  print(
    `resident memory: ${(process.memoryUsage().rss / 1e6).toFixed(0)} MB, with ${(jpegs.reduce((sum, one) => sum + one.length, 0) / 1e6).toFixed(0)} MB of source pictures`,
  );
} finally {
  rmSync(folder, { recursive: true, force: true });
}
