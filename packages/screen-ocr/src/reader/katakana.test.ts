import { expect, test } from 'vitest';
import { inKatakana } from './katakana.ts';

test.each([
  ['写真力メラ写真', '写真カメラ写真'],
  ['工ネルギー', 'エネルギー'],
  ['シ二ア', 'シニア'],
  ['プ口グラム', 'プログラム'],
  ['サ一バー', 'サーバー'],
  ['データべース', 'データベース'],
])('%s becomes %s', (read, meant) => {
  expect(inKatakana(read)).toBe(meant);
});

test.each([
  '口コミ',
  'バス二台',
  'チーム力',
  '協力',
  '二トン',
  '一ヒ',
  '夕方',
  'ホテルへバス',
  'べき',
])('%s stays as it is', (word) => {
  expect(inKatakana(word)).toBe(word);
});
