/**
 * Joins what the two networks read of one strip. The eastern one writes no Cyrillic, Greek or Hebrew and few letters with accents, so
 * words in which the western one read such letters stay as they are. Pure.
 */
import { OTHER_NETWORK } from './alphabet.ts';
import type { Letter } from './letters.ts';

/** `writes` says which characters the eastern network knows. */
export function joinReadings(
  western: readonly Letter[],
  eastern: readonly Letter[],
  writes: (character: string) => boolean,
): readonly Letter[] {
  const isEastern = ({ text }: Letter) => text === OTHER_NETWORK || writes(text);
  if (western.every(isEastern)) return eastern;
  return inWords(western).flatMap((word) => {
    if (!word.some(isForeign) || !word.every(isEastern)) return word;
    const from = word[0]?.from ?? 0;
    const to = word.at(-1)?.to ?? 0;
    const isInside = (letter: Letter) => middleOf(letter) >= from && middleOf(letter) <= to;
    return eastern.filter(isInside);
  });
}

export function isForeign({ text }: Letter): boolean {
  return text === OTHER_NETWORK;
}

/** Each with the space after it in its own group, so that nothing is lost. */
function inWords(letters: readonly Letter[]): Letter[][] {
  const words: Letter[][] = [[]];
  for (const letter of letters) {
    if (letter.text === ' ') words.push([letter], []);
    else words.at(-1)?.push(letter);
  }
  return words;
}

function middleOf({ from, to }: Letter): number {
  return (from + to) / 2;
}
