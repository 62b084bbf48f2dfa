/**
 * Finds the lines of text in crisp, axis-aligned screen pixels: edges, without long rules, grouped into shapes, chained into lines inside
 * their containers, cut where the ground changes. Nothing is read here. Works on a band of rows, so that a small change costs little.
 */
import type { OcrBox } from '../engine.ts';
import type { Raster } from '../raster.ts';
import {
  type Box,
  boundsOf,
  heightOf,
  inkBoxOf,
  isInside,
  medianOf,
  placeOf,
  widthOf,
} from './box.ts';
import { type Chain, chainComponents } from './chain.ts';
import { type Component, findComponents } from './components.ts';
import { edgeMask } from './edges.ts';
import { type GroundSegment, splitGrounds } from './grounds.ts';
import { joinOutlines } from './outlines/broken-outlines.ts';
import { findFrames } from './outlines/frames.ts';
import { openTightBadges } from './outlines/tight-badges.ts';
import { freeFromBoxes } from './outlines/touching-boxes.ts';
import { expelIntruders, partAtDividers, restack } from './restack.ts';
import { eraseRules } from './rules.ts';
import { eraseWaves, isPieceOfWave, wavesIn } from './waves.ts';

export interface DetectedLine extends OcrBox {
  /** The level of the ground where the line was cut out of a longer one; otherwise undefined, and the box itself shows it. */
  readonly ground: number | undefined;
  readonly isCutLeft: boolean;
  readonly isCutRight: boolean;
  /** What lies outside of this is not of the same container: the border of a badge, the page around it. */
  readonly inside: Box | undefined;
  /** Wavy lines that reach into its rows: they are no ink of it. */
  readonly waves?: readonly Box[];
  readonly glyphs: number;
  /** Medians over the shapes that are no dots. */
  readonly glyphWidth: number;
  readonly glyphHeight: number;
}

export interface Detection {
  readonly lines: DetectedLine[];
  /** Small containers: a change in the rows of one must look at the whole of it. */
  readonly containers: OcrBox[];
}

// Rows around a band that are looked at too, so that shapes at its border are whole.
const CONTEXT_ROWS = 24;
const TALLEST_TEXT = 80;
const TALLEST_KEPT_CONTAINER = 60;

/** All lines that touch the rows [fromRow, toRow). */
export function detectLines(
  raster: Raster,
  { fromRow, toRow, isLossy }: { fromRow: number; toRow: number; isLossy: boolean },
): Detection {
  const top = Math.max(0, fromRow - CONTEXT_ROWS);
  const rows = Math.min(raster.height, toRow + CONTEXT_ROWS) - top;
  const mask = edgeMask(raster, top, rows, isLossy);
  const waves = eraseWaves(mask, raster.width, rows);
  const dividers = eraseRules(mask, raster.width, rows, isLossy);
  // Shapes cut by the border of the context cannot be judged; the band itself holds none of them.
  const cutAbove = top > 0 ? 0 : -1;
  const cutBelow = top + rows < raster.height ? rows - 1 : -1;
  const whole = findComponents(mask, raster.width).filter(
    (part) => part.pixels >= 2 && part.y0 !== cutAbove && part.y1 !== cutBelow,
  );
  const free = joinOutlines(freeFromBoxes(whole, mask, raster.width), raster, top);
  const sheet = { raster, mask, topRow: top, isLossy };
  const { components, badges } = openTightBadges(free, sheet);
  const { containers, notInk } = findFrames(components, badges, sheet);
  const isPiece = (part: Component) => waves.some((wave) => isPieceOfWave(part, wave));
  const glyphs = components.filter(
    (part) => !notInk.has(part) && canBeGlyph(part) && !isPiece(part),
  );
  const byContainer = Map.groupBy(glyphs, (part) => containers.find((box) => isInside(part, box)));
  const lines = [...byContainer].flatMap(([container, parts]) =>
    chainComponents(parts)
      .flatMap((chain) => partAtDividers(chain, dividers))
      .flatMap(restack)
      .flatMap(expelIntruders)
      .flatMap((chain) => linesOf({ raster, top, container, waves }, chain)),
  );
  return {
    lines: withoutCounters(lines).filter(
      (line) => line.y < toRow && line.y + line.height > fromRow,
    ),
    containers: containers
      .filter((box) => heightOf(box) <= TALLEST_KEPT_CONTAINER)
      .map((box) => placeOf(inkBoxOf(box, top))),
  };
}

