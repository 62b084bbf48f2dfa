/**
 * Letters and digits that look alike, such as O and 0, take the kind of their neighbours. Only where the network is unsure, or where
 * the letter is of another script than Latin: names such as "l10n" stay as they are. Pure.
 */
import { groupsOf } from '../../groups.ts';
import { lettersFor } from '../alphabet.ts';

interface Letter {
  readonly text: string;
  readonly confidence: number;
}

const UNSURE = 0.9;
// Cyrillic and Greek ones first: no number holds them, however sure the network is.
const FOREIGN_DIGITS = lettersFor('ЗзОоΟο', '330000');
const DIGITS = lettersFor('OolI|', '00111');
const SMALL_LETTERS = lettersFor('01', 'ol');
const CAPITALS = lettersFor('01', 'OI');
/** A hash is no word with a wrong letter. */
const HEXADECIMAL = /^[\da-f]+$/i;
const LEAST_LETTERS = 2;
/** No word is made of these alone, however sure the network is; a number is. */
const ONES = /^[l1|]{3,}$/;
/** Letters of scripts that have their own O or l. */
const CONFUSED = /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]/u;

/** The letters of one word. */
export function likeNeighbours(word: readonly Letter[]): string {
  return runsOf(word).map(corrected).join('');
}

/** Letters and digits side by side, without the signs between them. */
function runsOf(word: readonly Letter[]): Letter[][] {
  const isJoined = ({ text }: Letter) => /[\p{L}\p{N}|]/u.test(text);
  return groupsOf(word, (letter, last) => !isJoined(letter) || !isJoined(last));
}

function corrected(run: readonly Letter[]): string {
  const asRead = run.map(({ text }) => text).join('');
  if (ONES.test(asRead) && /[l1]/.test(asRead)) return '1'.repeat(run.length);
  const others = run.filter((letter) => !isDoubtful(letter));
  if (others.length === 0 || others.length === run.length) return asRead;
  const write = (instead: (letter: Letter, i: number) => string | undefined) =>
    run.map((each, i) => (isDoubtful(each) ? instead(each, i) : undefined) ?? each.text).join('');
  if (others.every(({ text }) => /\d/.test(text))) return write(({ text }) => digitOf(text));
  const isWord = others.length >= LEAST_LETTERS && others.every(({ text }) => CONFUSED.test(text));
  if (!isWord || HEXADECIMAL.test(asRead)) return asRead;
  return write(({ text }, i) => letterOf(text, run[i - 1] ?? run[i + 1]));
}

function isDoubtful({ text, confidence }: Letter): boolean {
  if (FOREIGN_DIGITS.has(text)) return true;
  return confidence < UNSURE && (DIGITS.has(text) || SMALL_LETTERS.has(text));
}

function digitOf(text: string): string | undefined {
  return FOREIGN_DIGITS.get(text) ?? DIGITS.get(text);
}

function letterOf(text: string, nearby: Letter | undefined): string | undefined {
  const isCapital = /\p{Lu}/u.test(nearby?.text ?? '');
  return (isCapital ? CAPITALS : SMALL_LETTERS).get(text);
}
