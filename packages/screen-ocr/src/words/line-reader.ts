/** Reads one line with a recogniser: draws its strip, and looks a second time when the first reading is doubtful. */

import type { Tail } from '../frames/tail.ts';
import type { Ink } from '../ink/ink.ts';
import { stripOf } from '../ink/strip.ts';
import type { LineRecogniser } from '../reader/strip.ts';
import { type LineWord, meanConfidence } from './line-words.ts';
import { snapToInk } from './word-edges.ts';

// Below this the measured x-height may have been wrong: capitals taken for small letters. Read once more at another size.
const DOUBTFUL = 0.62;
const OTHER_SIZE = 1.3;
const CLEARLY_BETTER = 0.05;

/** All words, however doubtful, placed from the left edge of the line. */
export async function readLine(
  recogniser: LineRecogniser,
  ink: Ink,
  tail: Tail | undefined,
): Promise<LineWord[]> {
  if (tail !== undefined) {
    const rest = await readStrip(recogniser, ink, tail.fromColumn, ink.xHeight);
    return [...tail.kept, ...rest];
  }
  const words = await readStrip(recogniser, ink, 0, ink.xHeight);
  const confidence = meanConfidence(words);
  if (words.length === 0 || confidence >= DOUBTFUL) return words;
  const again = await readStrip(recogniser, ink, 0, ink.xHeight * OTHER_SIZE);
  return meanConfidence(again) > confidence + CLEARLY_BETTER ? again : words;
}

async function readStrip(
  recogniser: LineRecogniser,
  ink: Ink,
  fromColumn: number,
  xHeight: number,
): Promise<LineWord[]> {
  const strip = stripOf(ink, fromColumn, xHeight);
  const words = (await recogniser.read(strip)).map((word) => ({
    text: word.text,
    confidence: word.confidence,
    // The bitmap has a margin of one pixel that the line has not.
    x: strip.toInk(word.x) - 1,
    width: word.width / strip.scale,
  }));
  return snapToInk(words, ink, fromColumn);
}
