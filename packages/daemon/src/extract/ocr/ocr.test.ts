import { getPriority } from 'node:os';
import { afterEach, describe, expect, test } from 'vitest';
import { draw, textsOf } from '../../../../screen-ocr/src/screens.fixture.ts';
import { type Ocr, openOcr } from './ocr.ts';

const wanted = new AbortController().signal;

const HELLO = { texts: [{ text: 'Reading in another process', x: 40, y: 60 }] };

const DEADLY = new URL('./deadly-process.fixture.ts', import.meta.url);
const UNABLE = new URL('./unable-process.fixture.ts', import.meta.url);
const SHORT_LIVED = new URL('./short-lived-process.fixture.ts', import.meta.url);

// Processes are started: some seconds on a busy machine, and several times in some tests.
describe('the OCR service', { timeout: 120_000 }, () => {
  let ocr: Ocr | undefined;
  afterEach(async () => {
    await ocr?.close();
    ocr = undefined;
  }, 60_000);

  test('reads in its process and counts lines', async () => {
    ocr = await openOcr();
    const first = await ocr.read({ ...(await draw(HELLO)), monitor: 'one' }, wanted);
    const again = await ocr.read({ ...(await draw(HELLO)), monitor: 'one' }, wanted);
    expect(textsOf(first)).toEqual(['Reading in another process']);
    expect(again).toEqual(first);
    const stats = ocr.stats();
    expect(stats).toMatchObject({ reads: 2, waiting: 0, crashes: 0, lineHits: 1, lineMisses: 1 });
    expect(stats.engine).toBe('screen-ocr');
    expect(ocr.pid()).not.toBe(process.pid);
  });

  test('reads a frame to its end although its process is killed meanwhile', async () => {
    ocr = await openOcr();
    const texts = Array.from({ length: 40 }, (_, i) => ({
      text: `chapter ${i * 104_729} of an endless story`,
      x: 40,
      y: 30 + 22 * i,
    }));
    const image = { ...(await draw({ width: 1920, height: 1080, texts })), monitor: 'one' };
    const reading = ocr.read(image, wanted);
    process.kill(ocr.pid() ?? 0, 'SIGKILL');
    const { lines } = await reading;
    expect(lines.map((line) => line.text)).toEqual(texts.map(({ text }) => text));
    expect(ocr.stats()).toMatchObject({ crashes: 1, failures: 0, reads: 1 });
    expect(ocr.part()).toMatchObject({
      state: { kind: 'running' },
      restarts: 1,
      lastFault: { code: 'OCR_STOPPED' },
    });
  });

  test('ends while there is nothing to read, and is there again for the next image', async () => {
    ocr = await openOcr({ restsAfterMs: 100 });
    const image = { ...(await draw(HELLO)), monitor: 'one' };
    const first = await ocr.read(image, wanted);
    await expect.poll(() => ocr?.pid(), { timeout: 20_000 }).toBeUndefined();
    // Only what changed is sent, and nothing has: the new process needs the whole image all the same.
    expect(await ocr.read(image, wanted)).toEqual(first);
    expect(ocr.stats()).toMatchObject({ crashes: 0, reads: 2, lineMisses: 2 });
  });

  test('rejects an image that is none, and reads on', async () => {
    ocr = await openOcr();
    const image = { width: 10, height: 10, format: 'luma' as const, pixels: new Uint8Array(99) };
    await expect(ocr.read(image, wanted)).rejects.toMatchObject({ code: 'OCR_IMAGE_INVALID' });
    expect(textsOf(await ocr.read(await draw(HELLO), wanted))).toEqual([
      'Reading in another process',
    ]);
  });

  test('an abort rejects at once, whether the image is read or waits', async () => {
    ocr = await openOcr();
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

  test('gives every line of a frame, also after an answer that was not awaited', async () => {
    ocr = await openOcr();
    const frame = async (...texts: string[]) => ({
      ...(await draw({ texts: texts.map((text, i) => ({ text, x: 40, y: 60 + 50 * i })) })),
      monitor: 'one',
    });
    await ocr.read(await frame('Orange harvest', 'Banana harvest', 'Cherry harvest'), wanted);
    const abort = new AbortController();
    const unwanted = ocr.read(await frame('Walnut harvest', 'Cherry harvest'), abort.signal);
    abort.abort();
    await expect(unwanted).rejects.toMatchObject({ name: 'AbortError' });
    const texts = ['Peanut harvest', 'Walnut harvest', 'Cherry harvest'];
    expect(textsOf(await ocr.read(await frame(...texts), wanted))).toEqual(texts);
    expect(textsOf(await ocr.read(await frame(...texts), wanted))).toEqual(texts);
  });

  test('closing fails what waits with a code, and later reads too', async () => {
    const closed = await openOcr();
    const reading = expect(closed.read(await draw(HELLO), wanted)).rejects.toMatchObject({
      code: 'OCR_STOPPED',
    });
    await closed.close();
    await reading;
    await expect(closed.read(await draw(HELLO), wanted)).rejects.toMatchObject({
      code: 'OCR_STOPPED',
    });
  });

  test('an image that kills two processes fails, and the next one is read', async () => {
    ocr = await openOcr({ entry: DEADLY });
    const deadly = { width: 13, height: 1, format: 'luma' as const, pixels: new Uint8Array(13) };
    await expect(ocr.read(deadly, wanted)).rejects.toMatchObject({ code: 'OCR_STOPPED' });
    expect(ocr.part()).toMatchObject({
      state: { kind: 'waiting', failures: 1 },
      lastFault: { code: 'OCR_STOPPED' },
    });
    expect(textsOf(await ocr.read(await draw(HELLO), wanted))).toEqual([HELLO.texts[0]?.text]);
    expect(ocr.part().state.kind).toBe('running');
    expect(ocr.stats()).toMatchObject({ crashes: 2, failures: 1, reads: 1 });
  });

  test('speech recognition goes before it', async () => {
    ocr = await openOcr();
    expect(getPriority(ocr.pid() ?? 0)).toBeGreaterThan(getPriority());
  });

  test('a machine that cannot read says what to do', async () => {
    const unable = openOcr({ entry: UNABLE });
    await expect(unable).rejects.toMatchObject({
      code: 'OCR_ENGINE_MISSING',
      hint: expect.stringMatching(/install/i),
    });
  });

  test('a process that dies whenever it starts is given up', async () => {
    await expect(openOcr({ entry: SHORT_LIVED })).rejects.toMatchObject({ code: 'OCR_STOPPED' });
  });
});
