/** Removes what is not text along the edges of the bitmap of a line: frames, what remains of badges, the page around inverse text. */
import { type Bitmap, INK, longRuns } from './bitmap.ts';

// A border is at most this thick.
const THICKEST = 3;
const FULL = 0.9;
// Faint pixels still belong to the curve of a rounded corner.
const CORNER_LEVEL = 40;
// Of the square of the height.
const CORNER_SHARE = 0.3;

/**
 * Removes what lies around a line that stands on its own ground, such as inverse text in a terminal: its margin is then full
 * of ink.
 */
export function removeSurround(bitmap: Bitmap): void {
  const { pixels, width, height } = bitmap;
  const top = { start: 0, step: width, count: width, across: 1 };
  const left = { start: 0, step: 1, count: height, across: width };
  const bottom = { ...top, start: (height - 1) * width, step: -width };
  const right = { ...left, start: width - 1, step: -1 };
  for (const { start, step, ...side } of [top, bottom, left, right]) {
    for (let k = 0, edge = start; k < THICKEST && isFull(bitmap, edge, side); k++, edge += step) {
      for (let i = 0; i < side.count; i++) pixels[edge + i * side.across] = 0;
    }
  }
}

/** Without the corners, which belong to two sides. */
function isFull({ pixels }: Bitmap, from: number, side: { count: number; across: number }) {
  let inked = 0;
  for (let i = 1; i < side.count - 1; i++) {
    if ((pixels[from + i * side.across] ?? 0) > INK) inked++;
  }
  return inked >= FULL * (side.count - 2);
}

/** Whether a frame runs along the edges: no text has an unbroken stroke above and another below most of its letters. */
export function isFramed(bitmap: Bitmap): boolean {
  return lastFullRow(bitmap, 1, 1) >= 0 && lastFullRow(bitmap, bitmap.height - 2, -1) >= 0;
}

export function removeBorders(bitmap: Bitmap): void {
  const { width, height } = bitmap;
  // The sides of a frame end where its rounded corners begin. Without one, nearly all rows: the stem of a letter leaves the
  // descender rows free.
  const sideShare = isFramed(bitmap) ? 0.6 : 0.88;
  // The outermost ring is the margin of the bitmap.
  const right = width - 2;
  const bottom = height - 2;
  clearRows(bitmap, 1, 1);
  clearRows(bitmap, bottom, -1);
  if (right > 8) {
    clearColumns(bitmap, 1, 1, sideShare);
    clearColumns(bitmap, right, -1, sideShare);
  }
  removeCorners(bitmap, 1);
}

/** Removes the page that shows in the margin behind the round ends of a pill: no letter reaches the corner of the margin. */
export function removeCorners(bitmap: Bitmap, margin = 0): void {
  const right = bitmap.width - 1 - margin;
  const bottom = bitmap.height - 1 - margin;
  const largest = CORNER_SHARE * (bitmap.height - 2 * margin) ** 2;
  for (const x of [margin, right]) {
    for (const y of [margin, bottom]) clearCorner(bitmap, x, y, largest);
  }
}

function clearRows(bitmap: Bitmap, edge: number, step: number): void {
  const { pixels, width } = bitmap;
  const last = lastFullRow(bitmap, edge, step);
  for (let k = 0; k <= last; k++) {
    const y = edge + k * step;
    pixels.fill(0, y * width, (y + 1) * width);
  }
}

/** Counted from the edge; -1 when none is full. Bold digits fill as much of a row as a frame does, but with gaps between them. */
function lastFullRow({ pixels, width }: Bitmap, edge: number, step: number): number {
  const least = Math.floor(0.6 * (width - 2)) + 1;
  let last = -1;
  for (let k = 0, y = edge; k < THICKEST; k++, y += step) {
    const row = { from: y * width + 1, to: (y + 1) * width - 1 };
    if (longRuns(pixels, row, INK, least).length > 0) last = k;
  }
  return last;
}

function clearColumns(bitmap: Bitmap, edge: number, step: number, share: number): void {
  const { pixels, width, height } = bitmap;
  let last = -1;
  for (let k = 0, x = edge; k < THICKEST; k++, x += step) {
    let inked = 0;
    for (let y = 1; y < height - 1; y++) if ((pixels[y * width + x] ?? 0) > INK) inked++;
    if (inked > share * (height - 2)) last = k;
  }
  if (last < 0) return;
  // From the margin on: it may show the border too.
  for (let k = -1; k <= last; k++) {
    for (let y = 0; y < height; y++) pixels[y * width + edge + k * step] = 0;
  }
}

/** Floods the blob at a corner away; kept when it is too big to be a piece of a border. */
function clearCorner(bitmap: Bitmap, x: number, y: number, largest: number): void {
  const { pixels, width } = bitmap;
  const start = y * width + x;
  if ((pixels[start] ?? 0) <= INK) return;
  const seen = new Set([start]);
  // A set yields what is added to it while it is walked.
  for (const at of seen) {
    if (seen.size > largest) return;
    for (const next of neighboursOf(at, width)) {
      if ((pixels[next] ?? 0) > CORNER_LEVEL) seen.add(next);
    }
  }
  for (const at of seen) pixels[at] = 0;
}

function neighboursOf(at: number, width: number): number[] {
  const column = at % width;
  const neighbours = [at - width, at + width];
  if (column > 0) neighbours.push(at - 1);
  if (column < width - 1) neighbours.push(at + 1);
  return neighbours;
}
