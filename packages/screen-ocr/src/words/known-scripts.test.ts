import { expect, test } from 'vitest';
import { hasMixedScripts, unknownScripts, withoutScripts } from './known-scripts.ts';

const wordsOf = (line: string, confidence = 1) =>
  line.split(' ').map((text) => ({ text, confidence, x: 0, width: 20 }));
const texts = (words: readonly { text: string }[]) => words.map(({ text }) => text).join(' ');

test.each(['ปะเตถบะเอξิม', 'ชუตีม', 'ფზ หก', '어이어ᅮ σ'])('%s is a mix of scripts', (line) => {
  expect(hasMixedScripts(wordsOf(line))).toBe(true);
});

test.each(['PDF-файл открыт', '設定を保存 Firefox', 'ใน Google', 'Invoice 4711'])(
  '%s is not a mix of scripts',
  (line) => {
    expect(hasMixedScripts(wordsOf(line))).toBe(false);
  },
);

test('a script whose letters are hardly ever sure is not known on this screen', () => {
  const screen = [...wordsOf('ปะเภดภาต ขะเกดปอภตยตาม', 0.87), ...wordsOf('Settings saved', 0.99)];
  const unknown = unknownScripts([screen]);
  const line = wordsOf('ปะเภด Settings 12:30', 0.9);
  expect(texts(withoutScripts(line, unknown))).toBe('Settings 12:30');
});

test('a very sure word stays next to blurred text of its script', () => {
  const unknown = unknownScripts([wordsOf('ข้อความภาพเล็กเบลอ', 0.7)]);
  expect(texts(withoutScripts(wordsOf('ข้อความใหม่', 0.99), unknown))).toBe('ข้อความใหม่');
});

test('a script with sure words stays, whatever else was read as its letters', () => {
  const screen = [...wordsOf('מסמך נשמר', 0.98), ...wordsOf('ו ו ו ו ו ו ו ו', 0.57)];
  expect(texts(withoutScripts(wordsOf('מסמך'), unknownScripts([screen])))).toBe('מסמך');
});

test('a few unsure letters say nothing about their script', () => {
  expect(unknownScripts([wordsOf('ו ו', 0.5)]).size).toBe(0);
});

test('Latin letters are judged by their line alone', () => {
  expect(unknownScripts([wordsOf('faint letters in a video', 0.85)]).size).toBe(0);
});
