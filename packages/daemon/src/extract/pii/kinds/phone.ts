/**
 * Phone numbers, international and in the national forms that are common on screens. A number without a plus sign is only one when its
 * grouping is that of a phone number or a word before it says so; dates, versions, addresses of machines and amounts have other forms.
 */
import { type Matcher, type Span, spansOf } from '../finding.ts';

const BEFORE = '(?<![\\p{L}\\p{N}_#$€£]|[\\p{N}][-.,/:]|[+.])';
const AFTER = '(?![\\p{L}\\p{N}_]|[-.,/:]\\p{N}|%)';
const EXTENSION = '(?:,? ?(?:x|ext\\.?) ?\\d{1,6})?';

interface Form {
  readonly pattern: RegExp;
  readonly minDigits: number;
  readonly maxDigits: number;
}

const form = (pattern: string, minDigits: number, maxDigits: number): Form => ({
  pattern: new RegExp(`${BEFORE}${pattern}${EXTENSION}${AFTER}`, 'giud'),
  minDigits,
  maxDigits,
});

const FORMS: readonly Form[] = [
  // +49 (0)30 1234-5678, +14155552671
  form('(\\+ ?[1-9](?:[ ().\\-/]{0,3}\\d){7,15})', 9, 16),
  // 0049 30 12345678
  form('(00 ?[1-9]\\d{0,2}(?:[ .\\-/()]{1,2}\\d{1,8}){2,6})', 10, 16),
  // (415) 555-2671, 415-555-2671, 415.555.2671, with or without 1 in front
  form('((?:1[ .-]?)?(?:\\(\\d{3}\\) ?|\\d{3} ?- ?|[2-9]\\d\\d\\.)\\d{3} ?[-. ] ?\\d{4})', 10, 11),
  // (020) 7946 0958, (11) 91234-5678
  form('(\\((?!(?:19|20)\\d\\d\\))\\d{2,5}\\) ?\\d{3,8}(?:[ -]\\d{2,5}){0,3})', 9, 12),
  // 020 7946 0958, 089/1234567, 06-12345678
  form('(0[1-9]\\d{0,4}(?:[ /-]| [/-] )\\d{2,8}(?:[ \\-/]\\d{2,8}){0,4})', 9, 12),
  // 01.23.45.67.89
  form('(0[1-9](?:\\.\\d\\d){4})', 10, 10),
  // 138 1234 5678 (China)
  form('(1[3-9]\\d[ -]\\d{4}[ -]\\d{4})', 11, 11),
  // Tel. 55512345, mobile: 98765 43210
  form(
    '(?<=\\b(?:tel(?:ephone|efon)?|phone|mobile?|mob|cell|fax|sms|whatsapp|handy)(?: ?(?:no|nr|number))?\\.?[ :=#]{1,3})(\\(?\\d(?:[ ().\\-/]{0,2}\\d){6,14})',
    7,
    15,
  ),
];

const DATE =
  /(?<!\d)(?:(?:19|20)\d\d[-./ ](?:0?[1-9]|1[0-2])[-./ ](?:0?[1-9]|[12]\d|3[01])|\d{1,2}[-./ ]\d{1,2}[-./ ](?:19|20)\d\d)(?!\d)/;

export const findPhones: Matcher = (text) =>
  FORMS.flatMap(({ pattern, minDigits, maxDigits }) =>
    spansOf(pattern, text).filter((span) => {
      const number = text.slice(span.start, span.end);
      const digits = number.replace(/\D/g, '').length;
      // A date can begin before what looks like a number: 15 01 2024 1030.
      const around = text.slice(Math.max(0, span.start - 3), span.end);
      return (
        digits >= minDigits &&
        digits <= maxDigits &&
        !DATE.test(around) &&
        !isRowOfPairs(text, span)
      );
    }),
  );

/** 01 23 45 67 89 is a French number; more or fewer pairs are a row of a table or of a hex dump. */
function isRowOfPairs(text: string, { start, end }: Span): boolean {
  const groups = text.slice(start, end).split(/[ .\-/]/);
  if (!groups.every((group) => /^\d\d$/.test(group))) return false;
  const hasNeighbour =
    /[0-9a-f]{2} $/i.test(text.slice(Math.max(0, start - 3), start)) ||
    /^ [0-9a-f]{2}(?![0-9a-z])/i.test(text.slice(end, end + 4));
  return groups.length !== 5 || hasNeighbour;
}
