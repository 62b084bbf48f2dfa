/** Lays text out as a terminal would, every character one cell, and gives the words with their boxes. */
import type { Box, Word } from '../words.ts';

const CELL = { width: 10, height: 20 };
/** From the top of one line to the top of the next. */
const LINE_STEP = 26;

/** The box of `length` characters from a column of a line. */
export function cells(column: number, line: number, length: number): Box {
  return {
    left: column * CELL.width,
    top: line * LINE_STEP,
    width: length * CELL.width,
    height: CELL.height,
  };
}

/** One word for each run without spaces; `cut` splits runs further at the columns it names. */
export function layOut(
  lines: readonly string[],
  cut: (line: number, column: number) => boolean = () => false,
): Word[] {
  return lines.flatMap((text, line) => {
    const words: Word[] = [];
    let from = 0;
    for (let column = 1; column <= text.length; column += 1) {
      const isEnd = column === text.length || text[column] === ' ' || text[column - 1] === ' ';
      if (!isEnd && !cut(line, column)) continue;
      const part = text.slice(from, column);
      if (part.trim() !== '') words.push({ text: part, ...cells(from, line, part.length) });
      from = column;
    }
    return words;
  });
}

export function isInside(inner: Box, outer: Box): boolean {
  // Sums of fractions differ in the last digits.
  const slack = 1e-6;
  return (
    inner.left >= outer.left - slack &&
    inner.top >= outer.top - slack &&
    inner.left + inner.width <= outer.left + outer.width + slack &&
    inner.top + inner.height <= outer.top + outer.height + slack
  );
}
