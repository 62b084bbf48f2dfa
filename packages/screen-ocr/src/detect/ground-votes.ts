/** Flat pixels vote for the ground of their column, and the votes of a window of columns say which ground they stand on. */
import type { Raster } from '../raster.ts';
import { shortLivedBytes } from '../short-lived.ts';
import type { Box } from './box.ts';

// Grounds are distinguished in steps of four levels.
const SHIFT = 2;
const STEPS = 256 >> SHIFT;
const FLAT = 7;
export const NO_VOTE = 255;

/** The middle of a step. */
export function levelOf(step: number): number {
  return (step << SHIFT) + 2;
}

export interface Votes {
  readonly x0: number;
  readonly columns: number;
  /** Rows looked at: y0 to y0 + rows - 1, without the descenders, where the page shows below a selection. */
  readonly y0: number;
  readonly rows: number;
  /** Column by column: the step of each flat pixel, or NO_VOTE. */
  readonly steps: Uint8Array;
  readonly totals: Int32Array;
}

export function collectVotes(raster: Raster, line: Box, lineHeight: number): Votes {
  const { width, height } = raster;
  const x0 = Math.max(0, line.x0 - 2);
  const columns = Math.min(width - 1, line.x1 + 3) - x0 + 1;
  const y0 = Math.max(0, Math.round(line.y0 + 0.06 * lineHeight));
  const rows = Math.max(0, Math.min(height - 1, Math.round(line.y1 - 0.2 * lineHeight)) - y0);
  const steps = shortLivedBytes(columns * rows).fill(NO_VOTE);
  const totals = new Int32Array(STEPS);
  const votes = { x0, columns, y0, rows, steps, totals };
  // The last column of the screen has no neighbour.
  const voting = Math.min(columns, width - 1 - x0);
  for (let row = 0; row < rows; row++) {
    addRow(votes, row, raster, voting);
  }
  return votes;
}

// Loops over pixels are functions of one row: see `raster.ts`.
function addRow(votes: Votes, row: number, { luma, width }: Raster, voting: number): void {
  const { rows, steps, totals } = votes;
  const from = (votes.y0 + row) * width + votes.x0;
  for (let column = 0; column < voting; column++) {
    const level = luma[from + column] as number;
    const right = level - (luma[from + column + 1] as number);
    if (right > FLAT || right < -FLAT) continue;
    const down = level - (luma[from + column + width] as number);
    if (down > FLAT || down < -FLAT) continue;
    const step = level >> SHIFT;
    steps[column * rows + row] = step;
    totals[step] = (totals[step] as number) + 1;
  }
}

export function isOneGround(totals: Int32Array): boolean {
  const sum = (votes: Int32Array) => votes.reduce((a, b) => a + b, 0);
  const main = totals.indexOf(Math.max(...totals));
  const near = sum(totals.subarray(Math.max(0, main - 2), main + 3));
  return sum(totals) < 20 || near > 0.985 * sum(totals);
}

/** The ground of each column: the winner of a window of about one em, which outvotes the strokes of letters. */
export function groundOfColumns(votes: Votes, window: number): Int16Array {
  const { columns, rows, steps } = votes;
  const ground = new Int16Array(columns).fill(-1);
  const rivals = rivalsOf(votes.totals);
  // A vote counts twice for its step and once for each of the two next to it; one place more at both ends.
  const weights = new Int32Array(STEPS + 2);
  let added = 0;
  for (let x = 0; x < columns; x++) {
    const end = Math.min(columns, x + window + 1);
    addVotes(weights, steps, added * rows, end * rows, 1);
    added = end;
    const left = x - window - 1;
    if (left >= 0) addVotes(weights, steps, left * rows, (left + 1) * rows, -1);
    const winner = strongestStep(weights, rivals);
    const before = x > 0 ? (ground[x - 1] as number) : -1;
    const isSame = winner < 0 || (before >= 0 && Math.abs(before - winner) <= 2);
    ground[x] = isSame ? before : winner;
  }
  return ground;
}

/** The steps, rising, that have a vote or are next to one: few of all. */
function rivalsOf(totals: Int32Array): Uint8Array {
  const near = (step: number) =>
    (totals[step - 1] ?? 0) + (totals[step] ?? 0) + (totals[step + 1] ?? 0);
  return Uint8Array.from([...totals.keys()].filter((step) => near(step) > 0));
}

function addVotes(
  weights: Int32Array,
  steps: Uint8Array,
  from: number,
  to: number,
  change: number,
): void {
  for (let i = from; i < to; i++) {
    const step = steps[i] as number;
    if (step === NO_VOTE) continue;
    weights[step] = (weights[step] as number) + change;
    weights[step + 1] = (weights[step + 1] as number) + 2 * change;
    weights[step + 2] = (weights[step + 2] as number) + change;
  }
}

/** -1 when hardly anything voted. */
function strongestStep(weights: Int32Array, rivals: Uint8Array): number {
  let winner = -1;
  let most = 4;
  for (let i = 0; i < rivals.length; i++) {
    const step = rivals[i] as number;
    const weight = weights[step + 1] as number;
    if (weight > most) {
      most = weight;
      winner = step;
    }
  }
  return winner;
}
