import { expect, test } from 'vitest';
import { OTHER_NETWORK } from './alphabet.ts';
import type { Letter } from './letters.ts';
import { isJoinedScript, joinReadings } from './two-networks.ts';

/** One letter every two steps; `_` stands for a character of the other network. */
function letters(text: string): Letter[] {
  return [...text].map((one, i) => ({
    text: one === '_' ? OTHER_NETWORK : one,
    confidence: 0.9,
    from: 2 * i,
    to: 2 * i + 1,
  }));
}

const writes = (character: string) => /[\p{Script=Han} -~]/u.test(character);
const joined = (western: string, eastern: string) =>
  joinReadings(letters(western), letters(eastern), writes)
    .map(({ text }) => text)
    .join('');

test('a line of which the eastern network knows every letter is its own', () => {
  expect(joined('Firefox __', 'Firefox 下载')).toBe('Firefox 下载');
});

test('words in letters that it does not know stay as the western one read them', () => {
  expect(joined('Русский __', 'Pyccknn 中文')).toBe('Русский 中文');
  expect(joined('__ Język', '中文 Jezyk')).toBe('中文 Język');
});

test('one foreign sign in such a word does not replace the word', () => {
  expect(joined('наст_ойки', 'HacT中ouKn')).toBe(`наст${OTHER_NETWORK}ойки`);
});

test('parts of a syllable next to the middle of it are kept', () => {
  const western = [
    ...letters('Język '),
    { text: OTHER_NETWORK, confidence: 0.9, from: 16, to: 17 },
    { text: OTHER_NETWORK, confidence: 0.9, from: 20, to: 21 },
  ];
  const eastern = [...'백업'.normalize('NFD')].map((text, i) => ({
    text,
    confidence: 0.9,
    from: 14 + i + i,
    to: 15 + i + i,
  }));
  const read = joinReadings(western, eastern, (one) => /[\u1100-\u11ff -~]/.test(one));
  expect(
    read
      .map(({ text }) => text)
      .join('')
      .normalize('NFC'),
  ).toBe('Język 백업');
});

test('a sign that is misread among foreign ones does not keep the eastern reading away', () => {
  expect(joined('Język ___ฟ__', 'Jezyk 会议记录完成')).toBe('Język 会议记录完成');
});

test('foreign words with mostly one mark each are joined letters, others are not', () => {
  expect(isJoinedScript(letters('_ _ 12:30 _.'))).toBe(true);
  expect(isJoinedScript(letters('_ __ _ _'))).toBe(true);
  expect(isJoinedScript(letters('_ __'))).toBe(false);
  expect(isJoinedScript(letters('__ _ 12:30'))).toBe(false);
});
