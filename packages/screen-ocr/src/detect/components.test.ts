import { expect, test } from 'vitest';
import { canFrame } from './components.ts';

test('the outline of a badge around letters of nine pixels can frame them, that of a letter cannot', () => {
  expect(canFrame({ x0: 1184, x1: 1210, y0: 545, y1: 555 })).toBe(true);
  expect(canFrame({ x0: 40, x1: 50, y0: 20, y1: 31 })).toBe(false);
});
