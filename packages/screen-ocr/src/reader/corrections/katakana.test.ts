import { expect, test } from 'vitest';
import { inKatakana } from './katakana.ts';

test.each([
  ['力メラ写真', 'カメラ写真'],
  ['新しい力メラ', '新しいカメラ'],
  ['映画力メラ', '映画カメラ'],
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
  '入力データ',
  '出力ファイル',
  '協力チーム',
  '攻撃力アップ',
  '集中力テスト',
  '戦闘力ランキング',
  '営業力セミナー',
  '加工プロセス',
  'アジア三カ国',
  'プラン一ヶ月',
  '二トン',
  '一ヒ',
  '夕方',
  'ホテルへバス',
  'べき',
])('%s stays as it is', (word) => {
  expect(inKatakana(word)).toBe(word);
});
