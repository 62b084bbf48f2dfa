import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { mapInSlices } from './slices.ts';

/** Longer than a slice, however fast the machine is. */
function work(): void {
  const endMs = performance.now() + 12;
  while (performance.now() < endMs);
}

test('others get a turn between two items that take long', async () => {
  let turns = 0;
  let isOver = false;
  const others = (async () => {
    for (; !isOver; turns += 1) await nextTurn();
  })();
  const turnsBefore = await mapInSlices(
    [1, 2, 3, 4, 5],
    (item, index) => {
      work();
      return [item * 10, index, turns];
    },
    new AbortController().signal,
  );
  isOver = true;
  await others;
  expect(turnsBefore.map(([item, index]) => [item, index])).toEqual([
    [10, 0],
    [20, 1],
    [30, 2],
    [40, 3],
    [50, 4],
  ]);
  const counts = turnsBefore.map(([, , count]) => count);
  expect(new Set(counts).size).toBe(5);
});

test('a caller that disconnects ends the work', async () => {
  const caller = new AbortController();
  const seen: number[] = [];
  const mapped = mapInSlices(
    [1, 2, 3],
    (item) => {
      seen.push(item);
      work();
      caller.abort(new Error('closed'));
    },
    caller.signal,
  );
  await expect(mapped).rejects.toThrow('closed');
  expect(seen).toEqual([1]);
});
