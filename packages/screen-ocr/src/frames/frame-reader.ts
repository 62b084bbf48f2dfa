/**
 * Reads the frames of one screen one after the other. Only bands that changed are looked at, and only lines whose ink was never seen
 * go to a recogniser. An aborted read leaves the state of the last whole one; lines read so far stay in the cache.
 */
import { heightOf } from '../detect/box.ts';
import { type DetectedLine, type Detection, detectLines } from '../detect/detect-lines.ts';
import { isLossy } from '../detect/edges.ts';
import type { KnownTexts, OcrBox } from '../engine.ts';
import { hasInkAt, type Ink, inkOf } from '../ink/ink.ts';
import { isSameSize, type Raster } from '../raster.ts';
import type { LineRecogniser } from '../reader/strip.ts';
import { cleanWords, isWorthReading } from '../words/clean.ts';
import { confirmTexts } from '../words/known-text.ts';
import { readLine } from '../words/line-reader.ts';
import { type LineWord, shifted } from '../words/line-words.ts';
import { inReadingOrder } from '../words/reading-order.ts';
import { joinUnspaced } from '../words/unspaced-scripts.ts';
import { caretChange, isTallerThanLetters, pushedCaret } from './caret.ts';
import { type Caret, findCaret, withoutCaret } from './caret-place.ts';
import { type Band, changedBands, costOf, differingRows, type RowRange } from './changed-bands.ts';
import { type InkKey, keyOf, type LineCache } from './line-cache.ts';
import { movedLines } from './moved-lines.ts';
import { isMovingTexture, type Motion, nextMotion, withoutWords } from './moving-pictures.ts';
import { tailOf } from './tail.ts';
import { isPast, keepPast, type Past } from './turn-back.ts';

export interface ReadLine extends DetectedLine {
  /** Placed from the left edge of the line. */
  readonly words: readonly LineWord[];
  /** The same before what is no text was dropped. */
  readonly raw: readonly LineWord[];
  /** False as long as a known text says what stands here, or a picture moves here. */
  readonly isRead: boolean;
}

export interface FrameRead {
  /** With words that no confirmed text says, in reading order. */
  readonly lines: readonly ReadLine[];
  /** Also those without words, in no order. */
  readonly allLines: readonly ReadLine[];
  /** For each known text whether the picture shows it. */
  readonly confirmed: readonly boolean[];
  readonly hits: number;
  readonly misses: number;
}

// Fewer are looked at as fast as it is found out whether they moved.
const LEAST_MOVED_ROWS = 200;
// A network reads several short lines nearly as fast as one. More of them take memory.
const LINES_AT_ONCE = 64;
const NOTHING_KNOWN: KnownTexts = { texts: [], except: [] };

export interface FrameReader {
  read(raster: Raster, signal: AbortSignal, known?: KnownTexts): Promise<FrameRead>;
  /** Of the last frame read to its end, with which the next one is compared: it must not change. */
  lastRaster(): Raster | undefined;
}

interface Known {
  readonly lines: readonly ReadLine[];
  readonly containers: readonly OcrBox[];
}

/** What is known of a frame that was read. */
interface Reading extends Known {
  readonly ordered: readonly ReadLine[];
  readonly isLossy: boolean;
  readonly caret: Caret | undefined;
}

interface Frame extends Reading {
  readonly raster: Raster;
  /** The frame before. */
  readonly past: Past<Reading> | undefined;
}

interface State extends Frame {
  readonly motion: Motion;
}

interface Found {
  readonly frame: Frame;
  readonly change: 'none' | 'scroll' | 'other';
}

