import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { TestSpecification, Vitest } from 'vitest/node';
import { LONG, LongestFirst } from './longest-first.ts';

const ROOT = join(import.meta.dirname, '..', '..');

const project = { name: 'p', config: { isolate: true, sequence: { groupOrder: 0 } } };
const specification = (path: string) =>
  ({ moduleId: join(ROOT, path), project }) as unknown as TestSpecification;

/** Vitest as it is on a fresh clone: it knows sizes and no durations. */
const vitest = {
  config: { root: ROOT },
  cache: { getFileTestResults: () => undefined, getFileStats: () => ({ size: 1 }) },
} as unknown as Vitest;

test('long files run before all others, in the order of the list', async () => {
  const files = ['a.test.ts', ...LONG.toReversed(), 'b.test.ts'].map(specification);
  const sorted = await new LongestFirst(vitest).sort(files);
  expect(sorted.map(({ moduleId }) => moduleId)).toEqual(
    [...LONG, 'a.test.ts', 'b.test.ts'].map((path) => join(ROOT, path)),
  );
});

test('every file of the list exists', () => {
  expect(LONG.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
});
