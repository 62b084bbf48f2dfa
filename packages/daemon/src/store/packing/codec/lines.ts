/**
 * Words → lines, for frames that were read by OCR: what readers of the interface know as elements of the source
 * `ocr`. The numbers of lines are stored with each frame: another grouping needs a migration that counts again.
 */
import type { TextBox } from '#store/records.ts';

export interface TextLine {
  /** Positions in the list of words. */
  words: readonly number[];
  text: string;
  left: number;
  top: number;
  width: number;
  height: number;
  /** The mean of its words. */
  confidence: number;
}

/** Of the height of the words that must be on the same level. */
const SAME_LEVEL = 0.5;
/** A gap wider than this many heights separates columns. */
const WIDEST_GAP = 3;
/** Fractions of the width and of the height are compared as on most screens. */
const ASPECT = 16 / 9;

export function linesOf(boxes: readonly TextBox[]): TextLine[] {
  return groupsOf(boxes).map((words) => toLine(words, boxes));
}

export function countLines(boxes: readonly TextBox[]): number {
  return groupsOf(boxes).length;
}

function groupsOf(boxes: readonly TextBox[]): number[][] {
  const groups: number[][] = [];
  let before: TextBox | undefined;
  for (const [i, box] of boxes.entries()) {
    if (before && isSameLine(before, box)) groups.at(-1)?.push(i);
    else groups.push([i]);
    before = box;
  }
  return groups;
}

function isSameLine(before: TextBox, box: TextBox): boolean {
  if (before.line !== undefined || box.line !== undefined) return before.line === box.line;
  const shared =
    Math.min(before.top + before.height, box.top + box.height) - Math.max(before.top, box.top);
  if (shared < SAME_LEVEL * Math.min(before.height, box.height)) return false;
  const gap = (box.left - (before.left + before.width)) * ASPECT;
  const height = Math.max(before.height, box.height);
  return gap <= WIDEST_GAP * height && gap > -height;
}

function toLine(words: readonly number[], boxes: readonly TextBox[]): TextLine {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  let text = '';
  let sum = 0;
  for (const i of words) {
    const box = boxes[i] as TextBox;
    left = Math.min(left, box.left);
    top = Math.min(top, box.top);
    right = Math.max(right, box.left + box.width);
    bottom = Math.max(bottom, box.top + box.height);
    text += text === '' ? box.text : ` ${box.text}`;
    sum += box.confidence;
  }
  return {
    words,
    text,
    left,
    top,
    width: rounded(right - left),
    height: rounded(bottom - top),
    confidence: rounded(sum / words.length),
  };
}

/** Without the noise of the arithmetic. */
function rounded(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}
