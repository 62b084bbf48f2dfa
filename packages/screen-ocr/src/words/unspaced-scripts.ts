/** Joins the pieces of Chinese and Japanese text, which has no spaces: a search for a word that was cut would not find it. Pure. */
import { groupsOf } from '../groups.ts';
import { type LineWord, meanConfidence } from './line-words.ts';

const SIGN = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー々〆、。，．！？：；「」『』（）《》]`;
const ENDS_UNSPACED = new RegExp(`${SIGN}$`, 'u');
const BEGINS_UNSPACED = new RegExp(`^${SIGN}`, 'u');

/** Gaps in heights of the line. Columns of a table are further apart than this. */
const WIDEST_GAP = 1;

export function joinUnspaced(words: readonly LineWord[], lineHeight: number): LineWord[] {
  const groups = groupsOf(words, (word, last) => !belongTogether(last, word, lineHeight));
  return groups.map(joined);
}

function joined(pieces: readonly LineWord[]): LineWord {
  const [first, last] = [pieces[0] as LineWord, pieces.at(-1) as LineWord];
  if (first === last) return first;
  const text = pieces.map((piece) => piece.text).join('');
  const width = last.x + last.width - first.x;
  return { text, confidence: meanConfidence(pieces), x: first.x, width };
}

function belongTogether(left: LineWord, right: LineWord, lineHeight: number): boolean {
  const gap = (right.x - left.x - left.width) / lineHeight;
  return ENDS_UNSPACED.test(left.text) && BEGINS_UNSPACED.test(right.text) && gap < WIDEST_GAP;
}
