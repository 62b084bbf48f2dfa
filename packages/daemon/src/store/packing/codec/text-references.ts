/**
 * Words and elements mostly say what the text of their frame says anyway, in the same order. A reference names
 * the place there by its distance from the expected one, which is nearly always 0.
 */

/** Position of each of these pieces in the text, nearest after the expected one first. */
interface Places {
  /** -1 when there is none. */
  find(piece: string, expected: number): number;
}

function placesOf(pieces: readonly string[]): Places {
  // Made when the first piece is not where it was expected: most frames never need it.
  let positions: Map<string, number[]> | undefined;
  function indexed(): Map<string, number[]> {
    positions = new Map();
    for (const [i, piece] of pieces.entries()) {
      const known = positions.get(piece);
      if (known) known.push(i);
      else positions.set(piece, [i]);
    }
    return positions;
  }
  return {
    find(piece, expected) {
      if (pieces[expected] === piece) return expected;
      const known = (positions ?? indexed()).get(piece) ?? [];
      return known[firstAtLeast(known, expected)] ?? known[0] ?? -1;
    },
  };
}

/** Index of the first of the ascending numbers that is not below `least`; their count when there is none. */
function firstAtLeast(numbers: readonly number[], least: number): number {
  let low = 0;
  let high = numbers.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((numbers[middle] as number) < least) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The words of a text: what stands between white space. */
export function wordsOf(text: string): string[] {
  return text.match(/\S+/g) ?? [];
}

export function wordFinder(text: string): Places['find'] {
  return placesOf(wordsOf(text)).find;
}

export interface LineRange {
  first: number;
  count: number;
}

/** Finds a text that is one or several whole lines of `text`. */
export function lineFinder(text: string) {
  const lines = text.split('\n');
  const places = placesOf(lines);
  const matches = (wanted: readonly string[], first: number) =>
    wanted.every((line, i) => lines[first + i] === line);
  return (piece: string, expected: number): LineRange | undefined => {
    const wanted = piece.split('\n');
    const count = wanted.length;
    if (matches(wanted, expected)) return { first: expected, count };
    const first = places.find(wanted[0] ?? '', expected);
    return first >= 0 && matches(wanted, first) ? { first, count } : undefined;
  };
}
