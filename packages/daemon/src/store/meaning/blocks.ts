/** Lines of a screen → blocks as a person sees them: lines below each other, of one column and of similar height. Pure. */
import { linesOf, type TextLine as OcrLine } from '../packing/codec/lines.ts';
import type { FrameContent } from '../packing/format.ts';
import { holdsBox } from '../search/words/matched-boxes.ts';

export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

export interface Line {
  text: string;
  box: Box | undefined;
}

/** Fractions of the width and of the height are compared as on most screens. */
const ASPECT = 16 / 9;
/** In heights of a line. */
const WIDEST_GAP = 1.1;
const DEEPEST_OVERLAP = 0.5;
const MOST_INDENTED = 3;
const MOST_HIGHER = 2.2;
/** What a program offers to do is no content. */
const CONTROLS = /button|menu|tab\b|tool|scroll|check|radio|combo|slider|spin|switch|separator/i;

/** Blocks in the order of their first lines. */
export function blocksOf(content: FrameContent): Line[][] {
  const lines = placedLines(content);
  if (lines.length === 0) return plainBlocks(content.text);
  const blocks: (Line & { box: Box })[][] = [];
  for (const line of lines) {
    const above = blocks.findLast((block) => isBelow(block.at(-1) as Line & { box: Box }, line));
    if (above) above.push(line);
    else blocks.push([line]);
  }
  return blocks;
}

/** Text without places: empty lines separate its blocks. */
export function plainBlocks(text: string): Line[][] {
  return text
    .split(/\n\s*\n/)
    .map((block) =>
      block
        .split('\n')
        .map((line) => ({ text: line.trim(), box: undefined }))
        .filter((line) => line.text !== ''),
    )
    .filter((block) => block.length > 0);
}

function placedLines({ boxes, elements }: FrameContent): (Line & { box: Box })[] {
  const read = linesOf(boxes).map(({ text, left, top, width, height }: OcrLine) => ({
    text,
    box: { left, top, width, height },
  }));
  const seen = new Set<string>();
  const published = elements.flatMap(({ role, text, bounds }) => {
    const plain = text?.trim() ?? '';
    if (plain === '' || !bounds || CONTROLS.test(role) || seen.has(plain)) return [];
    seen.add(plain);
    return holdsBox(bounds, boxes) ? [] : linesOfElement(plain, bounds);
  });
  return [...read, ...published];
}

/** An element may hold several lines; each takes its share of the height. */
function linesOfElement(text: string, box: Box): (Line & { box: Box })[] {
  const texts = text.split('\n').filter((line) => line.trim() !== '');
  const height = box.height / texts.length;
  return texts.map((line, i) => ({
    text: line.trim(),
    box: { ...box, top: box.top + i * height, height },
  }));
}

function isBelow({ box: above }: { box: Box }, { box }: { box: Box }): boolean {
  const height = Math.min(above.height, box.height);
  const gap = box.top - (above.top + above.height);
  if (gap > WIDEST_GAP * height || gap < -DEEPEST_OVERLAP * height) return false;
  if (Math.max(above.height, box.height) > MOST_HIGHER * height) return false;
  const indent = Math.abs(box.left - above.left) * ASPECT;
  const shared =
    Math.min(above.left + above.width, box.left + box.width) - Math.max(above.left, box.left);
  return indent <= MOST_INDENTED * height || shared > 0.6 * Math.min(above.width, box.width);
}
