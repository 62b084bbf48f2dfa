import { expect, test } from 'vitest';
import { costOf, servicePace } from './pace.ts';

const never = new AbortController().signal;

/** A clock that work moves on, and time itself as well. */
function clocked() {
  let workedMs = 0;
  const pace = servicePace(() => performance.now() + workedMs);
  const work = (tookMs: number) => () => {
    workedMs += tookMs;
    return Promise.resolve(tookMs);
  };
  return { pace, work };
}

test('some seconds of the service are given at once', async () => {
  const { pace, work } = clocked();
  const startedAtMs = performance.now();
  for (let i = 0; i < 30; i += 1) expect(await pace.run(work(50), { signal: never })).toBe(50);
  // Nothing waited: even the shortest rest would be longer than all of this together.
  expect(performance.now() - startedAtMs).toBeLessThan(10_000);
});

test('whoever takes more waits until its share has grown, and gives up when it is aborted', async () => {
  const { pace, work } = clocked();
  await pace.run(work(60_000), { signal: never });
  const patience = new AbortController();
  let isDone = false;
  const next = pace.run(work(1), { signal: patience.signal }).then(() => {
    isDone = true;
  });
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(isDone).toBe(false);
  patience.abort();
  await expect(next).rejects.toThrow(/abort/i);
});

test('a failure costs as much as an answer', async () => {
  const { pace, work } = clocked();
  const fails = async () => {
    await work(60_000)();
    throw new Error('no');
  };
  await expect(pace.run(fails, { signal: never })).rejects.toThrow('no');
  const soon = AbortSignal.timeout(50);
  await expect(pace.run(work(1), { signal: soon })).rejects.toThrow();
});

test('work that waits for others is not counted by the clock on the wall', async () => {
  const { pace, work } = clocked();
  let busyMs = 0;
  await pace.run(work(60_000), { signal: never, cost: () => busyMs });
  expect(await pace.run(work(1), { signal: AbortSignal.timeout(5_000) })).toBe(1);
  await pace.run(
    async () => {
      busyMs += 60_000;
    },
    { signal: never, cost: () => busyMs },
  );
  await expect(pace.run(work(1), { signal: AbortSignal.timeout(50) })).rejects.toThrow();
});

test.each([
  ['fetch', 0],
  ['notify', 0],
  ['query', 1],
  ['state.get', 1],
])('waiting within %s costs %d of its time', async (facility, share) => {
  const cost = costOf(facility);
  const [before, startedAtMs] = [cost(), performance.now()];
  await new Promise((resolve) => setTimeout(resolve, 400));
  const [spentMs, passedMs] = [cost() - before, performance.now() - startedAtMs];
  if (share === 0) expect(spentMs).toBeLessThan(passedMs - 200);
  else expect(spentMs).toBeGreaterThan(passedMs - 200);
});
