/** When the service looks for files that are due, and whether it may move them. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { systemClock } from '#core/clock.ts';
import { type TemporaryFolder, temporaryFolder } from '#store/testing/temporary-store.ts';
import {
  addOldFrame,
  openOffloadParts,
  type PartOptions,
  signal,
  testPlace,
} from './offload.fixture.ts';

const DAY_MS = 24 * 3_600_000;

let folder: TemporaryFolder;
let dataDir: string;
let place: string;

beforeEach(async () => {
  folder = await temporaryFolder();
  dataDir = join(folder.path, 'store');
  place = join(folder.path, 'place');
  await mkdir(dataDir);
  await mkdir(place);
});
afterEach(() => folder[Symbol.asyncDispose]());

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
  await using parts = await openOffloadParts(dataDir, {
    to: place,
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

test('a machine that is always busy moves its files after a day', async () => {
  expect(await look(DAY_MS, 2, isBusy)).toMatchObject({ moved: 1 });
});

test('a connection that costs money is not used even then', async () => {
  const options = { ...isBusy, mayUseNetwork: async () => false };
  expect(await look(DAY_MS, 5, options)).toMatchObject({ moved: 0 });
});
