import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { manualClock } from '#core/testing/manual-clock.ts';
import { DIMENSIONS } from '#store/meaning/codes.ts';
import type { Store } from '#store/store.ts';
import { type TemporaryFolder, temporaryFolder } from '#store/testing/temporary-store.ts';
import { openTestStore } from '#store/testing/test-store.ts';
import { passageService } from './passage-service.ts';

const NOON = Date.UTC(2026, 1, 3, 12);
const MINUTE_MS = 60_000;
const DOCUMENTS = 400;
/** What a text costs here. */
const TEXT_MS = 1_000;

let folder: TemporaryFolder;
let store: Store;
beforeEach(async () => {
  folder = await temporaryFolder();
  store = await openTestStore({ dataDir: folder.path });
});
afterEach(async () => {
  await store.close();
  await folder[Symbol.asyncDispose]();
});

test('takes a hundredth of the time while somebody works, and the rest when nobody does', async () => {
  const frames = Array.from({ length: DOCUMENTS }, (_, i) => ({
    ...{ atMs: NOON + i, deviceName: 'monitor_1', appName: 'Mail', windowName: '' },
    text: `Message ${i} about the enclosure and its colour number ${i}`,
  }));
  await store.content.add({ frames });
  const clock = manualClock(NOON);
  let busyMs = 0;
  let awayMs = 12_000;
  const service = passageService({
    ...{ store, clock, isEager: false, hasModel: async () => true },
    machineLoad: async () => 'free',
    lastFrameAtMs: () => clock.now() - awayMs,
    async embed(texts) {
      busyMs += texts.length * TEXT_MS;
      await clock.advance(texts.length * TEXT_MS);
      return texts.map((_, i) => new Int8Array(DIMENSIONS).fill(i + 1));
    },
  });
  const ended = new AbortController();
  const running = service.run(ended.signal);
  const minutes = async (count: number) => {
    for (let i = 0; i < count; i++) {
      await vi.waitFor(() => expect(clock.sleepers()).toBe(1));
      await clock.advance(MINUTE_MS);
    }
  };
  await minutes(60);
  const batchMs = 16 * TEXT_MS;
  expect(busyMs).toBeGreaterThan(0);
  expect(busyMs).toBeLessThanOrEqual(60 * MINUTE_MS * 0.01 + batchMs);
  awayMs = 10 * MINUTE_MS;
  await minutes(60);
  expect(busyMs).toBe(DOCUMENTS * TEXT_MS);
  ended.abort();
  await running;
});
