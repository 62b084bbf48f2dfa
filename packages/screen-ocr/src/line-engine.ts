/**
 * The engine: line finder and recogniser joined. Keeps one reader per monitor and one cache of lines for all of them. It computes on
 * the calling thread, some hundred milliseconds for a new screen: call it from a separate process or thread.
 */
import type {
  OcrChange,
  OcrEngine,
  OcrImage,
  OcrLine,
  OcrRawLine,
  OcrResult,
  OcrWord,
} from './engine.ts';
import { OcrClosedError, OcrImageError } from './errors.ts';
import { type FrameDeltas, frameDeltas } from './frames/frame-delta.ts';
import { type FrameReader, frameReader, type ReadLine } from './frames/frame-reader.ts';
import { lineCache } from './frames/line-cache.ts';
import { type RasterKeeper, rasterKeeper } from './frames/raster-keeper.ts';
import { assertImage, type Raster, toRaster } from './raster.ts';
import { openReader } from './reader/reader.ts';
import { arabicVotes } from './words/arabic-letters.ts';
import { unknownScripts, withoutScripts } from './words/known-scripts.ts';
import { lengthOf } from './words/known-text.ts';
import { inLatin, isLatinScreen } from './words/latin-screen.ts';
import { meanConfidence } from './words/line-words.ts';
import { inLogicalOrder } from './words/logical-order.ts';
import { inReadingOrder } from './words/reading-order.ts';
import { looksLikeText } from './words/text-look.ts';

// About 4 MB: a line of ten words takes some 200 bytes of text and as much for the entries.
const CACHED_LINES = 10_000;

const TAKEN = new Uint8Array();

interface Monitor {
  /** For images that come whole; undefined after a change, of which it knows nothing. */
  deltas: FrameDeltas | undefined;
  readonly keeper: RasterKeeper;
  readonly reader: FrameReader;
}

/** Loads the networks of this package. */
export async function openScreenOcr(): Promise<OcrEngine> {
  const recogniser = await openReader();
  const cache = lineCache(CACHED_LINES);
  const monitors = new Map<string, Monitor>();
  const toLine = lineWriter();
  let lineHits = 0;
  let lineMisses = 0;
  let isClosed = false;
  let lastTurn: Promise<unknown> = Promise.resolve();

  async function readFrame(
    image: OcrImage | OcrChange,
    raster: Raster,
    reader: FrameReader,
    signal: AbortSignal,
  ): Promise<OcrResult> {
    const read = await reader.read(raster, signal, image.known);
    lineHits += read.hits;
    lineMisses += read.misses;
    const unknown = unknownScripts(read.allLines.map((line) => line.raw));
    const inKnownScripts = (line: ReadLine) => withWords(line, withoutScripts(line.words, unknown));
    const allLines = read.allLines.map(inKnownScripts);
    const allWords = allLines.flatMap((line) => line.words);
    const screenVotes = arabicVotes(allWords);
    const isLatin = isLatinScreen(allWords);
    const lines = read.lines
      .map(inKnownScripts)
      .map((line) => (isLatin ? withWords(line, inLatin(line.words)) : line))
      .filter((line) => line.words.length > 0)
      .map((line) => toLine(line, raster, screenVotes));
    const result = { lines, confirmed: read.confirmed };
    if (image.isRawWanted !== true) return result;
    return { ...result, rawLines: rawLinesOf(allLines, unknown, raster, screenVotes) };
  }

  function getMonitor(name: string): Monitor {
    const known = monitors.get(name);
    if (known !== undefined) return known;
    const reader = frameReader({ recogniser, cache });
    const monitor = { deltas: undefined, keeper: rasterKeeper(), reader };
    monitors.set(name, monitor);
    return monitor;
  }

  /** Reads take turns: the recogniser is shared, and a frame is compared with the one before it. */
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = lastTurn.then(work);
    lastTurn = turn.catch(() => undefined); // reported to the caller of this turn, not to the next one
    return turn;
  }

  return {
    async read(image, signal) {
      if ('pixels' in image) assertImage(image);
      else assertChange(image);
      return inTurn(async () => {
        if (isClosed) throw new OcrClosedError();
        const monitor = image.monitor === undefined ? undefined : getMonitor(image.monitor);
        // Also of an image that is no longer wanted: the next one may come as a change of it.
        const raster = nextRaster(monitor, image);
        signal.throwIfAborted();
        const reader = monitor?.reader ?? frameReader({ recogniser, cache });
        return readFrame(image, raster, reader, signal);
      });
    },
    figures: () => ({ lineHits, lineMisses }),
    async close() {
      if (isClosed) return;
      isClosed = true;
      await lastTurn;
      await recogniser.close();
    },
  };
}

