/** Reads one line with a recogniser: draws its strip, looks a second time when the first reading is doubtful, drops what is no text. */
import type { LineRecogniser } from '#extract/ocr/recogniser.ts';
import { cleanWords } from './clean.ts';
import type { DetectedLine } from './detect/detect-lines.ts';
import type { Ink } from './ink.ts';
import { type LineWord, meanConfidence } from './line-words.ts';
import { stripOf } from './strip.ts';
import type { Tail } from './tail.ts';

// Below this the measured x-height may have been wrong: capitals taken for small letters. Read once more at another size.
const DOUBTFUL = 0.62;
const OTHER_SIZE = 1.3;
const CLEARLY_BETTER = 0.05;

/** Words placed from the left edge of the line. */
export async function readLine(
  recogniser: LineRecogniser,
  line: DetectedLine,
  ink: Ink,
  tail: Tail | undefined,
): Promise<LineWord[]> {
  if (tail !== undefined) {
    const rest = await readStrip(recogniser, ink, tail.fromColumn, ink.xHeight);
    return [...tail.kept, ...cleanWords(rest, line, ink)];
  }
  const words = await readStrip(recogniser, ink, 0, ink.xHeight);
  const confidence = meanConfidence(words);
  if (words.length > 0 && confidence < DOUBTFUL) {
    const again = await readStrip(recogniser, ink, 0, ink.xHeight * OTHER_SIZE);
    if (meanConfidence(again) > confidence + CLEARLY_BETTER) return cleanWords(again, line, ink);
  }
  return cleanWords(words, line, ink);
}

async function readStrip(
  recogniser: LineRecogniser,
  ink: Ink,
  fromColumn: number,
  xHeight: number,
): Promise<LineWord[]> {
  const strip = stripOf(ink, fromColumn, xHeight);
  const words = await recogniser.read(strip);
  return words.map((word) => ({
    text: word.text,
    confidence: word.confidence,
    // The bitmap has a margin of one pixel that the line has not.
    x: strip.toInk(word.x) - 1,
    width: word.width / strip.scale,
  }));
}
