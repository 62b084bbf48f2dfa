/**
 * A lone word under an icon may be of any script: nothing is around it, and "Home" is read as Cyrillic. On a screen where all other words are
 * Latin it is Latin. A word that is sure, or has a letter that no Latin one looks like, says that its script is meant. Pure.
 */
import type { LineWord } from './line-words.ts';

const OTHER = /[\p{Script=Cyrillic}\p{Script=Greek}]/u;
const LATIN = /^\p{Script=Latin}{3,}$/u;
const LEAST_LATIN = 3;
const SURE = 0.95;

/** `words` are all of the screen. */
export function isLatinScreen(words: readonly LineWord[]): boolean {
  const isMeant = ({ text, latin, confidence }: LineWord) =>
    OTHER.test(text) && (latin === undefined || confidence >= SURE);
  return words.filter(({ text }) => LATIN.test(text)).length >= LEAST_LATIN && !words.some(isMeant);
}

/** On such a screen. The same words where nothing changes. */
export function inLatin(words: readonly LineWord[]): readonly LineWord[] {
  const isOther = ({ text, latin }: LineWord) => latin !== undefined && OTHER.test(text);
  if (!words.some(isOther)) return words;
  return words.map((word) => (isOther(word) ? { ...word, text: word.latin ?? word.text } : word));
}
