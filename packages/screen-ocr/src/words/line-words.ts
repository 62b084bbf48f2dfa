/** The words of one line, as they are kept in the cache and with the line itself. */
import type { StripWord } from '../reader/strip.ts';

/** Like a word of a strip, but in pixels of the screen, from the left edge of the line, or of its ink in the cache. */
export type LineWord = StripWord;

export function shifted(words: readonly LineWord[], by: number): LineWord[] {
  return words.map((word) => ({ ...word, x: word.x + by }));
}

/** Mean over the characters; 0 for none. */
export function meanConfidence(words: readonly { text: string; confidence: number }[]): number {
  let sum = 0;
  let characters = 0;
  for (const word of words) {
    sum += word.confidence * word.text.length;
    characters += word.text.length;
  }
  return characters === 0 ? 0 : sum / characters;
}
