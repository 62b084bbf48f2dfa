/** Reads one line with a recogniser: draws its strip, and looks a second time when the first reading is doubtful. */

import type { Tail } from '../frames/tail.ts';
import { type Ink, inkBetween } from '../ink/ink.ts';
import { joinedStripOf, stripOf } from '../ink/strip.ts';
import type { LineRecogniser } from '../reader/strip.ts';
import { type LineWord, meanConfidence } from './line-words.ts';
import { snapToInk } from './word-edges.ts';

// Below this the measured x-height may have been wrong: capitals taken for small letters. Read once more at another size.
const DOUBTFUL = 0.62;
const OTHER_SIZE = 1.3;
const CLEARLY_BETTER = 0.05;
// A lone joined word has few rows to measure its letters by. Nothing is read where they are taken for much larger or smaller ones.
const UNREAD_SIZE = 1.2;
const SURE_AGAIN = 0.85;
const LEAST_AGAIN = 3;
// In heights: a word, and no strip of texture.
const LONGEST_WORD = 8;
// A label on a picture is read a second time, a little smaller: "Ноте" is then "Home", and what is right is surer. Texture is no such word.
const LABEL_SIZE = 0.9;
const SURE_ALIKE = 0.95;
const SURE_LABEL = 0.9;
const LABEL_WORD = /^\p{Script=Latin}{4,}$/u;
const OTHER_LETTER = /[\p{Script=Cyrillic}\p{Script=Greek}]/u;
const JOINED_LETTER = /\p{Script=Arabic}/u;
// A time next to a message is often smaller than its text; its digits then look like small letters.
const SURE_NUMBER = 0.95;
const SMALLER = 0.85;
// Of the x-height: strips for scripts with more strokes to a letter than Latin has.
const LARGER_LETTERS = 0.85;

/** All words, however doubtful, placed from the left edge of the line. */
export async function readLine(
  recogniser: LineRecogniser,
  ink: Ink,
  tail: Tail | undefined,
  signal: AbortSignal,
): Promise<LineWord[]> {
  if (tail !== undefined) {
    const rest = await readStrip(recogniser, ink, tail.fromColumn, ink.xHeight, signal);
    return [...tail.kept, ...rest];
  }
  const words = await readStrip(recogniser, ink, 0, ink.xHeight, signal);
  const confidence = meanConfidence(words);
  if (words.length === 0) return readLoneWord(recogniser, ink, signal);
  if (confidence < DOUBTFUL) {
    const again = await readStrip(recogniser, ink, 0, ink.xHeight * OTHER_SIZE, signal);
    return meanConfidence(again) > confidence + CLEARLY_BETTER ? again : words;
  }
  const isDoubtfulLabel =
    confidence < SURE_LABEL && words.every(({ text }) => LABEL_WORD.test(text));
  const isDoubtfulScript = words.some(isDoubtfullyAlike) && !words.some(isSurelyOther);
  if (isDoubtfulLabel || isDoubtfulScript) {
    const again = await readStrip(recogniser, ink, 0, ink.xHeight * LABEL_SIZE, signal);
    return meanConfidence(again) > confidence ? again : words;
  }
  return readSmallNumbers(recogniser, ink, words, signal);
}

/** All its letters look like Latin ones, and the network does not say for sure that they are not. */
function isDoubtfullyAlike({ latin, confidence }: LineWord): boolean {
  return latin !== undefined && confidence < SURE_ALIKE;
}

/** A letter without a Latin double says which script the line has. */
function isSurelyOther({ text, latin }: LineWord): boolean {
  return latin === undefined && OTHER_LETTER.test(text);
}

/** Once more, with smaller letters: nothing was read. Only a joined word counts: others are measured well enough. */
async function readLoneWord(
  recogniser: LineRecogniser,
  ink: Ink,
  signal: AbortSignal,
): Promise<LineWord[]> {
  if (ink.columns.length > LONGEST_WORD * (ink.bottom - ink.top + 1)) return [];
  const words = await readStrip(recogniser, ink, 0, ink.xHeight * UNREAD_SIZE, signal);
  const isSure = meanConfidence(words) >= SURE_AGAIN;
  const letters = words.map(({ text }) => text).join('');
  return isSure && letters.length >= LEAST_AGAIN && JOINED_LETTER.test(letters) ? words : [];
}

/** Reads doubtful numbers that are smaller than the other words of their line at their own size. */
async function readSmallNumbers(
  recogniser: LineRecogniser,
  ink: Ink,
  words: readonly LineWord[],
  signal: AbortSignal,
): Promise<LineWord[]> {
  const found: LineWord[] = [];
  for (const word of words) {
    const isDoubtful = words.length > 1 && word.confidence < SURE_NUMBER && /\d/.test(word.text);
    const own = isDoubtful ? inkOfWord(ink, word) : undefined;
    const isSmaller = own !== undefined && own.xHeight < SMALLER * ink.xHeight;
    const [again, ...more] = isSmaller
      ? await readStrip(recogniser, own, 0, own.xHeight, signal)
      : [];
    const isBetter =
      again !== undefined &&
      more.length === 0 &&
      again.confidence > word.confidence + CLEARLY_BETTER;
    found.push(isBetter ? { ...word, text: again.text, confidence: again.confidence } : word);
  }
  return found;
}

function inkOfWord(ink: Ink, { x, width }: LineWord): Ink | undefined {
  // The bitmap has a margin of one pixel that the line has not.
  const from = Math.max(0, Math.floor(x));
  const to = Math.min(ink.columns.length, Math.ceil(x + width) + 2);
  return to - from < 3 ? undefined : inkBetween(ink, from, to);
}

async function readStrip(
  recogniser: LineRecogniser,
  ink: Ink,
  fromColumn: number,
  xHeight: number,
  signal: AbortSignal,
): Promise<LineWord[]> {
  const strip = stripOf(ink, fromColumn, xHeight);
  const enlarged = (isJoined: boolean) => {
    const draw = isJoined ? joinedStripOf : stripOf;
    return draw(ink, fromColumn, LARGER_LETTERS * xHeight);
  };
  const words = (await recogniser.read(strip, signal, enlarged)).map((word) => ({
    text: word.text,
    confidence: word.confidence,
    // The bitmap has a margin of one pixel that the line has not.
    x: strip.toInk(word.x) - 1,
    width: word.width / strip.scale,
    latin: word.latin,
  }));
  return snapToInk(words, ink, fromColumn);
}
