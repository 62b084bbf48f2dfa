import { expect, test } from 'vitest';
import { arabicVotes, inArabicLetters } from './arabic-letters.ts';

const wordsOf = (line: string) => line.split(' ').map((text) => ({ text }));
const written = (line: string, screen = '') =>
  inArabicLetters(wordsOf(line), arabicVotes(wordsOf(screen)))
    .map(({ text }) => text)
    .join(' ');

test('an Arabic line has Arabic letters only', () => {
  expect(written('تأكید میزانية شبکة علی')).toBe('تأكيد ميزانية شبكة على');
});

test('letters that Arabic has not become those that look alike, on an Arabic screen', () => {
  const line = 'صورة أسئلة قطة پيانو ہيض تحديٹ چدا وجہ';
  expect(written(line, 'تقرير ميزانية')).toBe('صورة أسئلة قطة بيانو بيض تحديث جدا وجه');
  expect(written(line)).toBe(line);
  expect(written('چاپ ہے')).toBe('چاپ ہے');
});

test('a Persian line has Persian letters only', () => {
  expect(written('گزارش مدير شرکت برای چاپ')).toBe('گزارش مدیر شرکت برای چاپ');
});

test('a line without letters that tell stays as it is', () => {
  expect(written('سفر قطار 2026')).toBe('سفر قطار 2026');
});

test('where a line does not tell, the other lines of the screen do', () => {
  expect(written('برید', 'تقرير ميزانية')).toBe('بريد');
  expect(written('مدير', 'گزارش شرکت برای چاپ')).toBe('مدیر');
});

test('a Persian line on an Arabic screen stays Persian', () => {
  expect(written('گزارش مدير', 'تقرير ميزانية بريد')).toBe('گزارش مدیر');
});

test('an Urdu line keeps its letters', () => {
  expect(written('دباؤ بہت زیادہ ہے', 'یہ ایک کاغذ ہے')).toBe('دباؤ بہت زیادہ ہے');
});
