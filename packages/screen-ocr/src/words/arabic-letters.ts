/**
 * Arabic and Persian write yeh and kaf alike inside a word and code them differently. The letters that only one of the two languages has
 * decide for the whole line; where it has none of them, all lines of the screen do. Letters of Persian and Urdu that an Arabic line on an
 * Arabic screen shows are misread: dots of neighbours run together at small sizes. Pure.
 */
import { lettersFor } from '../reader/alphabet.ts';

const ONLY_ARABIC = /[أإؤة]/gu;
/** Some of them only Urdu has. */
const ONLY_PERSIAN = /[پچژگڈڑںے]/gu;
const ARABIC = /[أإؤةىيك]/gu;
const PERSIAN = /[پچژگیک]/gu;

// What they look like to a reader who takes the dots of two letters for those of one.
const MISREAD = lettersFor('پٹچژگہھ', 'بثجزكهه');

interface Word {
  readonly text: string;
}

/** Positive for a screen in Arabic, negative for one in Persian. */
export function arabicVotes(words: readonly Word[]): number {
  return votesOf(words, ARABIC, PERSIAN);
}

/** The words of one line, in logical order. */
export function inArabicLetters<Each extends Word>(
  words: readonly Each[],
  screenVotes = 0,
): readonly Each[] {
  const votes = votesOf(words, ONLY_ARABIC, ONLY_PERSIAN) || screenVotes || arabicVotes(words);
  if (votes === 0) return words;
  const isArabicScreen = screenVotes > 0;
  const written = (text: string) => {
    if (votes < 0) return inPersian(text);
    return isArabicScreen ? withoutMisread(inArabic(text)) : inArabic(text);
  };
  return words.map((word) => ({ ...word, text: written(word.text) }));
}

function votesOf(words: readonly Word[], arabic: RegExp, persian: RegExp): number {
  const text = words.map((word) => word.text).join(' ');
  const count = (letters: RegExp) => text.match(letters)?.length ?? 0;
  return count(arabic) - count(persian);
}

function inArabic(word: string): string {
  // At the end of a word the Persian yeh has no dots, as the alef maksura.
  return word
    .replaceAll('ک', 'ك')
    .replaceAll(/ی(?!\p{L})/gu, 'ى')
    .replaceAll('ی', 'ي');
}

function withoutMisread(word: string): string {
  // The hook below an inner Urdu heh looks like the dot of a beh.
  return word
    .replaceAll(/ہ(?=\p{L})/gu, 'ب')
    .replaceAll(/[پٹچژگہھ]/gu, (letter) => MISREAD.get(letter) ?? letter);
}

function inPersian(word: string): string {
  return word.replaceAll('ك', 'ک').replaceAll(/[يى]/gu, 'ی');
}
