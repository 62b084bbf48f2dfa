import { expect, test } from 'vitest';
import { inArabicLetters } from './arabic-letters.ts';

const written = (line: string) =>
  inArabicLetters(line.split(' ').map((text) => ({ text })))
    .map(({ text }) => text)
    .join(' ');

test('an Arabic line has Arabic letters only', () => {
  expect(written('تأكید میزانية شبکة علی')).toBe('تأكيد ميزانية شبكة على');
});

test('a Persian line has Persian letters only', () => {
  expect(written('گزارش مدير شرکت برای چاپ')).toBe('گزارش مدیر شرکت برای چاپ');
});

test('a line without letters that tell stays as it is', () => {
  expect(written('سفر قطار 2026')).toBe('سفر قطار 2026');
});
