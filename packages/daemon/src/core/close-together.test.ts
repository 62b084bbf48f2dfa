import { expect, test } from 'vitest';
import { closeTogether } from './close-together.ts';

test('all begin to close at once, and a fault of one waits for the others', async () => {
  const steps: string[] = [];
  const last = Promise.withResolvers<void>();
  const closing = closeTogether([
    {
      async close() {
        steps.push('first');
        throw new Error('the first broke');
      },
    },
    undefined,
    {
      async close() {
        steps.push('second');
        await last.promise;
        steps.push('second ended');
      },
    },
  ]);
  expect(steps).toEqual(['first', 'second']);
  last.resolve();
  await expect(closing).rejects.toThrow('the first broke');
  expect(steps).toEqual(['first', 'second', 'second ended']);
});
