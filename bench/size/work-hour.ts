/**
 * An hour at work as the store gets it: some windows with more text than fits, typing, scrolling, incoming
 * messages, switching. Words have the places a 1080p screen would give them; what a window shows comes from
 * its accessibility tree, from OCR, or from both. The same seed gives the same hour.
 */

import type { NewElement, NewFrame } from '../../packages/daemon/src/store/new-records.ts';
import type { TextBox } from '../../packages/daemon/src/store/records.ts';
import { type Random, seededRandom, vocabulary } from '../search/corpus.ts';

export type Step = 'switch' | 'typing' | 'scroll' | 'message';
export interface WorkFrame {
  step: Step;
  frame: NewFrame;
}

const SCREEN = { width: 1920, height: 1080 };
const LINE_HEIGHT = 20;
const LINE_TOP = 60;
const VISIBLE_LINES = 48;
const LETTER_WIDTH = 8;
const SIDE_ENTRIES = 28;
const START_MS = Date.UTC(2026, 9, 30, 9);
const STEP_MS = 5_000;

interface Window {
  app: string;
  title: string;
  url: string | undefined;
  source: 'accessibility' | 'ocr' | 'hybrid';
  role: string;
  side: string[];
  lines: string[];
  firstLine: number;
  /** Files and pages are opened one after the other in the same window. */
  reopen(): void;
}

const KINDS = [
  { app: 'Code', source: 'ocr', role: 'text', words: 7 },
  { app: 'Firefox', source: 'accessibility', role: 'paragraph', words: 16 },
  { app: 'Slack', source: 'hybrid', role: 'list item', words: 12 },
  { app: 'Terminal', source: 'ocr', role: 'terminal', words: 9 },
  { app: 'Thunderbird', source: 'accessibility', role: 'table cell', words: 10 },
  { app: 'Writer', source: 'hybrid', role: 'paragraph', words: 14 },
] as const;

export function* workHour(options: { frames: number; seed: number }): Generator<WorkFrame> {
  const random = seededRandom(options.seed);
  const words = vocabulary();
  const word = () => words[Math.floor(random() ** 3 * words.length)] as string;
  const line = (length: number) =>
    Array.from({ length: 1 + Math.floor(random() * length * 2) }, word).join(' ');
  const windows = KINDS.map((kind) => makeWindow(kind, line, word));
  let current = windows[0] as Window;
  for (let i = 0; i < options.frames; i++) {
    const step = i === 0 ? 'switch' : nextStep(random);
    if (step === 'switch') {
      current = windows[Math.floor(random() * windows.length)] as Window;
      if (random() < 0.3) current.reopen();
    }
    change(current, step, random, word);
    yield { step, frame: frameOf(current, START_MS + i * STEP_MS, step) };
  }
}

function nextStep(random: Random): Step {
  const roll = random();
  if (roll < 0.45) return 'typing';
  if (roll < 0.72) return 'scroll';
  return roll < 0.87 ? 'switch' : 'message';
}

function makeWindow(
  kind: (typeof KINDS)[number],
  line: (words: number) => string,
  word: () => string,
): Window {
  const window: Window = {
    app: kind.app,
    source: kind.source,
    role: kind.role,
    title: '',
    url: undefined,
    side: Array.from({ length: SIDE_ENTRIES }, () => `${word()} ${word()}`),
    lines: [],
    firstLine: 0,
    reopen() {
      window.title = `${word()} ${word()} - ${kind.app}`;
      window.url = kind.app === 'Firefox' ? `https://${word()}.example/${word()}` : undefined;
      window.lines = Array.from({ length: 400 }, () => line(kind.words));
      window.firstLine = 0;
    },
  };
  window.reopen();
  return window;
}

function change(window: Window, step: Step, random: Random, word: () => string): void {
  if (step === 'typing') {
    const at = window.firstLine + 14;
    const line = `${window.lines[at] ?? ''} ${word()} ${word()}`;
    window.lines[at] = line.length > 140 ? word() : line;
  } else if (step === 'scroll') {
    const by = 3 + Math.floor(random() * 25);
    window.firstLine = (window.firstLine + by) % (window.lines.length - VISIBLE_LINES);
  } else if (step === 'message') {
    window.side[Math.floor(random() * SIDE_ENTRIES)] = `${word()} ${word()}`;
  }
}

interface PlacedLine {
  text: string;
  x: number;
  y: number;
}

function frameOf(window: Window, atMs: number, step: Step): NewFrame {
  const side = window.side.map((text, i) => ({ text, x: 20, y: LINE_TOP + i * 34 }));
  const shown = window.lines
    .slice(window.firstLine, window.firstLine + VISIBLE_LINES)
    .map((text, i) => ({ text, x: 320, y: LINE_TOP + i * LINE_HEIGHT }));
  const bar = [{ text: window.title, x: 40, y: 10 }];
  const all = [...bar, ...side, ...shown];
  const hasTree = window.source !== 'ocr';
  const isRead = window.source !== 'accessibility';
  // Next to the window: what only OCR reports.
  const nearby = window.source === 'hybrid' ? [{ text: 'clock 12 30 network', x: 1700, y: 4 }] : [];
  const read = isRead ? [...all, ...nearby] : [];
  return {
    atMs,
    deviceName: 'monitor_1',
    appName: window.app,
    windowName: window.title,
    browserUrl: window.url,
    focused: true,
    textSource: window.source,
    captureTrigger: { typing: 'typing_pause', scroll: 'scroll_stop', switch: 'app_switch', message: 'visual_change' }[step], // biome-ignore format: one row
    snapshotPath: `data/2026-10-30/${atMs}_m1.jpg`,
    ...SCREEN,
    text: [...all, ...nearby].map(({ text }) => text).join('\n'),
    ocrEngine: isRead ? 'screen-ocr' : undefined,
    boxes: read.flatMap(wordsOf),
    elements: hasTree ? treeOf(window, bar, side, shown) : [],
  };
}

/** Places and confidence depend on the word and its line alone, as those of a reader with a cache of lines do. */
function wordsOf({ text, x, y }: PlacedLine): TextBox[] {
  let left = x;
  return text.split(' ').map((word) => {
    const width = word.length * LETTER_WIDTH - (word.length % 3);
    const below = /[gjpqy]/.test(word) ? 3 : 0;
    const box = {
      text: word,
      ...fractions({ x: left, y: y + (/[bdfhklt]/.test(word) ? 2 : 5), width, height: 11 + below }),
      confidence: 0.8 + ((word.length * 7 + (word.charCodeAt(0) % 13)) % 20) / 100,
    };
    left += word.length * LETTER_WIDTH + 8;
    return box;
  });
}

function treeOf(window: Window, ...groups: PlacedLine[][]): NewElement[] {
  const roles = ['frame', 'list item', window.role];
  const elements: NewElement[] = [];
  for (const [group, lines] of groups.entries()) {
    for (const { text, x, y } of lines) {
      elements.push({
        source: 'accessibility',
        role: roles[group] ?? '',
        text,
        parent: group === 0 ? undefined : 0,
        depth: group * 4,
        bounds: fractions({ x, y, width: text.length * LETTER_WIDTH, height: LINE_HEIGHT }),
      });
    }
  }
  return elements;
}

function fractions(rect: { x: number; y: number; width: number; height: number }) {
  return {
    left: rect.x / SCREEN.width,
    top: rect.y / SCREEN.height,
    width: rect.width / SCREEN.width,
    height: rect.height / SCREEN.height,
  };
}
