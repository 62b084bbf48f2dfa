import { expect, test } from 'vitest';
import { canFrame, findComponents } from './components.ts';

test('the outline of a badge around letters of nine pixels can frame them, that of a letter cannot', () => {
  expect(canFrame({ x0: 1184, x1: 1210, y0: 545, y1: 555 })).toBe(true);
  expect(canFrame({ x0: 40, x1: 50, y0: 20, y1: 31 })).toBe(false);
});

test('a small mask holds as many shapes as fit into it', () => {
  // Every second pixel of every second row.
  const mask = Uint8Array.from({ length: 7 * 5 }, (_, i) => ((i % 7) % 2 || (i / 7) & 1 ? 0 : 1));
  expect(findComponents(mask, 7)).toHaveLength(4 * 3);
});

test('shapes stay as they are when others are found, also when there are more than usual', () => {
  const dots = (width: number, height: number) =>
    Uint8Array.from({ length: width * height }, (_, i) =>
      (i % width) % 2 === 0 && Math.floor(i / width) % 2 === 0 ? 1 : 0,
    );
  const few = findComponents(dots(7, 5), 7);
  const before = structuredClone(few);
  const many = findComponents(dots(600, 400), 600);
  expect(many).toHaveLength(300 * 200);
  expect(many.every(({ pixels }) => pixels === 1)).toBe(true);
  expect(few).toEqual(before);
});
