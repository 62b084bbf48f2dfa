/**
 * Decides what to cover on the picture of a frame, or that this cannot be known. Whoever asked for a redacted picture must never get a
 * clear one by mistake, so everything that was read on the frame has to be either free of personal data or have a place.
 */
import { detectPii, merged, type PiiRegion } from '../detect.ts';
import { findPii } from '../find.ts';
import type { PiiKind } from '../finding.ts';
import { keyBlocks } from '../key-block.ts';
import { type Box, overlaps, type RawLine, type Word } from '../words.ts';

/** What was read on a frame. Boxes are fractions (0 to 1) of the picture. */
export interface FrameReading {
  readonly text: string;
  /** Words read from the pixels, in reading order. */
  readonly boxes: readonly Word[];
  /** What the programs themselves said, in document order. */
  readonly elements: readonly { readonly text: string | null; readonly bounds: Box | null }[];
  /** Titles and addresses, which stand on the picture outside of the elements. */
  readonly titles: readonly string[];
  /** All that the reader saw on this very picture, doubtful or not; undefined when it was not read for this. */
  readonly rawLines?: readonly RawLine[] | undefined;
}

/** Public words: they stand in the answer. */
export type Obstacle =
  | 'nothing_was_read'
  | 'no_positions'
  | 'text_without_position'
  | 'position_outside_image'
  | 'too_much_text';

export type RedactionPlan =
  | { readonly outcome: 'regions'; readonly regions: readonly PiiRegion[] }
  | { readonly outcome: 'impossible'; readonly obstacle: Obstacle };

/** A 4K screen full of the smallest legible text has about 60 000 characters; more is no screen, and would take seconds to look through. */
const MAX_CHARACTERS = 100_000;

export function planRedaction(frame: FrameReading): RedactionPlan {
  const boxes = frame.boxes.filter((box) => box.text.trim() !== '');
  const elements = frame.elements.flatMap(({ text, bounds }) =>
    text === null || text.trim() === '' ? [] : [{ text, bounds }],
  );
  const rawWords = frame.rawLines?.flatMap((line) => line.words).filter(hasArea);
  const placed = boxes.filter(hasArea);
  const placedElements = elements.flatMap(({ text, bounds }) =>
    bounds !== null && hasArea(bounds) ? [{ text, ...bounds }] : [],
  );
  const isNowhere = placed.length === 0 && placedElements.length === 0;
  if (isNowhere && rawWords === undefined) {
    const isUnread = frame.text.trim() === '' && boxes.length === 0 && elements.length === 0;
    return { outcome: 'impossible', obstacle: isUnread ? 'nothing_was_read' : 'no_positions' };
  }
  const texts = [
    frame.text,
    ...boxes.filter((box) => !hasArea(box)).map(({ text }) => text),
    elements.map(({ text }) => text).join('\n'),
    // Recognition has seen the whole picture, titles included; the elements only what is inside of a window.
    ...(placed.length === 0 && rawWords === undefined ? frame.titles : []),
  ];
  const isTooMuch = [texts, [...placed, ...(rawWords ?? [])].map(({ text }) => text)].some(
    (parts) => parts.reduce((sum, part) => sum + part.length, 0) > MAX_CHARACTERS,
  );
  if (isTooMuch) {
    return { outcome: 'impossible', obstacle: 'too_much_text' };
  }
  const rawLines = frame.rawLines ?? [];
  const hidden = [
    // What nobody could read may be anything.
    ...rawLines.filter((line) => line.isUnread).map(toRegion('unread')),
    ...keyBlocks(rawLines).map(toRegion('private_key')),
  ];
  return placeAll(
    valuesIn(texts),
    { boxes: placed, rawWords: rawWords ?? [], hidden },
    placedElements,
  );
}

function hasArea({ left, top, width, height }: Box): boolean {
  return [left, top, width, height].every(Number.isFinite) && width > 0 && height > 0;
}

function valuesIn(texts: readonly string[]): Map<string, PiiKind> {
  return new Map(
    texts.flatMap((text) =>
      findPii(text).map(({ kind, start, end }) => [text.slice(start, end), kind] as const),
    ),
  );
}

interface Pixels {
  readonly boxes: readonly Word[];
  readonly rawWords: readonly Word[];
  /** Covered whatever else is found. */
  readonly hidden: readonly PiiRegion[];
}

function placeAll(
  values: ReadonlyMap<string, PiiKind>,
  { boxes, rawWords, hidden }: Pixels,
  elements: readonly Word[],
): RedactionPlan {
  const detectors = [detectPii(boxes), detectPii(rawWords, { isRaw: true })];
  const onWords = detectors.map((detector) => detector.locate(values));
  const covered = [
    ...detectors.flatMap((detector) => detector.regions),
    ...onWords.flatMap((located) => [...located.values()].flat()),
  ];
  const onElements =
    values.size === 0 ? undefined : detectPii(elements, { filling: 'unknown' }).locate(values);
  const regions = [...covered];
  for (const value of values.keys()) {
    const places = onElements?.get(value) ?? [];
    const isRead = onWords.some((located) => located.get(value)?.length !== 0);
    if (places.length === 0 && !isRead) {
      return { outcome: 'impossible', obstacle: 'text_without_position' };
    }
    // Where the words of an element are covered it may stay; one whose words were not read, or misread, is covered as a whole.
    regions.push(...places.filter((place) => !covered.some((region) => overlaps(region, place))));
  }
  if (regions.some(isOutside)) return { outcome: 'impossible', obstacle: 'position_outside_image' };
  return { outcome: 'regions', regions: merged([...regions, ...hidden]) };
}

function toRegion(kind: PiiRegion['kind']): (box: Box) => PiiRegion {
  return ({ left, top, width, height }) => ({ kind, left, top, width, height });
}

/** Nothing of it is on the picture: its numbers cannot be what they claim to be. */
function isOutside({ left, top, width, height }: Box): boolean {
  return left >= 1 || top >= 1 || left + width <= 0 || top + height <= 0;
}
