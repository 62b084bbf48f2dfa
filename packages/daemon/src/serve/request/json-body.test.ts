import fc from 'fast-check';
import { Type } from 'typebox';
import { describe, expect, test } from 'vitest';
import { excessOf, shapeChecker } from './json-body.ts';

function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}

function valuesOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1;
  const parts = Object.values(value).map(valuesOf);
  // An empty list is counted like one with a value.
  return (
    1 +
    Math.max(
      1,
      parts.reduce((sum, each) => sum + each, 0),
    )
  );
}

describe('excessOf', () => {
  const MANY = 1_000_000;

  test('agrees with the depth of the parsed value for any JSON', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 6 }), fc.nat(6), (json, depth) => {
        const isDeeper = depthOf(JSON.parse(json)) > depth;
        expect(excessOf(json, { depth, values: MANY })).toBe(isDeeper ? 'depth' : undefined);
      }),
      { numRuns: 500 },
    );
  });

  test('counts no more values than there are, and at least half of them', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 6 }), (json) => {
        const values = valuesOf(JSON.parse(json));
        expect(excessOf(json, { depth: 9, values })).toBeUndefined();
        expect(excessOf(json, { depth: 9, values: Math.floor((values - 1) / 2) })).toBe('values');
      }),
      { numRuns: 500 },
    );
  });

  test('does not count what stands inside of strings', () => {
    const json = JSON.stringify({ a: '[[[["\\"[[,,,,' });
    expect(excessOf(json, { depth: 1, values: 2 })).toBeUndefined();
  });

  test('comes to an end for text that is no JSON', () => {
    fc.assert(
      fc.property(
        fc
          .array(fc.constantFrom('"', '\\', '[', ']', '{', '}', ',', 'x'))
          .map((parts) => parts.join('')),
        (text) => {
          expect(['depth', 'values', undefined]).toContain(excessOf(text, { depth: 3, values: 5 }));
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

  /** A list, or a record of numbers, that notes which of its items were looked at. */
  function watched(items: object) {
    const seen = new Set<string>();
    const list = new Proxy(items, {
      get(target, key) {
        if (/^\d+$/.test(String(key))) seen.add(String(key));
        return Reflect.get(target, key);
      },
    });
    return { list, seen };
  }

  test('looks at no item of a list that is too long', () => {
    const bounded = shapeChecker(
      Type.Object({ list: Type.Array(Type.Integer(), { maxItems: 10 }) }),
    );
    const { list, seen } = watched(Array(1_000).fill('wrong'));
    expect(bounded({ list })).toMatchObject({
      message: 'list must not have more than 10 items',
    });
    expect(seen.size).toBe(0);
  });

  const settings = shapeChecker(
    Type.Record(
      Type.String(),
      Type.Union([
        Type.Union([Type.String(), Type.Array(Type.String(), { maxItems: 10 })]),
        Type.Null(),
      ]),
      { maxProperties: 3 },
    ),
  );

  test('looks at no item of a list that is too long, in a record of nested alternatives', () => {
    const { list, seen } = watched(Array(1_000).fill('right'));
    expect(settings({ words: list })).toMatchObject({
      message: 'words must not have more than 10 items',
    });
    expect(seen.size).toBe(0);
  });

  test('looks at no item behind the first that is wrong, in nested alternatives', () => {
    const { list, seen } = watched(['right', ...Array(9).fill(5)]);
    expect(settings({ words: list })).toMatchObject({ message: 'words[1] must be string' });
    expect(seen.size).toBe(2);
  });

  test('looks at no value of a record with too many fields', () => {
    const { list: record, seen } = watched({ 1: 5, 2: 5, 3: 5, 4: 5 });
    expect(settings(record)).toMatchObject({
      message: 'the request body must not have more than 3 fields',
    });
    expect(seen.size).toBe(0);
  });

  test.each([
    [Type.String(), 'list must be string'],
    [Type.Union([Type.Integer(), Type.Null()]), 'list must be integer'],
    [Type.Array(Type.Integer(), { minItems: 2_000 }), 'list must not have fewer than 2000 items'],
  ])('explains a fault of a list itself without its items: %#', (schema, message) => {
    const faults = shapeChecker(Type.Object({ list: schema }));
    const { list, seen } = watched(Array(1_000).fill('wrong'));
    expect(faults({ list })).toMatchObject({ message });
    expect(seen.size).toBeLessThanOrEqual(1);
  });

  test('repeats no more of a long name than it needs', () => {
    const { message = '' } = settings({ ['x'.repeat(5_000)]: {} }) ?? {};
    expect(message).toMatch(/^x{200}… must be /);
    expect(message.length).toBeLessThan(300);
  });

  test('explains duplicates', () => {
    const ids = shapeChecker(
      Type.Object({ ids: Type.Array(Type.Integer(), { uniqueItems: true }) }),
    );
    expect(ids({ ids: [1, 2] })).toBeUndefined();
    expect(ids({ ids: [1, 1] })).toMatchObject({ message: 'ids must not have duplicate items' });
  });

  test('looks at no item behind the first that is wrong', () => {
    const { list, seen } = watched([{ text: 'right' }, ...Array(1_000).fill({ text: 5 })]);
    expect(check({ list })).toMatchObject({ message: 'list[1].text must be string' });
    expect(seen.size).toBe(2);
  });

  test('names the wrong field of alternatives and of fields with any name', () => {
    const loose = shapeChecker(
      Type.Object({
        either: Type.Optional(
          Type.Union([Type.String(), Type.Array(Type.Integer(), { maxItems: 2 })]),
        ),
        any: Type.Optional(Type.Record(Type.String(), Type.Integer())),
      }),
    );
    expect(loose({ either: [1, 'x'] })).toMatchObject({ message: 'either[1] must be integer' });
    expect(loose({ either: [1, 2, 3] })).toMatchObject({
      message: 'either must not have more than 2 items',
    });
    expect(loose({ any: { 'a/b~c': 1, d: 'x' } })).toMatchObject({
      message: 'any.d must be integer',
    });
  });
});
