/**
 * Payment card numbers: 13 to 19 digits that pass the Luhn check, begin like a card of a known network and have a length that this
 * network uses. The check alone lets every tenth number pass, and a screen is full of numbers. Where the words before it speak of a
 * card the check may fail, because text recognition has read a digit wrong.
 */
import type { Matcher, Span } from '../finding.ts';

/** Groups of digits, apart by a dash, a dot or a few spaces. */
const DIGIT_GROUPS = /\d+(?:(?: {0,2}[-.] {0,2}| {1,3})\d+)*/g;

const NETWORKS: readonly { prefix: RegExp; lengths: readonly number[] }[] = [
  { prefix: /^4/, lengths: [13, 16, 19] }, // Visa
  { prefix: /^5[1-5]/, lengths: [16] }, // Mastercard
  { prefix: /^(?:222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/, lengths: [16] }, // Mastercard
  { prefix: /^3[47]/, lengths: [15] }, // American Express
  { prefix: /^3(?:0[0-5]|09|[689])/, lengths: [14, 16, 19] }, // Diners Club
  { prefix: /^35(?:2[89]|[3-8])/, lengths: [16, 17, 18, 19] }, // JCB
  { prefix: /^(?:6011|64[4-9]|65|62|81)/, lengths: [16, 17, 18, 19] }, // Discover, UnionPay
  { prefix: /^(?:50|5[6-8]|6)/, lengths: [13, 15, 16, 18, 19] }, // Maestro and national cards
];

/** After how many digits a card has its gaps: 4-6-5 and 4-6-4 for the short ones, fours for the others. */
const GAPS_OF_SHORT = [4, 10];
const GAPS_OF_LONG = [4, 8, 12, 16];

// A card is printed in three to five groups; text recognition may break one or two of them.
const MAX_GROUPS = 7;

export const findCards: Matcher = (text) =>
  [...text.matchAll(DIGIT_GROUPS)].flatMap((run) => cardsIn(text, groupsOf(run)));

/** Alone among numbers, printed as on a card: 4-4-4-4 or 4-6-5. */
const PRINTED =
  /(?<![\d.,] ?)(?:\d{4}( |-)\d{4}\1\d{4}\1\d{4}|\d{4}( |-)\d{6}\2\d{5})(?![ -]?[\d.,])/g;

/** For numbers that may have been misread: their look counts, not the check. */
export const findPrintedCards: Matcher = (text) =>
  [...text.matchAll(PRINTED)].flatMap((match) => {
    const span = { start: match.index, end: match.index + match[0].length };
    return hasNetwork(match[0].replace(/\D/g, '')) && standsAlone(text, span) ? [span] : [];
  });

function hasNetwork(digits: string): boolean {
  return NETWORKS.some(
    ({ prefix, lengths }) => lengths.includes(digits.length) && prefix.test(digits),
  );
}

function groupsOf(run: RegExpExecArray): Span[] {
  return [...run[0].matchAll(/\d+/g)].map((group) => {
    const start = run.index + group.index;
    return { start, end: start + group[0].length };
  });
}

function cardsIn(text: string, groups: readonly Span[]): Span[] {
  return groups.flatMap((first, from) =>
    groups.slice(from, from + MAX_GROUPS).flatMap((last, more) => {
      const span = { start: first.start, end: last.end };
      // Also keeps the cost down: a run can be as long as the text.
      if (span.end - span.start < 13 || span.end - span.start > 60) return [];
      const digits = text.slice(span.start, span.end).replace(/\D/g, '');
      const isCard =
        hasNetwork(digits) &&
        (passesLuhn(digits) || isNamed(text, span)) &&
        isGroupedLikeCard(groups.slice(from, from + more + 1), digits.length) &&
        standsAlone(text, span);
      return isCard ? [span] : [];
    }),
  );
}

/**
 * The gaps are some of those on a card (8-8), all of them, or all of them and a few more where text recognition broke a group. Columns
 * of numbers, such as a file size before a date, have other ones.
 */
function isGroupedLikeCard(groups: readonly Span[], length: number): boolean {
  let digits = 0;
  const gaps = groups.slice(0, -1).map(({ start, end }) => {
    digits += end - start;
    return digits;
  });
  const printed = (length < 16 ? GAPS_OF_SHORT : GAPS_OF_LONG).filter((gap) => gap < length);
  const hasSome = gaps.every((gap) => printed.includes(gap));
  const hasAll = printed.every((gap) => gaps.includes(gap));
  const hasSingleDigit = groups.some(({ start, end }) => end - start < 2);
  return hasSome || (hasAll && !hasSingleDigit);
}

const CARD_WORDS =
  /\b(?:card|visa|mastercard|maestro|amex|kreditkarte|carte)(?: ?(?:no|nr|number|nummer))?[^\p{L}\p{N}]{1,4}$/iu;

function isNamed(text: string, { start }: Span): boolean {
  return CARD_WORDS.test(text.slice(Math.max(0, start - 30), start));
}

/** Not a part of an identifier (`x4111…`), nor of a decimal number (`0.4111…`). */
function standsAlone(text: string, { start, end }: Span): boolean {
  const before = text.slice(Math.max(0, start - 2), start);
  const after = text.slice(end, end + 2);
  return !/[\p{L}_]$|\d[.,]$/u.test(before) && !/^[\p{L}_]|^[.,]\d/u.test(after);
}

function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let fromRight = 0; fromRight < digits.length; fromRight += 1) {
    const digit = Number(digits.charAt(digits.length - 1 - fromRight));
    const weighed = fromRight % 2 === 1 ? digit * 2 : digit;
    sum += weighed > 9 ? weighed - 9 : weighed;
  }
  return sum % 10 === 0;
}
