/**
 * Brings Hebrew and Arabic into the order in which they are typed and searched for. The networks give the letters as they stand on the
 * screen, from left to right; the words of a line then follow each other in reading order. Pure.
 */
import bidiFactory from 'bidi-js';
import { inArabicLetters } from './arabic-letters.ts';
import { type LineWord, meanConfidence } from './line-words.ts';

const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}]/gu;
// The types describe a module; what Node loads is the function itself.
const bidi = (bidiFactory as unknown as typeof bidiFactory.default)();

/** `screenVotes`: see `arabicVotes`. */
export function inLogicalOrder<Word extends LineWord>(
  words: readonly Word[],
  screenVotes = 0,
): readonly Word[] {
  const text = words.map((word) => word.text).join(' ');
  const letters = text.match(RIGHT_TO_LEFT)?.length ?? 0;
  if (letters === 0) return words;
  const others = text.match(/\p{L}/gu)?.length ?? 0;
  // The algorithm from typed to shown order is its own inverse as long as the direction of the paragraph is right.
  const levels = bidi.getEmbeddingLevels(text, 2 * letters > others ? 'rtl' : 'ltr');
  const mirrored = bidi.getMirroredCharactersMap(text, levels.levels);
  const owners = words.flatMap((word) => Array<Word>(word.text.length + 1).fill(word));
  const ordered: Word[] = [];
  let shown = '';
  let sources = new Set<Word>();
  const end = () => {
    if (shown !== '') ordered.push(joined(shown, [...sources]));
    shown = '';
    sources = new Set();
  };
  for (const index of bidi.getReorderedIndices(text, levels)) {
    if (text[index] === ' ') end();
    else {
      shown += mirrored.get(index) ?? text[index];
      sources.add(owners[index] as Word);
    }
  }
  end();
  return inArabicLetters(ordered, screenVotes);
}

/** A word of both directions may consist of parts of two words on the screen: its box holds both. */
function joined<Word extends LineWord>(text: string, sources: readonly Word[]): Word {
  const x = Math.min(...sources.map((word) => word.x));
  const to = Math.max(...sources.map((word) => word.x + word.width));
  const [first] = sources as [Word];
  return { ...first, text, x, width: to - x, confidence: meanConfidence(sources) };
}
