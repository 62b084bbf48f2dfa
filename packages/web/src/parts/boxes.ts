/**
 * What is marked on a picture: the places the service found, never matched again here. Neighbouring words of one line become one box;
 * boxes without size or as large as a panel are dropped, because they point at nothing.
 */
import type { Bounds } from '../data/wire.ts';

const LARGEST_SHARE = 0.2;
const MOST_BOXES = 60;
/** Of the height: the widest gap between two words of a phrase. */
const WORD_GAP = 0.6;

export interface Placed {
  text: string;
  bounds: Bounds;
}

/** Positions are fractions of the picture; `aspect` is its width by its height. */
export function joinedBoxes(positions: readonly Placed[], aspect: number): Placed[] {
  const joined: Placed[] = [];
  for (const { text, bounds } of positions) {
    if (bounds.width <= 0 || bounds.height <= 0) continue;
    if (bounds.width * bounds.height > LARGEST_SHARE) continue;
    const last = joined.at(-1);
    if (last && follows(last.bounds, bounds, aspect)) {
      joined[joined.length - 1] = {
        text: `${last.text} ${text}`,
        bounds: around(last.bounds, bounds),
      };
    } else joined.push({ text, bounds });
  }
  return joined.slice(0, MOST_BOXES);
}

/** Words of one line, for a text layer that is selected line by line. */
export function linesOf(positions: readonly Placed[]): Placed[] {
  const lines: Placed[] = [];
  for (const { text, bounds } of positions) {
    if (bounds.width <= 0 || bounds.height <= 0) continue;
    const last = lines.at(-1);
    const isSameLine =
      last !== undefined &&
      overlap(last.bounds, bounds) > 0.5 &&
      bounds.left >= last.bounds.left + last.bounds.width - 0.005 &&
      bounds.left - (last.bounds.left + last.bounds.width) < 0.02;
    if (last && isSameLine) {
      lines[lines.length - 1] = {
        text: `${last.text} ${text}`,
        bounds: around(last.bounds, bounds),
      };
    } else lines.push({ text, bounds });
  }
  return lines;
}

function follows(before: Bounds, after: Bounds, aspect: number): boolean {
  if (overlap(before, after) < 0.6) return false;
  const gap = (after.left - before.left - before.width) * aspect;
  return gap >= -before.height && gap <= WORD_GAP * Math.max(before.height, after.height);
}

/** The shared part of two heights, of the smaller one. */
function overlap(a: Bounds, b: Bounds): number {
  const shared = Math.min(a.top + a.height, b.top + b.height) - Math.max(a.top, b.top);
  return shared / Math.min(a.height, b.height);
}

function around(a: Bounds, b: Bounds): Bounds {
  const left = Math.min(a.left, b.left);
  const top = Math.min(a.top, b.top);
  return {
    left,
    top,
    width: Math.max(a.left + a.width, b.left + b.width) - left,
    height: Math.max(a.top + a.height, b.top + b.height) - top,
  };
}
