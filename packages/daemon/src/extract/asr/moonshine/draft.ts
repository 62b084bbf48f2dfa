/**
 * Guesses the next tokens of a text from a draft of it, which is the text of a shorter piece with the same beginning. The decoder checks
 * a whole guess in one step instead of one step a token, and keeps what it would have chosen itself: a good draft saves most of
 * its work, a bad one nothing but a little time.
 */

// Two tokens in a row are seldom alike by chance in texts this short.
const ANCHOR = 2;
// Checking costs little a token, but not nothing.
const LONGEST_GUESS = 24;

export interface Draft {
  /** What may follow `tokens`; empty when the draft has no idea. */
  guess(tokens: readonly number[]): readonly number[];
}

export function draftOf(draft: readonly number[]): Draft {
  let last = { place: 0, length: 0 };

  /** How far the draft was right with its last guess: it is not read from further back again. */
  function readUpTo(tokens: readonly number[]): number {
    let right = 0;
    while (last.length + right < tokens.length) {
      if (tokens[last.length + right] !== draft[last.place + right]) break;
      right += 1;
    }
    return last.place + right;
  }

  return {
    guess(tokens) {
      const from = readUpTo(tokens);
      const place = tokens.length === 0 ? 0 : placeAfter(draft, tokens.slice(-ANCHOR), from);
      if (place === undefined) return [];
      last = { place, length: tokens.length };
      return draft.slice(place, place + LONGEST_GUESS);
    },
  };
}

/** The first place, not before `from`, that follows upon `anchor`. */
function placeAfter(
  draft: readonly number[],
  anchor: readonly number[],
  from: number,
): number | undefined {
  for (let end = Math.max(from, anchor.length); end < draft.length; end++) {
    if (anchor.every((token, i) => draft[end - anchor.length + i] === token)) return end;
  }
  return undefined;
}
