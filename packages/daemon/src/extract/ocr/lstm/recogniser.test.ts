import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { type LineRecogniser, STRIP_HEIGHT, type Strip } from '@hindcast/screen-ocr';
import sharp from 'sharp';
import { afterAll, describe, expect, type TestContext, test } from 'vitest';
import { ENGINES } from '#extract/ocr/engines.ts';
import { getLanguageFile, getPackagedFolder } from '#extract/ocr/language-data.ts';
import { openTesseractRecognisers } from '#extract/ocr/tesseract/recogniser.ts';
import { ocrEngineConformance } from '../../../../../screen-ocr/src/engine.conformance.ts';
import { OtherWayError } from './errors.ts';
import { loadModel } from './model.ts';
import { openLstmRecogniser } from './recogniser.ts';
import { openLstmWorkers } from './workers.ts';

/** Drawn once and committed: each processor rasterises fonts a little differently. */
const STRIPS = {
  prose: 'The quick brown fox jumps over the lazy dog',
  code: 'const itineraryCommit = "about experiment";',
  invoice: 'Invoice 4711 is due on 12.05.2026, $1,234.56',
  address: 'hello@example.com (see page 17)',
  capitals: 'DELIVERY CANCELLED - please call back!',
  command: 'cat /usr/share/doc/copyright | grep -v README',
};
/** Below this, a change of one grey level moves libtesseract's own confidence by more than the tolerance. */
const SURE = 0.85;

const PACKAGED = join(getPackagedFolder('eng') ?? '', 'eng.traineddata.gz');

async function committedStrip(name: string): Promise<Strip> {
  const file = join(import.meta.dirname, 'strips.fixture', `${name}.png`);
  const grey = sharp(file).toColourspace('b-w').raw();
  const { data, info } = await grey.toBuffer({ resolveWithObject: true });
  return { pixels: new Uint8Array(data), width: info.width, height: info.height };
}

