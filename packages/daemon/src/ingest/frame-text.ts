/**
 * Which text a frame gets. The accessibility tree of the window comes first: it is exact and costs
 * little. OCR is asked where the tree says nothing or too little, and for the other windows on the
 * picture; then both are put together without saying anything twice.
 */
import type { CapturedFrame, Rect, TextNode } from '#core/observation.ts';
import type { OcrLine, OcrResult } from '#extract/ocr/engine.ts';
import type { NewElement, TextBox } from '#store/records.ts';

/** A tree whose texts cover less of its window than this has not told what the window shows. */
const ENOUGH_COVERED = 0.02;
/** Other windows that show at least this part of the picture are worth reading. */
const OTHERS_WORTH_READING = 0.05;

export interface FrameText {
  text: string;
  source: 'accessibility' | 'ocr' | 'hybrid' | undefined;
  boxes: TextBox[];
  elements: NewElement[];
}

export interface PlacedText {
  text: string;
  /** Null when only what it says is known. */
  bounds: Rect | null;
}

/** Whether the picture itself has to be read. */
export function needsOcr(frame: CapturedFrame): boolean {
  const { window, accessibility } = frame;
  if (!window || !accessibility?.isComplete || accessibility.nodes.length === 0) return true;
  const picture = { x: 0, y: 0, width: frame.pixels.width, height: frame.pixels.height };
  const shown = overlap(window.bounds, picture);
  const covered = accessibility.nodes.reduce((sum, node) => sum + overlap(node.bounds, picture), 0);
  if (covered < shown * ENOUGH_COVERED) return true;
  const others = overlap(picture, picture) - shown;
  const hasOthers = frame.windows.some((other) => other.id !== window.id);
  return hasOthers && others > overlap(picture, picture) * OTHERS_WORTH_READING;
}

/** Puts together what the tree and, if it was asked, OCR found. */
export function frameText(frame: CapturedFrame, ocr: OcrResult | undefined): FrameText {
  const nodes = frame.accessibility?.nodes ?? [];
  const lines = ocr?.lines ?? [];
  return {
    ...combinedText(nodes, lines),
    boxes: wordBoxes(lines, frame.pixels),
    elements: nodes.map((node) => toElement(node, frame.pixels)),
  };
}

/** What the tree told, then the lines that it did not tell; places of both in one unit. */
export function combinedText(
  nodes: readonly PlacedText[],
  lines: readonly (Rect & { text: string })[],
): Pick<FrameText, 'text' | 'source'> {
  const added = nodes.length > 0 ? lines.filter((line) => !isTold(line, nodes)) : lines;
  const texts = [...nodes.map((node) => node.text), ...added.map((line) => line.text)];
  return { text: texts.join('\n'), source: sourceOf(nodes.length > 0, added.length > 0) };
}

function sourceOf(hasTree: boolean, hasOcr: boolean): FrameText['source'] {
  if (hasTree && hasOcr) return 'hybrid';
  if (hasTree) return 'accessibility';
  return hasOcr ? 'ocr' : undefined;
}

/** A line in the middle of a node's place is that node's own text. */
function isTold(line: Rect, nodes: readonly PlacedText[]): boolean {
  const x = line.x + line.width / 2;
  const y = line.y + line.height / 2;
  return nodes.some(
    ({ bounds }) =>
      bounds !== null &&
      x >= bounds.x &&
      x <= bounds.x + bounds.width &&
      y >= bounds.y &&
      y <= bounds.y + bounds.height,
  );
}

interface Size {
  width: number;
  height: number;
}

export function fractions(rect: Rect, { width, height }: Size) {
  return {
    left: rect.x / width,
    top: rect.y / height,
    width: rect.width / width,
    height: rect.height / height,
  };
}

/** With the line each word stands in: lines are elements of their own. */
export function wordBoxes(lines: readonly Pick<OcrLine, 'words'>[], picture: Size): TextBox[] {
  return lines.flatMap(({ words }, line) =>
    words.map(({ text, confidence, ...rect }) => ({
      text,
      confidence,
      ...fractions(rect, picture),
      line,
    })),
  );
}

function toElement(node: TextNode, picture: Size): NewElement {
  return {
    source: 'accessibility',
    role: node.role,
    text: node.text,
    parent: node.parent,
    depth: node.depth,
    bounds: fractions(node.bounds, picture),
  };
}

function overlap(a: Rect, b: Rect): number {
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  return Math.max(0, width) * Math.max(0, height);
}
