/**
 * Where a private key stands on a picture, by its place alone. The lines of a key are the hardest to read (small, set tight, no word of
 * any dictionary) while the marks before and after it are easy: so everything between them is covered, whatever was read there. When
 * one mark was not read, all that joins the other one is.
 */
import { around, type Box, overlaps, type RawLine } from './words.ts';

// As `PRIVATE` and a K, after the word: recognition takes an I for a 1 or a bar, and spaces come and go.
const NAME = '[ A-Z0-9]{0,24}PR[I1l|]VATE ?K';
const BEGIN = new RegExp(`B[E3]G[I1l|]N${NAME}`);
const END = new RegExp(`(?<![A-Za-z])[E3]ND${NAME}`);

/** In heights of the mark's line: lines of a block are no further apart, and an empty line between its headers and the key is less. */
const CLOSE = 0.8;
const APART = 2.5;
const MARGIN = 0.25;
/** In characters of the mark's line: how long lines of keys are, and how many dashes before the mark may not have been read. */
const LINE_LENGTH = 70;
const DASHES = 5;

export function keyBlocks(lines: readonly RawLine[]): Box[] {
  const reported = lines.map((line) => ({
    ...line,
    text: line.words.map(({ text }) => text).join(' '),
  }));
  const begun = reported
    .filter(({ text }) => BEGIN.test(text))
    .map((mark) => {
      const below = reported.filter((line) => bottomOf(line) > bottomOf(mark));
      const downwards = below.toSorted((a, b) => a.top - b.top);
      return blockFrom(mark, downwards, END, (block, line) => line.top - bottomOf(block));
    });
  const unbegun = reported
    .filter((line) => END.test(line.text) && !begun.some((block) => overlaps(block, line)))
    .map((mark) => {
      const above = reported.filter((line) => line.top < mark.top);
      const upwards = above.toSorted((a, b) => bottomOf(b) - bottomOf(a));
      return blockFrom(mark, upwards, BEGIN, (block, line) => block.top - bottomOf(line));
    });
  return [...begun, ...unbegun];
}

type ToldLine = RawLine & { readonly text: string };

/** The mark and, line after line, what joins it; up to the other mark, or to where something else begins. */
function blockFrom(
  mark: ToldLine,
  lines: readonly ToldLine[],
  otherMark: RegExp,
  gapTo: (block: Box, line: Box) => number,
): Box {
  const character = mark.width / mark.text.length;
  const dashes = DASHES * character;
  const width = dashes + Math.max(mark.width, LINE_LENGTH * character);
  let block: Box = { left: mark.left - dashes, top: mark.top, width, height: mark.height };
  for (const line of lines) {
    if (!sharesColumn(block, line)) continue;
    const gap = gapTo(block, line) / mark.height;
    if (gap > APART || (gap > CLOSE && isProse(line))) break;
    block = around([block, line]);
    if (otherMark.test(line.text)) break;
  }
  const above = MARGIN * mark.height;
  return { ...block, top: block.top - above, height: block.height + 2 * above };
}

function sharesColumn(a: Box, b: Box): boolean {
  return a.left < b.left + b.width && b.left < a.left + a.width;
}

function isProse({ words }: RawLine): boolean {
  return (
    words.length > 1 && words.every(({ text }) => /^[\p{L}’'][\p{Ll}’']*[.,:;!?]?$/u.test(text))
  );
}

function bottomOf({ top, height }: Box): number {
  return top + height;
}
