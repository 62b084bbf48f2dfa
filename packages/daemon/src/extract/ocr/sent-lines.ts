/** Lines as they travel from the OCR process: one that the service already has is sent as its place in the answer before. */
import type { OcrLine } from '@hindcast/screen-ocr';

/** A number is a place among the lines of the answer before. */
export type SentLine = OcrLine | number;

/** `before`: what the service has, by identity. */
export function shortened(
  lines: readonly OcrLine[],
  before: readonly OcrLine[] | undefined,
): readonly SentLine[] {
  if (before === undefined) return lines;
  const places = new Map(before.map((line, place) => [line, place]));
  return lines.map((line) => places.get(line) ?? line);
}

export function completed(
  lines: readonly SentLine[],
  before: readonly OcrLine[] | undefined,
): readonly OcrLine[] {
  return lines.map((line) => {
    if (typeof line !== 'number') return line;
    const known = before?.[line];
    if (known === undefined) throw new Error(`the answer before has no line ${line}`);
    return known;
  });
}
