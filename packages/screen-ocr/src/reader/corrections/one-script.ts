/**
 * Gives every word one script. Many Latin, Cyrillic and Greek letters look alike, and a strip does not tell which one is meant: the
 * letters of a word that exist in one script only decide for the others, and where it has none, the other words of the line. Pure.
 */
import { lettersFor } from '../alphabet.ts';

type Script = 'latin' | 'cyrillic' | 'greek';

const toCyrillic = lettersFor('ABCEHIJKMOPSTXYaceijopsxy', 'АВСЕНІЈКМОРЅТХУасеіјорѕху');
const toGreek = lettersFor('ABEZHIKMNOPTYXovpuk', 'ΑΒΕΖΗΙΚΜΝΟΡΤΥΧονρυκ');
const toLatin = new Map([...toCyrillic, ...toGreek].map(([latin, other]) => [other, latin]));
/** Blurred Latin letters are taken for these; nobody takes them for Latin ones. */
const BLURRED = lettersFor('пгтиսօհոցյտ', 'nrtuuohngjs');
const MAPS: Readonly<Record<Script, ReadonlyMap<string, string>>> = {
  latin: new Map([...toLatin, ...BLURRED]),
  cyrillic: toCyrillic,
  greek: toGreek,
};
// What a letter that looks like one of another script counts compared with one that does not.
const AMBIGUOUS = 0.3;
// Greek, Cyrillic and Armenian.
const OTHERS = /[\u0370-\u058F]/;
const LETTERS = /[\p{L}\p{M}]+/gu;
const ARMENIAN_LETTER = /[\u0530-\u058F]/u;
const ARMENIAN = /[\u0530-\u058F]/gu;

/** The Latin letter that a Cyrillic or Greek one looks like. */
export function latinDouble(letter: string): string | undefined {
  return ARMENIAN_LETTER.test(letter) ? undefined : MAPS.latin.get(letter);
}

/** The words of one line. */
export function inScriptOfLine(words: readonly string[]): string[] {
  // By runs of letters: the halves of "PDF-файл" have a script each.
  const own = words.map((word) => word.replace(LETTERS, inOneScript));
  if (!own.some((word) => OTHERS.test(word))) return own;
  const letters = own.flatMap((word) => [...word]);
  const isLatinBeside = (script: 'cyrillic' | 'greek') =>
    letters.some((letter) => scriptOf(letter) === 'latin' && !MAPS[script].has(letter)) &&
    !letters.some((letter) => scriptOf(letter) === script && !toLatin.has(letter));
  const meant = letters.find((letter) => OTHERS.test(letter));
  const script = meant === undefined ? undefined : scriptOf(meant);
  if (script === undefined || script === 'latin' || !isLatinBeside(script)) return own;
  return own.map((word) => written(word, 'latin'));
}

export function inOneScript(word: string): string {
  if (!OTHERS.test(word)) return word;
  const weights = { latin: 0, cyrillic: 0, greek: 0 };
  for (const letter of word) {
    const script = scriptOf(letter);
    if (script !== undefined) weights[script] += isAmbiguous(letter, script) ? AMBIGUOUS : 1;
  }
  const { latin, cyrillic, greek } = weights;
  const armenian = word.match(ARMENIAN)?.length ?? 0;
  if (latin + Math.min(cyrillic, greek) === 0 || armenian > latin) return word;
  const most =
    latin >= cyrillic && latin >= greek ? 'latin' : cyrillic >= greek ? 'cyrillic' : 'greek';
  return written(word, most);
}

function written(word: string, script: Script): string {
  return [...word].map((letter) => MAPS[script].get(letter) ?? letter).join('');
}

function scriptOf(letter: string): Script | undefined {
  if (/[A-Za-z]/.test(letter)) return 'latin';
  if (/\p{Script=Cyrillic}/u.test(letter)) return 'cyrillic';
  return /\p{Script=Greek}/u.test(letter) ? 'greek' : undefined;
}

function isAmbiguous(letter: string, script: Script): boolean {
  return script === 'latin' ? toCyrillic.has(letter) || toGreek.has(letter) : toLatin.has(letter);
}
