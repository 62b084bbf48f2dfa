/**
 * Which text a frame gets: what the accessibility tree says, where the picture confirms it, and what OCR read everywhere else,
 * without repeating anything.
 */

import type { KnownTexts, OcrLine, OcrResult } from '@hindcast/screen-ocr';
import type { CapturedFrame, Rect, TextNode, WindowInfo } from '#core/observation.ts';
import type { NewElement } from '#store/new-records.ts';
import type { TextBox } from '#store/records.ts';

/** What a word on the wallpaper must reach. */
const SURE = 0.75;
const A_WORD = /[\p{L}\p{N}]{3}/u;

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

/** What the window says it shows, for OCR to compare with the picture; windows above it hide parts of it. */
export function knownTexts(frame: CapturedFrame): KnownTexts {
  const texts = frame.accessibility?.nodes.map(({ text, bounds, parent }) => ({
    text,
    parent,
    ...bounds,
  }));
  return { texts: texts ?? [], except: windowsAbove(frame) };
}

function windowsAbove({ window, windows }: CapturedFrame): Rect[] {
  const place = windows.findIndex(({ id }) => id === window?.id);
  return windows.slice(0, Math.max(0, place)).map(({ bounds }) => bounds);
}

/** Puts together what the tree and, if it was asked, OCR found. */
export function frameText(frame: CapturedFrame, ocr: OcrResult | undefined): FrameText {
  const all = frame.accessibility?.nodes ?? [];
  const isShown = (_: TextNode, index: number) => ocr?.confirmed?.[index] ?? true;
  const nodes = all.filter(isShown);
  const lines = (ocr?.lines ?? []).filter((line) => isText(line, frame.windows));
  const above = windowsAbove(frame);
  // A tooltip covers the place of a button, and is not its text.
  const isAbove = (line: OcrLine) => above.some((bounds) => containsMiddle(bounds, line));
  return {
    ...combinedText(
      nodes,
      lines.map((line) => (isAbove(line) ? line : withoutKnown(line, nodes))),
    ),
    boxes: wordBoxes(lines, frame.pixels),
    elements: keptNodes(all, (node, index) => node.isName || isShown(node, index)).map((node) =>
      toElement(node, frame.pixels),
    ),
  };
}

/** Texture of a wallpaper is read as short pieces that mean nothing; names of icons are words that are read surely. */
function isText(line: OcrLine, windows: readonly WindowInfo[]): boolean {
  const top = windows.find(({ bounds }) => containsMiddle(bounds, line));
  if (top?.isDesktop !== true) return true;
  return line.words.some(({ text, confidence }) => confidence >= SURE && A_WORD.test(text));
}

/** The parent of a node is its nearest ancestor that is kept. */
function keptNodes(
  nodes: readonly TextNode[],
  isKept: (node: TextNode, index: number) => boolean,
): TextNode[] {
  const newIndex = new Map<number, number>();
  const kept: TextNode[] = [];
  for (const [index, node] of nodes.entries()) {
    if (!isKept(node, index)) continue;
    let parent = node.parent;
    while (parent !== undefined && !newIndex.has(parent)) parent = nodes[parent]?.parent;
    newIndex.set(index, kept.length);
    kept.push({ ...node, parent: parent === undefined ? undefined : newIndex.get(parent) });
  }
  return kept;
}

/** A line that only in part shows what nodes say keeps the other words. */
function withoutKnown(line: OcrLine, nodes: readonly TextNode[]): PlacedLine {
  const words = line.words.filter((word) => !isKnown(word, nodes));
  return { ...line, text: words.map(({ text }) => text).join(' ') };
}

type PlacedLine = Rect & { text: string };

/** What the tree said, then the lines that it did not say; places of both in one unit. */
export function combinedText(
  nodes: readonly PlacedText[],
  lines: readonly PlacedLine[],
): Pick<FrameText, 'text' | 'source'> {
  const added = lines.filter((line) => line.text !== '');
  const texts = [...nodes.map((node) => node.text), ...added.map((line) => line.text)];
  return { text: texts.join('\n'), source: sourceOf(nodes.length > 0, added.length > 0) };
}

function sourceOf(hasTree: boolean, hasOcr: boolean): FrameText['source'] {
  if (hasTree && hasOcr) return 'hybrid';
  if (hasTree) return 'accessibility';
  return hasOcr ? 'ocr' : undefined;
}

/** What stands in the middle of a node's place is that node's own text. */
export function isKnown(place: Rect, nodes: readonly PlacedText[]): boolean {
  return nodes.some(({ bounds }) => bounds !== null && containsMiddle(bounds, place));
}

function containsMiddle(rect: Rect, place: Rect): boolean {
  const x = place.x + place.width / 2;
  const y = place.y + place.height / 2;
  return x >= rect.x && x <= rect.x + rect.width && y >= rect.y && y <= rect.y + rect.height;
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

/** With the line each word stands in: lines are separate elements. */
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
