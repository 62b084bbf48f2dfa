/**
 * Social security numbers of the USA: three, two and four digits in the ranges that were ever issued. With dashes they are known by
 * their form; written otherwise, or with a digit misread, only where the words before them say so.
 */
import { type Matcher, spansOf } from '../finding.ts';

const AREA = '(?!000|666)[0-8]\\d\\d';
const GROUP = '(?!00)\\d\\d';
const SERIAL = '(?!0000)\\d{4}';
const BEFORE = '(?<![\\p{L}\\p{N}_]|[\\p{N}][-./])';
const AFTER = '(?![\\p{L}\\p{N}_]|[-./]\\p{N})';

const DASH = ' ?- ?';
const WITH_DASHES = new RegExp(`${BEFORE}${AREA}${DASH}${GROUP}${DASH}${SERIAL}${AFTER}`, 'gu');

// Eight to ten digits: text recognition loses or doubles one now and then.
const NAMED = new RegExp(
  `\\b(?:ssn|ss#|social security|soc\\.? sec|itin|tax ?id)[^0-9\\n]{0,24}(\\d(?:[ .-]{0,3}\\d){7,9})${AFTER}`,
  'giud',
);

export const findSsns: Matcher = (text) => [...spansOf(WITH_DASHES, text), ...spansOf(NAMED, text)];
