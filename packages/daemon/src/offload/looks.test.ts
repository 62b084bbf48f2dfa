/** When the service looks for files that are due, and whether it may move them. */
import { expect, test } from 'vitest';
import { systemClock } from '#core/clock.ts';
import { addOldFrame, type PartOptions, signal, testPlace } from './offload.fixture.ts';
import { openParts, useFolders } from './offload-folders.fixture.ts';

const DAY_MS = 24 * 3_600_000;

useFolders();

/** Lets the service look some times with a file that is due; `apartMs` pass before each. */
async function look(apartMs: number, count: number, options: Partial<PartOptions> = {}) {
  const ended = new AbortController();
  let sleeps = 0;
  let [lists, reads] = [0, 0];
  const clock = {
    ...systemClock,
    now: () => Date.now() + sleeps * apartMs,
    async sleep() {
      sleeps += 1;
      if (sleeps > count) ended.abort();
    },
  };
  await using parts = await openParts({
    clock,
    wrapStore: (store) => ({
      ...store,
      offload: {
        ...store.offload,
        listMovable(...args) {
          lists += 1;
          return store.offload.listMovable(...args);
        },
      },
    }),
    openPlace(url, storeName) {
      const real = testPlace(url, storeName);
      return {
        ...real,
        read(spot, stopped) {
          if (spot.name === 'marker') reads += 1;
          return real.read(spot, stopped);
        },
      };
    },
    ...options,
  });
  await addOldFrame(parts, 7);
  await parts.offload.service.run(ended.signal);
  return { lists, reads, moved: (await parts.store.offload.count(signal)).moved };
}

const isBusy = { isMachineFree: async () => false };

test('a busy machine is not kept busy with looking what is due', async () => {
  expect(await look(30_000, 5, isBusy)).toEqual({ lists: 0, reads: 0, moved: 0 });
});

test('a machine that is always busy moves its files after a day', async () => {
  expect(await look(DAY_MS, 2, isBusy)).toMatchObject({ moved: 1 });
});

test('a connection that costs money is not used even then', async () => {
  const options = { ...isBusy, mayUseNetwork: async () => false };
  expect(await look(DAY_MS, 5, options)).toMatchObject({ moved: 0 });
});

test('files are listed, and the place is asked, less often when all were moved', async () => {
  const { lists, reads, moved } = await look(30_000, 12);
  expect(moved).toBe(1);
  expect(lists).toBe(1);
  expect(reads).toBe(1);
});
