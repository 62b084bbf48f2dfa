import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Rect } from '#core/observation.ts';
import { areaOf, coalesce, containsPoint, intersection, subtract, union } from './rectangles.ts';

const rect = fc.record({
  x: fc.integer({ min: -20, max: 20 }),
  y: fc.integer({ min: -20, max: 20 }),
  width: fc.integer({ min: 1, max: 25 }),
  height: fc.integer({ min: 1, max: 25 }),
});
const point = fc.record({
  x: fc.integer({ min: -25, max: 50 }),
  y: fc.integer({ min: -25, max: 50 }),
});
const covers = (rects: readonly Rect[], { x, y }: { x: number; y: number }) =>
  rects.some((one) => containsPoint(one, x, y));

describe('rectangles', () => {
  test('what is left after a hole has every point of the one and none of the other', () => {
    fc.assert(
      fc.property(rect, rect, point, (from, hole, at) => {
        const left = subtract(from, hole);
        expect(covers(left, at)).toBe(covers([from], at) && !covers([hole], at));
        const shared = intersection(from, hole);
        expect(left.reduce((sum, part) => sum + areaOf(part), 0)).toBe(
          areaOf(from) - (shared === undefined ? 0 : areaOf(shared)),
        );
      }),
    );
  });

  test('an intersection has the points of both, a union at least those of either', () => {
    fc.assert(
      fc.property(rect, rect, point, (a, b, at) => {
        const both = intersection(a, b);
        expect(both !== undefined && covers([both], at)).toBe(covers([a], at) && covers([b], at));
        if (covers([a, b], at)) expect(covers([union(a, b)], at)).toBe(true);
      }),
    );
  });

  test('coalesced rectangles cover everything, do not overlap and are not too many', () => {
    fc.assert(
      fc.property(fc.array(rect, { maxLength: 12 }), point, (rects, at) => {
        const few = coalesce(rects, 4);
        expect(few.length).toBeLessThanOrEqual(4);
        if (covers(rects, at)) expect(covers(few, at)).toBe(true);
        expect(few.filter((one) => containsPoint(one, at.x, at.y)).length).toBeLessThanOrEqual(1);
      }),
    );
  });
});