function canBeGlyph(part: Box): boolean {
  const width = widthOf(part);
  const height = heightOf(part);
  const isDash = width >= 24 && height <= 3;
  const isBar = height > 30 && width <= 3;
  const isBanner = width > 500 && height > 30;
  return height <= TALLEST_TEXT && !isDash && !isBar && !isBanner;
}

interface Place {
  readonly raster: Raster;
  /** The row of the raster where row 0 of the shapes lies. */
  readonly top: number;
  readonly container: Component | undefined;
  readonly waves: readonly Box[];
}

function linesOf(place: Place, chain: Chain): DetectedLine[] {
  if (heightOf(chain) < 5 || chain.x1 - chain.x0 < 2 || isLoneBar(chain)) return [];
  const segments = splitGrounds(place.raster, inkBoxOf(chain, place.top));
  if (segments === undefined) return lineOf(place, chain.parts);
  return segments.flatMap((segment) => {
    const parts = chain.parts.filter((part) => part.x1 >= segment.from && part.x0 <= segment.to);
    return lineOf(place, parts, segment);
  });
}

/** A caret, a scroll mark or a divider: no word is a single upright stroke. */
function isLoneBar(chain: Chain): boolean {
  return chain.parts.length === 1 && widthOf(chain) <= 4 && heightOf(chain) >= 12;
}

function lineOf(
  { raster, top, container, waves }: Place,
  parts: readonly Component[],
  segment?: GroundSegment,
): DetectedLine[] {
  const bounds = boundsOf(parts);
  if (bounds === undefined) return [];
  const box = inkBoxOf(bounds, top);
  box.x0 = Math.max(box.x0, segment?.from ?? 0);
  box.x1 = Math.min(box.x1, segment?.to ?? raster.width - 1);
  if (box.x1 - box.x0 < 2 || box.y1 - box.y0 < 4) return [];
  box.y1 = Math.min(box.y1, raster.height - 1);
  const letters = parts.filter((part) => heightOf(part) >= 4);
  return [
    {
      ...placeOf(box),
      ground: segment === undefined || segment.level < 0 ? undefined : segment.level,
      isCutLeft: segment?.isCutLeft === true && box.x0 <= segment.from + 1,
      isCutRight: segment?.isCutRight === true && box.x1 >= segment.to - 1,
      inside: container && interiorOf(container, top),
      waves: wavesIn(box, waves, top),
      glyphs: parts.length,
      glyphWidth: medianOf(letters.map(widthOf)),
      glyphHeight: medianOf(letters.map(heightOf)),
    },
  ];
}

/** The outline of the mask lies outside at the left and top, inside at the right and bottom. */
function interiorOf({ x0, y0, x1, y1 }: Box, top: number): Box {
  return { x0: x0 + 1, y0: y0 + top + 1, x1, y1: y1 + top };
}

/** Holes of big letters, such as that of an O, come out as separate lines: they lie inside the line of their letter. */
function withoutCounters(lines: readonly DetectedLine[]): DetectedLine[] {
  const tall = lines.filter((line) => line.height > 16);
  return lines.filter((line) => line.glyphs > 2 || !tall.some((outer) => isCounterOf(line, outer)));
}

function isCounterOf(line: DetectedLine, outer: DetectedLine): boolean {
  return (
    line.height < 0.8 * outer.height &&
    line.width <= outer.height &&
    line.x >= outer.x &&
    line.y >= outer.y &&
    line.x + line.width <= outer.x + outer.width &&
    line.y + line.height <= outer.y + outer.height
  );
}
