/**
 * Letters and digits that look alike, such as O and 0, take the kind of their neighbours. Only where the network is unsure, or where
 * the letter is of another script than Latin: names such as "l10n" stay as they are. Pure.
 */
import type { Letter } from './letters.ts';

const UNSURE = 0.9;
// Cyrillic and Greek ones first: no number holds them, however sure the network is.
const FOREIGN_DIGITS = new Map([...'ЗзОоΟο'].map((letter, i) => [letter, '330000'[i] as string]));
const DIGITS = new Map([...'OolI|'].map((letter, i) => [letter, '00111'[i] as string]));
const SMALL_LETTERS = new Map([
  ['0', 'o'],
  ['1', 'l'],
]);
const CAPITALS = new Map([
  ['0', 'O'],
  ['1', 'I'],
]);
/** A hash is no word with a wrong letter. */
const HEXADECIMAL = /^[\da-f]+$/i;
const LEAST_LETTERS = 2;

/** The letters of one word. */
export function likeNeighbours(word: readonly Letter[]): readonly Letter[] {
  return runsOf(word).flatMap(mended);
}

/** Letters and digits side by side, without the signs between them. */
function runsOf(word: readonly Letter[]): Letter[][] {
  const runs: Letter[][] = [];
  let isOpen = false;
  for (const letter of word) {
    const isJoined = /[\p{L}\p{N}|]/u.test(letter.text);
    if (isOpen && isJoined) runs.at(-1)?.push(letter);
    else runs.push([letter]);
    isOpen = isJoined;
  }
  return runs;
}

function mended(run: readonly Letter[]): readonly Letter[] {
  const isDoubtful = (letter: Letter) =>
    FOREIGN_DIGITS.has(letter.text) ||
    (letter.confidence < UNSURE && (DIGITS.has(letter.text) || SMALL_LETTERS.has(letter.text)));
  const others = run.filter((letter) => !isDoubtful(letter));
  if (others.length === 0 || others.length === run.length) return run;
  if (others.every(({ text }) => /\d/.test(text))) {
    return run.map((letter) =>
      written(letter, isDoubtful(letter) ? digitOf(letter.text) : undefined),
    );
  }
  const isWord = others.length >= LEAST_LETTERS && others.every(({ text }) => /\p{L}/u.test(text));
  if (!isWord || HEXADECIMAL.test(run.map(({ text }) => text).join(''))) return run;
  return run.map((letter, i) =>
    written(
      letter,
      isDoubtful(letter) ? letterOf(letter.text, run[i - 1] ?? run[i + 1]) : undefined,
    ),
  );
}

function digitOf(text: string): string | undefined {
  return FOREIGN_DIGITS.get(text) ?? DIGITS.get(text);
}

function letterOf(text: string, beside: Letter | undefined): string | undefined {
  const isCapital = /\p{Lu}/u.test(beside?.text ?? '');
  return (isCapital ? CAPITALS : SMALL_LETTERS).get(text);
}

function written(letter: Letter, text: string | undefined): Letter {
  return text === undefined ? letter : { ...letter, text };
}
