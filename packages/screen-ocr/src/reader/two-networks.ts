/**
 * Joins what the two networks read of one strip. The eastern one writes no Cyrillic, Greek or Hebrew and few letters with accents, so
 * words in which the western one read such letters stay as they are. Pure.
 */
import { groupsOf } from '../groups.ts';
import { OTHER_NETWORK } from './alphabet.ts';
import type { Letter } from './letters.ts';

// Share of the letters of a word.
const MOSTLY_FOREIGN = 0.6;
// Share of joined words that get a second mark.
const MARKED_TWICE = 0.25;
const NONE: Letter = { text: '', confidence: 0, from: 0, to: 0 };

/** `writes` says which characters the eastern network knows. */
export function joinReadings(
  western: readonly Letter[],
  eastern: readonly Letter[],
  writes: (character: string) => boolean,
): readonly Letter[] {
  const isEastern = ({ text }: Letter) => text === OTHER_NETWORK || writes(text);
  if (western.every(isEastern)) return eastern;
  const isSpace = ({ text }: Letter) => text === ' ';
  const words = groupsOf(western, (letter, last) => isSpace(letter) || isSpace(last));
  return words.flatMap((word, i) => {
    if (!isOfEastern(word, isEastern)) return word;
    // From space to space: a network marks the middle of a character, and the parts of a syllable lie around it.
    const from = endOf(words[i - 1], Number.NEGATIVE_INFINITY);
    const to = endOf(words[i + 1], Number.POSITIVE_INFINITY);
    return eastern.filter((letter) => middleOf(letter) > from && middleOf(letter) < to);
  });
}

/** A letter that it does not know is misread where most of the others are foreign. */
function isOfEastern(word: readonly Letter[], isEastern: (letter: Letter) => boolean): boolean {
  const foreign = word.filter(isForeign).length;
  return foreign > 0 && (word.every(isEastern) || foreign >= MOSTLY_FOREIGN * word.length);
}

/** The middle of the space that a group is; `none` where there is no group. */
function endOf(space: readonly Letter[] | undefined, none: number): number {
  return space?.[0] === undefined ? none : middleOf(space[0]);
}

export function isForeign({ text }: Letter): boolean {
  return text === OTHER_NETWORK;
}

/** Whether the foreign words look like Arabic: the western network marks most of its words once, and every character of other scripts. */
export function isJoinedScript(letters: readonly Letter[]): boolean {
  const marks = letters.filter(isForeign).length;
  const pairs = letters.filter(
    (letter, i) => isForeign(letter) && isForeign(letters[i + 1] ?? NONE),
  );
  return pairs.length <= MARKED_TWICE * marks;
}

export function middleOf({ from, to }: Letter): number {
  return (from + to) / 2;
}
