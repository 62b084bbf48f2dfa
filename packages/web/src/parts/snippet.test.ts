import { expect, test } from 'vitest';
import { isOtherText, marked, piecesOf } from './snippet.ts';

const shown = (pieces: readonly { text: string; isMatch: boolean }[]) =>
  pieces.map(({ text, isMatch }) => (isMatch ? `<${text}>` : text)).join('');

test('what the service marks is marked, and nothing is lost', () => {
  expect(shown(piecesOf('the deposit arrived', [{ start: 4, end: 11 }]))).toBe(
    'the <deposit> arrived',
  );
  expect(shown(piecesOf('deposit', [{ start: 0, end: 7 }]))).toBe('<deposit>');
  expect(shown(piecesOf('plain', []))).toBe('plain');
});

test('a whole text is marked at beginnings of words only, whatever signs the query holds', () => {
  expect(shown(marked('Deposit and depositing, undeposited', 'deposit'))).toBe(
    '<Deposit> and <deposit>ing, undeposited',
  );
  expect(shown(marked('costs (11.80) each', '"11.80"'))).toBe('costs (<11.80>) each');
  expect(shown(marked('a+b', 'a+b ['))).toBe('<a+b>');
  expect(shown(marked('x', ''))).toBe('x');
});

test('a text read a little differently is the same text, other words are another one', () => {
  const read = 'the deposit arrived this morning, thank you all';
  expect(isOtherText(`${read} and see you`, `${read}, and see y0u!`)).toBe(false);
  expect(isOtherText(read, read.toUpperCase())).toBe(false);
  expect(isOtherText(read, 'the deposit was sent back on friday')).toBe(true);
  expect(isOtherText('', '')).toBe(false);
});
