/** Greedy CTC decoding: the best class of every step becomes letters, and letters become words with their places. Pure. */
import { groupsOf } from '../groups.ts';
import { NO_TEXT, OTHER_NETWORK } from './alphabet.ts';
import { inKatakana } from './corrections/katakana.ts';
import { inLatinLetters } from './corrections/latin-doubles.ts';
import { likeNeighbours } from './corrections/look-alikes.ts';
import { inScriptOfLine } from './corrections/one-script.ts';
import type { StripWord } from './strip.ts';

/** Pixels of a strip for each step of the network. */
export const STEP_WIDTH = 2;

/** A 1 has as much room around it as other digits, of which it fills less: less sure spaces next to it are no spaces. */
const SURE_SPACE = 0.7;

const ENDS_A_WORD: ReadonlySet<string> = new Set([' ', NO_TEXT, OTHER_NETWORK]);

export interface Letter {
  readonly text: string;
  /** Probability of the first step that shows it. */
  readonly confidence: number;
  /** In steps; `to` is the step after the last. */
  readonly from: number;
  readonly to: number;
}

/** What a network found in the steps that it looked at; in all others is nothing. */
export interface Steps {
  /** Their places, in rising order. */
  readonly at: ArrayLike<bigint | number>;
  /** The best class of each. */
  readonly best: ArrayLike<bigint | number>;
  /** Its probability. */
  readonly confidence: ArrayLike<number>;
}

/** A class that repeats without a blank between is one letter. Only of the steps [from, to), and placed from the first of these on. */
export function lettersOf(
  { at, best, confidence }: Steps,
  alphabet: readonly string[],
  range = { from: 0, to: Number.POSITIVE_INFINITY },
): Letter[] {
  const letters: Letter[] = [];
  for (let i = 0, next = 0; i < best.length; i = next) {
    const found = best[i] as bigint | number;
    const place = Number(at[i]);
    next = i + 1;
    if (place < range.from) continue;
    if (place >= range.to) break;
    const end = Math.min(best.length, i + range.to - place);
    while (next < end && best[next] === found && Number(at[next]) === place + next - i) next++;
    const text = alphabet[Number(found)] ?? '';
    if (text === '') continue;
    const from = place - range.from;
    letters.push({ text, confidence: confidence[i] as number, from, to: from + next - i });
  }
  return letters;
}

/** Left to right, in the order of the strip. Spaces, signs that are no text and characters that were not read part words. */
export function wordsOf(letters: readonly Letter[]): StripWord[] {
  const shown = letters.filter((_, i) => !isRoomOfOne(letters, i));
  const isEnd = ({ text }: Letter) => ENDS_A_WORD.has(text);
  const groups = groupsOf(shown, (letter, last) => isEnd(letter) || isEnd(last));
  const words = groups.filter((group) => !group.some(isEnd)).map(joined);
  const texts = inScriptOfLine(words.map(({ text }) => text));
  return words.map((each, i) => ({ ...each, text: texts[i] as string }));
}

/** Whether the space at `at` is a part of the 1 before or after it, between digits. */
function isRoomOfOne(letters: readonly Letter[], at: number): boolean {
  const space = letters[at];
  if (space?.text !== ' ' || space.confidence >= SURE_SPACE) return false;
  const pair = `${letters[at - 1]?.text ?? ''}${letters[at + 1]?.text ?? ''}`;
  return /^(?:1\d|\d1)$/.test(pair);
}

function joined(letters: readonly Letter[]): StripWord {
  const x = (letters[0]?.from ?? 0) * STEP_WIDTH;
  const sum = letters.reduce((all, { confidence }) => all + confidence, 0);
  return {
    // Hangul comes as the parts of its syllables.
    text: inKatakana(likeNeighbours(letters).normalize('NFC')),
    confidence: sum / letters.length,
    x,
    width: (letters.at(-1)?.to ?? 0) * STEP_WIDTH - x,
    latin: inLatinLetters(letters),
  };
}
