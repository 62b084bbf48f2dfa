import { getEventListeners } from 'node:events';
import { expect, test } from 'vitest';
import { boundedQueue } from './bounded-queue.ts';

const never = new AbortController().signal;

test('what does not fit is refused, what is inside keeps its order', async () => {
  const queue = boundedQueue<number>(2);
  expect([queue.offer(1), queue.offer(2), queue.offer(3)]).toEqual([true, true, false]);
  expect(queue.depth()).toBe(2);
  expect([await queue.take(never), await queue.take(never)]).toEqual([1, 2]);
});

test('a waiting taker gets the next item', async () => {
  const queue = boundedQueue<string>(1);
  const taken = queue.take(never);
  queue.offer('late');
  expect(await taken).toBe('late');
});

test('an abort ends the wait with nothing', async () => {
  const queue = boundedQueue<string>(1);
  const abort = new AbortController();
  const taken = queue.take(abort.signal);
  abort.abort();
  expect(await taken).toBeUndefined();
});

test('a wait that ended leaves no listener on a signal that lives on', async () => {
  const queue = boundedQueue<number>(1);
  const { signal } = new AbortController();
  for (const item of [1, 2, 3]) {
    const taken = queue.take(signal);
    queue.offer(item);
    expect(await taken).toBe(item);
  }
  expect(getEventListeners(signal, 'abort')).toEqual([]);
});

test('drain empties it', () => {
  const queue = boundedQueue<number>(3);
  queue.offer(1);
  queue.offer(2);
  expect([queue.drain(), queue.depth()]).toEqual([[1, 2], 0]);
});