export function frameReader(deps: { recogniser: LineRecogniser; cache: LineCache }): FrameReader {
  const { recogniser, cache } = deps;
  let state: State | undefined;

  /** Looks lines up and reads those that are not known. Lines without words are kept: they need not be judged again. */
  async function recognise(
    raster: Raster,
    lines: readonly DetectedLine[],
    last: State | undefined,
    signal: AbortSignal,
  ) {
    const found: ReadLine[] = [];
    let hits = 0;
    let misses = 0;
    /** By key. */
    const reading = new Map<string, Promise<readonly LineWord[]>>();
    const failed = new AbortController();
    const wanted = AbortSignal.any([signal, failed.signal]);

    async function readNew(line: DetectedLine, ink: Ink, { key, fromColumn }: InkKey) {
      misses += 1;
      const read = await readLine(recogniser, ink, tailOf(line, ink, raster, last), wanted);
      const words = shifted(read, -fromColumn);
      cache.add(key, words);
      return words;
    }

    async function recogniseLine(line: DetectedLine): Promise<ReadLine> {
      const ink = legibleInk(raster, line);
      if (ink === undefined) return { ...line, words: [], raw: [], isRead: true };
      const inkKey = keyOf(ink);
      const known = cache.find(inkKey.key) ?? reading.get(inkKey.key);
      if (known !== undefined) hits += 1;
      const words = known ?? readNew(line, ink, inkKey);
      if (words instanceof Promise) reading.set(inkKey.key, words);
      return placed(line, ink, shifted(await words, inkKey.fromColumn));
    }

    try {
      for (let from = 0; from < lines.length; from += LINES_AT_ONCE) {
        const some = lines.slice(from, from + LINES_AT_ONCE);
        found.push(...(await Promise.all(some.map(recogniseLine))));
        reading.clear();
      }
    } finally {
      // When one line fails, the others of the frame are not wanted either.
      failed.abort();
    }
    return { lines: found, hits, misses };
  }

  return {
    lastRaster: () => state?.raster,
    async read(raster, signal, known = NOTHING_KNOWN) {
      // Nothing of a screen of another size stands where it was.
      const last = state && isSameSize(raster, state.raster) ? state : undefined;
      const { frame, change } = await findLines(raster, last);
      // A page that scrolls changes everywhere and is no moving picture.
      const motion = nextMotion(raster, change === 'scroll' ? undefined : last, change === 'none');
      const { confirmed, explained } = confirmTexts(known, frame.lines);
      const isSettled = (line: ReadLine) =>
        line.isRead ||
        explained.has(line) ||
        (last !== undefined && isMovingTexture(line, motion, raster, last.raster));
      const settled = frame.lines.filter(isSettled);
      const open = frame.lines.filter((line) => !isSettled(line));
      const { lines, hits, misses } = await withoutCaret(raster, frame.caret, () =>
        recognise(raster, open, last, signal),
      );
      const all = open.length === 0 ? frame.lines : [...settled, ...lines];
      const isOrderKept = change === 'none' && open.length === 0;
      state = {
        ...frame,
        lines: all,
        ordered: isOrderKept ? frame.ordered : ordered(all, frame.ordered),
        motion: withoutWords(motion, all, raster),
      };
      return {
        lines: state.ordered.filter((line) => !explained.has(line)),
        allLines: all,
        confirmed,
        hits: hits + settled.length,
        misses,
      };
    },
  };
}

/** The lines of the frame, those of the last frame with their words, new ones without. */
async function findLines(raster: Raster, last: State | undefined): Promise<Found> {
  const known = [...(last?.lines ?? []), ...(last?.containers ?? [])];
  const bands = changedBands(raster, last?.raster, known);
  const blink = last && caretChange(raster, last, bands);
  const same = last && unchangedBy(blink, raster, last, bands);
  if (same !== undefined) return { frame: same, change: 'none' };
  const scrolled = last && afterMove(raster, last, bands);
  if (scrolled !== undefined) return { frame: scrolled, change: 'scroll' };
  return { frame: await searched(raster, last, bands, blink), change: 'other' };
}

/** The state after a search of all that changed. */
async function searched(
  raster: Raster,
  last: State | undefined,
  bands: readonly Band[],
  blink: Caret | undefined,
): Promise<Frame> {
  const isWhole = bands[0]?.to === raster.height && bands[0].from === 0;
  const base = isWhole ? undefined : last;
  // Judged on whole frames: a screen does not become lossy by a small change, and looking takes as long as a small change itself.
  const lossy = base?.isLossy ?? isLossy(raster);
  const { found, caret } = await detectBeside(
    blink ?? caretIn(raster, base, bands),
    raster,
    base?.caret,
    () => detectIn(raster, bands, lossy),
  );
  return {
    raster,
    ...joined(base, bands, found),
    ordered: last?.ordered ?? [],
    isLossy: lossy,
    caret,
    past: last && pastOf(last, bands),
  };
}

/**
 * The state after scrolling; undefined when nothing moved, or when as much has to be looked at as without knowing that. Neither a caret
 * nor the frame before is known then: both may have moved too.
 */
function afterMove(raster: Raster, last: Frame, bands: readonly Band[]): Frame | undefined {
  if (costOf(bands) < LEAST_MOVED_ROWS) return undefined;
  const moved = movedLines(raster, last, differingRows(raster, last.raster));
  if (moved === undefined || costOf(moved.bands) >= costOf(bands)) return undefined;
  // Scrolling may end on a page of another kind.
  if (isLossy(raster) !== last.isLossy) return undefined;
  const found = detectIn(raster, moved.bands, last.isLossy);
  return {
    ...last,
    ...joined(moved, moved.bands, found),
    raster,
    caret: undefined,
    past: undefined,
  };
}

