/** Packed frames that lean on each other: sharing, deleting, replacing, and what is left on the disk. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { NewFrame } from '../new-records.ts';
import type { TextBox } from '../records.ts';
import { findFaults } from '../testing/find-faults.ts';
import { type LocalStore, localStore } from '../testing/local-store.ts';
import { withDatabase } from '../testing/temporary-store.ts';

const AT_MS = Date.parse('2026-02-03T09:00:00Z');
/** Words without a pattern, so that a frame is long enough to be compressed against another. */
const WORDS = Array.from({ length: 300 }, (_, i) => `w${((i * 7919) % 10_007).toString(36)}`);

let store: LocalStore;
beforeEach(async () => {
  store = await localStore();
});
afterEach(() => store[Symbol.asyncDispose]());

function frame(n: number, words: readonly string[] = [...WORDS, `only${n}`]): NewFrame {
  const boxes = words.map(
    (text, i): TextBox => ({
      text,
      left: (i % 10) / 10,
      top: Math.floor(i / 10) / 100,
      width: 0.05,
      height: 0.008,
      confidence: 0.9,
    }),
  );
  const text = words.join(' ');
  const elements = [{ source: 'accessibility', role: 'document', text, depth: 1 }];
  const place = { deviceName: 'monitor_1', appName: 'Editor' };
  return { atMs: AT_MS + n * 1_000, ...place, text, boxes, elements };
}

const add = (...frames: NewFrame[]) => store.write('content.add', { frames }).frames;
const basesOf = () =>
  withDatabase(store.dataDir, (db) =>
    db.prepare('SELECT base_id FROM frame_pack ORDER BY frame_id').pluck().all(),
  );
const sizesOf = () =>
  withDatabase(store.dataDir, (db) =>
    db.prepare('SELECT length(packed) FROM frame_pack ORDER BY frame_id').pluck().all(),
  ) as number[];
const contentOf = (id: number) => {
  const found = store.read('frames.findText', id);
  const { items } = store.read('frames.listElements', {
    frameId: id,
    storedOnly: true,
    limit: 9,
    offset: 0,
  });
  return { text: found?.text, boxes: found?.boxes, elements: items.map(({ text }) => text) };
};
const expected = ({ text, boxes }: NewFrame) => ({ text, boxes, elements: [text] });

test('lines are counted by the places that readers see, also where rounding decides', () => {
  // Half a height is shared before rounding and less than half of it after, or the other way round.
  const pair = (top: number): TextBox[] =>
    [0, top].map((at) => ({
      text: 'word',
      left: at === 0 ? 0.1 : 0.12,
      top: at,
      width: 0.015,
      height: 0.01,
      confidence: 0.9,
    }));
  for (const top of [0.00501, 0.00499, 0.00504, 0.00496]) {
    add({ atMs: AT_MS, deviceName: 'monitor_1', text: 'word word', boxes: pair(top) });
  }
  expect(findFaults(store.dataDir)).toEqual([]);
});

test('frames of one window share what they have in common', () => {
  add(frame(1), frame(2), frame(3));
  expect(basesOf()).toEqual([null, 1, 1]);
  const [base = 0, second = 0] = sizesOf();
  expect(second).toBeLessThan(base / 10);
  for (const n of [1, 2, 3]) expect(contentOf(n)).toEqual(expected(frame(n)));
  expect(findFaults(store.dataDir)).toEqual([]);
});

test('frames of another app, or that have little in common, stand alone', () => {
  const other = [...WORDS].reverse().map((word) => `${word}x`);
  add(frame(1), { ...frame(2), appName: 'Mail' }, frame(3, other), frame(4, other));
  expect(basesOf()).toEqual([null, null, null, 3]);
});

test('a frame that takes more than four tenths of its base is the next base', () => {
  const changed = WORDS.map((word, i) => (i % 100 < 27 ? `${word}q${(i * 31) % 97}` : word));
  const [, second] = add(frame(1), frame(2, changed));
  add(frame(3, [...changed, 'more']));
  expect(basesOf()).toEqual([null, null, second]);
});

test('small content is kept without compression, and short text as it is', () => {
  add(frame(1, ['one', 'two']), { ...frame(2, ['short']), boxes: [], elements: [] });
  expect(basesOf()).toEqual([null]);
  expect(contentOf(1)).toEqual(expected(frame(1, ['one', 'two'])));
  expect(store.read('frames.findText', 2)).toMatchObject({ text: 'short', boxes: [] });
});

