import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { NewElement } from '../new-records.ts';
import type { TextBox } from '../records.ts';
import { DamagedPackError } from './codec/columns.ts';
import { compress, decompress } from './codec/compression.ts';
import { decodeContent, decodeText, encodeContent, type FrameContent } from './format.ts';

/** Fractions as they come back: whole numbers of 1/10000. */
const fractions = fc.oneof(
  fc.integer({ min: 0, max: 10_000 }),
  fc.constantFrom(0, 1, 10_000, -250, 99_999, -(2 ** 30), 2 ** 30),
).map((value) => value / 10_000); // biome-ignore format: reads as one
const words = fc.oneof(
  fc.constantFrom('plan', 'Plan', 'getUserName', '東京都', '😀', 'x\ny', ' ', ''),
  fc.string({ unit: 'grapheme', maxLength: 12 }),
);
const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });
const bounds = fc.record({ left: fractions, top: fractions, width: fractions, height: fractions });

const boxes: fc.Arbitrary<TextBox[]> = fc.array(
  fc
    .tuple(words, bounds, fractions, maybe(fc.integer({ min: 0, max: 300 })))
    .map(([text, place, confidence, line]) => ({
      text,
      ...place,
      confidence,
      ...(line === undefined ? {} : { line }),
    })),
  { maxLength: 40 },
);
const elements: fc.Arbitrary<NewElement[]> = fc
  .array(
    fc.record({
      source: fc.constantFrom('accessibility', 'ocr', 'something else'),
      role: fc.constantFrom('button', 'text', ''),
      text: maybe(fc.array(words, { minLength: 1, maxLength: 4 }).map((list) => list.join(' '))),
      parent: maybe(fc.nat(40)),
      depth: fc.integer({ min: 0, max: 200 }),
      bounds: maybe(bounds),
      confidence: maybe(fractions),
    }),
    { maxLength: 40 },
  )
  // Only an earlier element can be a parent.
  .map((list) =>
    list.map((element, i) => ({
      ...element,
      parent: element.parent !== undefined && element.parent < i ? element.parent : undefined,
    })),
  );

/** The text says some of what words and elements say, in their order or not, and other things. */
const contents: fc.Arbitrary<FrameContent> = fc
  .tuple(boxes, elements, fc.array(words, { maxLength: 10 }), fc.infiniteStream(fc.boolean()))
  .map(([boxList, elementList, other, choices]) => {
    const isTaken = () => choices.next().value === true;
    const pieces = [
      ...elementList.flatMap(({ text }) => (text !== undefined && isTaken() ? [text] : [])),
      boxList.flatMap(({ text }) => (isTaken() ? [text] : [])).join(' '),
      ...other,
    ];
    return { text: pieces.join('\n'), boxes: boxList, elements: elementList };
  });

describe('the content of a frame', () => {
  test('comes back as it was, alone and against any other frame', () => {
    fc.assert(
      fc.property(contents, contents, (content, other) => {
        const { bytes } = encodeContent(content);
        const base = encodeContent(other).bytes;
        expect(decodeContent(bytes)).toEqual(content);
        expect(decodeText(bytes)).toBe(content.text);
        expect(decompress(compress(bytes)).equals(bytes)).toBe(true);
        expect(decompress(compress(bytes, base), base).equals(bytes)).toBe(true);
      }),
      { numRuns: 400 },
    );
  });

  test('is rounded to 1/10000, and what is no number is 0', () => {
    const box = { text: 'x', left: 0.123_44, top: 0.123_46, width: Number.NaN, height: 1e300 };
    const { bytes } = encodeContent({
      text: '',
      boxes: [{ ...box, confidence: Number.POSITIVE_INFINITY }],
      elements: [],
    });
    expect(decodeContent(bytes).boxes).toEqual([
      { text: 'x', left: 0.1234, top: 0.1235, width: 0, height: 2 ** 30 / 10_000, confidence: 2 ** 30 / 10_000 },
    ]); // biome-ignore format: one row
  });

  test('says whether an element has words that are not in the text', () => {
    const apart = (text: string, ...texts: string[]) =>
      encodeContent({
        text,
        boxes: [],
        elements: texts.map((own) => ({ source: 'accessibility', role: 'text', text: own })),
      }).hasTextApart;
    expect(apart('one\ntwo\nthree', 'two\nthree', 'one', '')).toBe(false);
    expect(apart('one\ntwo', '…', 'two')).toBe(false);
    expect(apart('one\ntwo', 'tw')).toBe(true);
    expect(apart('one\ntwo', 'one two')).toBe(true);
    expect(apart('', 'two')).toBe(true);
  });
});

describe('damage', () => {
  const box = { left: 0.1, top: 0.1, width: 0.1, height: 0.1, confidence: 1 };
  const { bytes } = encodeContent({
    text: 'some words that repeat '.repeat(40),
    boxes: Array.from({ length: 100 }, (_, i) => ({ ...box, text: `word${i}` })),
    elements: [],
  });

  test.each([
    ['alone', undefined],
    ['against a base', Buffer.from('some words that repeat')],
  ])('of any byte of what is stored %s is an error, never other words', (_, base) => {
    const packed = compress(bytes, base);
    for (let at = 0; at < packed.length; at++) {
      const damaged = Buffer.from(packed);
      damaged[at] = (damaged[at] ?? 0) ^ 0x55;
      expect(readsAs(damaged, base)).not.toBe('other words');
    }
    expect(() => decompress(packed.subarray(0, -1), base)).toThrow(DamagedPackError);
  });

  /** A few bits of the format have no meaning; what is read then is still right. */
  function readsAs(packed: Buffer, base: Buffer | undefined): string {
    try {
      return decompress(packed, base).equals(bytes) ? 'the same words' : 'other words';
    } catch (error) {
      expect(error).toBeInstanceOf(DamagedPackError);
      return 'damaged';
    }
  }

  test('is found by reading with a base that is another one', () => {
    const packed = compress(bytes, Buffer.from('some words that repeat '.repeat(20)));
    const other = Buffer.from('completely different text '.repeat(20));
    expect(() => decompress(packed, other)).toThrow(DamagedPackError);
    expect(() => decompress(packed)).toThrow(DamagedPackError);
  });

  test('that makes the counts absurd does not reserve memory for them', () => {
    const absurd = Buffer.from([0xff, 0xff, 0xff, 0xff, 0x7f, 0, 0, 0, 0]);
    expect(() => decodeContent(absurd)).toThrow(DamagedPackError);
    expect(() => decodeContent(Buffer.of(0, 0xff, 0xff, 0xff, 0x7f))).toThrow(DamagedPackError);
    expect(() => decodeContent(bytes.subarray(0, bytes.length - 10))).toThrow(DamagedPackError);
  });
});
