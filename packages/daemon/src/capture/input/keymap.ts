/**
 * What a key writes: from the number of a key and the modifiers held, by the keyboard layout the X server has at the moment. Keys
 * that write nothing by themselves (shortcuts, arrows, accents waiting for a letter) give undefined. Input methods that compose
 * text from several keys, as for Chinese, are not followed.
 */
import x11 from 'x11';

const SHIFT = 1;
const CAPS_LOCK = 2;
const CONTROL = 4;
const ALT = 8;
const SUPER = 64;
const THIRD_LEVEL = 128;
const LAYOUT_AT = 13;
const LEVELS_PER_LAYOUT = 2;
const THIRD_LEVEL_AT = 4;
const UNICODE_KEYSYM = 0x01000000;

const SPECIAL: ReadonlyMap<number, string> = new Map([
  [0xff08, '\b'],
  [0xff09, '\t'],
  [0xff0d, '\n'],
  [0xff8d, '\n'],
  [0xffaa, '*'],
  [0xffab, '+'],
  [0xffac, ','],
  [0xffad, '-'],
  [0xffae, '.'],
  [0xffaf, '/'],
  ...Array.from({ length: 10 }, (_, digit) => [0xffb0 + digit, String(digit)] as const),
]);

/** Keys that change what other keys write, with the bit each sets while it is held. */
const HELD_MODIFIERS: ReadonlyMap<number, number> = new Map([
  [0xffe1, SHIFT],
  [0xffe2, SHIFT],
  [0xffe3, CONTROL],
  [0xffe4, CONTROL],
  [0xffe7, ALT],
  [0xffe8, ALT],
  [0xffe9, ALT],
  [0xffea, ALT],
  [0xffeb, SUPER],
  [0xffec, SUPER],
  [0xfe03, THIRD_LEVEL],
  [0xff7e, THIRD_LEVEL],
]);
const CAPS_LOCK_KEYSYM = 0xffe5;
const NUM_LOCK_KEYSYM = 0xff7f;
const LOCKED_BITS = CAPS_LOCK | (3 << LAYOUT_AT);

/** The bit a key sets while it is held: zero for locks, undefined for keys that are no modifiers. */
export function modifierOfKey(keysyms: readonly number[]): number | undefined {
  const [first = 0] = keysyms;
  if (first === CAPS_LOCK_KEYSYM || first === NUM_LOCK_KEYSYM) return 0;
  return HELD_MODIFIERS.get(first);
}

/** What is held by the keys that are down, what is locked (capitals, the layout) by what the server says. */
export function effectiveModifiers(held: number, serverMask: number): number {
  return held | (serverMask & LOCKED_BITS);
}

/** `keysyms` is the row of the key in the layout table: plain and shifted, for each layout, then the third level. */
export function textOfKey(keysyms: readonly number[], modifiers: number): string | undefined {
  if ((modifiers & (CONTROL | ALT | SUPER)) !== 0) return undefined;
  const layout = (modifiers >> LAYOUT_AT) & 3;
  const base =
    (modifiers & THIRD_LEVEL) !== 0 ? THIRD_LEVEL_AT : layout % 2 === 0 ? 0 : LEVELS_PER_LAYOUT;
  const isShifted = (modifiers & SHIFT) !== 0;
  const plain = characterOf(keysyms[base] ?? 0);
  const shifted = characterOf(keysyms[base + 1] ?? 0) ?? plain;
  if ((modifiers & CAPS_LOCK) === 0 || plain === undefined) return isShifted ? shifted : plain;
  const isLetter = plain.toUpperCase() !== plain.toLowerCase();
  return isLetter !== isShifted ? shifted : plain;
}

function characterOf(keysym: number): string | undefined {
  const special = SPECIAL.get(keysym);
  if (special !== undefined) return special;
  if ((keysym >= 0x20 && keysym <= 0x7e) || (keysym >= 0xa0 && keysym <= 0xff)) {
    return String.fromCodePoint(keysym);
  }
  if (keysym >= UNICODE_KEYSYM && keysym <= UNICODE_KEYSYM + 0x10ffff) {
    return String.fromCodePoint(keysym - UNICODE_KEYSYM);
  }
  return namedCharacters().get(keysym);
}

let named: ReadonlyMap<number, string> | undefined;

/** Letters of other alphabets have their own numbers from before Unicode. Built when the first such key is pressed. */
function namedCharacters(): ReadonlyMap<number, string> {
  named ??= new Map(
    Object.values(x11.keySyms).flatMap(({ code, description }) => {
      const character = /^\((.)\) /u.exec(description ?? '')?.[1];
      return character === undefined ? [] : [[code, character] as const];
    }),
  );
  return named;
}
