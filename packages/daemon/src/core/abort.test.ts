import { expect, test } from 'vitest';
import { orAborted, untilAborted } from './abort.ts';
import { backOffMs } from './back-off.ts';

test('waiting for an abort ends at once when it has happened before', async () => {
  await untilAborted(AbortSignal.abort());
  const later = new AbortController();
  const waiting = untilAborted(later.signal);
  later.abort();
  await waiting;
});

test('work with a signal gives its own result, or the reason of the abort', async () => {
  const abort = new AbortController();
  await expect(orAborted(Promise.resolve(3), abort.signal)).resolves.toBe(3);
  await expect(orAborted(Promise.reject(new Error('own')), abort.signal)).rejects.toThrow('own');
  const work = Promise.withResolvers<never>();
  const waiting = orAborted(work.promise, abort.signal);
  abort.abort(new Error('enough'));
  await expect(waiting).rejects.toThrow('enough');
  await expect(orAborted(work.promise, abort.signal)).rejects.toThrow('enough');
  // What the work throws afterwards is not an unhandled rejection, which would fail this run.
  work.reject(new Error('late'));
});

test('waits double with every failure up to the longest', () => {
  expect([0, 1, 2, 3, 4, 5].map((failures) => backOffMs(failures, 10, 50))).toEqual([
    10, 10, 20, 40, 50, 50,
  ]);
});
