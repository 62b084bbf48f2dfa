/** Holes of big letters, such as that of an O: their edges are shapes like letters. */

interface Line {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly glyphs: number;
}

/** Holes of big letters come out as separate lines: they lie inside the line of their letter. */
export function withoutCounters<T extends Line>(lines: readonly T[]): T[] {
  const tall = lines.filter((line) => line.height > 16);
  return lines.filter((line) => {
    if (line.glyphs > 2) return true;
    return !tall.some((outer) => isCounterOf(line, outer));
  });
}

function isCounterOf(line: Line, outer: Line): boolean {
  return (
    line !== outer &&
    line.height < 0.8 * outer.height &&
    line.width <= outer.height &&
    line.x >= outer.x &&
    line.y >= outer.y &&
    line.x + line.width <= outer.x + outer.width &&
    line.y + line.height <= outer.y + outer.height
  );
}
