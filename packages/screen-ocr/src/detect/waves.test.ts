import { expect, test } from 'vitest';
import { eraseWaves } from './waves.ts';

const maskOf = (rows: readonly string[]) =>
  Uint8Array.from(rows.join(''), (pixel) => (pixel === '#' ? 1 : 0));
const repeated = (...rows: string[]) => rows.map((row) => row.repeat(6));
const BLANK = '.......';
// The edges of a wave as a browser draws it, in a period of seven pixels.
const WAVE = ['...##..', '..####.', '.######', '#######', '##..###', '#....##'];

test('a wave goes, the letters that it touches stay', () => {
  const letters = ['#..##.###', '####.#', '#..##..####'].map((row) => row.padEnd(42, '.'));
  const rows = [...letters, ...repeated(...WAVE, BLANK)];
  const mask = maskOf(rows);
  expect(eraseWaves(mask, 42, rows.length)).toEqual([{ x0: 0, y0: 3, x1: 41, y1: 8 }]);
  expect(mask).toEqual(maskOf([...letters, ...repeated(...Array<string>(7).fill(BLANK))]));
});

test('a wave above the edge of a selection goes too', () => {
  const rows = repeated(BLANK, ...WAVE, '#######');
  expect(eraseWaves(maskOf(rows), 42, rows.length)).toHaveLength(1);
});

test('stems on both sides of a bar are no wave', () => {
  const rows = repeated(BLANK, '.##..##', '.##..##', '#######', '.##..##', '.##..##', BLANK);
  const mask = maskOf(rows);
  expect(eraseWaves(mask, 42, rows.length)).toEqual([]);
  expect(mask).toEqual(maskOf(rows));
});

test('a thick wave, whose troughs have their own gaps, goes', () => {
  const thick = ['...##..', '..####.', '.######', '#######', '.##..##', '##....#'];
  const rows = repeated(BLANK, ...thick, BLANK);
  expect(eraseWaves(maskOf(rows), 42, rows.length)).toHaveLength(1);
});
