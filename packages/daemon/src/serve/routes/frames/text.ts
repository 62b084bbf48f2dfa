/** What can be read on a frame, put together from its recognised words and its elements. */
import type { Element, Frame, TextBox } from '#store/records.ts';
import { holdsBox } from '#store/search/words/matched-boxes.ts';
import type { FrameContext, TextPosition } from './schema.ts';

/** A frame as `findFrameText` of the store gives it. */
export interface FrameText {
  frame: Frame;
  text: string;
  boxes: TextBox[];
}

/** Words of the image, and elements where none were read. */
export function textPositions(
  { frame, boxes }: FrameText,
  elements: readonly Element[],
  query: string | undefined,
): TextPosition[] {
  const others = elements.flatMap(toBox).filter((element) => !holdsBox(element, boxes));
  const words = [...boxes, ...others];
  const wanted = query?.toLowerCase();
  return words
    .filter((word) => word.width > 0 && word.height > 0)
    .filter((word) => wanted === undefined || word.text.toLowerCase().includes(wanted))
    .map((word) => toPosition(word, frame));
}

function toBox({ text, bounds }: Element): TextBox[] {
  if (text === null || text === '' || bounds === null) return [];
  // Read from the application itself and not from pixels, so there is no doubt.
  return [{ text, ...bounds, confidence: 1 }];
}

function toPosition(box: TextBox, frame: Frame): TextPosition {
  const { text, left, top, width, height, confidence } = box;
  // A frame without an image has no pixels; its fractions are all there is.
  const pixelsAcross = frame.width ?? 1;
  const pixelsDown = frame.height ?? 1;
  return {
    text,
    x: tidy(left * pixelsAcross),
    y: tidy(top * pixelsDown),
    width: tidy(width * pixelsAcross),
    height: tidy(height * pixelsDown),
    confidence,
    bounds: { left, top, width, height },
  };
}

/** Without the noise of the multiplication: 576, not 576.0000000000001. */
function tidy(length: number): number {
  return Math.round(length * 1e4) / 1e4;
}

export function frameContext(
  { frame, text }: FrameText,
  elements: readonly Element[],
): FrameContext {
  const nodes = elements.filter((element) => element.source === 'accessibility');
  return {
    frame_id: frame.id,
    text: text === '' ? null : text,
    nodes: nodes.flatMap(toNode),
    urls: urlsIn([frame.browserUrl, text, ...nodes.map((node) => node.text)]),
    text_source: nodes.length > 0 || frame.textSource === 'accessibility' ? 'accessibility' : 'ocr',
  };
}

function toNode({ role, text, depth, bounds }: Element): FrameContext['nodes'] {
  if (text === null || text === '') return [];
  return [{ role, text, depth, ...(bounds === null ? {} : { bounds }) }];
}

function urlsIn(texts: readonly (string | null)[]): string[] {
  const found = texts.flatMap((text) => text?.match(/https?:\/\/[^\s"'<>()[\]{}]+/gi) ?? []);
  // A full stop or comma at the end belongs to the sentence around the address.
  return [...new Set(found.map((url) => url.replace(/[.,;:!?]+$/, '')))];
}
