import { describe, expect, test } from 'vitest';
import { keyBlocks } from './key-block.ts';
import type { RawLine } from './words.ts';

/** Lines 10 high and characters 6 wide, as `[row, column, text]`; rows follow each other without a gap. */
function lines(...rows: [number, number, string][]): RawLine[] {
  return rows.map(([row, column, text]) => {
    const box = { left: 6 * column, top: 10 * row, width: 6 * text.length, height: 10 };
    const words = text.split(' ').map((word) => ({ text: word, ...box }));
    return { ...box, words, isUnread: false };
  });
}
const rounded = (boxes: ReturnType<typeof keyBlocks>) =>
  boxes.map(({ left, top, width, height }) => ({
    columns: [Math.round(left / 6), Math.round((left + width) / 6)],
    rows: [Math.round(top / 10), Math.round((top + height) / 10)],
  }));

const [BEGIN, END] = ['--BEG1N RSA PRIVATE KEY-----', '-----END RSA PR|VATE KEY--'];

describe('a private key on a picture', () => {
  test('is covered from mark to mark, as wide as lines of a key are, whatever was read between', () => {
    const read = lines(
      [0, 0, 'Keep this to yourself'],
      ...([
        [1, 0, BEGIN],
        [2, 0, 'ape rae ann'],
        [3, 40, 'X3fd9'],
        [5, 0, END],
      ] as [number, number, string][]),
      [6, 0, 'Nothing to see here'],
    );
    expect(rounded(keyBlocks(read))).toEqual([{ columns: [-5, 70], rows: [1, 6] }]);
    // In whatever order they come.
    expect(rounded(keyBlocks(read.toReversed()))).toEqual([{ columns: [-5, 70], rows: [1, 6] }]);
  });

  test('without its end goes on to where something else begins', () => {
    const key = lines([1, 0, BEGIN], [2, 0, 'ape rae ann'], [3, 0, 'ses']);
    const after = (...more: [number, number, string][]) =>
      rounded(keyBlocks([...key, ...lines(...more)]))[0]?.rows;
    // Right below, nobody knows whether it still belongs to the key.
    expect(after([4, 0, 'these are words'])).toEqual([1, 5]);
    // After an empty line, prose does not; the key behind its headers does.
    expect(after([5, 0, 'these are words'])).toEqual([1, 4]);
    expect(after([5, 0, 'Q2xvdWQ9x'], [6, 0, 'Q2xvdWQ9x'])).toEqual([1, 7]);
    expect(after([8, 0, 'Q2xvdWQ9x'])).toEqual([1, 4]);
  });

  test('without its beginning is covered from its end upwards', () => {
    const read = lines(
      [0, 0, 'some words before'],
      [2, 0, 'Q2xvdWQ9x'],
      [3, 0, END],
      [4, 0, 'Q2xvdWQ9x'],
    );
    expect(rounded(keyBlocks(read)).map(({ rows }) => rows)).toEqual([[2, 4]]);
  });

  test('does not reach into another column, and two keys are two', () => {
    const read = lines(
      [1, 0, BEGIN],
      [1, 80, 'words of a letter'],
      [2, 0, 'Q2xvdWQ9x'],
      [3, 0, END],
      [5, 0, BEGIN],
      [6, 0, END],
    );
    expect(rounded(keyBlocks(read))).toEqual([
      { columns: [-5, 70], rows: [1, 4] },
      { columns: [-5, 70], rows: [5, 7] },
    ]);
  });

  test('whose end stands next to another key is covered on its own', () => {
    const read = lines(
      ...([
        [1, 0, BEGIN],
        [1, 90, 'Q2xvdWQ9x'],
        [2, 0, 'Q2xvdWQ9x'],
        [2, 90, END],
        [3, 0, END],
      ] as [number, number, string][]),
    );
    expect(rounded(keyBlocks(read))).toEqual([
      { columns: [-5, 70], rows: [1, 4] },
      { columns: [85, 160], rows: [1, 3] },
    ]);
  });

  test('takes what begins next to its mark and reaches below it', () => {
    const [mark, end] = lines([1, 0, BEGIN], [6, 0, END]) as [RawLine, RawLine];
    const stuck = { left: 180, top: 8, width: 240, height: 40, words: [], isUnread: true };
    const [block] = keyBlocks([stuck, mark, end]);
    expect(block?.top).toBeLessThanOrEqual(8);
    expect((block?.left ?? 0) + (block?.width ?? 0)).toBeGreaterThanOrEqual(420);
  });

  test('is not seen in what people write', () => {
    const prose = lines([0, 0, 'I send private keys to nobody'], [1, 0, 'begin with a public one']);
    expect(keyBlocks(prose)).toEqual([]);
  });
});
