/** Letters that look like a caret, read end to end with the real recogniser: none may be lost, whatever was on the screen before. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { OcrEngine } from './engine.ts';
import { openScreenOcr } from './line-engine.ts';
import { type Drawing, draw, textsOf } from './screens.fixture.ts';

const bar = (x: number, y: number, height: number) =>
  `<rect x="${x}" y="${y}" width="2" height="${height}" fill="#111111"/>`;
/** As hinting draws it: all rows are alike. */
const LETTER = bar(41, 47, 13);
const text = (shown: string, x = 40, y = 60, size = 18) => ({
  text: shown,
  x,
  y,
  size,
});
const BELOW = text('Shopping list of the week', 40, 160);
const screen = (above: string, ...texts: ReturnType<typeof text>[]): Drawing => ({
  texts: [...texts, BELOW],
  above,
});
const EMPTY = screen('');
const ALONE = screen(LETTER);
const INVOICE = screen(LETTER, text('nvoice paid', 45));

describe('letters that look like a caret', () => {
  let engine: OcrEngine;
  let monitors = 0;

  /** The texts of the last of these frames of a monitor. */
  async function lastOf(...drawings: Drawing[]): Promise<string[]> {
    monitors += 1;
    let texts: string[] = [];
    for (const drawing of drawings) {
      const image = { ...(await draw(drawing, 'luma')), monitor: String(monitors) };
      texts = textsOf(await engine.read(image, new AbortController().signal));
    }
    return texts;
  }

  beforeAll(async () => {
    engine = await openScreenOcr();
  });
  afterAll(() => engine.close());

  test('the first letter of an empty row is read with those that follow', async () => {
    expect(await lastOf(EMPTY, ALONE, INVOICE)).toEqual(['Invoice paid', BELOW.text]);
  });

  test('a letter that was deleted and typed again is read with those that follow', async () => {
    const frames = [EMPTY, ALONE, EMPTY, ALONE, INVOICE];
    expect(await lastOf(...frames)).toEqual(['Invoice paid', BELOW.text]);
  });

  test('a letter in the rows of a known caret is read when another text takes its place', async () => {
    const small = text('no more', 40, 57, 12);
    const caret = bar(100, 47, 13);
    const known = [screen('', small), screen(caret, small), screen('', small)];
    expect(await lastOf(...known, INVOICE)).toEqual(['Invoice paid', BELOW.text]);
  });

  test('the last letter of a word that grows is read', async () => {
    const short = screen(bar(130, 47, 13), text('no more', 40, 60, 15));
    const long = screen(bar(145, 47, 13), text('no more', 40, 60, 15), text('o', 131, 60, 15));
    expect((await lastOf(short, long)).join(' ')).toMatch(/^no more o ?[lI|] Shopping/);
  });

  test('a letter next to a hyphen is read with those that follow', async () => {
    const frames = [screen('', text('-', 30)), screen(LETTER, text('-', 30))];
    const typed = screen(LETTER, text('-', 30), text('nvoice paid', 45));
    expect((await lastOf(...frames, typed))[0]).toMatch(/Invoice paid$/);
  });

  describe('a screen that becomes lower', () => {
    const line = text('A row at the top', 40);
    const lower = (above: string): Drawing => ({ texts: [line], above, height: 120 });

    test('shows only what is left of it, also when a caret has come', async () => {
      const caret = bar(200, 42, 24);
      expect(await lastOf(screen('', line), lower(caret))).toEqual([line.text]);
    });

    test('is not taken for the frame before the last one', async () => {
      const mark = '<rect x="300" y="50" width="40" height="3" fill="#111111"/>';
      expect(await lastOf(screen('', line), screen(mark, line), lower(''))).toEqual([line.text]);
    });
  });
});
