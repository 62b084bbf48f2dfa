import { expect, test } from 'vitest';
import { inOneScript, inScriptOfLine } from './one-script.ts';

test.each([
  ['\u0441apacity', 'capacity'], // Cyrillic es
  ['n\u03bfv', 'nov'], // Greek omicron
  ['дo\u043cа', 'дома'], // Latin o
  ['\u0438тoг\u043e', 'итого'],
  ['λ\u006fγος', 'λογος'], // Latin o
  ['e\u043fcryption', 'encryption'], // Cyrillic pe for a blurred n
  ['\u057dsual', 'usual'], // Armenian se
])('%s is written in one script', (read, meant) => {
  expect(inOneScript(read)).toBe(meant);
});

test.each(['naïve', 'СССР', 'Москва', 'Αθήνα', 'Հայաստան', '2026-11-17', 'C++'])(
  '%s stays as it is',
  (word) => {
    expect(inOneScript(word)).toBe(word);
  },
);

test('a word whose letters all look Latin is Latin among Latin words', () => {
  expect(inScriptOfLine(['\u0412\u0435', 'Back'])).toEqual(['Be', 'Back']);
  expect(inScriptOfLine(['\u03a4\u03bf', 'The'])).toEqual(['To', 'The']);
});

test.each(['PDF-файл', 'USB-порт', 'IT-отдел', 'Telegram-бот', 'report_отчёт.pdf'])(
  '%s has a script on each side',
  (word) => {
    expect(inScriptOfLine([word])).toEqual([word]);
  },
);

test.each([[['Все', 'файлы']], [['Все']], [['Все', 'файлы', 'Windows']], [['СССР', '1922']]])(
  '%j stays as it is',
  (words) => {
    expect(inScriptOfLine(words)).toEqual(words);
  },
);
