/** The words of a frame as columns: places, confidence, line, and where in the text of the frame each word stands. */
import type { TextBox } from '#store/records.ts';
import { folded, type NumberWriter, numberWriter, type PackReading, unfolded } from './columns.ts';
import { at, SCALE, scaled } from './scale.ts';
import { wordFinder, wordsOf } from './text-references.ts';

const LITERAL = 0;

/** As it will be read again: places are kept as whole numbers. */
export function asKept(box: TextBox): TextBox {
  const kept = (value: number) => scaled(value) / SCALE;
  const { left, top, width, height } = box;
  return { ...box, left: kept(left), top: kept(top), width: kept(width), height: kept(height) };
}

/** left (from the right edge before), top, width, height, confidence, line, reference to the text. */
export function encodeWords(
  boxes: readonly TextBox[],
  text: string,
  literals: string[],
): NumberWriter[] {
  const columns = Array.from({ length: 7 }, numberWriter);
  const [lefts, tops, widths, heights, confidences, lines, references] = columns as Tuple7;
  const find = wordFinder(text);
  let [right, top, height, confidence, line, expected] = [0, 0, 0, 0, 0, 0];
  for (const box of boxes) {
    const left = scaled(box.left);
    const width = scaled(box.width);
    lefts.pushSigned(left - right);
    right = left + width;
    tops.pushSigned(scaled(box.top) - top);
    top = scaled(box.top);
    widths.pushSigned(width);
    heights.pushSigned(scaled(box.height) - height);
    height = scaled(box.height);
    confidences.pushSigned(scaled(box.confidence) - confidence);
    confidence = scaled(box.confidence);
    lines.push(box.line === undefined ? 0 : 1 + folded(box.line - line));
    line = box.line ?? line;
    const position = find(box.text, expected);
    references.push(position < 0 ? LITERAL : 1 + folded(position - expected));
    if (position < 0) literals.push(box.text);
    else expected = position + 1;
  }
  return columns;
}
type Tuple7 = [NumberWriter, NumberWriter, NumberWriter, NumberWriter, NumberWriter, NumberWriter, NumberWriter]; // biome-ignore format: one row

export function decodeWords(
  reading: PackReading,
  count: number,
  text: string,
  nextLiteral: () => string,
): TextBox[] {
  const [lefts, tops, widths, heights, confidences] = Array.from({ length: 5 }, () =>
    reading.signedNumbers(count),
  ) as [number[], number[], number[], number[], number[]];
  const lines = reading.numbers(count);
  const references = reading.numbers(count);
  const words = count > 0 ? wordsOf(text) : [];
  let [right, top, height, confidence, line, expected] = [0, 0, 0, 0, 0, 0];
  return references.map((reference, i) => {
    const left = right + at(lefts, i);
    const width = at(widths, i);
    right = left + width;
    top += at(tops, i);
    height += at(heights, i);
    confidence += at(confidences, i);
    const position = expected + unfolded(reference - 1);
    if (reference !== LITERAL) expected = position + 1;
    const box: TextBox = {
      text: reference === LITERAL ? nextLiteral() : (words[position] ?? ''),
      left: left / SCALE,
      top: top / SCALE,
      width: width / SCALE,
      height: height / SCALE,
      confidence: confidence / SCALE,
    };
    const lineStep = at(lines, i);
    if (lineStep === 0) return box;
    line += unfolded(lineStep - 1);
    return { ...box, line };
  });
}
