/** Joins the pieces of Chinese and Japanese text, which has no spaces: a search for a word that was cut would not find it. Pure. */
import { type LineWord, meanConfidence } from './line-words.ts';

const SIGN = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー々〆、。，．！？：；「」『』（）《》]`;
const ENDS_UNSPACED = new RegExp(`${SIGN}$`, 'u');
const BEGINS_UNSPACED = new RegExp(`^${SIGN}`, 'u');

/** Gaps in heights of the line. Columns of a table are further apart than this. */
const WIDEST_GAP = 1;

export function joinUnspaced(words: readonly LineWord[], lineHeight: number): LineWord[] {
  const joined: LineWord[] = [];
  for (const word of words) {
    const before = joined.at(-1);
    if (before === undefined || !belongTogether(before, word, lineHeight)) {
      joined.push(word);
      continue;
    }
    joined[joined.length - 1] = {
      text: before.text + word.text,
      confidence: meanConfidence([before, word]),
      x: before.x,
      width: word.x + word.width - before.x,
    };
  }
  return joined;
}

function belongTogether(left: LineWord, right: LineWord, lineHeight: number): boolean {
  const gap = (right.x - left.x - left.width) / lineHeight;
  return ENDS_UNSPACED.test(left.text) && BEGINS_UNSPACED.test(right.text) && gap < WIDEST_GAP;
}
