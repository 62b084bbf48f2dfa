/**
 * Typing changes the end of a line. When the line was read before and its beginning still shows the same pixels, the words there are
 * kept and only the rest is read: the cost of a keystroke no longer depends on the length of the line.
 */
import type { DetectedLine } from '../detect/detect-lines.ts';
import { widestGap } from '../ink/bitmap.ts';
import type { Ink } from '../ink/ink.ts';
import type { Raster } from '../raster.ts';
import { type LineWord, shifted } from '../words/line-words.ts';

export interface Tail {
  /** Words before the change. */
  readonly kept: readonly LineWord[];
  /** Column of the ink bitmap to read from. */
  readonly fromColumn: number;
}

interface KnownLine extends DetectedLine {
  readonly raw: readonly LineWord[];
}

// Below this width (in heights) reading the whole line costs about the same.
const LEAST_WIDTH = 6;
// The last word before the change may still grow, and the recogniser needs some context: it is read again.
const LEAST_KEPT = 2;

export function tailOf(
  line: DetectedLine,
  ink: Ink,
  raster: Raster,
  before: { raster: Raster; lines: readonly KnownLine[] } | undefined,
): Tail | undefined {
  if (before === undefined || line.width < LEAST_WIDTH * line.height) return undefined;
  const old = before.lines.find((known) => isSameLine(known, line));
  if (old === undefined) return undefined;
  const changeX = firstChange(raster, before.raster, line, old);
  const limit = changeX - 0.5 * line.height;
  const same = old.raw.filter((word) => old.x + word.x + word.width < limit);
  const kept = same.slice(0, -1);
  const last = kept.at(-1);
  const next = old.raw[kept.length];
  if (last === undefined || next === undefined || kept.length < LEAST_KEPT) return undefined;
  const offset = old.x - line.x;
  // One further than the line's columns: the bitmap has a margin of one.
  const from = Math.round(last.x + last.width + offset) - 2;
  const to = Math.round(next.x + offset) + 5;
  const gap = widestGap(ink.columns, Math.max(1, from), Math.min(ink.columns.length - 1, to));
  // A letter would be cut where words stand too close.
  if (gap.width < Math.max(2, 0.14 * line.height)) return undefined;
  return { kept: shifted(kept, offset), fromColumn: gap.middle };
}

function isSameLine(known: KnownLine, line: DetectedLine): boolean {
  return (
    Math.abs(known.y - line.y) <= 2 &&
    Math.abs(known.x - line.x) <= 1 &&
    Math.abs(known.height - line.height) <= 4 &&
    known.raw.length > 3
  );
}

/** The first column in which the two frames differ. */
function firstChange(now: Raster, before: Raster, line: DetectedLine, old: DetectedLine): number {
  const fromY = Math.min(line.y, old.y);
  const toY = Math.max(line.y + line.height, old.y + old.height);
  const end = Math.min(line.x + line.width, old.x + old.width);
  for (let x = line.x; x < end; x++) {
    for (let y = fromY; y < toY; y++) {
      const at = y * now.width + x;
      if (now.luma[at] !== before.luma[at]) return x;
    }
  }
  return end;
}