/** What is known outside of the bands, with what was found in them. */
function joined(known: Known | undefined, bands: readonly Band[], found: Detection) {
  const isOutside = (range: RowRange) => !bands.some((band) => touches(range, band));
  const unread = (line: DetectedLine) => ({ ...line, words: [], raw: [], isRead: false });
  return {
    lines: [...(known?.lines.filter(isOutside) ?? []), ...found.lines.map(unread)],
    containers: [...(known?.containers.filter(isOutside) ?? []), ...found.containers],
  };
}

/** The state after a frame in which no text is new: nothing changed, a caret blinked, or it is the one before the last again. */
function unchangedBy(
  blink: Caret | undefined,
  raster: Raster,
  state: Frame,
  bands: readonly Band[],
): Frame | undefined {
  if (bands.length === 0) return state;
  if (blink?.under !== undefined) return { ...state, raster, caret: blink, past: undefined };
  const { past } = state;
  if (past === undefined || !isPast(raster, state.raster, bands, past)) return undefined;
  return { ...past.reading, raster, past: pastOf(state, past.bands) };
}

/** Without its own past: frames must not hold on to each other. */
function pastOf({ raster, past: _, ...reading }: Frame, bands: readonly Band[]) {
  return keepPast(raster, bands, reading);
}

/** The caret where it stands now; where a known one is not found, a line may be read with it. */
function caretIn(
  raster: Raster,
  state: Frame | undefined,
  bands: readonly Band[],
): Caret | undefined {
  if (state === undefined) return undefined;
  const { caret } = state;
  if (caret === undefined) return pushedCaret(raster, state.raster, bands);
  const rows = { y: caret.y0, height: heightOf(caret) };
  if (!bands.some((band) => touches(rows, band))) return caret;
  // Only when all lines next to it are looked at again is none left that was read with it.
  const isWhole = bands.some((band) => band.from <= caret.y0 && band.to > caret.y1);
  const found = isWhole ? findCaret(raster, state.raster, caret) : undefined;
  return found ?? { ...caret, under: undefined };
}

/** The lines without the caret found again. When it is no taller than the letters next to it, it is one of them and is read. */
async function detectBeside(
  caret: Caret | undefined,
  raster: Raster,
  before: Caret | undefined,
  detect: () => Detection,
): Promise<{ found: Detection; caret: Caret | undefined }> {
  const found = await withoutCaret(raster, caret, async () => detect());
  const isFoundAnew = caret?.under !== undefined && caret !== before;
  if (!isFoundAnew || isTallerThanLetters(caret, found.lines, before !== undefined))
    return { found, caret };
  return { found: detect(), caret: before && { ...before, under: undefined } };
}

/** Judged where the line stands: the same ink can be a word here and a piece of a picture there. */
function placed(line: DetectedLine, ink: Ink, raw: readonly LineWord[]): ReadLine {
  const words = joinUnspaced(cleanWords(raw, line, ink), line.height);
  return { ...line, words, raw, isRead: true };
}

/** Where every line is as it was, the order stays as well. */
function ordered(lines: readonly ReadLine[], before: readonly ReadLine[]): readonly ReadLine[] {
  const withWords = lines.filter((line) => line.words.length > 0);
  if (withWords.length !== before.length) return inReadingOrder(withWords);
  const now = new Map(withWords.map((line) => [identityOf(line), line]));
  const same = before.map((line) => now.get(identityOf(line)));
  const isSame = same.every((line) => line !== undefined) && new Set(same).size === same.length;
  return isSame ? same : inReadingOrder(withWords);
}

function identityOf({ x, y, width, height, words }: ReadLine): string {
  return `${x} ${y} ${width} ${height} ${words.map((word) => word.text).join(' ')}`;
}

function legibleInk(raster: Raster, line: DetectedLine): Ink | undefined {
  const ink = inkOf(raster, line);
  if (ink === undefined || isCutByScreen(line, ink, raster)) return undefined;
  return isWorthReading(line, ink) ? ink : undefined;
}

/** A line cut by the edge of the screen is not legible, and is another one at every step of a scroll. */
function isCutByScreen(line: DetectedLine, ink: Ink, raster: Raster): boolean {
  return [0, raster.height - 1].some((row) => hasInkAt(ink, row - line.y + 1));
}

function touches({ y, height }: RowRange, band: Band): boolean {
  return y < band.to && y + height > band.from;
}

function detectIn(raster: Raster, bands: readonly Band[], lossy: boolean): Detection {
  const all: Detection = { lines: [], containers: [] };
  for (const band of bands) {
    const found = detectLines(raster, { fromRow: band.from, toRow: band.to, isLossy: lossy });
    // Lines that only reach into the band are known from before.
    const isOwn = (middle: number) => middle >= band.from && middle < band.to;
    all.lines.push(...found.lines.filter(({ y, height }) => isOwn(y + height / 2)));
    all.containers.push(...found.containers.filter((range) => touches(range, band)));
  }
  return all;
}
