import { expect, test } from 'vitest';
import { screenLock } from '#capture/exclusions/screen-lock.ts';
import type { InputEvent } from '#core/observation.ts';
import { manualClock } from '#core/testing/manual-clock.ts';
import type { NewContent } from '#store/new-records.ts';
import type { NewInputEvent } from '#store/records.ts';
import { inputIngest } from './input.ts';

const START_MS = 1_770_000_000_000;

test('events of a locked screen, and of the second before it was noticed, are not stored', async () => {
  const clock = manualClock(START_MS);
  const lock = screenLock(clock);
  let isLocked = false;
  lock.watch({ isLocked: async () => isLocked, onLockNews: () => () => {} });
  const rows: NewInputEvent[] = [];
  const ingest = inputIngest({
    store: {
      content: {
        add: async ({ inputEvents = [] }: NewContent) => {
          rows.push(...inputEvents);
          return { frames: [], transcriptions: [], uiTexts: [], inputEvents: [] };
        },
      },
    },
    lock,
    nowMs: () => clock.now(),
  });
  const stop = new AbortController();
  const running = ingest.run(stop.signal);
  const press = (): InputEvent => ({
    type: 'key',
    atMs: clock.now(),
    window: undefined,
    keyCount: 1,
  });

  ingest.offer(press());
  await expect.poll(() => clock.sleepers()).toBe(1);
  await clock.advance(500);
  ingest.offer(press());
  expect(rows).toEqual([]);
  await clock.advance(500);
  await expect.poll(() => rows.map(({ atMs }) => atMs)).toEqual([START_MS]);
  await expect.poll(() => clock.sleepers()).toBe(1);
  isLocked = true;
  await clock.advance(500);
  await expect.poll(() => lock.isLocked()).toBe(true);
  ingest.offer(press());
  await expect.poll(() => clock.sleepers()).toBe(1);
  isLocked = false;
  await clock.advance(1_000);
  await expect.poll(() => lock.isLocked()).toBe(false);
  await clock.advance(1);
  ingest.offer(press());
  await expect.poll(() => clock.sleepers()).toBe(1);
  await clock.advance(1_000);
  await expect.poll(() => rows.map(({ atMs }) => atMs)).toEqual([START_MS, START_MS + 2_501]);
  stop.abort();
  await running;
});
