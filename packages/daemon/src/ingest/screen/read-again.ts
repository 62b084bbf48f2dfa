/**
 * Reads a stored picture once more: for frames that were kept without words or before a better reader, and to know all that may be
 * text on a picture before it is shown with what is personal covered.
 */
import sharp from 'sharp';
import { errorText, ServiceError } from '#core/errors.ts';
import type { Ocr } from '#extract/ocr/ocr.ts';
import type { Element, TextBox } from '#store/records.ts';
import { combinedText, fractions, isKnown, wordBoxes } from './frame-text.ts';

/** Nothing on this machine can read. */
export class NoReaderError extends ServiceError {
  constructor() {
    super(errorText('OCR_UNAVAILABLE'));
  }
}

/** The picture cannot be decoded. */
export class UnreadableImageError extends Error {
  override readonly name = 'UnreadableImageError';
}

export interface ReadText {
  lines: ReadLine[];
  boxes: TextBox[];
  /** All that may be text, doubtful or not, for covering it. */
  rawLines: RawLine[];
  engine: string;
}

/** As fractions of the picture. */
export interface ReadLine {
  text: string;
  left: number;
  top: number;
  width: number;
  height: number;
}

/** As fractions of the picture. */
export interface RawLine {
  left: number;
  top: number;
  width: number;
  height: number;
  words: TextBox[];
  /** Looks like text, and what it says is not known. */
  isUnread: boolean;
}

export type ReadAgain = (jpeg: Buffer, signal: AbortSignal) => Promise<ReadText>;

export function readAgain(ocr: () => Promise<Ocr | undefined>): ReadAgain {
  return async (jpeg, signal) => {
    const reader = await ocr();
    if (!reader) throw new NoReaderError();
    const { pixels, width, height } = await decode(jpeg);
    const image = { width, height, format: 'luma', pixels, isRawWanted: true } as const;
    const { lines, rawLines = [] } = await reader.read(image, signal);
    return {
      lines: lines.map((line) => ({ text: line.text, ...fractions(line, { width, height }) })),
      boxes: wordBoxes(lines, { width, height }),
      rawLines: rawLines.map((line) => ({
        ...fractions(line, { width, height }),
        words: wordBoxes([line], { width, height }),
        isUnread: line.isUnread,
      })),
      engine: reader.stats().engine,
    };
  };
}

/** A frame as it is stored; `tree` are the elements that the accessibility tree gave. */
export interface KnownText {
  text: string;
  textSource: string | null;
  tree: readonly Pick<Element, 'text' | 'bounds'>[];
}

/**
 * The text of a frame whose picture was read again. What the tree reported stays, for it is exact and pixels show only
 * a part of it; the lines it did not tell come after it, in place of those that were read before.
 */
export function textReadAgain(
  { text, textSource, tree }: KnownText,
  { lines }: Pick<ReadText, 'lines'>,
): { text: string; textSource: string } {
  const placed = lines.map((line) => ({ text: line.text, ...rectOf(line) }));
  // The name of a control that the picture does not show is not in the text.
  const nodes = tree.flatMap((element) =>
    element.text === null || !text.includes(element.text)
      ? []
      : [{ text: element.text, bounds: element.bounds && rectOf(element.bounds) }],
  );
  const isFromTree = textSource === 'accessibility' || textSource === 'hybrid';
  if (isFromTree && nodes.length === 0) {
    // Added from outside, without the tree itself: then only the words tell what is new.
    const unknown = placed.filter((line) => !text.includes(line.text));
    const combined = combinedText(text === '' ? [] : [{ text, bounds: null }], unknown);
    return { text: combined.text, textSource: combined.source ?? textSource };
  }
  const unknown = isFromTree ? placed.filter((line) => !isKnown(line, nodes)) : placed;
  const combined = combinedText(isFromTree ? nodes : [], unknown);
  return { text: combined.text, textSource: combined.source ?? 'ocr' };
}

function rectOf({ left, top, width, height }: Omit<ReadLine, 'text'>) {
  return { x: left, y: top, width, height };
}

async function decode(
  jpeg: Buffer,
): Promise<{ pixels: Uint8Array; width: number; height: number }> {
  try {
    const picture = sharp(jpeg, { failOn: 'warning' }).greyscale().raw();
    const { data, info } = await picture.toBuffer({ resolveWithObject: true });
    return { pixels: new Uint8Array(data), width: info.width, height: info.height };
  } catch (cause) {
    throw new UnreadableImageError('the picture cannot be decoded', { cause });
  }
}
