import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { askSecrets } from './ask-secrets.ts';

const CTRL_C = '\u0003';
const CTRL_D = '\u0004';

function typed(text: string, isTTY = true) {
  const input = Object.assign(new PassThrough(), { isTTY });
  if (isTTY) input.write(text);
  else input.end(text);
  return input;
}

test('a passphrase is taken as it was typed, with spaces at its ends', async () => {
  expect(await askSecrets(['Passphrase: '], typed(' two words \r'))).toEqual([' two words ']);
  const both = typed(' token \nlast without an end ', false);
  expect(await askSecrets(['Token: ', 'Password: '], both)).toEqual([
    ' token ',
    'last without an end ',
  ]);
});

test('an empty line is an answer', async () => {
  expect(await askSecrets(['Passphrase: '], typed('\r'))).toEqual(['']);
});

test.each([
  ['Ctrl+C', CTRL_C],
  ['Ctrl+C after a beginning', `half${CTRL_C}`],
  ['Ctrl+D', CTRL_D],
])('%s is no answer', async (_, keys) => {
  await expect(askSecrets(['Passphrase: '], typed(keys))).rejects.toThrow('nothing was done');
});

test('input that ends too early is no answer', async () => {
  const one = typed('first\n', false);
  await expect(askSecrets(['One: ', 'Two: '], one)).rejects.toThrow('nothing was done');
});
