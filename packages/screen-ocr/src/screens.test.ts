/** What screens are made of, read end to end with the real recogniser: grounds, colours, containers, columns, pictures, small changes. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { OcrEngine, OcrImage } from './engine.ts';
import { openScreenOcr } from './line-engine.ts';
import { type Drawing, draw, drawLossy, readTexts, textsOf } from './screens.fixture.ts';

describe('reading screens', () => {
  let engine: OcrEngine;
  const wanted = new AbortController().signal;
  const misses = () => engine.figures().lineMisses;
  const read = async (image: OcrImage, monitor: string) =>
    textsOf(await engine.read({ ...image, monitor }, wanted));

  beforeAll(async () => {
    engine = await openScreenOcr();
  });
  afterAll(() => engine.close());

  test.each([
    ['light on dark', '#1e1e1e', '#d4d4d4'],
    ['white on a colour', '#1f6feb', '#ffffff'],
    ['grey on white', '#ffffff', '#767676'],
    ['dark on yellow', '#ffe066', '#222222'],
  ])('%s', async (_, ground, fill) => {
    const texts = [{ text: 'Deployment finished without warnings', x: 40, y: 60, fill }];
    expect(await readTexts(engine, { ground, texts })).toEqual([
      'Deployment finished without warnings',
    ]);
  });

  test.each([10, 12, 18, 28])('letters of %i pixels', async (size) => {
    const texts = [{ text: 'Customer contracts in review', x: 40, y: 80, size }];
    expect(await readTexts(engine, { texts })).toEqual(['Customer contracts in review']);
  });

  test('a hollow cursor that touches the letter above it takes nothing away', async () => {
    const texts = [{ text: 'pangolin estimate', x: 40, y: 60, font: 'DejaVu Sans Mono' as const }];
    const above =
      '<rect x="40.5" y="63.5" width="8" height="17" fill="none" stroke="#111111" stroke-width="1"/>';
    expect(await readTexts(engine, { texts, above })).toEqual(['pangolin estimate']);
  });

  test('a badge next to a text is its own line and keeps its polarity', async () => {
    const words = (
      await readTexts(engine, {
        below: '<rect x="150" y="42" width="84" height="22" rx="11" fill="#cf222e"/>',
        texts: [
          { text: 'Invoices', x: 40, y: 58 },
          { text: 'overdue', x: 162, y: 58, fill: '#ffffff' },
        ],
      })
    ).join(' ');
    expect(words).toBe('Invoices overdue');
  });

  test('a line that ends right before the edge of the screen is read, one that is cut is not', async () => {
    const text = 'Deployment finished';
    expect(await readTexts(engine, { texts: [{ text, x: 40, y: 12 }] })).toEqual([text]);
    expect(await readTexts(engine, { texts: [{ text, x: 40, y: 6 }] })).toEqual([]);
    expect(await readTexts(engine, { texts: [{ text, x: 40, y: 235 }] })).toEqual([text]);
    expect(await readTexts(engine, { texts: [{ text, x: 40, y: 243 }] })).toEqual([]);
  });

  test('a selection inside a line does not hide the words in and around it', async () => {
    const texts = await readTexts(engine, {
      width: 700,
      below: '<rect x="166" y="44" width="138" height="21" fill="#0a5fd0"/>',
      texts: [
        { text: 'The harvest begins', x: 30, y: 60 },
        { text: 'early in autumn', x: 178, y: 60, fill: '#ffffff' },
        { text: 'near the river', x: 310, y: 60 },
      ],
    });
    expect(texts.join(' ')).toBe('The harvest begins early in autumn near the river');
  });

  test('boxes hold their word and nothing of the next one', async () => {
    const text = 'Parcel 4111 1111 arrives (415) on Friday';
    const image = await draw({ texts: [{ text, x: 40, y: 60 }] }, 'luma');
    const { lines } = await engine.read(image, wanted);
    const words = lines.flatMap((line) => line.words);
    expect(words.map((word) => word.text).join(' ')).toBe(text);
    const isInked = (x: number) =>
      Array.from(
        { length: 30 },
        (_, row) => image.pixels[(40 + row) * image.width + x] ?? 255,
      ).some((level) => level < 120);
    for (const [i, { x, width }] of words.entries()) {
      expect(isInked(x) || isInked(x + 1)).toBe(true);
      expect(isInked(x + width - 1) || isInked(x + width - 2)).toBe(true);
      // Between two words there is a space, and no ink that belongs to neither.
      const end = words[i + 1]?.x ?? image.width;
      expect(end - x - width).toBeGreaterThan(1);
      for (let column = x + width + 1; column < end - 1; column++) {
        expect(isInked(column)).toBe(false);
      }
    }
  });

  test('underlined links read as their words', async () => {
    const texts = await readTexts(engine, {
      texts: [{ text: 'Return to the main menu', x: 40, y: 60, fill: '#0645ad' }],
      above: '<rect x="40" y="62" width="84" height="1" fill="#0645ad"/>',
    });
    expect(texts).toEqual(['Return to the main menu']);
  });

  test('the crossbars of fours are no underline', async () => {
    const texts = [
      { text: '74470', x: 40, y: 50, size: 12 },
      { text: '4444', x: 40, y: 90, size: 12 },
    ];
    expect(await readTexts(engine, { texts })).toEqual(['74470', '4444']);
  });

  test('columns are read one after the other', async () => {
    const column = (x: number, words: string[]) =>
      words.map((text, i) => ({ text, x, y: 40 + 22 * i }));
    const left = [
      'Our gardens grow along',
      'the southern border of',
      'a village that nobody',
      'visits in the winter',
    ];
    const right = [
      'Another story starts in',
      'a harbour where ships',
      'arrive every morning',
      'with boxes of oranges',
    ];
    const texts = await readTexts(engine, { texts: [...column(30, left), ...column(360, right)] });
    expect(texts).toEqual([...left, ...right]);
  });

  test('a table is read row by row', async () => {
    const rows = [
      ['Apples', '412', 'Monday'],
      ['Pears', '388', 'Tuesday'],
      ['Plums', '127', 'Friday'],
      ['Grapes', '956', 'Sunday'],
    ];
    const texts = rows.flatMap((cells, row) =>
      cells.map((text, column) => ({ text, x: 40 + 190 * column, y: 50 + 30 * row })),
    );
    expect(await readTexts(engine, { texts })).toEqual(rows.flat());
  });

  test('a dense table with rules is read cell by cell, row by row', async () => {
    const [rows, columns, width, height] = [18, 7, 84, 17];
    const cells = Array.from({ length: rows }, (_, row) =>
      Array.from({ length: columns }, (_, column) =>
        column === 0 ? `Item ${row + 12}` : String(1_000 + (((row * 7 + column) * 3_571) % 8_999)),
      ),
    );
    const texts = cells.flatMap((row, y) =>
      row.map((text, x) => ({ text, x: 26 + x * width, y: 33 + y * height, size: 12 })),
    );
    const across = Array.from(
      { length: rows + 1 },
      (_, y) => `<path d="M20 ${20 + y * height}.5H${20 + columns * width}" stroke="#bbb"/>`,
    );
    const down = Array.from(
      { length: columns + 1 },
      (_, x) => `<path d="M${20 + x * width}.5 20V${20 + rows * height}" stroke="#bbb"/>`,
    );
    const below = [...across, ...down].join('');
    const read = await readTexts(engine, { height: 400, below, texts });
    expect(read.join(' ')).toBe(cells.flat().join(' '));
  });

  test('grid lines around cells do not hide their text', async () => {
    const lines = [30, 60, 90, 120].map((y) => `<path d="M20 ${y}.5H600" stroke="#888"/>`).join('');
    const bars = [20, 300, 600].map((x) => `<path d="M${x}.5 30V120" stroke="#888"/>`).join('');
    const texts = await readTexts(engine, {
      below: lines + bars,
      texts: [
        { text: 'Quantity', x: 40, y: 50 },
        { text: 'Remarks', x: 320, y: 50 },
        { text: 'seventeen', x: 40, y: 80 },
        { text: 'delivered', x: 320, y: 80 },
        { text: 'twelve', x: 40, y: 110 },
        { text: 'missing', x: 320, y: 110 },
      ],
    });
    expect(texts).toEqual(['Quantity', 'Remarks', 'seventeen', 'delivered', 'twelve', 'missing']);
  });

  test('a picture gives no words, and the caption under it does', async () => {
    const photo =
      '<filter id="n"><feTurbulence type="fractalNoise" baseFrequency="0.03" numOctaves="6" seed="4"/></filter>' +
      '<rect x="20" y="20" width="560" height="300" filter="url(#n)"/>';
    const texts = await readTexts(engine, {
      height: 400,
      below: photo,
      texts: [{ text: 'Sunrise over the northern valley', x: 30, y: 360 }],
    });
    expect(texts).toEqual(['Sunrise over the northern valley']);
  });

  test('moving pictures give no words in any frame, and the caption under them stays', async () => {
    const still = (seed: number): Drawing => ({
      height: 400,
      below:
        `<filter id="n" x="0" y="0" width="1" height="1"><feTurbulence type="fractalNoise" baseFrequency="0.04" numOctaves="6" seed="${seed}"/></filter>` +
        '<rect x="20" y="20" width="270" height="300" filter="url(#n)"/><rect x="310" y="20" width="270" height="300" filter="url(#n)"/>',
      texts: [{ text: 'Waiting for others to join', x: 30, y: 360 }],
    });
    for (const seed of [11, 12, 13, 14]) {
      const texts = await read(await draw(still(seed)), 'moving');
      // Single letters are not searched for.
      const words = texts.join(' ').match(/[\p{L}\p{N}]{2,}/gu);
      expect(words).toEqual(['Waiting', 'for', 'others', 'to', 'join']);
    }
  });

  test('JPEG artefacts do not become words', async () => {
    const drawing: Drawing = {
      texts: [
        { text: 'Travel expenses are paid within ten days', x: 40, y: 60 },
        { text: 'Send receipts to the finance team', x: 40, y: 90 },
      ],
    };
    const result = await engine.read(await drawLossy(drawing, 75), wanted);
    expect(textsOf(result)).toEqual([
      'Travel expenses are paid within ten days',
      'Send receipts to the finance team',
    ]);
  });

  test('a line that moved is not read again', async () => {
    const at = (y: number): Drawing => ({
      texts: [{ text: 'Platform seven is closed today', x: 40, y }],
    });
    expect(await read(await draw(at(60)), 'moved')).toEqual(['Platform seven is closed today']);
    const before = misses();
    expect(await read(await draw(at(171)), 'moved')).toEqual(['Platform seven is closed today']);
    expect(misses()).toBe(before);
  });

  test('lines that did not change are not read again next to one that did', async () => {
    const fixed = [
      { text: 'Yesterday we painted the kitchen', x: 40, y: 50 },
      { text: 'and moved the piano upstairs', x: 40, y: 80 },
    ];
    await read(await draw({ texts: fixed }), 'nearby');
    const before = misses();
    const more = { text: 'Tomorrow the windows follow', x: 40, y: 110 };
    expect(await read(await draw({ texts: [...fixed, more] }), 'nearby')).toEqual([
      ...fixed.map(({ text }) => text),
      more.text,
    ]);
    expect(misses()).toBe(before + 1);
  });

  test('a blinking caret changes neither words nor the number of lines read', async () => {
    const texts = [{ text: 'function startEngine returns nothing', x: 40, y: 60 }];
    const caret = '<rect x="318" y="44" width="2" height="22" fill="#111"/>';
    const expected = ['function startEngine returns nothing'];
    expect(await read(await draw({ texts }), 'caret')).toEqual(expected);
    const before = misses();
    expect(await read(await draw({ texts, above: caret }), 'caret')).toEqual(expected);
    expect(await read(await draw({ texts }), 'caret')).toEqual(expected);
    expect(misses()).toBe(before);
  });

  test('what blinks over a letter is looked at once with and once without it', async () => {
    const texts = [{ text: 'rename the harbour', x: 40, y: 60 }];
    const block = '<rect x="60" y="45" width="9" height="19" fill="#111" opacity="0.8"/>';
    const underscore = '<rect x="178" y="62" width="9" height="2" fill="#111"/>';
    for (const above of [block, underscore]) {
      const frames = [await draw({ texts }), await draw({ texts, above })];
      const first: string[][] = [];
      for (const frame of frames) first.push(await read(frame, above));
      const before = misses();
      for (const frame of frames) expect(await read(frame, above)).toEqual(first.shift());
      expect(misses()).toBe(before);
      expect(
        await read(await draw({ texts: [{ text: 'rename all', x: 40, y: 60 }] }), above),
      ).toEqual(['rename all']);
    }
  });

  describe('typing with a caret that touches the last letter', () => {
    const START = 'the painted hill';
    const line = (text: string) => draw({ texts: [{ text, x: 40, y: 60 }] }, 'luma');
    /** A bar, or a block when it is wide, from above the ascenders to below the descenders. */
    const withCaret = (image: OcrImage, width = 2): OcrImage => {
      const { pixels, width: across } = image;
      const rows = Array.from({ length: 22 }, (_, i) => (45 + i) * across);
      const isInk = (x: number) => rows.some((row) => pixels[row + x] !== pixels[0]);
      let x = across - 1;
      while (!isInk(x)) x--;
      const shown = pixels.slice();
      for (const row of rows) shown.fill(20, row + x + 1, row + x + 1 + width);
      return { ...image, pixels: shown };
    };

    test.each([
      ['a bar', 2],
      ['a block', 9],
    ])('%s is neither read nor the cause of reading', async (look, width) => {
      await read(await line(START), look);
      await read(withCaret(await line(START), width), look);
      const typed = await line(`${START} do`);
      expect(await read(withCaret(typed, width), look)).toEqual([`${START} do`]);
      const before = misses();
      for (const frame of [typed, withCaret(typed, width), typed]) {
        expect(await read(frame, look)).toEqual([`${START} do`]);
      }
      expect(misses()).toBe(before);
    });

    test('it is known from the first letters it moves with', async () => {
      await read(withCaret(await line(START)), 'pushed');
      const typed = await line(`${START} do`);
      expect(await read(withCaret(typed), 'pushed')).toEqual([`${START} do`]);
      const before = misses();
      expect(await read(typed, 'pushed')).toEqual([`${START} do`]);
      expect(misses()).toBe(before);
    });

    test.each(['l', 'I', '|', '1'])('a typed %s that pushes it is read', async (letter) => {
      const monitor = `pushed by ${letter}`;
      await read(withCaret(await line(START)), monitor);
      const [text] = await read(withCaret(await line(`${START} ${letter}`)), monitor);
      expect(text).toMatch(/^the painted hill .$/);
    });

    test.each([
      ['l', 'shown'],
      ['l', 'hidden'],
      ['I', 'shown'],
      ['I', 'hidden'],
      ['|', 'shown'],
      ['|', 'hidden'],
      ['1', 'shown'],
      ['1', 'hidden'],
    ])('a typed %s is read, the caret being %s', async (letter, caret) => {
      const monitor = `${letter} ${caret}`;
      await read(await line(START), monitor);
      await read(withCaret(await line(START)), monitor);
      const typed = await line(`${START} ${letter}`);
      const [text] = await read(caret === 'shown' ? withCaret(typed) : typed, monitor);
      expect(text).toMatch(/^the painted hill .$/);
    });
  });

  test('typing at the end of a long line keeps its beginning', async () => {
    const typed = 'The committee will meet again on Thursday to settle the remaining';
    const line = (text: string): Drawing => ({ width: 900, texts: [{ text, x: 40, y: 60 }] });
    await read(await draw(line(typed)), 'typing');
    expect(await read(await draw(line(`${typed} questions`)), 'typing')).toEqual([
      `${typed} questions`,
    ]);
    expect(await read(await draw(line(`${typed} questions about rent`)), 'typing')).toEqual([
      `${typed} questions about rent`,
    ]);
  });

  test('monitors do not disturb each other', async () => {
    const say = (text: string): Drawing => ({ texts: [{ text, x: 40, y: 60 }] });
    await read(await draw(say('Left screen')), 'left');
    await read(await draw({ ...say('Right screen'), height: 400 }), 'right');
    expect(await read(await draw(say('Left screen')), 'left')).toEqual(['Left screen']);
    expect(await read(await draw(say('Bright screen')), 'left')).toEqual(['Bright screen']);
  });

  test('a caller may reuse its buffer for the next frame', async () => {
    const first = await draw({ texts: [{ text: 'Written before', x: 40, y: 60 }] }, 'luma');
    const second = await draw({ texts: [{ text: 'Written after', x: 40, y: 60 }] }, 'luma');
    const buffer = first.pixels.slice();
    await read({ ...first, pixels: buffer }, 'reused');
    buffer.set(second.pixels);
    expect(await read({ ...second, pixels: buffer }, 'reused')).toEqual(['Written after']);
  });
});
