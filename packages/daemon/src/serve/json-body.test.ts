import fc from 'fast-check';
import { Type } from 'typebox';
import { describe, expect, test } from 'vitest';
import { isDeeperThan, shapeChecker } from './json-body.ts';

function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}

describe('isDeeperThan', () => {
  test('agrees with the parsed value for any JSON', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 6 }), fc.nat(6), (json, limit) => {
        expect(isDeeperThan(json, limit)).toBe(depthOf(JSON.parse(json)) > limit);
      }),
      { numRuns: 500 },
    );
  });

  test('does not count brackets inside strings', () => {
    expect(isDeeperThan(JSON.stringify({ a: '[[[["\\"[[' }), 1)).toBe(false);
  });

  test('comes to an end for text that is no JSON', () => {
    fc.assert(
      fc.property(
        fc
          .array(fc.constantFrom('"', '\\', '[', ']', '{', '}', 'x'))
          .map((parts) => parts.join('')),
        (text) => {
          expect(typeof isDeeperThan(text, 3)).toBe('boolean');
        },
      ),
    );
  });
});

describe('shapeChecker', () => {
  const check = shapeChecker(
    Type.Object({
      list: Type.Array(Type.Object({ text: Type.String() })),
      kind: Type.Optional(Type.String({ enum: ['a', 'b'] })),
    }),
  );

  test('accepts a value of the right shape', () => {
    expect(check({ list: [{ text: 'x' }] })).toBeUndefined();
  });

  test.each([
    [undefined, 'the request body is missing: send a JSON object'],
    [5, 'the request body must be object'],
    [{}, 'list is required'],
    [{ list: [{ text: 'x' }, { text: 5 }] }, 'list[1].text must be string'],
    [{ list: [], kind: 'c' }, 'kind must be one of a, b'],
  ])('names the wrong field of %j', (value, message) => {
    expect(check(value)).toMatchObject({ code: 'INVALID_BODY', message });
  });
});
