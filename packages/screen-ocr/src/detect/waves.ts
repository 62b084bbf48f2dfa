/**
 * Erases the wavy lines that spell checkers and compilers draw below words. Left in, they touch the letters, make a line taller than it is
 * and chain it with the next one. In the mask a wave is an unbroken row between two rows with gaps at even distances.
 */
import { type Box, heightOf, inkBoxOf, overlap } from './box.ts';
import type { Component } from './components.ts';
import type { Rule } from './round-sides.ts';
import { addLongRuns, isSet } from './rules.ts';

const SHORTEST = 24;
// Letters have such rows too, but not with so many gaps: "tt", "#".
const LEAST_GAPS = 4;
const LONGEST_PERIOD = 16;
// Of the row below a wave: letters go on there.
const FREE_BELOW = 0.1;
// Rows above and below the unbroken one.
const REACH = 4;
// In heights of the wave, from a wave to pieces of it on the other side of a descender.
const PIECE_REACH = 8;

/** Returns the waves that it erased. */
export function eraseWaves(mask: Uint8Array, width: number, rows: number): Box[] {
  const runs: Rule[] = [];
  for (let y = 1; y < rows - 1; y++) addLongRuns(mask, width, y, SHORTEST, isSet, runs);
  const waves = runs.flatMap((run) => waveAround(mask, width, run) ?? []);
  for (const { x0, y0, x1, y1 } of waves) {
    for (let y = y0; y <= y1; y++) mask.fill(0, y * width + x0, y * width + x1 + 1);
  }
  return waves;
}

/** Around an unbroken row. */
function waveAround(mask: Uint8Array, width: number, { x0, x1, y }: Rule): Box | undefined {
  // Nothing below the last row.
  const rowAt = (row: number) => mask.subarray(row * width + x0, row * width + x1 + 1);
  const gapsAt = (row: number) => (row < 0 ? undefined : evenGaps(rowAt(row)));
  const above = gapsAt(y - 1);
  const below = gapsAt(y + 1);
  if (above === undefined || below === undefined || !isTurned(above, below)) return undefined;
  const isOfWave = (row: number) => Math.abs((gapsAt(row)?.period ?? 0) - above.period) < 0.5;
  // Or unbroken, by the edge of a selection.
  const isFree = (row: number) => {
    const share = rowAt(row).reduce((a, b) => a + b, 0) / (x1 - x0 + 1);
    return share <= FREE_BELOW || share >= 1 - FREE_BELOW;
  };
  let y0 = y - 1;
  let y1 = y + 1;
  while (y - y0 < REACH && isOfWave(y0 - 1)) y0--;
  while (y1 - y < REACH && isOfWave(y1 + 1)) y1++;
  return isFree(y1 + 1) ? { x0, y0, x1, y1 } : undefined;
}

interface Gap {
  readonly middle: number;
  readonly width: number;
}

interface Gaps {
  /** The middle of the first one. */
  readonly first: number;
  readonly period: number;
}

/** Where one row has gaps, the other has none. Gaps between stems lie one below the other. */
function isTurned(above: Gaps, below: Gaps): boolean {
  const { period } = above;
  if (Math.abs(below.period - period) > 0.5) return false;
  const shift = (((below.first - above.first) % period) + period) % period;
  return Math.abs(shift - period / 2) <= period / 5;
}

/** Undefined when their distances or widths are uneven, or there are too few of them. */
function evenGaps(row: Uint8Array): Gaps | undefined {
  const gaps: Gap[] = [];
  let end = row.indexOf(1);
  for (let x = end; x >= 0; x = row.indexOf(1, x + 1)) {
    if (x > end + 1) gaps.push({ middle: (end + x) / 2, width: x - end });
    end = x;
  }
  // The trough of a thick wave has a narrower gap.
  const widest = Math.max(...gaps.map(({ width }) => width));
  return asEven(gaps.filter(({ width }) => width === widest)) ?? asEven(gaps);
}

function asEven(gaps: readonly Gap[]): Gaps | undefined {
  const first = gaps[0]?.middle;
  const last = gaps.at(-1)?.middle;
  if (first === undefined || last === undefined || gaps.length < LEAST_GAPS) return undefined;
  const period = (last - first) / (gaps.length - 1);
  const widths = gaps.map(({ width }) => width);
  const isEven =
    gaps.every(({ middle }, i) => Math.abs(middle - first - i * period) <= 1) &&
    Math.max(...widths) - Math.min(...widths) <= 1;
  return isEven && period <= LONGEST_PERIOD ? { first, period } : undefined;
}

/** Whether the part lies in the rows of a wave, next to it: a descender cuts short pieces off. */
export function isPieceOfWave(part: Component, wave: Box): boolean {
  const isInRows = part.y0 >= wave.y0 - 1 && part.y1 <= wave.y1 + 1;
  const gap = Math.max(part.x0 - wave.x1, wave.x0 - part.x1);
  return isInRows && gap <= PIECE_REACH * heightOf(wave);
}

/** Those that reach into the box of a line, in rows of the raster: row 0 of the mask is its row `top`. */
export function wavesIn(line: Box, waves: readonly Box[], top: number): Box[] {
  const rows = { ...line, y1: line.y1 + 1 };
  return waves.map((wave) => inkBoxOf(wave, top)).filter((wave) => overlap(wave, rows));
}
