import { expect, test } from 'vitest';
import { inOneScript } from './one-script.ts';

test.each([
  ['\u0441apacity', 'capacity'], // Cyrillic es
  ['n\u03bfv', 'nov'], // Greek omicron
  ['дo\u043cа', 'дома'], // Latin o
  ['\u0438тoг\u043e', 'итого'],
  ['λ\u006fγος', 'λογος'], // Latin o
])('%s is written in one script', (read, meant) => {
  expect(inOneScript(read)).toBe(meant);
});

test.each(['naïve', 'СССР', 'Москва', 'Αθήνα', '2026-11-17', 'C++'])(
  '%s stays as it is',
  (word) => {
    expect(inOneScript(word)).toBe(word);
  },
);
