import { expect, test } from 'vitest';
import { manualClock } from '#core/testing/manual-clock.ts';
import { emitter } from '../listeners.ts';
import { screenLock } from './screen-lock.ts';

const START_MS = 1_770_000_000_000;
const never = new AbortController().signal;

/** A desktop whose answers the test gives. */
function desktop() {
  const clock = manualClock(START_MS);
  const news = emitter<void>();
  let answer = async () => false;
  const lock = screenLock(clock);
  lock.watch({ isLocked: () => answer(), onLockNews: news.on });
  return {
    clock,
    lock,
    news,
    answers(next: () => Promise<boolean>) {
      answer = next;
    },
  };
}

test('news of the desktop are followed at once', async () => {
  const { lock, news, answers } = desktop();
  const changes: boolean[] = [];
  lock.onChange((isLocked) => changes.push(isLocked));
  answers(async () => true);
  news.emit();
  await expect.poll(() => lock.isLocked()).toBe(true);
  answers(async () => false);
  news.emit();
  await expect.poll(() => lock.isLocked()).toBe(false);
  expect(changes).toEqual([true, false]);
});

test('nothing of a lock and of the second before it may be kept', async () => {
  const { lock, clock, answers } = desktop();
  await clock.advance(10_000);
  answers(async () => true);
  expect(await lock.check()).toBe(true);
  await clock.advance(60_000);
  answers(async () => false);
  expect(await lock.check()).toBe(false);
  await clock.advance(10_000);
  const kept = [8_999, 9_000, 40_000, 70_000, 70_001].map((ms) => !lock.isSuspect(START_MS + ms));
  expect(kept).toEqual([true, false, false, false, true]);
});

test('what just happened is certain after a second and a fresh answer', async () => {
  const { lock, clock, answers } = desktop();
  let isSettled = false;
  const settling = lock.settled(START_MS, never).then(() => {
    isSettled = true;
  });
  answers(async () => true);
  await clock.advance(999);
  expect([isSettled, lock.isLocked()]).toEqual([false, false]);
  await clock.advance(1);
  await settling;
  expect(lock.isSuspect(START_MS)).toBe(true);
});

test('a frozen desktop holds up nothing for long', async () => {
  const { lock, clock, answers } = desktop();
  answers(() => new Promise(() => {}));
  const settling = lock.settled(START_MS - 5_000, never);
  await expect.poll(() => clock.sleepers()).toBe(1);
  await clock.advance(2_000);
  await settling;
  expect(lock.isSuspect(START_MS)).toBe(false);
});

test('an answer that a later one has overtaken does not count', async () => {
  const { lock, answers } = desktop();
  const old = Promise.withResolvers<boolean>();
  answers(() => old.promise);
  const first = lock.check();
  answers(async () => true);
  expect(await lock.check()).toBe(true);
  old.resolve(false);
  expect(await first).toBe(true);
});

test('a desktop that is let go locks nothing any more', async () => {
  const { lock, clock, answers } = desktop();
  answers(async () => true);
  await lock.check();
  lock.watch(undefined);
  expect(lock.isLocked()).toBe(false);
  await clock.advance(1);
  expect(lock.isSuspect(clock.now())).toBe(false);
});
