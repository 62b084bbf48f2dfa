import { expect, test } from 'vitest';
import { effectiveModifiers, modifierOfKey, textOfKey } from './keymap.ts';

const A = [0x61, 0x41, 0x61, 0x41];
const ONE = [0x31, 0x21, 0x31, 0x21];
const E_WITH_EURO = [0x65, 0x45, 0x65, 0x45, 0x20ac, 0];
const LATIN_AND_CYRILLIC = [0x66, 0x46, 0x6c1, 0x6e1];
const [SHIFT, CAPS, CONTROL, ALT, NUM, SUPER, ALT_GR] = [1, 2, 4, 8, 16, 64, 128];
const SECOND_LAYOUT = 1 << 13;

test.each([
  ['a letter', A, 0, 'a'],
  ['a letter with shift', A, SHIFT, 'A'],
  ['a letter with caps lock', A, CAPS, 'A'],
  ['a letter with both', A, CAPS | SHIFT, 'a'],
  ['a digit with caps lock', ONE, CAPS, '1'],
  ['a digit with shift', ONE, SHIFT, '!'],
  ['a letter with num lock', A, NUM, 'a'],
  ['the third level', E_WITH_EURO, ALT_GR, '€'],
  ['the second layout', LATIN_AND_CYRILLIC, SECOND_LAYOUT, 'а'],
  ['the second layout with shift', LATIN_AND_CYRILLIC, SECOND_LAYOUT | SHIFT, 'А'],
  ['a Unicode keysym', [0x01000000 + 0x4e2d], 0, '中'],
  ['backspace', [0xff08], 0, '\b'],
  ['return', [0xff0d], 0, '\n'],
  ['a digit of the number pad', [0xff9c, 0xffb1], SHIFT, '1'],
  ['an arrow', [0xff51], 0, undefined],
  ['an accent that waits for its letter', [0xfe50], 0, undefined],
  ['a key without a meaning', [], 0, undefined],
  ['a shortcut with control', A, CONTROL, undefined],
  ['a shortcut with alt', A, ALT, undefined],
  ['a shortcut with super', A, SUPER, undefined],
])('%s', (_, keysyms, modifiers, text) => {
  expect(textOfKey(keysyms, modifiers)).toBe(text);
});

test('modifiers are held, locks are known by the server, other keys are neither', () => {
  expect(modifierOfKey([0xffe1])).toBe(SHIFT);
  expect(modifierOfKey([0xfe03])).toBe(ALT_GR);
  expect(modifierOfKey([0xffe5])).toBe(0);
  expect(modifierOfKey(A)).toBeUndefined();
  // Shift was let go before the server could be asked, and control pressed.
  expect(effectiveModifiers(SHIFT, CONTROL | CAPS | SECOND_LAYOUT)).toBe(
    SHIFT | CAPS | SECOND_LAYOUT,
  );
});
