import { expect, test } from 'vitest';
import type { DetectedLine } from '../detect/detect-lines.ts';
import type { Ink } from '../ink/ink.ts';
import { cleanWords, isWorthReading } from './clean.ts';

const line = (glyphs: number) => ({ x: 0, y: 0, width: 60, height: 16, glyphs }) as DetectedLine;
const ink = (groundShare: number, groundAround: number, plainAround = groundAround) =>
  ({ groundShare, groundAround, plainAround }) as Ink;
const word = (text: string, confidence: number) => ({ text, confidence, x: 0, width: 20 });
const PLAIN = ink(0.7, 1);
const BUSY = ink(0.5, 0.3);

test('a few shapes amid a picture are not read, a row of letters there is', () => {
  expect(isWorthReading(line(3), BUSY)).toBe(false);
  expect(isWorthReading(line(9), BUSY)).toBe(true);
  expect(isWorthReading(line(2), PLAIN)).toBe(true);
  expect(isWorthReading(line(9), ink(0.15, 1))).toBe(false);
  expect(isWorthReading(line(9), ink(0.25, 0.6))).toBe(false);
});

test('a short word in a small badge is read: what is around it is plain', () => {
  expect(isWorthReading(line(2), ink(0.47, 0.19, 0.9))).toBe(true);
});

test('amid a picture only sure words are kept, and short ones only when they are surer', () => {
  expect(cleanWords([word('Harbour', 0.8)], line(9), BUSY)).toEqual([]);
  expect(cleanWords([word('Harbour', 0.95)], line(9), BUSY)).toHaveLength(1);
  expect(cleanWords([word('ra', 0.88)], line(9), BUSY)).toEqual([]);
});

test('a doubtful line is dropped as a whole, a doubtful word from its line', () => {
  expect(cleanWords([word('nttin', 0.5)], line(5), PLAIN)).toEqual([]);
  const kept = cleanWords([word('painted', 1), word('l|', 0.3)], line(9), PLAIN);
  expect(kept.map(({ text }) => text)).toEqual(['painted']);
});

test('a line with letters of several scripts must be surer than others', () => {
  expect(cleanWords([word('თიი', 0.85), word('Ոh', 0.88)], line(9), PLAIN)).toEqual([]);
  expect(cleanWords([word('Wordფайл', 0.95)], line(9), PLAIN)).toHaveLength(1);
  expect(cleanWords([word('файл', 0.85)], line(9), PLAIN)).toHaveLength(1);
});

test('of a doubtful line with other than Latin letters, sure Latin words stay', () => {
  const kept = cleanWords([word('painted', 0.95), word('floorninᄅ', 0.6)], line(9), PLAIN);
  expect(kept.map(({ text }) => text)).toEqual(['painted']);
  expect(cleanWords([word('faint letters', 0.75)], line(9), PLAIN)).toHaveLength(1);
});

test('signs alone are no text', () => {
  expect(cleanWords([word('›', 1), word('***', 1)], line(4), PLAIN)).toEqual([]);
});

test('a doubtful sign at the end of a line is the handle of a panel and no text', () => {
  const textsOf = (...words: ReturnType<typeof word>[]) =>
    cleanWords(words, line(9), PLAIN).map(({ text }) => text);
  expect(textsOf(word('Applications', 0.96), word('=', 0.65))).toEqual(['Applications']);
  expect(textsOf(word('Applications', 0.96), word('=', 0.9))).toEqual(['Applications', '=']);
  expect(textsOf(word('a', 0.96), word('=', 0.65), word('b', 0.96))).toEqual(['a', '=', 'b']);
  expect(textsOf(word('16.0', 0.96), word('%', 0.65))).toEqual(['16.0', '%']);
});

test('a bold name with a shadow on a calm picture is read', () => {
  expect(isWorthReading(line(2), ink(0.3, 0.26, 1))).toBe(true);
});

test('initials in a pill need to be less sure than an icon that looks like a letter', () => {
  const inside = { x0: 0, y0: 0, x1: 24, y1: 14 };
  const pill = { ...line(2), width: 17, height: 12, inside };
  const around = ink(0.55, 0.5, 0.8);
  expect(cleanWords([word('OP', 0.84)], pill, around)).toHaveLength(1);
  expect(cleanWords([word('O', 0.84)], pill, around)).toEqual([]);
});
