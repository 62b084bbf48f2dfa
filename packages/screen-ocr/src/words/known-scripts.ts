/**
 * Recognises text in a script that the networks do not know. They answer with the letters that look nearest: of several scripts in one
 * word, or of a single one but hardly ever sure ones, as Thai letters for Lao. Pure.
 */
import type { LineWord } from './line-words.ts';

// Han and Kana stand in one word in Japanese.
const SCRIPTS = {
  latin: /\p{Script=Latin}/u,
  cyrillic: /\p{Script=Cyrillic}/u,
  greek: /\p{Script=Greek}/u,
  armenian: /\p{Script=Armenian}/u,
  georgian: /\p{Script=Georgian}/u,
  thai: /\p{Script=Thai}/u,
  hebrew: /\p{Script=Hebrew}/u,
  arabic: /\p{Script=Arabic}/u,
  korean: /\p{Script=Hangul}/u,
  chinese: /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}]/u,
};
type Script = keyof typeof SCRIPTS;
const SCRIPT_NAMES = Object.keys(SCRIPTS) as Script[];
/** At most the letters of both alphabets. */
const scriptOfLetter = new Map<string, Script | undefined>();

/** By script, how many letters and how many of them in sure words. */
type Letters = Map<Script, { readonly all: number; readonly sure: number }>;
// Most lines of a screen stand in many frames.
const lettersOfLine = new WeakMap<readonly LineWord[], Letters>();

const LETTER_RUNS = /[\p{L}\p{M}]+/gu;
/** Of a word: most words of a script that a network knows reach it, on a small or blurred screen as well. */
const SURE_WORD = 0.93;
const LEAST_SURE_SHARE = 0.3;
/** Such a word is right, whatever blurred text of its script stands next to it. */
const VERY_SURE = 0.97;
/** Fewer letters on a screen are icons taken for letters, and say nothing. */
const LEAST_LETTERS = 8;

/** Whether letters of two scripts are joined in a word, or two scripts other than Latin stand in one line. */
export function hasMixedScripts(words: readonly LineWord[]): boolean {
  const inLine = new Set<Script>();
  for (const { text } of words) {
    for (const [run] of text.matchAll(LETTER_RUNS)) {
      const inRun = new Set(scriptsOf(run));
      if (inRun.size > 1) return true;
      for (const script of inRun) inLine.add(script);
    }
  }
  inLine.delete('latin');
  return inLine.size > 1;
}

/** The scripts whose letters on a screen are mostly unsure. `lines` have all words that were read, however doubtful. */
export function unknownScripts(lines: Iterable<readonly LineWord[]>): ReadonlySet<Script> {
  const letters: Letters = new Map();
  for (const words of lines) {
    for (const [script, { all, sure }] of lettersOf(words)) add(letters, script, all, sure);
  }
  // Latin letters are on nearly every screen, and the line itself says whether they are right.
  letters.delete('latin');
  const isUnknown = ({ all, sure }: { all: number; sure: number }) =>
    all >= LEAST_LETTERS && sure < LEAST_SURE_SHARE * all;
  return new Set([...letters].filter(([, count]) => isUnknown(count)).map(([script]) => script));
}

function lettersOf(words: readonly LineWord[]): Letters {
  const known = lettersOfLine.get(words);
  if (known !== undefined) return known;
  const letters: Letters = new Map();
  for (const { text, confidence } of words) {
    const sure = confidence >= SURE_WORD ? 1 : 0;
    for (const script of scriptsOf(text)) add(letters, script, 1, sure);
  }
  lettersOfLine.set(words, letters);
  return letters;
}

function add(letters: Letters, script: Script, all: number, sure: number): void {
  const count = letters.get(script) ?? { all: 0, sure: 0 };
  letters.set(script, { all: count.all + all, sure: count.sure + sure });
}

/** Without their words, but for those that are very sure. */
export function withoutScripts(
  words: readonly LineWord[],
  scripts: ReadonlySet<Script>,
): readonly LineWord[] {
  if (scripts.size === 0) return words;
  return words.filter(
    ({ text, confidence }) =>
      confidence >= VERY_SURE || !scriptsOf(text).some((script) => scripts.has(script)),
  );
}

/** One entry for each letter. */
function scriptsOf(text: string): Script[] {
  return [...text].flatMap((letter) => scriptOf(letter) ?? []);
}

function scriptOf(letter: string): Script | undefined {
  // Asked for every letter of every frame.
  if (!scriptOfLetter.has(letter)) {
    scriptOfLetter.set(
      letter,
      SCRIPT_NAMES.find((name) => SCRIPTS[name].test(letter)),
    );
  }
  return scriptOfLetter.get(letter);
}
