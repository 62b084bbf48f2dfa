/** Removes underlines of links and spell checkers from the bitmap of a line: they hide descenders and read as "_". */
import { type Bitmap, INK, longRuns } from './bitmap.ts';

interface Run {
  readonly y: number;
  readonly from: number;
  /** The column after the last. */
  readonly to: number;
}

const LINE_LEVEL = 60;
// Shares of ink in the rows next to an underline.
const FREE_ABOVE = 0.3;
const FREE_ABOVE_SHORT = 0.15;
const FREE_BELOW = 0.15;
// Rows right above and below an underline are smeared by antialiasing; ink of letters is darker than this.
const SMEAR_LEVEL = 140;
// Of the level of most of an underline.
const FAINTEST = 0.75;

export function removeUnderlines(bitmap: Bitmap): void {
  const runs = longLowRuns(bitmap);
  const thickest = Math.max(2, bitmap.height * 0.17);
  for (const run of runs) {
    const { top, bottom } = thicknessOf(run, runs);
    if (bottom - top + 1 > thickest) continue;
    if (isBelowLetters(bitmap, run, top, bottom)) erase(bitmap, run, top, bottom);
  }
}

/** Runs in the lower half that are longer than any stroke of a letter. */
function longLowRuns({ pixels, width, height }: Bitmap): Run[] {
  const least = Math.max(12, 0.95 * height);
  const runs: Run[] = [];
  for (let y = Math.floor(height * 0.5); y < height; y++) {
    const row = pixels.subarray(y * width, (y + 1) * width);
    const long = longRuns(row, { from: 0, to: width }, LINE_LEVEL, least);
    runs.push(...long.map((run) => ({ ...run, y })));
  }
  return runs;
}

/** The rows of the bar that this run belongs to. */
function thicknessOf(run: Run, runs: readonly Run[]): { top: number; bottom: number } {
  const hasRunAt = (y: number) =>
    runs.some((other) => other.y === y && other.from < run.to && other.to > run.from);
  let top = run.y;
  let bottom = run.y;
  while (hasRunAt(top - 1)) top--;
  while (hasRunAt(bottom + 1)) bottom++;
  return { top, bottom };
}

/** The crossbars of "44" and the feet of "22" join into a long run too; but strokes go on above or below them. */
function isBelowLetters(bitmap: Bitmap, run: Run, top: number, bottom: number): boolean {
  const isLong = run.to - run.from >= 2 * bitmap.height;
  if (!isEven(bitmap, run) || (!isLong && hasStem(bitmap, run, top, bottom))) return false;
  if (inkShare(bitmap, run, top - 1) <= (isLong ? FREE_ABOVE : FREE_ABOVE_SHORT)) return true;
  return isLong && inkShare(bitmap, run, bottom + 1) <= FREE_BELOW;
}

/** A drawn line has one level. The bars of two Korean letters, as in 스트, leave a faint gap, and joined Arabic letters swell and thin. */
function isEven({ pixels, width }: Bitmap, { y, from, to }: Run): boolean {
  // The ends are smeared by antialiasing.
  const levels = pixels.slice(y * width + from + 1, y * width + to - 1).sort();
  const middle = levels[levels.length >> 1] ?? 0;
  return (levels[0] ?? 0) >= FAINTEST * middle;
}

/**
 * A stroke that ends on the bar, as in the Korean 보고, or hangs from it, as in 우유: descenders cross an underline, other letters end
 * above it.
 */
function hasStem({ pixels, width, height }: Bitmap, run: Run, top: number, bottom: number) {
  const isInk = (x: number, y: number) =>
    y >= 0 && y < height && (pixels[y * width + x] as number) > SMEAR_LEVEL;
  const isFree = (x: number, y: number) => ![x - 1, x, x + 1].some((near) => isInk(near, y));
  for (let x = run.from + 1; x < run.to - 1; x++) {
    const isStanding = isInk(x, top - 1) && isInk(x, top - 2);
    if (isStanding && isFree(x, bottom + 1)) return true;
    const isHanging = isInk(x, bottom + 1) && isInk(x, bottom + 2);
    if (isHanging && isThin(isInk, x, bottom + 2) && isFree(x, top - 1)) return true;
  }
  return false;
}

/** Unlike the tail of a "g" below the line. */
function isThin(isInk: (x: number, y: number) => boolean, x: number, y: number): boolean {
  return !isInk(x - 2, y) && !isInk(x + 2, y);
}

function inkShare({ pixels, width, height }: Bitmap, run: Run, y: number): number {
  if (y < 0 || y >= height) return 0;
  let inked = 0;
  for (let x = run.from; x < run.to; x++) if ((pixels[y * width + x] ?? 0) > INK) inked += 1;
  return inked / (run.to - run.from);
}

/** A column with ink both above and below is the descender of a letter that crosses the line: it stays. */
function erase({ pixels, width, height }: Bitmap, run: Run, top: number, bottom: number): void {
  const level = (x: number, y: number) => (y < 0 || y >= height ? 0 : (pixels[y * width + x] ?? 0));
  for (let x = Math.max(0, run.from - 1); x < Math.min(width, run.to + 1); x++) {
    const above = strokeLevel(level(x, top - 1), level(x, top - 2));
    const below = strokeLevel(level(x, bottom + 1), level(x, bottom + 2));
    const crossing = above > INK && below > INK ? Math.min(above, below) : 0;
    for (let y = Math.max(0, top - 1); y <= Math.min(height - 1, bottom + 1); y++) {
      const isOfLine = y >= top && y <= bottom;
      if (isOfLine || level(x, y) < SMEAR_LEVEL) pixels[y * width + x] = crossing;
    }
  }
}

/** The row next to the line counts only when it is too dark for smear; else the one after it does. */
function strokeLevel(next: number, second: number): number {
  return next >= SMEAR_LEVEL ? next : second;
}
