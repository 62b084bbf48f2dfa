/**
 * What text recognition makes of secrets: nearly the right characters, with spaces where there are none. No dictionary knows a key or a
 * card number, so a letter of it is easily taken for another one, and patterns that ask for every character miss it. Used only to cover
 * pictures, where too much hidden does less harm than too little: hashes and identifiers that look as random as keys are taken for keys.
 */
import { type Finding, type PiiKind, type Span, spansOf } from './finding.ts';
import { looksLikeKey } from './kinds/api-key.ts';
import { findCards, findPrintedCards } from './kinds/card.ts';
import { findIbans } from './kinds/iban.ts';
import { findNationalIds } from './kinds/national-id.ts';
import { findPhones } from './kinds/phone.ts';
import { findSsns } from './kinds/ssn.ts';
import { normalisedView } from './view.ts';

// Letters that are read for digits; only in words that are digits for the most part.
const LOOK_ALIKES: Readonly<Record<string, string>> = {
  O: '0',
  o: '0',
  Q: '0',
  D: '0',
  '@': '0',
  l: '1',
  I: '1',
  i: '1',
  '|': '1',
  '!': '1',
  Z: '2',
  z: '2',
  A: '4',
  S: '5',
  s: '5',
  G: '6',
  b: '6',
  T: '7',
  B: '8',
  g: '9',
  q: '9',
};
const NUMBER_WORD = /[0-9OoQD@lIi|!ZzASsGbTBgq]{2,}/g;
const DIGITS_OF_NUMBER = 0.6;
// What the plus before a country code is read as.
const PLUS = /(?<=^|\s)[#*£¢](?=\d{1,3}[ (-])/gm;

// The sign in the middle of an address is easily taken for a letter. Host names of three parts look the same and are taken too.
const ADDRESS_WITHOUT_AT =
  /(?<![\w./-])(?!www\.)[\w+-]+\.[\w+.-]+\.(?:com|org|net|edu|gov|info|io|co|dev|app|me|eu|uk|de|fr|es|it|nl)(?![\w/])/gi;

/** A prefix such as "sk-" may be read as one word or two. */
const MOST_WORDS_BEFORE = 2;
const LONGEST_PREFIX = 6;
const LEAST_SCRAMBLED = 5;

export function findMisread(text: string): Finding[] {
  const view = normalisedView(text);
  const numbers = withDigits(view.text);
  const found: [PiiKind, Span[]][] = [
    ['api_key', findBrokenKeys(view.text)],
    ['credit_card', [...findCards(numbers), ...findPrintedCards(numbers)]],
    ['email', spansOf(ADDRESS_WITHOUT_AT, view.text)],
    ['iban', findIbans(numbers)],
    ['phone', findPhones(numbers.replace(PLUS, '+'))],
    ['ssn', findSsns(numbers)],
    ['national_id', findNationalIds(numbers)],
  ];
  return found.flatMap(([kind, spans]) =>
    spans.map(({ start, end }) => ({
      kind,
      start: view.origins[start] ?? 0,
      end: (view.origins[end - 1] ?? 0) + 1,
    })),
  );
}

interface Piece extends Span {
  readonly text: string;
}

/** Neighbouring words of a line that make up a key when the spaces between them are taken out. */
function findBrokenKeys(text: string): Span[] {
  const spans: Span[] = [];
  let lineStart = 0;
  for (const line of text.split('\n')) {
    spans.push(...keysIn(piecesOf(line, lineStart)));
    lineStart += line.length + 1;
  }
  return spans;
}

function piecesOf(line: string, lineStart: number): Piece[] {
  return [...line.matchAll(/[^ ]+/g)].map((match) => {
    const start = lineStart + match.index;
    return { text: match[0], start, end: start + match[0].length };
  });
}

function keysIn(pieces: readonly Piece[]): Span[] {
  const spans: Span[] = [];
  for (let from = 0; from < pieces.length; from++) {
    if (!canBePiece(pieces, from)) continue;
    let to = from;
    while (canBePiece(pieces, to + 1)) to++;
    const run = pieces.slice(from, to + 1);
    const first = pieces[from - wordsOfPrefix(pieces, from)];
    const last = run.at(-1);
    const isKey = run.some(isScrambled) && looksLikeKey(run.map((piece) => piece.text).join(''));
    if (isKey && first && last) spans.push({ start: first.start, end: last.end });
    from = to;
  }
  return spans;
}

/** Neither a plain word nor a plain number; a word that hangs on a dash is no plain one. */
function canBePiece(pieces: readonly Piece[], at: number): boolean {
  const piece = pieces[at];
  if (piece === undefined) return false;
  const isHanging =
    /[-_=]$/.test(pieces[at - 1]?.text ?? '') && /^[-_]/.test(pieces[at + 1]?.text ?? '');
  const isWord = /^[\p{L}'’]+[.,:;!?)]*$/u.test(piece.text) && !/\p{Ll}\p{Lu}/u.test(piece.text);
  const isNumber = /^[\d.,:%$€-]{2,}$/.test(piece.text);
  return isHanging || (!isWord && !isNumber);
}

/** Letters, digits and capitals in turns. */
function isScrambled({ text }: Piece): boolean {
  const changes = text.match(/(?=[a-z][A-Z0-9]|[A-Z][0-9]|[0-9][A-Za-z])/g)?.length ?? 0;
  return text.length >= LEAST_SCRAMBLED && changes >= 2;
}

function wordsOfPrefix(pieces: readonly Piece[], from: number): number {
  if (!/^[-_]/.test(pieces[from]?.text ?? '')) return 0;
  let count = 0;
  while (count < MOST_WORDS_BEFORE && isShort(pieces[from - count - 1])) count++;
  return count;
}

function isShort(piece: Piece | undefined): boolean {
  return piece !== undefined && piece.text.length <= LONGEST_PREFIX;
}

/** As long as the text; what is nearly a number becomes one. */
function withDigits(text: string): string {
  return text.replace(NUMBER_WORD, (word) => {
    const digits = word.replace(/\D/g, '').length;
    if (digits === word.length || digits < DIGITS_OF_NUMBER * word.length) return word;
    return Array.from(word, (character) => LOOK_ALIKES[character] ?? character).join('');
  });
}
