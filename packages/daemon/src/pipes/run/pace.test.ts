import { expect, test } from 'vitest';
import { costOf, servicePace } from './pace.ts';

const never = new AbortController().signal;
/** Of a caller that does not wait: rejects as soon as there is something to wait for. */
const impatient = AbortSignal.abort();

/** A clock that only work moves on. */
function clocked() {
  let workedMs = 0;
  const pace = servicePace(() => workedMs);
  const work = (tookMs: number) => () => {
    workedMs += tookMs;
    return Promise.resolve(tookMs);
  };
  return { pace, work };
}

test('some seconds of the service are given at once', async () => {
  const { pace, work } = clocked();
  for (let i = 0; i < 30; i += 1) expect(await pace.run(work(50), { signal: impatient })).toBe(50);
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
  await expect(pace.run(work(1), { signal: impatient })).rejects.toThrow();
});

test('work that waits for others is not counted by the clock on the wall', async () => {
  const { pace, work } = clocked();
  let busyMs = 0;
  await pace.run(work(60_000), { signal: never, cost: () => busyMs });
  expect(await pace.run(work(1), { signal: impatient })).toBe(1);
  await pace.run(
    async () => {
      busyMs += 60_000;
    },
    { signal: never, cost: () => busyMs },
  );
  await expect(pace.run(work(1), { signal: impatient })).rejects.toThrow();
});

test.each([
  ['fetch', 'is not counted'],
  ['notify', 'is not counted'],
  ['query', 'is counted'],
  ['state.get', 'is counted'],
])('waiting within %s %s', async (facility, counted) => {
  const cost = costOf(facility);
  const before = cost();
  const startedAtMs = performance.now();
  await new Promise((resolve) => setTimeout(resolve, 100));
  const passedMs = performance.now() - startedAtMs;
  const spentMs = cost() - before;
  expect(spentMs >= passedMs ? 'is counted' : 'is not counted').toBe(counted);
});
