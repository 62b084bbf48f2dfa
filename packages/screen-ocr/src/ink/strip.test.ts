import { expect, test } from 'vitest';
import type { Ink } from './ink.ts';
import { joinedStripOf, stripOf } from './strip.ts';

/** Rows 2 and 19 are the outermost ones with ink; the measured x-height and baseline are those of a line without a clear core. */
function inkOfRows(xHeight: number, baseline: number): Ink {
  const width = 60;
  const height = 22;
  const pixels = new Uint8Array(width * height);
  for (let y = 2; y <= 19; y++)
    pixels.fill(y === 2 || y === 19 ? 255 : 128, y * width + 3, y * width + 57);
  const columns = new Int32Array(width).fill(18, 3, 57);
  const shares = { groundShare: 0.7, groundAround: 1, plainAround: 1 };
  return {
    bitmap: { pixels, width, height },
    top: 2,
    bottom: 19,
    columns,
    xHeight,
    baseline,
    ...shares,
  };
}

function inkedRows({ pixels, width, height }: ReturnType<typeof stripOf>): number[] {
  const rows = Array.from({ length: height }, (_, y) =>
    pixels.subarray(y * width, (y + 1) * width),
  );
  return rows.flatMap((row, y) => (row.some((level) => level > 40) ? [y] : []));
}

test('a strip of joined letters shows all of their rows, wherever the baseline was measured', () => {
  for (const baseline of [8, 13, 19]) {
    const rows = inkedRows(joinedStripOf(inkOfRows(13, baseline), 0, 13));
    expect(rows.length).toBeGreaterThan(24);
    expect(rows[0]).toBeGreaterThanOrEqual(0);
    expect(rows.at(-1)).toBeLessThanOrEqual(31);
    expect(rows.length).toBe((rows.at(-1) ?? 0) - (rows[0] ?? 0) + 1);
  }
});

test('a measured x-height of half the line makes joined letters no smaller', () => {
  const measured = stripOf(inkOfRows(13, 15), 0, 13);
  const joined = joinedStripOf(inkOfRows(13, 15), 0, 13);
  expect(joined.scale).toBeGreaterThan(1.8 * measured.scale);
  expect(joinedStripOf(inkOfRows(6, 15), 0, 6).scale).toBeCloseTo(
    stripOf(inkOfRows(6, 15), 0, 6).scale,
  );
});