/** Throws OcrImageError. */
function assertChange({ monitor, width, height, rows, luma }: OcrChange): void {
  const isWhole = rows.length === height;
  if (luma.length !== rows.length * width || (monitor === undefined && !isWhole)) {
    throw new OcrImageError(`its change has ${luma.length} bytes for ${rows.length} rows`);
  }
}

function nextRaster(monitor: Monitor | undefined, image: OcrImage | OcrChange): Raster {
  if (monitor === undefined) return 'pixels' in image ? toRaster(image) : image;
  const last = monitor.reader.lastRaster();
  if ('pixels' in image) {
    monitor.deltas ??= frameDeltas();
    return monitor.keeper.next(monitor.deltas.next(image), last);
  }
  monitor.deltas = undefined;
  const raster = monitor.keeper.next(image, last);
  image.luma = TAKEN;
  return raster;
}

/** Writes each line once, as long as it stays as it is: most lines of a screen stand in many frames. */
function lineWriter(): typeof toOcrLine {
  const written = new WeakMap<ReadLine, { screenVotes: number; line: OcrLine }>();
  return (read, raster, screenVotes) => {
    const known = written.get(read);
    if (known?.screenVotes === screenVotes) return known.line;
    const line = toOcrLine(read, raster, screenVotes);
    written.set(read, { screenVotes, line });
    return line;
  };
}

function withWords(line: ReadLine, words: ReadLine['words']): ReadLine {
  return words === line.words ? line : { ...line, words };
}

function toOcrLine(line: ReadLine, raster: Raster, screenVotes: number): OcrLine {
  const words = inLogicalOrder(line.words, screenVotes).map((word) =>
    toOcrWord(word, line, raster),
  );
  const text = words.map((word) => word.text).join(' ');
  const { x, y, width, height } = line;
  return { text, confidence: meanConfidence(words), x, y, width, height, words };
}

/** Whatever was read, and what looks like text that was not. */
function rawLinesOf(
  lines: readonly ReadLine[],
  unknown: ReturnType<typeof unknownScripts>,
  raster: Raster,
  screenVotes: number,
): OcrRawLine[] {
  return inReadingOrder(lines).flatMap((line) => {
    const { x, y, width, height } = line;
    const letters = line.raw.reduce((sum, { text }) => sum + lengthOf(text), 0);
    // Text has two letters and more to the height of its line; rows that touch are taken for one line and are read as a letter or two.
    const isHardly = letters < width / height;
    const isPartUnknown = withoutScripts(line.raw, unknown).length < line.raw.length;
    const isUnread =
      (line.words.length === 0 || isHardly || isPartUnknown) &&
      looksLikeText(line, letters, raster);
    if (line.raw.length === 0 && !isUnread) return [];
    // A letter or two for a whole line are no words of it, and have no place.
    const raw = isUnread && isHardly ? [] : line.raw;
    const words = inLogicalOrder(raw, screenVotes).map((word) => toOcrWord(word, line, raster));
    return [{ x, y, width, height, words, isUnread }];
  });
}

function toOcrWord(word: ReadLine['words'][number], line: ReadLine, raster: Raster): OcrWord {
  const x = Math.min(raster.width - 1, Math.max(0, Math.round(line.x + word.x)));
  const end = Math.min(raster.width, Math.round(line.x + word.x + word.width));
  const { text, confidence } = word;
  const width = Math.max(1, end - x);
  return { text, confidence, x, y: line.y, width, height: line.height };
}
