import type { OcrLine, OcrResult } from '@hindcast/screen-ocr';
import { describe, expect, test } from 'vitest';
import type { CapturedFrame, Rect, TextNode, WindowInfo } from '#core/observation.ts';
import { frameText, knownTexts } from './frame-text.ts';

const WHOLE = { x: 0, y: 0, width: 1000, height: 500 };

function window(id: number, bounds: Rect): WindowInfo {
  const names = { app: 'Editor', className: 'editor', title: 'plan.md' };
  return { id, ...names, pid: 1, bounds, isPopup: false, isOpaque: true };
}

function node(text: string, bounds: Rect): TextNode {
  return { role: 'text', text, bounds, depth: 1, parent: undefined };
}

function line(text: string, x: number, y: number): OcrLine {
  const words = text.split(' ').map((word, i) => ({
    text: word,
    confidence: 0.9,
    x: x + i * 50,
    y,
    width: 40,
    height: 20,
  }));
  const width = words.length * 50 - 10;
  return { text, confidence: 0.9, x, y, width, height: 20, words };
}

function frame(options: {
  nodes?: TextNode[];
  window?: WindowInfo;
  above?: WindowInfo[];
}): CapturedFrame {
  const active = options.window ?? window(1, WHOLE);
  return {
    atMs: 0,
    trigger: 'manual',
    monitor: { id: 1, stableId: 'A', name: 'A', isDefault: true, ...WHOLE },
    pixels: { width: 1000, height: 500, format: 'bgrx', data: new Uint8Array(0) },
    window: active,
    isFocused: true,
    windows: [...(options.above ?? []), active],
    accessibility: options.nodes && { nodes: options.nodes, browserUrl: undefined },
    masked: [],
    changed: [WHOLE],
  };
}

const paragraph = node('all of the page', { x: 100, y: 100, width: 800, height: 300 });
const ocr = (...lines: OcrLine[]): OcrResult => ({ lines });
const confirming = (confirmed: boolean[], ...lines: OcrLine[]): OcrResult => ({ lines, confirmed });

describe('knownTexts', () => {
  test('names what the window says, and where other windows lie over it', () => {
    const tooltip = window(2, { x: 300, y: 150, width: 90, height: 20 });
    expect(knownTexts(frame({ nodes: [paragraph], above: [tooltip] }))).toEqual({
      texts: [{ text: 'all of the page', parent: undefined, ...paragraph.bounds }],
      except: [tooltip.bounds],
    });
  });

  test('a window without a tree says nothing', () => {
    expect(knownTexts(frame({}))).toEqual({ texts: [], except: [] });
  });
});

describe('frameText', () => {
  test('the tree alone: its texts in order, its nodes as elements', () => {
    const title = node('Title', { x: 0, y: 0, width: 100, height: 50 });
    const result = frameText(frame({ nodes: [title, paragraph] }), undefined);
    expect(result).toMatchObject({
      text: 'Title\nall of the page',
      source: 'accessibility',
      boxes: [],
    });
    expect(result.elements[0]?.bounds).toEqual({ left: 0, top: 0, width: 0.1, height: 0.1 });
  });

  test('OCR alone: its lines, and every word with its place as a fraction', () => {
    const result = frameText(frame({}), ocr(line('hello world', 100, 50)));
    expect(result).toMatchObject({ text: 'hello world', source: 'ocr', elements: [] });
    expect(result.boxes[1]).toEqual({
      text: 'world',
      confidence: 0.9,
      left: 0.15,
      top: 0.1,
      width: 0.04,
      height: 0.04,
      line: 0,
    });
  });

  test('both: what OCR reads inside a confirmed node is not repeated, its word boxes stay', () => {
    const inside = line('all of the page', 200, 200);
    const outside = line('another window', 100, 450);
    const result = frameText(frame({ nodes: [paragraph] }), confirming([true], inside, outside));
    expect(result).toMatchObject({ text: 'all of the page\nanother window', source: 'hybrid' });
    expect(result.boxes).toHaveLength(6);
  });

  test('a line in a window above is kept, although a confirmed node has its place', () => {
    const tooltip = window(2, { x: 390, y: 290, width: 200, height: 40 });
    const lines = [line('all of the page', 200, 200), line('what it does', 400, 300)];
    const shown = frame({ nodes: [paragraph], above: [tooltip] });
    expect(frameText(shown, confirming([true], ...lines)).text).toBe(
      'all of the page\nwhat it does',
    );
  });

  test('a line that shows a confirmed node only in part adds its other words', () => {
    const cell = node('Total', { x: 100, y: 95, width: 50, height: 30 });
    const row = line('Total 4711', 100, 100);
    expect(frameText(frame({ nodes: [cell] }), confirming([true], row))).toMatchObject({
      text: 'Total\n4711',
      source: 'hybrid',
    });
  });

  test('a node that the picture does not confirm is left out, and the line in its place stays', () => {
    const menu = node('Copy', { x: 100, y: 90, width: 200, height: 40 });
    const below = line('words below the menu', 100, 100);
    const result = frameText(frame({ nodes: [menu] }), confirming([false], below));
    expect(result).toMatchObject({ text: 'words below the menu', source: 'ocr', elements: [] });
  });

  test('the parent of a node is its nearest confirmed ancestor', () => {
    const at = (y: number) => ({ x: 0, y, width: 100, height: 20 });
    const nodes: TextNode[] = [
      node('page', at(0)),
      { ...node('group', at(30)), parent: 0 },
      { ...node('button', at(60)), parent: 1 },
    ];
    const { elements } = frameText(frame({ nodes }), confirming([true, false, true]));
    expect(elements.map(({ text, parent }) => [text, parent])).toEqual([
      ['page', undefined],
      ['button', 0],
    ]);
  });

  test('the name of a control that the picture does not show is an element, not text', () => {
    const place = { x: 0, y: 0, width: 200, height: 30 };
    const field: TextNode = { ...node('Garden note', place), role: 'entry', isName: true };
    const read = line('nasturtium', 5, 5);
    expect(frameText(frame({ nodes: [field] }), confirming([false], read))).toMatchObject({
      text: 'nasturtium',
      source: 'ocr',
      elements: [{ role: 'entry', text: 'Garden note' }],
    });
  });

  test('texture of the wallpaper is not text, names of its icons are', () => {
    const wallpaper = { ...window(9, WHOLE), isPopup: true, isDesktop: true };
    const editor = window(1, { x: 0, y: 0, width: 400, height: 500 });
    const shown = { ...frame({ window: editor }), windows: [editor, wallpaper] };
    const read = ocr(line('/ \\', 50, 50), line('/ ~e \\', 600, 50), line('File System', 600, 300));
    expect(frameText(shown, read).text).toBe('/ \\\nFile System');
  });

  test('no text at all has no source', () => {
    expect(frameText(frame({}), ocr())).toMatchObject({ text: '', source: undefined });
  });
});
