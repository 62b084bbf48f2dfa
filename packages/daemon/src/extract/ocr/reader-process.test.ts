import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openReaderProcess, type ReaderProcess } from './reader-process.ts';
import { loadTesseract } from './tesseract/library.ts';

const missing = await loadTesseract().then(
  () => undefined,
  (error: Error) => error.message,
);
if (missing !== undefined) process.stderr.write(`skipped: ${missing}\n`);

/** As the line engine draws strips: the whole height, and no more than the ink across. */
async function stripOf(text: string) {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="320" height="36"><rect width="100%" height="100%" fill="#fff"/><text x="8" y="26" font-family="DejaVu Sans" font-size="24">${text}</text></svg>`;
  const picture = sharp(Buffer.from(svg)).flatten().greyscale();
  const { info } = await picture
    .clone()
    .trim({ threshold: 60 })
    .toBuffer({ resolveWithObject: true });
  const left = -(info.trimOffsetLeft ?? 0) - 3;
  const cut = picture.extract({ left, top: 0, width: info.width + 6, height: 36 });
  const pixels = new Uint8Array(await cut.raw().toBuffer());
  return { pixels, width: info.width + 6, height: 36 };
}

const deadly = { pixels: new Uint8Array(36 * 60), width: 60, height: 36 };
const entry = fileURLToPath(new URL('./deadly-reader.fixture.ts', import.meta.url));
const textOf = (words: readonly { text: string }[] | undefined) =>
  words?.map((word) => word.text).join(' ');

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

const WAYS = [{ how: 'network' }, { how: 'library' }] as const;

describe.each(WAYS)('the reader process, by $how', { timeout: 120_000 }, ({ how }) => {
  let reader: ReaderProcess | undefined;
  beforeEach((context) => {
    const isMissing = how === 'library' && missing !== undefined;
    if (isMissing) context.skip(missing);
  });
  afterEach(async () => {
    await reader?.recognisers[0]?.close();
    reader = undefined;
  }, 60_000);

  test('is another process', async () => {
    reader = await openReaderProcess({ how, language: 'eng', count: 1 });
    expect(reader.pid()).not.toBe(process.pid);
    expect(textOf(await reader.recognisers[0]?.read(await stripOf('harbour master')))).toBe(
      'harbour master',
    );
    expect(reader.crashes()).toBe(0);
  });

  test('reads on when it was killed, without losing a strip', async () => {
    reader = await openReaderProcess({ how, language: 'eng', count: 2 });
    const strips = await Promise.all(['northern', 'southern'].map(stripOf));
    const reading = Promise.all(strips.map((strip, i) => reader?.recognisers[i]?.read(strip)));
    process.kill(reader.pid() ?? 0, 'SIGKILL');
    expect((await reading).map(textOf)).toEqual(['northern', 'southern']);
    expect(reader.crashes()).toBe(1);
  });

  test('ends while there is nothing to read, and is there again for the next strip', async () => {
    reader = await openReaderProcess({ how, language: 'eng', count: 2, restsAfterMs: 300 });
    const first = reader.pid() ?? 0;
    await expect.poll(() => reader?.pid(), { timeout: 20_000 }).toBeUndefined();
    await expect.poll(() => isRunning(first), { timeout: 20_000 }).toBe(false);
    const strips = await Promise.all(['northern', 'southern'].map(stripOf));
    const reading = Promise.all(strips.map((strip, i) => reader?.recognisers[i]?.read(strip)));
    expect((await reading).map(textOf)).toEqual(['northern', 'southern']);
    expect(reader.crashes()).toBe(0);
  });

  describe('when it cannot be started again', () => {
    let folder = '';
    beforeEach(async () => {
      folder = await mkdtemp(join(tmpdir(), 'hindcast-reader-'));
    });
    afterEach(() => rm(folder, { recursive: true }));

    /** The real process, after what is to happen first as long as the file `trouble` is there. */
    async function openRestless(happens: string): Promise<ReaderProcess> {
      const file = join(folder, 'reader.mjs');
      const real = new URL('./reader-main.ts', import.meta.url).href;
      const trouble = JSON.stringify(join(folder, 'trouble'));
      await writeFile(
        file,
        `import { existsSync, rmSync } from 'node:fs';
        if (existsSync(${trouble})) { ${happens.replaceAll('TROUBLE', trouble)} }
        await import(${JSON.stringify(real)});`,
      );
      const opened = await openReaderProcess({
        how,
        language: 'eng',
        count: 2,
        restsAfterMs: 300,
        entry: file,
      });
      await expect.poll(() => opened.pid(), { timeout: 20_000 }).toBeUndefined();
      await writeFile(join(folder, 'trouble'), '');
      return opened;
    }

    test('one accident costs nothing', async () => {
      reader = await openRestless(`rmSync(TROUBLE); process.kill(process.pid, 'SIGKILL');`);
      expect(textOf(await reader.recognisers[0]?.read(await stripOf('northern')))).toBe('northern');
      expect(reader.crashes()).toBe(1);
    });

    test.each([
      ['it dies', `process.kill(process.pid, 'SIGKILL');`],
      ['it says why', `process.send({ kind: 'unable', error: { code: 'X', message: 'gone' } });`],
    ])('the reader is lost, and no process is left when it is closed: %s', async (_, happens) => {
      reader = await openRestless(happens);
      const strip = await stripOf('northern');
      const [one, two] = reader.recognisers;
      const readings = await Promise.allSettled([one?.read(strip), two?.read(strip)]);
      const lost = { status: 'rejected', reason: { code: 'OCR_READER_LOST' } };
      expect(readings).toMatchObject([lost, lost]);
      // Another one is being started while it is closed.
      const late = one?.read(strip).catch((error: unknown) => error);
      await reader.recognisers[0]?.close();
      await late;
      expect(reader.pid()).toBeUndefined();
    });
  });

  test('gives the strip up that kills it, and no other one', async () => {
    reader = await openReaderProcess({ how, language: 'eng', count: 2, entry });
    const [one, two] = reader.recognisers;
    const harmless = await stripOf('lantern');
    const [nothing, words] = await Promise.all([one?.read(deadly), two?.read(harmless)]);
    expect(nothing).toEqual([]);
    expect(textOf(words)).toBe('lantern');
    expect(reader.crashes()).toBe(2);
    expect(textOf(await one?.read(harmless))).toBe('lantern');
  });

  test('ends when it is closed, and rejects later strips with a code', async () => {
    reader = await openReaderProcess({ how, language: 'eng', count: 1 });
    const pid = reader.pid() ?? 0;
    await reader.recognisers[0]?.close();
    expect(() => process.kill(pid, 0)).toThrow('ESRCH');
    await expect(reader.recognisers[0]?.read(await stripOf('late'))).rejects.toMatchObject({
      code: 'OCR_STOPPED',
    });
  });

  test('tells what is missing when it cannot open', async () => {
    await expect(openReaderProcess({ how, language: 'xyz', count: 1 })).rejects.toMatchObject({
      code: 'OCR_LANGUAGE_MISSING',
    });
  });
});
