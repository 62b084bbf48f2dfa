import { describe, expect, test } from 'vitest';
import type { KnownText, OcrBox } from '../engine.ts';
import { confirmTexts } from './known-text.ts';

const HEIGHT = 12;

/** As wide as letters of this height are. */
function line(text: string, x: number, y: number): OcrBox & { says: string } {
  return { says: text, x, y, width: Math.round(text.length * 0.5 * HEIGHT), height: HEIGHT };
}

function known(text: string, x: number, y: number, width: number, height: number): KnownText {
  return { text, x, y, width, height, parent: undefined };
}

function confirm(texts: KnownText[], lines: ReturnType<typeof line>[], except: OcrBox[] = []) {
  const { confirmed, explained } = confirmTexts({ texts, except }, lines);
  return {
    confirmed: texts.filter((_, index) => confirmed[index]).map(({ text }) => text),
    unread: lines.filter((one) => !explained.has(one)).map(({ says }) => says),
  };
}

const says = (one: { says: string }) => one.says;

describe('a text is confirmed', () => {
  test('by a line of its length in its place', () => {
    expect(
      confirm([known('Save the draft', 90, 95, 200, 24)], [line('Save the draft', 100, 100)]),
    ).toEqual({ confirmed: ['Save the draft'], unread: [] });
  });

  test('by all lines of a paragraph, with the link in it', () => {
    const paragraph = known('Please read the \nbefore Monday, thank you', 100, 90, 300, 60);
    const link = { ...known('handbook', 196, 98, 48, 16), parent: 0 };
    const lines = [
      line('Please read the handbook', 100, 100),
      line('before Monday, thank you', 100, 120),
    ];
    expect(confirm([paragraph, link], lines)).toEqual({
      confirmed: [paragraph.text, 'handbook'],
      unread: [],
    });
  });

  test('as one of several in a row, whatever room lies between them', () => {
    const texts = [
      known('File', 0, 0, 40, 20),
      known('Go', 40, 0, 34, 20),
      known('Bookmarks', 74, 0, 90, 20),
    ];
    const row = { says: 'row', x: 6, y: 4, width: 150, height: HEIGHT };
    expect(confirm(texts, [row])).toEqual({
      confirmed: ['File', 'Go', 'Bookmarks'],
      unread: [],
    });
  });

  test('although a word stands next to it in a long line, which is then read', () => {
    const long = 'word '.repeat(40).trim();
    const row = { ...line(long, 100, 100), says: 'long line and a word' };
    const text = known(long, 100, 95, row.width, 24);
    const wider = { ...row, width: row.width + 5 * HEIGHT };
    expect(confirm([text], [wider])).toEqual({ confirmed: [long], unread: [row.says] });
  });

  test('in Chinese, whose letters are twice as wide', () => {
    const wide = { says: 'wide', x: 10, y: 10, width: 8 * HEIGHT, height: HEIGHT };
    expect(confirm([known('季度会议记录摘要', 5, 5, 200, 24)], [wide]).confirmed).toHaveLength(1);
  });
});

describe('a text is not confirmed, and the lines in its place are read', () => {
  test('where nothing stands', () => {
    expect(confirm([known('Reload', 10, 10, 40, 40)], [line('elsewhere', 200, 200)])).toEqual({
      confirmed: [],
      unread: ['elsewhere'],
    });
  });

  test('where a much longer or a much shorter line stands', () => {
    const box = [0, 90, 900, 30] as const;
    const long = line('one two three four five six seven eight nine ten eleven', 10, 100);
    expect(confirm([known('Tip', ...box)], [long])).toEqual({
      confirmed: [],
      unread: [long.says],
    });
    const short = line('a few', 10, 100);
    expect(confirm([known(long.says, ...box)], [short])).toEqual({
      confirmed: [],
      unread: ['a few'],
    });
  });

  test('where a line of the page runs through the box of a closed menu', () => {
    const items = ['Copy link', 'Paste here'].map((text, index) =>
      known(text, 200, 90 + 24 * index, 60, 24),
    );
    const page = line('a long line of the page that runs on below the menu', 100, 95);
    expect(confirm(items, [page]).unread).toEqual([page.says]);
  });

  test('under another window', () => {
    const button = known('Large button', 0, 0, 400, 200);
    const tooltip = { x: 150, y: 90, width: 120, height: 24 };
    const shown = line('Click to go', 160, 96);
    expect(confirm([button], [shown], [tooltip])).toEqual({
      confirmed: [],
      unread: ['Click to go'],
    });
  });

  test('where a tooltip stands on the same button, in a window that nobody lists', () => {
    const button = known('A large button', 0, 0, 600, 160);
    const lines = [line('A large button', 250, 70), line('Explains the rule', 300, 120)];
    expect(confirm([button], lines)).toEqual({ confirmed: [], unread: lines.map(says) });
  });

  test('where two texts claim one place and neither is a part of the other', () => {
    const texts = [known('behind it', 0, 0, 100, 24), known('before it', 10, 2, 80, 20)];
    expect(confirm(texts, [line('before it', 12, 6)])).toEqual({
      confirmed: [],
      unread: ['before it'],
    });
  });
});

test('a line with a word next to the known text is read', () => {
  const row = line('Total sum 4711', 100, 100);
  expect(confirm([known('Total sum', 95, 95, 60, 24)], [row])).toEqual({
    confirmed: ['Total sum'],
    unread: [row.says],
  });
});
