/**
 * International bank account numbers: country, length of that country, and the checksum modulo 97. Where the word IBAN stands before it
 * the checksum may be wrong, because text recognition has read a digit wrong.
 */
import type { Matcher, Span } from '../finding.ts';

/** From the IBAN registry. */
const LENGTHS =
  'AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BI27 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DJ27 DK18 DO28 EE20 EG29 ES24 FI18 ' +
  'FK18 FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HN28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 LB28 LC32 LI21 LT20 ' +
  'LU20 LV21 LY25 MC27 MD24 ME22 MK19 MN20 MR27 MT31 MU30 NI28 NL18 NO15 OM23 PK24 PL28 PS29 PT25 QA29 RO24 RS22 RU33 SA24 ' +
  'SC31 SD18 SE24 SI19 SK24 SM27 SO23 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20 YE30';
const LENGTH_BY_COUNTRY: ReadonlyMap<string, number> = new Map(
  LENGTHS.split(' ').map((entry) => [entry.slice(0, 2), Number(entry.slice(2))]),
);

const START = /(?<![\p{L}\p{N}])[A-Z]{2} {0,2}\d {0,2}\d/giu;

export const findIbans: Matcher = (text) =>
  [...text.matchAll(START)].flatMap(({ 0: start, index }) => {
    const length = LENGTH_BY_COUNTRY.get(start.slice(0, 2).toUpperCase());
    if (length === undefined) return [];
    const isNamed = /\biban\b[^a-z0-9]{0,6}$/i.test(text.slice(Math.max(0, index - 12), index));
    const span = take(text, index, length, isNamed);
    return span === undefined ? [] : [span];
  });

/** The `length` letters and digits from `start`, apart by spaces or dashes, when they are an account number. */
function take(text: string, start: number, length: number, isNamed: boolean): Span | undefined {
  let taken = '';
  let end = start;
  for (; taken.length < length; end += 1) {
    const next = text.charAt(end);
    if (/[A-Za-z0-9]/.test(next)) taken += next;
    else if (!/[ -]/.test(next) || end - start > length * 2) return undefined;
  }
  if (/[\p{L}\p{N}]/u.test(text.charAt(end))) return undefined;
  return isNamed || hasChecksum(taken.toUpperCase()) ? { start, end } : undefined;
}

function hasChecksum(iban: string): boolean {
  const turned = iban.slice(4) + iban.slice(0, 4);
  let remainder = 0;
  for (const character of turned) {
    // Letters count from A = 10; two digits then move the remainder by a hundred.
    const value = Number.parseInt(character, 36);
    remainder = (remainder * (value > 9 ? 100 : 10) + value) % 97;
  }
  return remainder === 1;
}
