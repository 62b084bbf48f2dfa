import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { afterEach, describe, expect, test } from 'vitest';
import { silentLog } from '#core/log.ts';
import { draw, textsOf } from '../../../../screen-ocr/src/screens.fixture.ts';
import { type Ocr, openOcr, openOcrWith } from './ocr.ts';

const wanted = new AbortController().signal;

/** The process that a thread of this one has started. */
async function pidOfReader(): Promise<number> {
  for (;;) {
    for (const task of readdirSync('/proc/self/task')) {
      const children = readFileSync(`/proc/self/task/${task}/children`, 'utf8').trim().split(' ');
      for (const pid of children.filter((child) => child !== '')) {
        if (readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('reader-main'))
          return Number(pid);
      }
    }
    await sleep(5);
  }
}

const HELLO = { texts: [{ text: 'Reading in another thread', x: 40, y: 60 }] };

// A thread and a process with the library are started: some seconds on a busy machine, and several times in some tests.
describe('the OCR service', { timeout: 120_000 }, () => {
  let ocr: Ocr | undefined;
  afterEach(async () => {
    await ocr?.close();
    ocr = undefined;
  }, 60_000);

  test('reads in its thread and counts lines and time', async () => {
    ocr = await openOcr({ language: 'eng' });
    const first = await ocr.read({ ...(await draw(HELLO)), monitor: 'one' }, wanted);
    const again = await ocr.read({ ...(await draw(HELLO)), monitor: 'one' }, wanted);
    expect(textsOf(first)).toEqual(['Reading in another thread']);
    expect(again).toEqual(first);
    const stats = ocr.stats();
    expect(stats).toMatchObject({ reads: 2, waiting: 0, crashes: 0, lineHits: 1, lineMisses: 1 });
    expect(stats.engine).toMatch(/^tesseract/);
    expect(stats.lastMs).toBeGreaterThan(0);
    expect(stats.averageMs).toBeGreaterThanOrEqual(stats.lastMs ?? 0);
  });

  test('leaves the event loop free while it reads', async () => {
    ocr = await openOcr({ language: 'eng' });
    const texts = Array.from({ length: 40 }, (_, i) => ({
      text: `entry ${i * 104_729} of a long register`,
      x: 40,
      y: 30 + 22 * i,
    }));
    const image = await draw({ width: 1920, height: 1080, texts });
    const before = { own: process.threadCpuUsage(), all: process.cpuUsage() };
    const { lines } = await ocr.read(image, wanted);
    const own = process.threadCpuUsage(before.own);
    const all = process.cpuUsage(before.all);
    expect(lines).toHaveLength(40);
    // Of the work in this process, finding the lines, next to nothing is done by the thread that asks.
    expect(own.user + own.system).toBeLessThan((all.user + all.system) / 2);
  });

  test.skipIf(process.platform !== 'linux')(
    'reads a frame to its end although the process with the reader is killed meanwhile',
    async () => {
      ocr = await openOcr({ language: 'eng' });
      if (ocr.stats().engine !== 'tesseract') return;
      const texts = Array.from({ length: 40 }, (_, i) => ({
        text: `chapter ${i * 104_729} of an endless story`,
        x: 40,
        y: 30 + 22 * i,
      }));
      const reading = ocr.read(await draw({ width: 1920, height: 1080, texts }), wanted);
      process.kill(await pidOfReader(), 'SIGKILL');
      const { lines } = await reading;
      expect(lines.map((line) => line.text)).toEqual(texts.map(({ text }) => text));
      expect(ocr.stats()).toMatchObject({ crashes: 1, failures: 0, reads: 1 });
      // And on: with another process.
      expect(textsOf(await ocr.read(await draw(HELLO), wanted))).toHaveLength(1);
    },
  );

  test('rejects an image that is none, and reads on', async () => {
    ocr = await openOcr({ language: 'eng' });
    const image = { width: 10, height: 10, format: 'luma' as const, pixels: new Uint8Array(99) };
    await expect(ocr.read(image, wanted)).rejects.toMatchObject({ code: 'OCR_IMAGE_INVALID' });
    expect(textsOf(await ocr.read(await draw(HELLO), wanted))).toEqual([
      'Reading in another thread',
    ]);
  });

  test('an abort rejects at once, whether the image is read or waits', async () => {
    ocr = await openOcr({ language: 'eng' });
    const abort = new AbortController();
    const read = ocr.read(await draw(HELLO), abort.signal);
    const waits = ocr.read(await draw(HELLO), abort.signal);
    expect(ocr.stats().waiting).toBe(2);
    abort.abort();
    await expect(read).rejects.toMatchObject({ name: 'AbortError' });
    await expect(waits).rejects.toMatchObject({ name: 'AbortError' });
    expect(ocr.stats().waiting).toBe(0);
    expect(textsOf(await ocr.read(await draw(HELLO), wanted))).toHaveLength(1);
  });

  test('closing fails what waits with a code, and later reads too', async () => {
    const closed = await openOcr({ language: 'eng' });
    const reading = expect(closed.read(await draw(HELLO), wanted)).rejects.toMatchObject({
      code: 'OCR_STOPPED',
    });
    await closed.close();
    await reading;
    await expect(closed.read(await draw(HELLO), wanted)).rejects.toMatchObject({
      code: 'OCR_STOPPED',
    });
  });

  test('a language nobody can read is refused with what to install', async () => {
    await expect(openOcr({ language: 'xyz' })).rejects.toMatchObject({
      hint: expect.stringMatching(/install/i),
    });
  });

  test('what cannot be started again to read is replaced by another engine, and that is told', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'hindcast-ocr-'));
    const workerData = { language: 'eng', mark: join(folder, 'mark') };
    const start = () =>
      new Worker(new URL('./fading-thread.fixture.ts', import.meta.url), { workerData });
    ocr = await openOcrWith({ start, log: silentLog });
    expect(ocr.stats().engine).toBe('fading');
    await expect(ocr.read(await draw(HELLO), wanted)).rejects.toMatchObject({
      code: 'OCR_READER_LOST',
    });
    expect(ocr.part().state.kind).toBe('ended');
    const result = await ocr.read(await draw(HELLO), wanted);
    expect(textsOf(result)).toEqual(['Reading in another thread']);
    expect(ocr.stats().engine).toMatch(/^tesseract/);
    expect(ocr.part()).toMatchObject({
      state: { kind: 'running' },
      restarts: 1,
      lastFault: { code: 'OCR_STOPPED' },
    });
    await rm(folder, { recursive: true });
  });

  test('a thread that dies fails its image and is started again by the next one', async () => {
    const start = () =>
      new Worker(new URL('./dying-thread.fixture.ts', import.meta.url), {
        workerData: { language: 'eng' },
      });
    ocr = await openOcrWith({ start, log: silentLog });
    await ocr.read(await draw(HELLO), wanted);
    const deadly = { width: 13, height: 1, format: 'luma' as const, pixels: new Uint8Array(13) };
    await expect(ocr.read(deadly, wanted)).rejects.toMatchObject({ code: 'OCR_STOPPED' });
    expect(textsOf(await ocr.read(await draw(HELLO), wanted))).toEqual([
      'Reading in another thread',
    ]);
    expect(ocr.stats()).toMatchObject({ crashes: 1, reads: 2, lineMisses: 2 });
  });
});
