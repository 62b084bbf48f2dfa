/**
 * Joins the pieces that a recogniser makes of Chinese, Japanese and Korean text. It puts a space after every character or two, where
 * the text has none, and a search for a word would not find it. Pure.
 */
import { type LineWord, meanConfidence } from './line-words.ts';

const SIGN = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー々〆、。，．！？：；「」『』（）《》]`;
const ENDS_UNSPACED = new RegExp(`${SIGN}$`, 'u');
const BEGINS_UNSPACED = new RegExp(`^${SIGN}`, 'u');
const ENDS_HANGUL = /\p{Script=Hangul}$/u;
const BEGINS_HANGUL = /^\p{Script=Hangul}/u;

/** Gaps in heights of the line. Columns of a table are further apart than this. */
const WIDEST_GAP = 1;
/** Korean has spaces between its words: a third of a character. */
const WIDEST_HANGUL_GAP = 0.22;

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
  if (ENDS_UNSPACED.test(left.text) && BEGINS_UNSPACED.test(right.text)) return gap < WIDEST_GAP;
  const isHangul = ENDS_HANGUL.test(left.text) && BEGINS_HANGUL.test(right.text);
  return isHangul && gap < WIDEST_HANGUL_GAP;
}
