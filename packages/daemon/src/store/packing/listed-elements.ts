/**
 * The elements of a frame as readers get them: those that were stored, then the lines that OCR read. Words are
 * elements too, for those who ask for them by role: listing each of them next to its line would say everything twice.
 */

import type { NewElement } from '../new-records.ts';
import type { Element, TextBox } from '../records.ts';
import { countLines, linesOf, type TextLine } from './codec/lines.ts';
import type { FrameContent } from './format.ts';

export const WORD_ROLE = 'word';
export const TREE_SOURCE = 'accessibility';
const LINE_ROLE = 'line';
const OCR_SOURCE = 'ocr';

/**
 * An element's number is made of its frame's and its position: stable, and never the same for two. A frame holds
 * far fewer than a million elements, and eight thousand million frames leave it a safe integer.
 */
const ELEMENTS_PER_FRAME = 2 ** 20;

/** As in the frame, without the number of the frame. */
export interface ListedElement extends Omit<Element, 'id' | 'frameId' | 'parentId' | 'sortOrder'> {
  /** Position in the list of its frame, lines and words counted after the stored ones. */
  position: number;
  /** Position of the parent. */
  parent: number | null;
}

/** How many elements a frame lists: all, those of the accessibility tree, those of OCR. */
export interface ElementCounts {
  all: number;
  tree: number;
  ocr: number;
}

export function listedElements({ elements, boxes }: FrameContent): ListedElement[] {
  const lines = linesOf(boxes).map((line, i) => lineElement(line, elements.length + i));
  return [...elements.map(storedElement), ...lines];
}

export function listedWords({ elements, boxes }: FrameContent): ListedElement[] {
  const lines = linesOf(boxes);
  const first = elements.length + lines.length;
  return lines.flatMap((line, i) =>
    line.words.flatMap((word) => {
      const box = boxes[word];
      return box ? [wordElement(box, first + word, elements.length + i)] : [];
    }),
  );
}

export function countElements({ elements, boxes }: FrameContent): ElementCounts {
  const lines = countLines(boxes);
  const of = (source: string) => elements.filter((element) => element.source === source).length;
  return { all: elements.length + lines, tree: of(TREE_SOURCE), ocr: of(OCR_SOURCE) + lines };
}

export function toElement(frameId: number, { parent, position, ...rest }: ListedElement): Element {
  const idOf = (at: number) => frameId * ELEMENTS_PER_FRAME + at;
  const parentId = parent === null ? null : idOf(parent);
  return { ...rest, id: idOf(position), frameId, parentId, sortOrder: position };
}

function storedElement(element: NewElement, position: number): ListedElement {
  return {
    position,
    source: element.source,
    role: element.role,
    text: element.text ?? null,
    parent: element.parent ?? null,
    depth: element.depth ?? 0,
    bounds: element.bounds ?? null,
    confidence: element.confidence ?? null,
  };
}

function lineElement(line: TextLine, position: number): ListedElement {
  const { text, left, top, width, height, confidence } = line;
  return {
    position,
    source: OCR_SOURCE,
    role: LINE_ROLE,
    text,
    parent: null,
    depth: 0,
    bounds: { left, top, width, height },
    confidence,
  };
}

function wordElement(box: TextBox, position: number, parent: number): ListedElement {
  const { text, left, top, width, height, confidence } = box;
  return {
    position,
    source: OCR_SOURCE,
    role: WORD_ROLE,
    text,
    parent,
    depth: 1,
    bounds: { left, top, width, height },
    confidence,
  };
}