describe('when a base is deleted', () => {
  test('the others lean on the first of them and read as before', () => {
    add(frame(1), frame(2), frame(3), frame(4));
    expect(store.write('content.delete', 'ocr', [1])).toBe(1);
    expect(basesOf()).toEqual([null, 2, 2]);
    for (const n of [2, 3, 4]) expect(contentOf(n)).toEqual(expected(frame(n)));
    expect(findFaults(store.dataDir)).toEqual([]);
  });

  test('together with some of the others, in any order, the rest reads as before', () => {
    add(frame(1), frame(2), frame(3), frame(4));
    expect(store.write('content.delete', 'ocr', [3, 1, 99, 2])).toBe(3);
    expect(basesOf()).toEqual([null]);
    expect(contentOf(4)).toEqual(expected(frame(4)));
  });

  test('new frames find another base', () => {
    add(frame(1), frame(2));
    store.write('content.delete', 'ocr', [1]);
    add(frame(3), frame(4));
    expect(basesOf()).toEqual([null, null, 3]);
    expect(findFaults(store.dataDir)).toEqual([]);
  });

  test('nobody can delete its row while others need it', () => {
    add(frame(1), frame(2));
    withDatabase(store.dataDir, (db) => {
      db.pragma('foreign_keys = ON');
      expect(() => db.exec('DELETE FROM frame WHERE id = 1')).toThrow('FOREIGN KEY');
    });
  });
});

test('a deleted frame leaves none of its bytes in the files', () => {
  add(frame(1), frame(2, [...WORDS, 'the', 'marker', 'Zyxwvutsrq']), frame(3));
  const packed = withDatabase(store.dataDir, (db) =>
    db.prepare('SELECT packed FROM frame_pack ORDER BY frame_id').pluck().all(),
  ) as Buffer[];
  const traces = packed.slice(0, 2).map((bytes) => bytes.subarray(-40));
  expect(tracesLeft(traces)).toEqual([true, true]);
  store.write('content.delete', 'ocr', [1, 2]);
  expect(tracesLeft(traces)).toEqual([false, false]);
  expect(contentOf(3)).toEqual(expected(frame(3)));
});

/** After a checkpoint that empties the WAL, as the service makes them by and by. */
function tracesLeft(traces: readonly Buffer[]): boolean[] {
  withDatabase(store.dataDir, (db) => db.pragma('wal_checkpoint(TRUNCATE)'));
  const file = readFileSync(join(store.dataDir, 'db.sqlite'));
  const wal = readFileSync(join(store.dataDir, 'db.sqlite-wal'));
  return traces.map((trace) => file.includes(trace) || wal.includes(trace));
}

describe('replacing', () => {
  test('the reading of a base leaves the others as they were', () => {
    add(frame(1), frame(2));
    const read = frame(1, ['quite', 'other', 'words']);
    const reading = { text: 'quite other words', boxes: read.boxes ?? [] };
    store.write('frames.replaceReading', 1, {
      ...reading,
      textSource: 'ocr',
      ocrEngine: 'tesseract',
    });
    expect(contentOf(1)).toEqual({ ...reading, elements: [frame(1).text] });
    expect(contentOf(2)).toEqual(expected(frame(2)));
    expect(findFaults(store.dataDir)).toEqual([]);
  });

  test('the text keeps words and elements, also those the new text does not have', () => {
    add(frame(1), frame(2));
    store.write('content.replaceText', 'ocr', 2, 'something else');
    expect(contentOf(2)).toEqual({ ...expected(frame(2)), text: 'something else' });
    const found = store.read('frames.listElements', {
      query: 'only2',
      role: 'document',
      limit: 9,
      offset: 0,
    });
    expect(found.items.map(({ frameId }) => frameId)).toEqual([2]);
    expect(findFaults(store.dataDir)).toEqual([]);
  });

  test('a short text by a long one, and back', () => {
    add({ atMs: AT_MS, deviceName: 'm', text: 'short' });
    store.write('content.replaceText', 'ocr', 1, WORDS.join(' '));
    expect(contentOf(1).text).toBe(WORDS.join(' '));
    expect(findFaults(store.dataDir)).toEqual([]);
    store.write('content.replaceText', 'ocr', 1, 'short again');
    expect(contentOf(1).text).toBe('short again');
    expect(findFaults(store.dataDir)).toEqual([]);
  });

  test('what is not there is refused', () => {
    const reading = { text: '', boxes: [], textSource: 'ocr', ocrEngine: 'tesseract' };
    expect(store.write('frames.replaceReading', 99, reading)).toBe(false);
    expect(store.write('content.replaceText', 'ocr', 99, 'x')).toBe(false);
  });
});

test('a write that fails leaves no base behind for the next one', () => {
  expect(() => add(frame(1), { ...frame(2), atMs: Number.NaN })).toThrow();
  add(frame(3), frame(4));
  expect(basesOf()).toEqual([null, 1]);
  expect(findFaults(store.dataDir)).toEqual([]);
});
