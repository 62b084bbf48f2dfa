import { describe, expect, test } from 'vitest';
import type { CapturedFrame, Rect, TextNode, WindowInfo } from '#core/observation.ts';
import type { OcrLine, OcrResult } from '#extract/ocr/engine.ts';
import { frameText, needsOcr } from './frame-text.ts';

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
  isComplete?: boolean;
  window?: WindowInfo;
  others?: WindowInfo[];
}): CapturedFrame {
  const active = options.window ?? window(1, WHOLE);
  return {
    atMs: 0,
    trigger: 'manual',
    monitor: { id: 1, stableId: 'A', name: 'A', isDefault: true, ...WHOLE },
    pixels: { width: 1000, height: 500, format: 'bgrx', data: new Uint8Array(0) },
    window: active,
    isFocused: true,
    windows: [active, ...(options.others ?? [])],
    accessibility: options.nodes && {
      nodes: options.nodes,
      browserUrl: undefined,
      isComplete: options.isComplete ?? true,
    },
    masked: [],
    changed: [WHOLE],
  };
}

const paragraph = node('all of the page', { x: 100, y: 100, width: 800, height: 300 });
const ocr = (...lines: OcrLine[]): OcrResult => ({ lines });

describe('needsOcr', () => {
  test('a window whose tree tells its text is not read', () => {
    expect(needsOcr(frame({ nodes: [paragraph] }))).toBe(false);
  });

  test('a window without a tree, with an empty or with a cut one is read', () => {
    expect(needsOcr(frame({}))).toBe(true);
    expect(needsOcr(frame({ nodes: [] }))).toBe(true);
    expect(needsOcr(frame({ nodes: [paragraph], isComplete: false }))).toBe(true);
  });

  test('a tree that knows only a menu of a large window is not enough', () => {
    const menu = node('File', { x: 0, y: 0, width: 40, height: 20 });
    expect(needsOcr(frame({ nodes: [menu] }))).toBe(true);
  });

  test('another window beside the accessible one is read', () => {
    const half = window(1, { x: 0, y: 0, width: 500, height: 500 });
    const other = window(2, { x: 500, y: 0, width: 500, height: 500 });
    expect(needsOcr(frame({ nodes: [paragraph], window: half, others: [other] }))).toBe(true);
    expect(needsOcr(frame({ nodes: [paragraph], window: half }))).toBe(false);
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

  test('both: what OCR reads inside a node is not said again, its word boxes stay', () => {
    const inside = line('all of the page', 200, 200);
    const outside = line('another window', 100, 450);
    const result = frameText(frame({ nodes: [paragraph] }), ocr(inside, outside));
    expect(result).toMatchObject({ text: 'all of the page\nanother window', source: 'hybrid' });
    expect(result.boxes).toHaveLength(6);
  });

  test('no text at all has no source', () => {
    expect(frameText(frame({}), ocr())).toMatchObject({ text: '', source: undefined });
  });
});
