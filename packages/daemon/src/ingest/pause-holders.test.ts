import { expect, test } from 'vitest';
import { pauseHolders } from './pause-holders.ts';

test('a side goes on only when nobody holds it any more', async () => {
  const calls: boolean[] = [];
  const hold = pauseHolders<'person' | 'governor'>(async (isPaused) => {
    calls.push(isPaused);
  });
  await hold('person', true);
  await hold('governor', true);
  await hold('person', false);
  expect(calls).toEqual([true]);
  await hold('governor', false);
  await hold('governor', false);
  expect(calls).toEqual([true, false]);
});
