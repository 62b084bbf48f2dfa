/**
 * Puts the words of a picture back into lines of text. The order in which they come is one reading; a second one follows their places
 * (rows, cut into columns, columns from top to bottom), because a number on two lines of a narrow column is torn apart by an order that
 * goes row by row. Lengths across and down are never compared with each other, so fractions work as well as pixels.
 */

export interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export interface Word extends Box {
  readonly text: string;
}

export interface RawLine extends Box {
  readonly words: readonly Word[];
  /** Looks like text, and what it says is not known. */
  readonly isUnread: boolean;
}

/** Text with, for each character, the word it came from and its place there; -1 for what stands between words. */
export interface Reading {
  readonly text: string;
  readonly words: readonly number[];
  readonly places: readonly number[];
}

interface Placed {
  readonly index: number;
  readonly word: Word;
}
type Line = readonly Placed[];

// In widths of a character. Letters of one token stand closer than the first, words of one sentence closer than the second.
const TOKEN_GAP = 0.4;
const COLUMN_GAP = 4;

/** In heights of a line: the next line of the same column is not further below. */
const LINE_GAP = 1.2;

export function readingsOf(words: readonly Word[]): Reading[] {
  const placed = words.map((word, index) => ({ index, word }));
  const asGiven = toReading(linesAsGiven(placed));
  const columns = columnsOf(rowsOf(placed).flatMap(cutAtColumns)).map(toReading);
  return [asGiven, ...columns.filter(({ text }) => !asGiven.text.includes(text))];
}

function linesAsGiven(placed: readonly Placed[]): Line[] {
  const lines: Placed[][] = [];
  let last: Placed | undefined;
  for (const next of placed) {
    const isSameLine =
      last !== undefined &&
      isBeside(last.word, next.word) &&
      next.word.left >= last.word.left + last.word.width / 2;
    if (isSameLine) lines.at(-1)?.push(next);
    else lines.push([next]);
    last = next;
  }
  return lines;
}

/** Words that stand side by side, whatever their order was. */
function rowsOf(placed: readonly Placed[]): Line[] {
  const rows: { seed: Word; words: Placed[] }[] = [];
  for (const next of placed.toSorted((a, b) => a.word.top - b.word.top)) {
    // Rows come in the order of their tops; a row further up than the last few has ended.
    const row = rows.slice(-8).find(({ seed }) => isBeside(seed, next.word));
    if (row === undefined) rows.push({ seed: next.word, words: [next] });
    else row.words.push(next);
  }
  return rows.map(({ words }) => words.toSorted((a, b) => a.word.left - b.word.left));
}

function cutAtColumns(row: Line): Line[] {
  const widthOfOne = characterWidth(row);
  const cells: Placed[][] = [];
  let right = 0;
  for (const next of row) {
    if (cells.length > 0 && next.word.left - right <= COLUMN_GAP * widthOfOne) {
      cells.at(-1)?.push(next);
      right = Math.max(right, next.word.left + next.word.width);
    } else {
      cells.push([next]);
      right = next.word.left + next.word.width;
    }
  }
  return cells;
}

/** Cells come from top to bottom; each one continues the nearest cell above it that it stands under. */
function columnsOf(cells: readonly Line[]): Line[][] {
  const columns: { last: Box; lines: Line[] }[] = [];
  for (const cell of cells) {
    const box = around(cell.map(({ word }) => word));
    // The last columns are the nearest ones; the limit keeps the search short.
    const column = columns.slice(-200).findLast(({ last }) => isUnder(last, box));
    if (column === undefined) {
      columns.push({ last: box, lines: [cell] });
    } else {
      column.last = box;
      column.lines.push(cell);
    }
  }
  return columns.map(({ lines }) => lines);
}

function isUnder(upper: Box, lower: Box): boolean {
  const gap = lower.top - (upper.top + upper.height);
  const height = Math.max(upper.height, lower.height);
  if (gap < -height / 2 || gap > LINE_GAP * height) return false;
  const shared =
    Math.min(upper.left + upper.width, lower.left + lower.width) - Math.max(upper.left, lower.left);
  return shared > Math.min(upper.width, lower.width) / 2;
}

function toReading(lines: readonly Line[]): Reading {
  const parts: string[] = [];
  const words: number[] = [];
  const places: number[] = [];
  const put = (text: string, word: number) => {
    parts.push(text);
    for (let place = 0; place < text.length; place += 1) {
      words.push(word);
      places.push(word === -1 ? -1 : place);
    }
  };
  for (const [row, line] of lines.entries()) {
    if (row > 0) put('\n', -1);
    const widthOfOne = characterWidth(line);
    let last: Word | undefined;
    for (const { index, word } of line) {
      const gap = last === undefined ? 0 : word.left - (last.left + last.width);
      if (gap > TOKEN_GAP * widthOfOne) put(' ', -1);
      put(word.text, index);
      last = word;
    }
  }
  return { text: parts.join(''), words, places };
}

/** Whether two words stand on one line: they share at least half of the lower one's height. */
export function isBeside(a: Box, b: Box): boolean {
  const shared = Math.min(a.top + a.height, b.top + b.height) - Math.max(a.top, b.top);
  return shared >= Math.min(a.height, b.height) / 2;
}

export function overlaps(a: Box, b: Box): boolean {
  return (
    a.left < b.left + b.width &&
    b.left < a.left + a.width &&
    a.top < b.top + b.height &&
    b.top < a.top + a.height
  );
}

/** The smallest box with all of them inside; there is at least one. */
export function around(boxes: readonly Box[]): Box {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const box of boxes) {
    left = Math.min(left, box.left);
    top = Math.min(top, box.top);
    right = Math.max(right, box.left + box.width);
    bottom = Math.max(bottom, box.top + box.height);
  }
  return { left, top, width: right - left, height: bottom - top };
}

function characterWidth(line: Line): number {
  let width = 0;
  let characters = 0;
  for (const { word } of line) {
    width += word.width;
    characters += word.text.length;
  }
  return width / Math.max(1, characters);
}
