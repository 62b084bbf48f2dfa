import { describe, expect, test } from 'vitest';
import { type Found, resultLines, windowText } from './results.ts';
import { cut, pad, printable, styleFor, widthOf } from './terminal.ts';

const plain = styleFor({ isTTY: false }, {});
const coloured = styleFor({ isTTY: true }, {});

function ocr(text: string, app = 'Editor'): Found {
  return {
    type: 'OCR',
    content: {
      frame_id: 1,
      timestamp: '2026-11-14T09:05:00.000Z',
      text,
      app_name: app,
      window_name: 'plan.md',
      browser_url: null,
      file_path: '/x.jpg',
      device_name: 'monitor 1',
      tags: [],
      text_source: 'ocr',
      capture_trigger: null,
    },
  };
}

const linesOf = (item: Found, options: Partial<Parameters<typeof resultLines>[1]> = {}) =>
  resultLines([item], { words: [], columns: 80, style: plain, ...options });

function lastLine(item: Found, words: string[], columns = 80, style = plain): string {
  return linesOf(item, { words, columns, style }).at(-1) ?? '';
}

describe('results', () => {
  test('say when, where and what, and ids only when asked', () => {
    const item = ocr('Quarterly plan');
    expect(linesOf(item)).toEqual(['2026-11-14 09:05  Editor · plan.md', '    Quarterly plan']);
    expect(linesOf(item, { hasIds: true })[0]).toBe('2026-11-14 09:05  Editor · plan.md  #1');
  });

  test('show the part of the text that was found, and how many frames have it', () => {
    const item = {
      ...ocr('a long text'),
      group: { size: 6 },
      match: { snippet: { text: '…the part…' } },
    };
    expect(linesOf(item)).toEqual([
      '2026-11-14 09:05  Editor · plan.md  (6 frames)',
      '    …the part…',
    ]);
  });

  test('is never wider than the terminal', () => {
    const long = ocr('word '.repeat(100), 'Editor '.repeat(20));
    const lines = linesOf({ ...long, group: { size: 12 } }, { hasIds: true });
    expect(lines.map(widthOf)).toEqual([80, 80]);
    expect(lines[0]).toMatch(/… {2}\(12 frames\) {2}#1$/);
    expect(lines[1]?.endsWith('…')).toBe(true);
  });

  test('shows the surroundings of the first match of a long text', () => {
    const line = lastLine(ocr(`${'before '.repeat(50)} the needle in it`), ['needle']);
    expect(line).toContain('needle');
    expect(line).toContain('…');
  });

  test('counts wide characters as two columns', () => {
    const line = lastLine(ocr('会議の議事録を確認する'.repeat(20), '日本語エディタ'), [], 80);
    expect(widthOf(line)).toBeLessThanOrEqual(80);
    expect(widthOf(line)).toBeGreaterThanOrEqual(79);
  });

  test('sets matches in bold for a terminal only, whatever their case', () => {
    expect(lastLine(ocr('Quarterly Plan'), ['"plan"', 'quart*'], 80, coloured)).toContain(
      '\u001b[1mQuart\u001b[0merly \u001b[1mPlan\u001b[0m',
    );
    expect(lastLine(ocr('Quarterly Plan'), ['plan'])).not.toContain('\u001b');
  });

  test('takes words that mean something in a pattern literally', () => {
    expect(lastLine(ocr('is a(b + c'), ['a(b', '+', '*'], 80, coloured)).toContain(
      '\u001b[1ma(b\u001b[0m \u001b[1m+\u001b[0m',
    );
  });

  test('says who wrote a memory', () => {
    const content = { id: 4, timestamp: '2026-11-14T09:05:00.000Z', content: 'the deposit is due' };
    const memory: Found = { type: 'Memory', content: { ...content, source: 'user', tags: [] } };
    expect(linesOf(memory)).toEqual(['2026-11-14 09:05  memory of user', '    the deposit is due']);
  });

  test('names the speaker of what was said, else the device', () => {
    const said = (speaker: { id: number; name: string } | null): Found => ({
      type: 'Audio',
      content: {
        chunk_id: 1,
        timestamp: '2026-11-14T09:05:00.000Z',
        transcription: 'let us begin',
        device_name: 'Desk Mic',
        device_type: 'Input' as const,
        file_path: '',
        tags: [],
        start_time: null,
        end_time: null,
        speaker,
      },
    });
    expect(linesOf(said({ id: 3, name: 'Rosa' }))).toEqual([
      '2026-11-14 09:05  Rosa said',
      '    let us begin',
    ]);
    expect(linesOf(said({ id: 3, name: '' }))[0]).toContain('heard on Desk Mic');
    expect(linesOf(said(null))[0]).toContain('heard on Desk Mic');
  });
});

test.each([
  ['Firefox', 'Harbour news — Mozilla Firefox', 'Firefox · Harbour news'],
  ['Mousepad', '*a - b.txt - Mousepad', 'Mousepad · *a - b.txt'],
  ['XTerm', 'root@vm: ~', 'XTerm · root@vm: ~'],
  ['Calculator', '', 'Calculator'],
  ['', 'one - two', 'one - two'],
  ['', '', 'unknown window'],
])('a window of %j titled %j is shown as %j', (app, title, shown) => {
  expect(windowText(app, title)).toBe(shown);
});

describe('terminal', () => {
  test('printable leaves nothing that steers a terminal', () => {
    expect(printable('a\u001b]0;title\u0007b\r\nc\u009b31m\u202ed\te')).toBe(
      'a ]0;title b c 31md e',
    );
  });

  test('cut never splits a character', () => {
    expect(cut('👩‍👩‍👧‍👧👩‍👩‍👧‍👧', 3)).toBe('👩‍👩‍👧‍👧…');
    expect(cut('漢字', 3)).toBe('漢…');
    expect(cut('abc', 3)).toBe('abc');
  });

  test('pad fills up to columns, not to characters', () => {
    expect(pad('漢', 4)).toBe('漢  ');
  });

  test.each([
    [{ isTTY: true }, { NO_COLOR: '1' }],
    [{ isTTY: true }, { TERM: 'dumb' }],
    [{}, {}],
  ])('no colour for %j with %j', (stream, env) => {
    expect(styleFor(stream, env as NodeJS.ProcessEnv).bold('x')).toBe('x');
  });
});
