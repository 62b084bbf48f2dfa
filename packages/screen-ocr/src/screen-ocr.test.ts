/** The contract of `engine.ts`, held by the engine with the networks of this package. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { OcrEngine } from './engine.ts';
import { frameDeltas, wholeOf } from './frames/frame-delta.ts';
import { openScreenOcr } from './line-engine.ts';
import { type Drawing, draw, readTexts, textsOf } from './screens.fixture.ts';

const TWO_LINES: Drawing = {
  texts: [
    { text: 'The annual budget grows by 12 percent', x: 30, y: 50 },
    { text: 'Meeting notes from Tuesday', x: 30, y: 90 },
  ],
};
const TWO_LINES_READ = ['The annual budget grows by 12 percent', 'Meeting notes from Tuesday'];

describe('the engine', () => {
  let engine: OcrEngine;
  const wanted = new AbortController().signal;
  beforeAll(async () => {
    engine = await openScreenOcr();
  });
  afterAll(async () => {
    await engine.close();
  });

  test('reads the lines of a picture from top to bottom', async () => {
    expect(await readTexts(engine, TWO_LINES)).toEqual(TWO_LINES_READ);
  });

  test('places each word where it stands in the picture', async () => {
    const marker = { text: 'warehouse', x: 300, y: 150, size: 16 };
    const { lines } = await engine.read(
      await draw({ width: 640, height: 240, texts: [marker] }),
      wanted,
    );
    const [word] = lines.flatMap((line) => line.words);
    expect(word?.text).toBe('warehouse');
    expect(word?.confidence).toBeGreaterThan(0.5);
    expect(word?.confidence).toBeLessThanOrEqual(1);
    // The word is about 85 pixels wide; its x-height begins 9 above the baseline.
    expect(word?.x).toBeGreaterThan(293);
    expect(word?.x).toBeLessThan(307);
    expect((word?.x ?? 0) + (word?.width ?? 0)).toBeLessThan(400);
    expect((word?.x ?? 0) + (word?.width ?? 0)).toBeGreaterThan(375);
    expect(word?.y).toBeLessThan(143);
    expect((word?.y ?? 0) + (word?.height ?? 0)).toBeGreaterThan(148);
    expect((word?.y ?? 0) + (word?.height ?? 0)).toBeLessThan(160);
  });

  test('gives words of a line from left to right, without white space', async () => {
    const { lines } = await engine.read(await draw(TWO_LINES), wanted);
    for (const line of lines) {
      expect(line.words.map((word) => word.x)).toEqual(
        line.words.map((word) => word.x).sort((a, b) => a - b),
      );
      expect(line.words.map((word) => word.text).join(' ')).toBe(line.text);
      for (const word of line.words) expect(word.text).toMatch(/^\S+$/);
    }
  });

  test('finds nothing in a blank picture, light or dark', async () => {
    expect(await readTexts(engine, { ground: '#ffffff' })).toEqual([]);
    expect(await readTexts(engine, { ground: '#1e1e1e' })).toEqual([]);
  });

  test.each(['luma', 'rgb', 'bgrx'] as const)('reads %s pixels', async (format) => {
    const result = await engine.read(await draw(TWO_LINES, format), wanted);
    expect(textsOf(result)).toEqual(TWO_LINES_READ);
  });

  test('leaves the pixels as they were', async () => {
    const image = await draw(TWO_LINES);
    const copy = image.pixels.slice();
    await engine.read(image, wanted);
    expect(Buffer.compare(image.pixels, copy)).toBe(0);
  });

  test('rejects pixels that do not fit the size, and reads on', async () => {
    const image = await draw(TWO_LINES);
    const broken = { ...image, height: image.height + 1 };
    await expect(engine.read(broken, wanted)).rejects.toMatchObject({
      code: 'OCR_IMAGE_INVALID',
    });
    await expect(engine.read({ ...image, width: 0 }, wanted)).rejects.toMatchObject({
      code: 'OCR_IMAGE_INVALID',
    });
    expect(textsOf(await engine.read(image, wanted))).toEqual(TWO_LINES_READ);
  });

  test('rejects with an AbortError when the signal was aborted before', async () => {
    const reading = engine.read(await draw(TWO_LINES), AbortSignal.abort());
    await expect(reading).rejects.toMatchObject({ name: 'AbortError' });
  });

  test('stops soon after an abort, and reads the next picture whole', async () => {
    const texts = Array.from({ length: 30 }, (_, i) => ({
      text: `paragraph number ${i * 7919} holds words nobody has read so far`,
      x: 30,
      y: 30 + i * 22,
    }));
    const image = await draw({ height: 720, texts });
    const abort = new AbortController();
    const reading = engine.read({ ...image, monitor: 'aborted' }, abort.signal);
    setImmediate(() => abort.abort());
    await expect(reading).rejects.toMatchObject({ name: 'AbortError' });
    const { lines } = await engine.read({ ...image, monitor: 'aborted' }, wanted);
    expect(lines).toHaveLength(30);
  }, 120_000); // thirty lines take the slowest engine seconds, on a busy machine a minute

  test('gives every word it read when asked, in the lines they stand in', async () => {
    const image = await draw(TWO_LINES);
    expect((await engine.read(image, wanted)).rawLines).toBeUndefined();
    const { lines, rawLines = [] } = await engine.read({ ...image, isRawWanted: true }, wanted);
    expect(rawLines.map(({ words }) => words)).toEqual(lines.map(({ words }) => words));
    for (const [i, { isUnread, ...line }] of rawLines.entries()) {
      expect(lines[i]).toMatchObject(line);
      expect(isUnread).toBe(false);
    }
  });

  test('says which lines look like text and cannot be read', async () => {
    // Cut by the upper edge of the picture.
    const cut = { text: 'Nobody can read the lower half of this', x: 30, y: 9, size: 24 };
    const texts = [cut, ...(TWO_LINES.texts ?? [])];
    const image = await draw({ width: 700, texts });
    const { lines, rawLines = [] } = await engine.read({ ...image, isRawWanted: true }, wanted);
    expect(textsOf({ lines })).toEqual(TWO_LINES_READ);
    // In one piece or in several.
    const unread = rawLines.filter(({ isUnread }) => isUnread);
    expect(rawLines).toHaveLength(unread.length + 2);
    expect(unread.length).toBeGreaterThan(0);
    for (const line of unread) expect(line).toMatchObject({ y: 0, words: [] });
  });

  test('answers the next frame of a monitor as if it stood alone', async () => {
    const [first, second] = [
      { ...TWO_LINES },
      { texts: [...(TWO_LINES.texts ?? []), { text: 'Third row was added', x: 30, y: 130 }] },
    ];
    await engine.read({ ...(await draw(first)), monitor: 'one' }, wanted);
    const next = await draw(second);
    const following = await engine.read({ ...next, monitor: 'one' }, wanted);
    expect(following).toEqual(await engine.read(next, wanted));
    const back = await engine.read({ ...(await draw(first)), monitor: 'one' }, wanted);
    expect(textsOf(back)).toEqual(TWO_LINES_READ);
  });

  test('gives a line that did not change as the same object', async () => {
    const third = { text: 'Third row was added', x: 30, y: 130 };
    const more = await draw({ texts: [...(TWO_LINES.texts ?? []), third] });
    const before = await engine.read({ ...(await draw(TWO_LINES)), monitor: 'same' }, wanted);
    const after = await engine.read({ ...more, monitor: 'same' }, wanted);
    expect(after.lines).toHaveLength(3);
    expect(after.lines[0]).toBe(before.lines[0]);
  });

  test('reads changes, also of an image whose reading was aborted', async () => {
    const deltas = frameDeltas();
    const change = async (...texts: string[]) => ({
      ...deltas.next(
        await draw({ texts: texts.map((text, i) => ({ text, x: 30, y: 50 + 50 * i })) }),
      ),
      monitor: 'changes',
    });
    await engine.read(await change('Orange harvest', 'Banana harvest', 'Cherry harvest'), wanted);
    const unwanted = await change('Orange harvest', 'Walnut harvest', 'Cherry harvest');
    await expect(engine.read(unwanted, AbortSignal.abort())).rejects.toThrow();
    const last = await change('Orange harvest', 'Walnut harvest', 'Peanut harvest');
    expect(textsOf(await engine.read(last, wanted))).toEqual([
      'Orange harvest',
      'Walnut harvest',
      'Peanut harvest',
    ]);
  });

  test('reads a whole image that follows changes', async () => {
    const named = (name: string): Drawing => ({ texts: [{ text: name, x: 30, y: 60 }] });
    const [orange, cherry] = [await draw(named('Orange')), await draw(named('Cherry'))];
    const monitor = 'mixed';
    await engine.read({ ...orange, monitor }, wanted);
    await engine.read({ ...wholeOf(cherry), monitor }, wanted);
    expect(textsOf(await engine.read({ ...orange, monitor }, wanted))).toEqual(['Orange']);
  });

  test('takes the pixels of a change', async () => {
    const change = { ...wholeOf(await draw(TWO_LINES)), monitor: 'taken' };
    const { lines } = await engine.read(change, wanted);
    expect(lines).toHaveLength(2);
    expect(change.luma).toHaveLength(0);
  });

  test('rejects a change that is none', async () => {
    const change = wholeOf(await draw(TWO_LINES));
    const short = { ...change, luma: change.luma.subarray(1) };
    const part = { ...change, rows: [0], luma: change.luma.subarray(0, change.width) };
    for (const wrong of [{ ...short, monitor: 'wrong' }, part]) {
      await expect(engine.read(wrong, wanted)).rejects.toMatchObject({ code: 'OCR_IMAGE_INVALID' });
    }
  });

  test('answers calls that overlap, each with its own text', async () => {
    const named = (name: string): Drawing => ({ texts: [{ text: name, x: 30, y: 60 }] });
    const answers = await Promise.all(
      ['Orange', 'Banana', 'Cherry'].map((name) => readTexts(engine, named(name))),
    );
    expect(answers).toEqual([['Orange'], ['Banana'], ['Cherry']]);
  });

  test('rejects after it was closed', async () => {
    const closed = await openScreenOcr();
    await closed.close();
    await expect(closed.read(await draw(TWO_LINES), wanted)).rejects.toThrow();
  });
});
