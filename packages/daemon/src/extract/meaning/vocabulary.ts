/**
 * The word pieces of a tokenizer.json and their numbers, found by their bytes in the file itself: thirty thousand strings and the objects
 * around them would take ten times the memory of the file.
 */

/** A power of two, some twice the number of pieces. */
const SLOTS = 65_536;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const END = 0x7d;
const SECTION = '"vocab":';

export type FindPiece = (piece: string) => number | undefined;

export function openVocabulary(file: Buffer): FindPiece {
  /** Where the piece begins and ends in `bytes`, and its number plus one; zero where a slot is free. */
  const table = new Uint32Array(SLOTS * 3);
  /** Those that the file writes with backslashes: a handful. */
  const extra = new Map<string, number>();
  const start = file.indexOf(SECTION);
  if (start < 0) throw new Error('the tokenizer has no vocabulary');
  let at = file.indexOf('{', start) + 1;

  /** The place of the bytes, or the free slot where they belong. */
  function slotOf(bytes: Buffer, from: number, to: number): number {
    let hash = 0x811c9dc5;
    for (let i = from; i < to; i++) hash = Math.imul(hash ^ (bytes[i] as number), 0x01000193);
    for (let slot = hash & (SLOTS - 1); ; slot = (slot + 1) & (SLOTS - 1)) {
      const [first = 0, last = 0, number = 0] = table.subarray(slot * 3, slot * 3 + 3);
      if (number === 0 || file.compare(bytes, from, to, first, last) === 0) return slot;
    }
  }

  for (let entry = nextEntry(file, at); entry; entry = nextEntry(file, at)) {
    const { from, to, number, isEscaped } = entry;
    at = entry.end;
    if (isEscaped) extra.set(JSON.parse(file.toString('utf8', from - 1, to + 1)), number);
    else table.set([from, to, number + 1], slotOf(file, from, to) * 3);
  }

  return (piece) => {
    const bytes = Buffer.from(piece);
    const number = table[slotOf(bytes, 0, bytes.length) * 3 + 2] as number;
    return number > 0 ? number - 1 : extra.get(piece);
  };
}

/** The piece whose quotes begin at `at` or later, in an object of pieces and numbers; undefined where that object ends. */
function nextEntry(file: Buffer, at: number) {
  let start = at;
  while (start < file.length && file[start] !== QUOTE && file[start] !== END) start += 1;
  if (file[start] !== QUOTE) return undefined;
  const from = start + 1;
  let isEscaped = false;
  let to = from;
  for (; file[to] !== QUOTE; to += 1) {
    if (file[to] !== BACKSLASH) continue;
    isEscaped = true;
    to += 1;
  }
  const digits = /\d+/.exec(file.toString('latin1', to + 1, to + 16));
  const end = to + 1 + (digits ? digits.index + digits[0].length : 0);
  return { from, to, end, isEscaped, number: Number(digits?.[0] ?? 0) };
}
