/**
 * Splits a text into the word pieces that the network knows, as BERT does for lower-case English: split at white space and punctuation,
 * without accents, then the longest known pieces. `@huggingface/tokenizers` gives the same but takes 30 MB more memory;
 * the test compares the two.
 */
import type { FindPiece } from './vocabulary.ts';

const UNKNOWN = '[UNK]';
const START = '[CLS]';
const END = '[SEP]';
const LONGEST_WORD = 100;
/** Each of these stands alone. BERT counts all ASCII that is no letter or digit as punctuation. */
const ALONE = /[!-/:-@[-`{-~\p{P}\u3400-\u9fff\uf900-\ufaff\u{20000}-\u{2fa1f}]/gu;
const MARKS = /\p{Mn}/gu;
/** Control characters, which BERT drops; tabs and line ends are white space. */
const CONTROLS = /[\0\ufffd]|(?![\t\n\r])\p{C}/gu;

export interface WordPieces {
  /** With the marks for start and end; at most `most` in all. */
  idsOf(text: string, most: number): number[];
}

export function wordPieces(findPiece: FindPiece): WordPieces {
  const idOf = (piece: string) => findPiece(piece) ?? 0;

  /** Undefined when a part of the word is not known. */
  function piecesOf(word: string): number[] | undefined {
    const ids: number[] = [];
    const letters = [...word];
    for (let from = 0; from < letters.length; ) {
      let to = letters.length;
      let id: number | undefined;
      for (; to > from && id === undefined; to--) {
        id = findPiece(`${from > 0 ? '##' : ''}${letters.slice(from, to).join('')}`);
      }
      if (id === undefined) return undefined;
      ids.push(id);
      from = to + 1;
    }
    return ids;
  }

  return {
    idsOf(text, most) {
      const plain = text.replace(CONTROLS, '').toLowerCase().normalize('NFD').replace(MARKS, '');
      const ids: number[] = [];
      for (const word of plain.replace(ALONE, ' $& ').split(/\s+/u)) {
        if (word === '') continue;
        if (ids.length >= most) break;
        const pieces = word.length <= LONGEST_WORD ? piecesOf(word) : undefined;
        ids.push(...(pieces ?? [idOf(UNKNOWN)]));
      }
      return [idOf(START), ...ids.slice(0, most - 2), idOf(END)];
    },
  };
}
