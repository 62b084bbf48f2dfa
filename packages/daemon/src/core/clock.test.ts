import { getEventListeners } from 'node:events';
import { expect, test } from 'vitest';
import { systemClock } from './clock.ts';

test('a sleep ends with its time, and leaves nothing on its signal', async () => {
  const { signal } = new AbortController();
  await systemClock.sleep(1, signal);
  expect(getEventListeners(signal, 'abort')).toEqual([]);
});

test('a sleep ends when its signal aborts, also before it began', async () => {
  const stop = new AbortController();
  const asleep = systemClock.sleep(1_000_000, stop.signal);
  stop.abort('reason');
  await asleep;
  await systemClock.sleep(1_000_000, stop.signal);
  expect(getEventListeners(stop.signal, 'abort')).toEqual([]);
});
