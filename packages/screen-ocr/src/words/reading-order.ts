/**
 * Puts lines into the order a person reads them: the screen is cut again and again at its widest gap, columns at vertical gutters, blocks
 * at horizontal ones. A gutter between short cells that face each other is a table and is read row by row.
 */
import { medianOf } from '../detect/box.ts';
import type { OcrBox } from '../engine.ts';
import { groupsOf } from '../groups.ts';

interface Gap {
  readonly at: number;
  readonly size: number;
}

// In heights of a line.
const GUTTER = 1.6;
const BLOCK_GAP = 1.1;
const DEEPEST = 40;

export function inReadingOrder<T extends OcrBox>(lines: readonly T[]): T[] {
  const ordered: T[] = [];
  cut(lines, ordered, 0);
  return ordered;
}

function cut<T extends OcrBox>(lines: readonly T[], ordered: T[], depth: number): void {
  if (lines.length < 2 || depth > DEEPEST) {
    ordered.push(...lines);
    return;
  }
  const height = medianOf(lines.map((line) => line.height));
  const across = widestGap(lines, startX, endX);
  const down = widestGap(lines, startY, endY);
  // A gutter counts only where several rows stand side by side; else it is a gap between words of a row.
  const hasRows = new Set(lines.map((line) => Math.round(line.y / height))).size > 2;
  const isGutter = across !== undefined && hasRows && !isTable(lines, across.at, height);
  const gutter = isGutter ? across.size / (GUTTER * height) : 0;
  const blockGap = down === undefined ? 0 : down.size / (BLOCK_GAP * height);
  if (across && gutter >= 1 && gutter >= 0.8 * blockGap) {
    cutAt(lines, across.at, middleX, ordered, depth);
  } else if (down && (blockGap >= 1 || gutter === 0)) {
    cutAt(lines, down.at, middleY, ordered, depth);
  } else {
    ordered.push(...byRows(lines));
  }
}

function cutAt<T extends OcrBox>(
  lines: readonly T[],
  at: number,
  middle: (line: OcrBox) => number,
  ordered: T[],
  depth: number,
): void {
  const before = lines.filter((line) => middle(line) < at);
  const after = lines.filter((line) => middle(line) >= at);
  for (const part of [before, after]) cut(part, ordered, depth + 1);
}

const startX = (line: OcrBox) => line.x;
const startY = (line: OcrBox) => line.y;
const endX = (line: OcrBox) => line.x + line.width;
const endY = (line: OcrBox) => line.y + line.height;
const middleX = (line: OcrBox) => line.x + line.width / 2;
const middleY = (line: OcrBox) => line.y + line.height / 2;

/** The widest empty interval of the projection. */
function widestGap(
  lines: readonly OcrBox[],
  start: (line: OcrBox) => number,
  end: (line: OcrBox) => number,
): Gap | undefined {
  let widest: Gap | undefined;
  let reached = Number.POSITIVE_INFINITY;
  for (const line of lines.toSorted((a, b) => start(a) - start(b))) {
    const size = start(line) - reached;
    if (size > (widest?.size ?? 0)) widest = { at: reached + size / 2, size };
    reached = reached === Number.POSITIVE_INFINITY ? end(line) : Math.max(reached, end(line));
  }
  return widest;
}

/** Lines that overlap in height form a row, read left to right. */
function byRows<T extends OcrBox>(lines: readonly T[]): T[] {
  const byMiddle = lines.toSorted((a, b) => middleY(a) - middleY(b));
  const rows = groupsOf(byMiddle, (line, last, [first = last]) => {
    return middleY(line) >= first.y + first.height * 0.85;
  });
  return rows.flatMap((row) => row.sort((a, b) => a.x - b.x));
}

/** Short cells on both sides of the gutter at the same heights and at one pitch. Cards side by side have no common pitch. */
function isTable(lines: readonly OcrBox[], gutter: number, height: number): boolean {
  const left = lines.filter((line) => middleX(line) < gutter);
  const right = lines.filter((line) => middleX(line) >= gutter);
  if (medianOf(lines.map((line) => line.width)) > 16 * height) return false;
  const [fewer, more] = left.length < right.length ? [left, right] : [right, left];
  if (fewer.length < 3 || (isRunningText(left, height) && isRunningText(right, height)))
    return false;
  const step = (line: OcrBox) => Math.round(middleY(line) / 3);
  const opposite = new Set(more.flatMap((line) => [step(line) - 1, step(line), step(line) + 1]));
  const facing = fewer.filter((line) => opposite.has(step(line)));
  return facing.length >= 0.75 * fewer.length && hasOnePitch(fewer.map(step), 0.5 * height);
}

/** Lines of prose fill the width of their column; cells do not. */
function isRunningText(lines: readonly OcrBox[], height: number): boolean {
  const width = Math.max(...lines.map(endX)) - Math.min(...lines.map(startX));
  const full = lines.filter((line) => line.width >= 0.7 * width);
  return width > 8 * height && full.length >= 0.7 * lines.length;
}

function hasOnePitch(steps: readonly number[], least: number): boolean {
  const rows = [...new Set(steps)].sort((a, b) => a - b).map((step) => step * 3);
  const pitches = rows.slice(1).map((y, i) => y - (rows[i] ?? 0));
  const wide = pitches.filter((pitch) => pitch > least);
  const common = medianOf(wide);
  const equal = wide.filter((pitch) => Math.abs(pitch - common) <= 4);
  return wide.length > 1 && equal.length >= 0.7 * wide.length;
}
