/**
 * What the person of the sample day did by hand, derived from the frames: what is new on a frame after a typing pause was typed, and
 * a frame that a click brought was clicked for on the frame before it.
 */
import type { Line } from './read-words.ts';

export interface FrameRecord {
  kind: 'frame';
  image: string;
  atSecs: number;
  app: string;
  window: string;
  url?: string | undefined;
  trigger: string;
  lines: Line[];
}

interface InputRecord {
  atSecs: number;
  type: 'click' | 'text' | 'clipboard' | 'scroll';
  app: string;
  text?: string;
  x?: number;
  y?: number;
  deltaY?: number;
  element?: string;
}

// The menu, the state of the machine and the title bar.
const LINES_OF_FRAME = 3;
const MOST_TYPED = 240;

/** Pixels of the wheel; down is negative in the interface. */
const SCROLLED = -840;

/** By the frame that came: the words that were clicked. */
const CLICKED: Readonly<Record<string, string>> = {
  '03-mail-offer.jpg': 'Angebot 2291',
  '04-mail-osaka.jpg': '初回ロットの納期について',
  '05-mail-suzhou.jpg': '电路板发货通知',
  '20-tripod-moss.jpg': 'Weatherglass',
  '21-tripod-basalt.jpg': 'Basalt',
  '22-tripod-cart.jpg': 'Cart (1)',
  '23-tripod-ordered.jpg': 'Go to checkout',
  '25-costs-total.jpg': 'All in',
  '42-train-booked.jpg': 'Wählen',
  '48-calendar-after.jpg': 'Thursday',
};

const COPIED = [
  { atSecs: 1800, app: 'Terminal', text: 'tendency.test.ts:41' },
  { atSecs: 3360, app: 'Parley', text: '3.41 V after six hours at minus twenty' },
  { atSecs: 6600, app: 'Wayfarer', text: 'TH-48213' },
  { atSecs: 16140, app: 'Roundtable', text: '2400 pieces, 11.80, six weeks' },
  { atSecs: 18990, app: 'Wayfarer', text: 'K7Q2PX' },
];

export function inputEvents(frames: readonly FrameRecord[]): InputRecord[] {
  const done = frames.flatMap((frame, index) => {
    const before = frames[index - 1];
    return before ? (eventOf(frame, before) ?? []) : [];
  });
  const copied = COPIED.map((one) => ({ ...one, type: 'clipboard' as const }));
  return [...done, ...copied].sort((a, b) => a.atSecs - b.atSecs);
}

function eventOf(frame: FrameRecord, before: FrameRecord): InputRecord | undefined {
  const { atSecs, app } = frame;
  if (frame.trigger === 'scroll_stop') {
    return { atSecs: atSecs - 0.3, type: 'scroll', app, x: 640, y: 480, deltaY: SCROLLED };
  }
  if (frame.trigger === 'typing_pause') {
    return { atSecs: atSecs - 0.5, type: 'text', app, text: typedOn(frame, before) };
  }
  if (frame.trigger === 'click') {
    return { atSecs: atSecs - 0.2, type: 'click', app: before.app, ...clickedFor(frame, before) };
  }
  return undefined;
}

function typedOn(frame: FrameRecord, before: FrameRecord): string {
  const isEditor = frame.app === 'Inkstone';
  // An editor numbers its lines.
  const written = (line: Line) => (isEditor ? textOf(line).replace(/^\d+ ?/, '') : textOf(line));
  const known = new Set(before.lines.map(written));
  const added = frame.lines.slice(LINES_OF_FRAME).map(written);
  return added
    .filter((text) => text.length > 1 && !known.has(text))
    .join('\n')
    .slice(0, MOST_TYPED);
}

function clickedFor(frame: FrameRecord, before: FrameRecord) {
  const element = CLICKED[frame.image];
  const line = before.lines
    .slice(LINES_OF_FRAME)
    .find((one) => element !== undefined && textOf(one).includes(element));
  const start = line?.words.find(([word]) => element?.startsWith(word)) ?? line?.words[0];
  if (!element || !start) throw new Error(`nobody knows what was clicked before ${frame.image}`);
  const [, x, y, width, height] = start;
  return { x: Math.round(x + width / 2), y: Math.round(y + height / 2), element };
}

function textOf(line: Line): string {
  return line.text ?? line.words.map(([word]) => word).join(' ');
}