async function stripOf(text: string): Promise<Strip> {
  const width = text.length * 12 + 20;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="36"><rect width="100%" height="100%" fill="white"/>
    <text x="6" y="26" font-family="DejaVu Sans" font-size="20">${text.replaceAll('&', '&amp;')}</text></svg>`;
  const { data, info } = await sharp(Buffer.from(svg))
    .greyscale()
    .trim({ background: 'white', threshold: 1, margin: 0 })
    .resize({ height: 36, fit: 'contain', background: 'white', withoutEnlargement: true })
    .extend({ left: 3, right: 3, background: 'white' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { pixels: new Uint8Array(data), width: info.width, height: info.height };
}

const wordsOf = async (recogniser: LineRecogniser, strip: Strip) =>
  (await recogniser.read(strip)).map(({ text }) => text).join(' ');

describe('the network of the language data', () => {
  ocrEngineConformance(async () => {
    const choice = ENGINES.find(({ name }) => name === 'tesseract');
    if (choice === undefined) throw new Error('tesseract is not in the list of engines');
    return choice.open({ language: 'eng' });
  });
});

describe('a recogniser on the network', () => {
  const opened = openLstmRecogniser(loadModel(getLanguageFile('eng')));
  afterAll(async () => (await opened).close());

  test.each(Object.entries(STRIPS))('reads what libtesseract reads: %s', async (name, text) => {
    const strip = await committedStrip(name);
    const words = await (await opened).read(strip);
    expect(words.map((word) => word.text).join(' ')).toBe(text);
    const [library] = await openTesseractRecognisers({ language: 'eng', count: 1 }).catch(() => []);
    if (library === undefined) {
      process.stderr.write('not compared: libtesseract is not installed\n');
      return;
    }
    const expected = await library.read(strip);
    await library.close();
    expect(words.map((word) => word.text)).toEqual(expected.map((word) => word.text));
    const sure = [...expected.entries()].filter(([, { confidence }]) => confidence >= SURE);
    expect(sure.length).toBeGreaterThan(0);
    for (const [index, { confidence }] of sure) {
      expect(Math.abs((words[index]?.confidence ?? 0) - confidence)).toBeLessThan(0.15);
    }
  });

  test('gives the same answer every time', async () => {
    const strip = await committedStrip('prose');
    const recogniser = await opened;
    expect(await recogniser.read(strip)).toEqual(await recogniser.read(strip));
  });

  test('a strip too narrow for a letter has no words', async () => {
    const narrow = { pixels: new Uint8Array(4 * 36).fill(255), width: 4, height: 36 };
    expect(await (await opened).read(narrow)).toEqual([]);
  });

  test('reads English with the data of npm alone', async () => {
    expect(getLanguageFile('eng', ['/nonexistent'])).toBe(PACKAGED);
    expect(() => getLanguageFile('deu', ['/nonexistent'])).toThrow('"deu"');
    const recogniser = await openLstmRecogniser(loadModel(PACKAGED));
    expect(await wordsOf(recogniser, await stripOf('Meeting notes from Tuesday'))).toBe(
      'Meeting notes from Tuesday',
    );
    await recogniser.close();
  });
});

test('threads read side by side, and one that is closed has not died', async () => {
  let deaths = 0;
  const onDeath = () => {
    deaths += 1;
  };
  const recognisers = await openLstmWorkers({ language: 'eng', count: 2, onDeath });
  const strips = await Promise.all(['northern lantern', 'southern harbour'].map(stripOf));
  const read = recognisers.map((recogniser, index) => wordsOf(recogniser, strips[index] as Strip));
  expect(await Promise.all(read)).toEqual(['northern lantern', 'southern harbour']);
  for (const recogniser of recognisers) await recogniser.close();
  expect(deaths).toBe(0);
});

describe('other languages', () => {
  /** Skips the test where the data is not installed. */
  const needs = (language: string, context: TestContext) => {
    try {
      return getLanguageFile(language);
    } catch {
      return context.skip(`no data for ${language} (Debian: tesseract-ocr-${language})`);
    }
  };

  test('German is read with its own letters and words', async (context) => {
    const recogniser = await openLstmRecogniser(loadModel(needs('deu', context)));
    const text = 'Die Rechnung über 47 Gebühren wurde am Dienstag größtenteils bezahlt.';
    expect(await wordsOf(recogniser, await stripOf(text))).toBe(text);
    await recogniser.close();
  });

  test('Swedish, whose network wants higher lines, is left to libtesseract', async (context) => {
    needs('swe', context);
    await expect(
      openLstmWorkers({ language: 'swe', count: 1, onDeath() {} }),
    ).rejects.toMatchObject({ code: 'OCR_LANGUAGE_UNFIT' });
  });
});

describe('a language that is not for it', () => {
  test('several at a time', async () => {
    const choice = ENGINES.find(({ name }) => name === 'tesseract');
    await expect(choice?.open({ language: 'eng+deu' })).rejects.toMatchObject({
      code: 'OCR_LANGUAGE_UNFIT',
    });
  });

  test('one that is not there', async () => {
    await expect(
      openLstmWorkers({ language: 'xyz', count: 1, onDeath() {} }),
    ).rejects.toMatchObject({
      code: 'OCR_LANGUAGE_MISSING',
      hint: expect.stringContaining('tesseract-ocr-xyz'),
    });
  });

  test('one whose network wants lines of another height', () => {
    const folder = mkdtempSync(join(tmpdir(), 'hindcast-lstm-'));
    const file = join(folder, 'swe.traineddata');
    const bytes = gunzipSync(readFileSync(PACKAGED));
    // Its shape as it is stored: one picture, 36 rows, any width, one value a pixel.
    const shape = Buffer.from(Int32Array.of(1, STRIP_HEIGHT, 0, 1).buffer);
    bytes.writeInt32LE(48, bytes.indexOf(shape) + 4);
    writeFileSync(file, bytes);
    expect(() => loadModel(file)).toThrow(OtherWayError);
    rmSync(folder, { recursive: true });
  });

  test('a file that is something else', () => {
    const folder = mkdtempSync(join(tmpdir(), 'hindcast-lstm-'));
    const file = join(folder, 'eng.traineddata');
    writeFileSync(file, Buffer.alloc(5_000, 1));
    expect(() => loadModel(file)).toThrow(RangeError);
    // Cut off in the middle of its network.
    writeFileSync(file, gunzipSync(readFileSync(PACKAGED)).subarray(0, 500_000));
    expect(() => loadModel(file)).toThrow(RangeError);
    rmSync(folder, { recursive: true });
  });
});
