/**
 * Functions that give SQL the packed content of frames. The views that SQL users know call them, so every
 * connection that meets those views registers them: the store's own and those of the children behind `/raw_sql`.
 */
import type { TextBox } from '../records.ts';
import { linesOf } from './codec/lines.ts';
import { decodeContent, decodeText } from './format.ts';
import type { PackFunctionName } from './function-names.ts';
import { listedElements } from './listed-elements.ts';
import { type OpenMemory, textMatcher } from './text-matcher.ts';
import { unpacker } from './unpack.ts';

type PackFunctions = Record<
  PackFunctionName,
  (first: unknown, second: unknown) => string | number | null
>;

export function packFunctions(openMemory: OpenMemory): PackFunctions {
  const { bytesOf } = unpacker();
  /** They take what is stored of a frame and of its base; a frame without packed content gives null. */
  const unpacking =
    (convert: (bytes: Buffer) => string | null) => (packed: unknown, base: unknown) =>
      packed instanceof Uint8Array
        ? convert(bytesOf(packed, base instanceof Uint8Array ? base : null))
        : null;
  const matches = textMatcher(openMemory);
  return {
    frame_text: unpacking(decodeText),
    frame_words: unpacking((bytes) => JSON.stringify(wordRows(decodeContent(bytes).boxes))),
    frame_elements: unpacking((bytes) => JSON.stringify(elementRows(bytes))),
    frame_tree: unpacking(treeJson),
    match: (pattern, text) => Number(matches(String(pattern), text)),
  };
}

/** As readers of Tesseract's lists expect them: every value is text, places are fractions. */
function wordRows(boxes: readonly TextBox[]): Record<string, string>[] {
  return linesOf(boxes).flatMap((line, lineNumber) =>
    line.words.flatMap((position, wordNumber) => {
      const box = boxes[position];
      if (!box) return [];
      return {
        text: box.text,
        left: decimal(box.left),
        top: decimal(box.top),
        width: decimal(box.width),
        height: decimal(box.height),
        conf: decimal(Math.round(box.confidence * 10_000) / 100),
        level: '5',
        page_num: '1',
        block_num: '1',
        par_num: '1',
        line_num: String(lineNumber + 1),
        word_num: String(wordNumber + 1),
      };
    }),
  );
}

/** With a decimal point, as SQLite writes it. */
function decimal(value: number): string {
  return Number.isInteger(value) ? `${value}.0` : String(value);
}

function elementRows(bytes: Buffer): (string | number | null)[][] {
  return listedElements(decodeContent(bytes)).map((element) => {
    const { source, role, text, parent, depth, bounds, confidence } = element;
    const { left = null, top = null, width = null, height = null } = bounds ?? {};
    return [source, role, text, parent, depth, left, top, width, height, confidence];
  });
}

function treeJson(bytes: Buffer): string | null {
  const nodes = decodeContent(bytes).elements.filter(({ source }) => source === 'accessibility');
  if (nodes.length === 0) return null;
  return JSON.stringify(
    nodes.map(({ role, text = null, depth, bounds }) => ({ role, text, depth, bounds })),
  );
}
