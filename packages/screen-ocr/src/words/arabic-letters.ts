/**
 * Arabic and Persian write yeh and kaf alike inside a word and code them differently: a strip does not tell which one is meant, and a
 * search for the other one finds nothing. The letters that only one of the two languages has decide for the whole line. Pure.
 */

const ARABIC = /[أإؤةىيك]/gu;
const PERSIAN = /[پچژگیک]/gu;

/** The words of one line, in logical order. */
export function inArabicLetters<Word extends { readonly text: string }>(
  words: readonly Word[],
): readonly Word[] {
  const text = words.map((word) => word.text).join(' ');
  const votes = count(text, ARABIC) - count(text, PERSIAN);
  if (votes === 0) return words;
  const written = votes > 0 ? inArabic : inPersian;
  return words.map((word) => ({ ...word, text: written(word.text) }));
}

function count(text: string, letters: RegExp): number {
  return text.match(letters)?.length ?? 0;
}

function inArabic(word: string): string {
  // At the end of a word the Persian yeh has no dots, as the alef maksura.
  return word
    .replaceAll('ک', 'ك')
    .replaceAll(/ی(?!\p{L})/gu, 'ى')
    .replaceAll('ی', 'ي');
}

function inPersian(word: string): string {
  return word.replaceAll('ك', 'ک').replaceAll(/[يى]/gu, 'ی');
}
