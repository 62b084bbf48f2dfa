import { describe, expect, test } from 'vitest';
import { findPii } from '../find.ts';
import { redactText } from '../redact/redact-text.ts';

/** As they are printed on cards and letters. The last digit or letter that is wrong makes them ordinary text. */
const PRINTED = [
  ['Belgium', '85.07.30-033.28', '85.07.30-033.27'],
  ['Brazil', '390.533.447-05', '390.533.447-15'],
  ['China', '11010519491231002X', '110105194912310021'],
  ['Czechia', '710319/2745', '710319/2746'],
  ['Finland', '131052-308T', '131052-308U'],
  ['France', '2 95 10 99 126 111 93', '2 95 10 99 126 111 94'],
  ['Germany, pension', '15 070649 C 103', '15 070649 C 104'],
  ['Germany, tax', '36 574 261 809', '36 574 261 808'],
  ['India', '2341 2341 2346', '2341 2341 2347'],
  ['Italy', 'RCCMNL83S18D969H', 'RCCMNL83S18D969K'],
  ['Korea', '971013-9019902', '971013-9019903'],
  ['Mexico', 'BOXW310820HNERXN09', 'BOXW310820HNERXN08'],
  ['Norway', '151086 95088', '151086 95089'],
  ['Spain', '54362315K', '54362315L'],
  ['Spain, foreigners', 'X-2482300-W', 'X-2482300-A'],
  ['Sweden', '880320-0016', '880320-0018'],
  ['Switzerland', '756.9217.0769.85', '756.9217.0769.84'],
  ['United Kingdom', 'HH 01 02 03 D', 'QQ 01 02 03 Z'],
] as const;

/** Bare digits are a person only after the word that says so. */
const NAMED = [
  ['Australia', 'TFN', '123 456 782'],
  ['Austria', 'SVNR', '1237 010180'],
  ['Canada', 'Social insurance number', '123-456-782'],
  ['Denmark', 'CPR-nummer', '2110625629'],
  ['Germany', 'Steuer-ID', '36574261809'],
  ['Ireland', 'PPS number', '6433435F'],
  ['Japan', 'マイナンバー', '1234 5678 9012'],
  ['Netherlands', 'BSN', '111222333'],
  ['Poland', 'PESEL', '44051401359'],
  ['Portugal', 'NIF', '123456789'],
  ['Russia', 'СНИЛС', '112-233-445 95'],
  ['South Africa', 'ID number', '7503305044089'],
  ['Turkey', 'T.C. Kimlik No', '17291716060'],
] as const;

const isFound = (text: string, id: string) =>
  findPii(text).some(
    ({ kind, start, end }) =>
      kind === 'national_id' && start <= text.indexOf(id) && end >= text.indexOf(id) + id.length,
  );

describe('a printed number', () => {
  test.each(PRINTED)('of %s is found: %s', (_country, id) => {
    expect(isFound(`Kept in the file under ${id}, since May.`, id)).toBe(true);
  });

  test.each(PRINTED)('of %s with a wrong check is none: %s, %s', (_country, _id, wrong) => {
    expect(isFound(`Kept in the file under ${wrong}, since May.`, wrong)).toBe(false);
  });

  test.each(PRINTED)('of %s is no part of a longer one: %s', (_country, id) => {
    expect(isFound(`order A${id}7`, id)).toBe(false);
  });
});

describe('a bare number', () => {
  test.each(NAMED)('of %s is found after "%s": %s', (_country, word, id) => {
    expect(isFound(`${word}: ${id}`, id)).toBe(true);
  });

  test.each(NAMED)('of %s is no identity without "%s": %s', (_country, _word, id) => {
    expect(isFound(`Parcel ${id} left the depot`, id)).toBe(false);
  });
});

test('is replaced by its name', () => {
  expect(redactText('PESEL 44051401359, od maja')).toBe('PESEL [NATIONAL_ID], od maja');
});

test.each([
  'build 20261117-1830 of 2026-11-17',
  'frames 1204 8831 9042 in 3 runs',
  'commit 880320 and 001699',
  'https://example.org/orders/36574261809',
  'ABCDE1234 and ZZZZZ9999',
])('is not seen in %s', (text) => {
  expect(findPii(text).filter(({ kind }) => kind === 'national_id')).toEqual([]);
});
