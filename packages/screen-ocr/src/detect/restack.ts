/** Repairs chains that hold more than one row, or a caret or an icon next to their text: their strips could not be read. */
import { groupsOf } from '../groups.ts';
import { type Box, heightOf, medianOf, middleOf, widthOf } from './box.ts';
import { type Chain, makeChain } from './chain.ts';
import type { Component } from './components.ts';
import type { Divider } from './rules.ts';

const LEAST_LETTER = 5;
const THICKEST_BAR = 4;
// In heights of letters.
const LEAST_BAR = 1.85;
// Above and below the letters, in heights of these.
const MARK_REACH = 0.45;
// Above the small letters, in heights of these.
const TALLEST_ASCENDER = 0.6;

/** Parts a chain where a divider runs through it: a gap between two windows can be as narrow as a space. */
export function partAtDividers(chain: Chain, dividers: readonly Divider[]): Chain[] {
  const middle = middleOf(chain);
  const cuts = dividers
    .filter(({ x, y0, y1 }) => x > chain.x0 && x < chain.x1 && y0 < middle && y1 > middle)
    .map(({ x }) => x);
  if (cuts.length === 0) return [chain];
  const parts = chain.parts.toSorted((a, b) => a.x0 - b.x0);
  return partAt(parts, cuts).map(makeChain);
}

/** A chain much taller than its letters is a stack of rows: part it by the letters' centres. */
export function restack(given: Chain): Chain[] {
  const chain = makeChain(given.parts);
  const heights = chain.parts.map(heightOf).filter((height) => height >= 4);
  const letter = medianOf(heights);
  if (heights.length < 4 || heightOf(chain) < 1.9 * letter + 2) return [chain];
  const isOfOneRow = (part: Component) => heightOf(part) <= 1.75 * letter;
  const core = chain.parts.filter((part) => isOfOneRow(part) && heightOf(part) >= 0.6 * letter);
  // A comma or semicolon lies lower than the parts of Chinese signs: that is no row.
  const isRow = (parts: Component[]) => widthOf(makeChain(parts)) >= letter;
  const rows = core.length < 3 ? [] : rowsByCentre(core, 0.5 * letter).filter(isRow);
  if (rows.length < 2) return [chain];
  const inCore = new Set(rows.flat());
  const bands = rows.map((parts) => makeChain([...parts]));
  for (const part of chain.parts) {
    if (inCore.has(part) || !isOfOneRow(part)) continue;
    const nearest = bands.reduce((a, b) => (distance(b, part) < distance(a, part) ? b : a));
    rows[bands.indexOf(nearest)]?.push(part);
  }
  return rows.map(makeChain);
}

function distance(band: Chain, part: Component): number {
  return Math.abs(middleOf(band) - middleOf(part));
}

/** Groups whose centres follow each other at no more than `step`. */
function rowsByCentre(parts: readonly Component[], step: number): Component[][] {
  const byCentre = parts.toSorted((a, b) => middleOf(a) - middleOf(b));
  return groupsOf(byCentre, (part, above) => middleOf(part) - middleOf(above) > step);
}

/** Takes carets and icons out: parts that stick out of the band of all the others. An icon in the middle parts the line. */
export function expelIntruders(chain: Chain): Chain[] {
  if (chain.parts.length < 3) return [chain];
  const band = bandOfMost(chain.parts);
  const intruders = chain.parts.filter((part) => isIntruder(part, band));
  if (intruders.length === 0) return [chain];
  const out = new Set(intruders);
  const icons = intruders.filter((part) => widthOf(part) > 5);
  const rest = chain.parts
    .filter((part) => !out.has(part) && !isSpeck(part, band))
    .sort((a, b) => a.x0 - b.x0);
  const parts = partAt(
    rest,
    icons.map((icon) => icon.x0),
  );
  return [...parts.map(makeChain), ...icons.map((icon) => makeChain([icon]))];
}

type Band = Pick<Box, 'y0' | 'y1'>;

/** Rows covered by the letters but for the tallest eighth. The sides of a frame and its corners are none. */
function bandOfMost(all: readonly Component[]): Band {
  const wide = all.filter((part) => widthOf(part) > THICKEST_BAR && heightOf(part) >= LEAST_LETTER);
  const letter = medianOf(wide.map(heightOf));
  const isBar = (part: Component) =>
    widthOf(part) <= THICKEST_BAR && heightOf(part) > LEAST_BAR * letter;
  const isLetter = (part: Component) => heightOf(part) >= LEAST_LETTER && !isBar(part);
  const parts = letter === 0 ? all : all.filter(isLetter);
  const heights = parts.map(heightOf).sort((a, b) => a - b);
  const tall = Math.max(1, Math.floor(heights.length * 0.12));
  const limit = heights[Math.max(0, heights.length - 1 - tall)] ?? 0;
  const { y0, y1 } = makeChain(parts.filter((part) => heightOf(part) <= limit));
  return { y0, y1 };
}

function isIntruder(part: Component, band: Band): boolean {
  const height = heightOf(part);
  const limit = band.y1 - band.y0 + 1;
  if (height > 1.28 * limit + 1) return !isWord(part, limit) && !isTallLetter(part, band);
  const isThin = widthOf(part) <= 3;
  return isThin && height > 1.1 * limit + 1 && part.y0 < band.y0 && part.y1 > band.y1;
}

/** What is left of the corners of a frame whose sides went. */
function isSpeck(part: Component, { y0, y1 }: Band): boolean {
  const reach = MARK_REACH * (y1 - y0 + 1);
  return heightOf(part) < LEAST_LETTER && (part.y1 < y0 - reach || part.y0 > y1 + reach);
}

/** The only ascender or descender of a word such as "been": it sticks out of the band on one side only. */
function isTallLetter(part: Component, band: Band): boolean {
  const above = band.y0 - part.y0;
  const below = part.y1 - band.y1;
  return (
    Math.min(above, below) <= 1 &&
    Math.max(above, below) <= TALLEST_ASCENDER * (band.y1 - band.y0 + 1)
  );
}

/** Letters that touch are one shape; with an ascender and a descender it is as tall as an icon, but wide. */
function isWord(part: Component, bandHeight: number): boolean {
  return widthOf(part) > 1.3 * heightOf(part) && heightOf(part) < 2 * bandHeight;
}

function partAt(parts: readonly Component[], cuts: readonly number[]): Component[][] {
  return groupsOf(parts, (part, before) => cuts.some((x) => x > before.x0 && x < part.x0));
}
