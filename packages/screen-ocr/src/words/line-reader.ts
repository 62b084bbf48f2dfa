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

/** The words of some ink, drawn with letters of this x-height. */
type ReadInk = (ink: Ink, xHeight: number, fromColumn?: number) => Promise<LineWord[]>;

/** All words, however doubtful, placed from the left edge of the line. */
export async function readLine(
  recogniser: LineRecogniser,
  ink: Ink,
  tail: Tail | undefined,
  signal: AbortSignal,
): Promise<LineWord[]> {
  const read = inkReader(recogniser, signal);
  const { xHeight } = ink;
  if (tail !== undefined) return [...tail.kept, ...(await read(ink, xHeight, tail.fromColumn))];
  const words = await read(ink, xHeight);
  const confidence = meanConfidence(words);
  if (words.length === 0) return readLoneWord(read, ink);
  if (confidence < DOUBTFUL) {
    const again = await read(ink, xHeight * OTHER_SIZE);
    return meanConfidence(again) > confidence + CLEARLY_BETTER ? again : words;
  }
  const isDoubtfulLabel =
    confidence < SURE_LABEL && words.every(({ text }) => LABEL_WORD.test(text));
  const isDoubtfulScript = words.some(isDoubtfullyAlike) && !words.some(isSurelyOther);
  if (isDoubtfulLabel || isDoubtfulScript) {
    const again = await read(ink, xHeight * LABEL_SIZE);
    return meanConfidence(again) > confidence ? again : words;
  }
  return readSmallNumbers(read, ink, words);
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
async function readLoneWord(read: ReadInk, ink: Ink): Promise<LineWord[]> {
  if (ink.columns.length > LONGEST_WORD * (ink.bottom - ink.top + 1)) return [];
  const words = await read(ink, ink.xHeight * UNREAD_SIZE);
  const isSure = meanConfidence(words) >= SURE_AGAIN;
  const letters = words.map(({ text }) => text).join('');
  return isSure && letters.length >= LEAST_AGAIN && JOINED_LETTER.test(letters) ? words : [];
}

/** Reads doubtful numbers that are smaller than the other words of their line at their own size. */
async function readSmallNumbers(
  read: ReadInk,
  ink: Ink,
  words: readonly LineWord[],
): Promise<LineWord[]> {
  const found: LineWord[] = [];
  for (const word of words) {
    const isDoubtful = words.length > 1 && word.confidence < SURE_NUMBER && /\d/.test(word.text);
    const own = isDoubtful ? inkOfWord(ink, word) : undefined;
    const isSmaller = own !== undefined && own.xHeight < SMALLER * ink.xHeight;
    const [again, ...more] = isSmaller ? await read(own, own.xHeight) : [];
    const isBetter =
      more.length === 0 && again && again.confidence > word.confidence + CLEARLY_BETTER;
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

function inkReader(recogniser: LineRecogniser, signal: AbortSignal): ReadInk {
  return async (ink, xHeight, fromColumn = 0) => {
    const strip = stripOf(ink, fromColumn, xHeight);
    const enlarged = (isJoined: boolean) => {
      const draw = isJoined ? joinedStripOf : stripOf;
      return draw(ink, fromColumn, LARGER_LETTERS * xHeight);
    };
    const words = (await recogniser.read(strip, signal, enlarged)).map((word) => ({
      ...word,
      // The bitmap has a margin of one pixel that the line has not.
      x: strip.toInk(word.x) - 1,
      width: word.width / strip.scale,
    }));
    return snapToInk(words, ink, fromColumn);
  };
}
