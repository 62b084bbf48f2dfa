/**
 * Chains the shapes of one container into lines, left to right. A shape joins the line it overlaps in height and follows at less than
 * a wide space, as does a dash between letters; dots, accents and other dashes are given to the nearest line afterwards.
 */
import { type Box, boundsOf, heightOf, include, middleOf, widthOf } from './box.ts';
import type { Component } from './components.ts';

/** A line in the making. Its box is the band of its letters. */
export interface Chain extends Box {
  parts: Component[];
}

const MIN_GAP = 13;
const GAP_IN_HEIGHTS = 1.35;
const LEAST_DASH = 6;
// Widths in heights of the dash: the long vowel mark of katakana is flat and as wide as a letter.
const FLAT = 2;
// Lines that ended this far to the left take no more letters; checked only when many are open.
const OPEN_REACH = 120;
const MANY_OPEN = 200;
const BUCKET_ROWS = 32;

export function makeChain(parts: Component[]): Chain {
  const bounds = boundsOf(parts) ?? { x0: 0, y0: 0, x1: -1, y1: -1 };
  return { ...bounds, parts };
}

export function chainComponents(components: readonly Component[]): Chain[] {
  const inChains: Component[] = [];
  const marks: Component[] = [];
  for (const part of components) (isLetter(part) || isDash(part) ? inChains : marks).push(part);
  const { chains, loose } = chainLetters(inChains);
  giveMarks(chains, [...marks, ...loose]);
  return chains;
}

function isLetter(part: Component): boolean {
  const height = heightOf(part);
  return height >= 5 || (height >= 4 && widthOf(part) >= 3);
}

function isDash(part: Component): boolean {
  return widthOf(part) >= LEAST_DASH && widthOf(part) >= FLAT * heightOf(part);
}

/** `loose`: dashes that follow no letter. */
function chainLetters(parts: Component[]): { chains: Chain[]; loose: Component[] } {
  parts.sort((a, b) => a.x0 - b.x0);
  const chains: Chain[] = [];
  const loose: Component[] = [];
  let open: Chain[] = [];
  for (const part of parts) {
    if (open.length > MANY_OPEN) open = open.filter((chain) => part.x0 - chain.x1 <= OPEN_REACH);
    const best = nearestOf(open, (chain) => costOf(chain, part));
    if (isLetter(part)) {
      if (best !== undefined) append(best, part);
      else {
        const chain = makeChain([part]);
        chains.push(chain);
        open.push(chain);
      }
    } else if (best !== undefined && isBetweenRows(part, best)) append(best, part);
    else loose.push(part);
  }
  return { chains, loose };
}

/** Unlike an underline, or the rule above a row. */
function isBetweenRows(dash: Component, { y0, y1 }: Chain): boolean {
  return dash.y0 > y0 && dash.y1 < y1;
}

/** The one of the least cost; undefined when all costs are infinite. */
function nearestOf(chains: readonly Chain[], costs: (chain: Chain) => number): Chain | undefined {
  let nearest: Chain | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const chain of chains) {
    const cost = costs(chain);
    if (cost >= least) continue;
    least = cost;
    nearest = chain;
  }
  return nearest;
}

/** How badly the letter fits; infinite when it does not belong to the chain at all. */
function costOf(chain: Chain, letter: Component): number {
  const band = heightOf(chain);
  const gap = letter.x0 - chain.x1;
  if (gap > Math.max(MIN_GAP, GAP_IN_HEIGHTS * band)) return Number.POSITIVE_INFINITY;
  const overlap = Math.min(letter.y1, chain.y1) - Math.max(letter.y0, chain.y0) + 1;
  const height = heightOf(letter);
  const isOfBand = overlap >= 0.55 * Math.min(height, band) && height <= 2.3 * band + 2;
  const fits = height < 0.5 * band ? fitsTiny(chain, letter, overlap) : isOfBand;
  if (!fits) return Number.POSITIVE_INFINITY;
  return Math.max(0, gap) + 4 * Math.abs(middleOf(letter) - middleOf(chain)) - overlap;
}

/** Quotes, commas and hyphens may hang a little above or below the band. */
function fitsTiny(chain: Chain, letter: Component, overlap: number): boolean {
  const band = heightOf(chain);
  const height = heightOf(letter);
  // A small letter next to one or two tall shapes is text next to an icon.
  if (band > 24 && height > 5 && chain.parts.length < 3) return false;
  // Nor do the letters of the row above hang over the guide of an indent.
  if (overlap <= 0 && chain.parts.length === 1 && widthOf(chain) <= 3) return false;
  const isNear = letter.y1 >= chain.y0 - 0.45 * band && letter.y0 <= chain.y1 + 0.2 * band;
  return overlap >= 0.6 * height || isNear;
}

function append(chain: Chain, letter: Component): void {
  const band = heightOf(chain);
  const height = heightOf(letter);
  chain.parts.push(letter);
  if (letter.x1 > chain.x1) chain.x1 = letter.x1;
  // The band grows only with letters of like size, so that rows which touch cannot swallow each other.
  const isLikeSize = height >= 0.5 * band && !(chain.parts.length > 3 && height > 1.6 * band);
  if (!isLikeSize) return;
  if (letter.y0 < chain.y0) chain.y0 = letter.y0;
  if (letter.y1 > chain.y1) chain.y1 = letter.y1;
}

function giveMarks(chains: readonly Chain[], marks: readonly Component[]): void {
  if (marks.length === 0) return;
  const byRows = chainsByRows(chains);
  // Of the letters alone: specks must not lead from one line to what lies behind a rule below it.
  const owners = marks.map((mark) =>
    nearestOf(byRows.get(Math.floor(mark.y0 / BUCKET_ROWS)) ?? [], (chain) =>
      distanceOf(chain, mark),
    ),
  );
  for (const [i, mark] of marks.entries()) {
    const owner = owners[i];
    if (owner === undefined) continue;
    owner.parts.push(mark);
    include(owner, mark);
  }
}

/** A picture has thousands of marks and lines; a mark looks only at lines in its own rows. */
function chainsByRows(chains: readonly Chain[]): Map<number, Chain[]> {
  const byRows = new Map<number, Chain[]>();
  for (const chain of chains) {
    const reach = 0.45 * heightOf(chain) + 4;
    const last = Math.floor((chain.y1 + reach) / BUCKET_ROWS);
    for (let key = Math.floor((chain.y0 - reach) / BUCKET_ROWS); key <= last; key++) {
      const list = byRows.get(key);
      if (list === undefined) byRows.set(key, [chain]);
      else list.push(chain);
    }
  }
  return byRows;
}

/** Infinite when it is none of the line at all. */
function distanceOf(chain: Chain, mark: Component): number {
  const band = heightOf(chain);
  const across = Math.max(0, chain.x0 - mark.x1, mark.x0 - chain.x1);
  const down = Math.max(0, chain.y0 - mark.y1, mark.y0 - chain.y1);
  const isNear = across <= 0.7 * band && down <= 0.45 * band;
  return isNear ? across + 2 * down : Number.POSITIVE_INFINITY;
}
