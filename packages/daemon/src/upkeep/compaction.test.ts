/** The service with a real store, real files and the real encoder; only time and the load of the machine are set. */
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { silentLog } from '#core/log/log.ts';
import { supervise } from '#core/service.ts';
import { manualClock } from '#core/testing/manual-clock.ts';
import { chunkProcess } from '#store/compaction/chunk-process.ts';
import { type Compaction, openCompaction } from '#store/compaction/compaction.ts';
import { openMedia } from '#store/media/media.ts';
import { numberedPicture } from '#store/testing/numbered-picture.ts';
import { openTestStore } from '#store/testing/test-store.ts';
import { compactionService } from './compaction.ts';
import type { MachineLoad } from './machine-load.ts';

const START_MS = Date.parse('2026-02-03T09:00:00Z');
const HOUR_MS = 3_600_000;
const LOOK_MS = 30_000;
const PATIENCE = { timeout: 90_000 };

interface Machine {
  load: MachineLoad;
  lastFrameAtMs: number | undefined;
}

async function running(
  options: { enabled?: boolean; replace?: (real: Compaction) => Partial<Compaction> } = {},
) {
  const dataDir = await mkdtemp(join(tmpdir(), 'hindcast-compaction-'));
  const store = await openTestStore({ dataDir });
  const media = await openMedia({ dataDir });
  for (let number = 1; number <= 5; number++) {
    const atMs = START_MS + number * 1_000;
    const deviceName = 'monitor_1';
    const snapshotPath = await media.keepJpeg(await numberedPicture(number), atMs, deviceName);
    const frame = { atMs, deviceName, snapshotPath, width: 320, height: 200 };
    await store.content.add({ frames: [frame] });
  }
  const clock = manualClock(START_MS + 3 * HOUR_MS);
  const machine: Machine = { load: 'free', lastFrameAtMs: undefined };
  const real = openCompaction({
    dataDir,
    store,
    media,
    makeChunk: chunkProcess(0),
    nowMs: () => clock.now(),
  });
  let looks = 0;
  const service = compactionService({
    compaction: { ...real, ...options.replace?.(real) },
    enabled: options.enabled ?? true,
    machineLoad: async () => {
      looks += 1;
      return machine.load;
    },
    lastFrameAtMs: () => machine.lastFrameAtMs,
    clock,
    log: silentLog,
  });
  const supervised = supervise(service, { clock, log: silentLog });
  return {
    clock,
    machine,
    figures: service.figures,
    state: () => supervised.state().kind,
    looks: () => looks,
    /** Lets the service look once more, and waits until it sleeps again. */
    async look() {
      await vi.waitUntil(() => clock.sleepers() > 0, PATIENCE);
      await clock.advance(LOOK_MS);
      await vi.waitUntil(() => clock.sleepers() > 0, PATIENCE);
    },
    files: async () => (await readdir(join(dataDir, 'data', '2026-02-03'))).sort(),
    stop: () => supervised.stop(),
    async [Symbol.asyncDispose]() {
      await supervised.stop();
      await store.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

test('moves old snapshots into a chunk, counts it, and removes the snapshots a little later', {
  timeout: 180_000,
}, async () => {
  await using service = await running();
  await service.look();
  expect(service.figures()).toMatchObject({
    chunksWritten: 1,
    framesMoved: 5,
    lastError: undefined,
  });
  const { bytesBefore, bytesAfter } = service.figures();
  expect(bytesAfter).toBeGreaterThan(0);
  expect(bytesAfter).toBeLessThan(bytesBefore);
  await vi.waitUntil(async () => {
    await service.look();
    return (await service.files()).length === 1;
  }, PATIENCE);
  expect(await service.files()).toEqual([`${START_MS + 1_000}_monitor-1.mp4`]);
  expect(service.figures().framesWaiting).toBe(0);
});

test('waits while the machine is busy, on battery, or in use', { timeout: 180_000 }, async () => {
  await using service = await running();
  for (const load of ['busy', 'on_battery'] as const) {
    service.machine.load = load;
    await service.look();
  }
  service.machine.load = 'free';
  service.machine.lastFrameAtMs = service.clock.now() + LOOK_MS;
  await service.look();
  expect(service.looks()).toBe(3);
  expect(service.figures()).toMatchObject({ chunksWritten: 0, framesWaiting: 5 });
  service.machine.lastFrameAtMs -= 60_000;
  await service.look();
  expect(service.figures()).toMatchObject({ chunksWritten: 1 });
});

test('does not wait longer than half a day for the end of the work', {
  timeout: 180_000,
}, async () => {
  await using service = await running();
  await vi.waitUntil(() => service.clock.sleepers() > 0, PATIENCE);
  service.machine.load = 'busy';
  await service.clock.advance(12 * HOUR_MS);
  service.machine.load = 'free';
  service.machine.lastFrameAtMs = service.clock.now() + LOOK_MS;
  await service.look();
  expect(service.figures()).toMatchObject({ chunksWritten: 1 });
});

test('only cleans up when it is turned off', { timeout: 180_000 }, async () => {
  await using service = await running({ enabled: false });
  await vi.waitUntil(() => service.state() === 'ended', PATIENCE);
  expect(service.looks()).toBe(0);
  expect(await service.files()).toHaveLength(5);
});

test('ends in the middle of a chunk when the service stops', { timeout: 180_000 }, async () => {
  const begun = Promise.withResolvers<void>();
  await using service = await running({
    replace: (real) => ({
      compactNext(signal) {
        begun.resolve();
        return real.compactNext(signal);
      },
    }),
  });
  await vi.waitUntil(() => service.clock.sleepers() > 0, PATIENCE);
  await service.clock.advance(LOOK_MS);
  await begun.promise;
  await service.stop();
  expect(service.figures()).toMatchObject({ chunksWritten: 0, lastError: undefined });
  expect(await service.files()).toHaveLength(5);
});

test('reports a full disk and tries again later', { timeout: 180_000 }, async () => {
  let isFull = true;
  await using service = await running({
    replace: (real) => ({
      compactNext: (signal) =>
        isFull
          ? Promise.reject(Object.assign(new Error('full'), { code: 'DISK_FULL' }))
          : real.compactNext(signal),
    }),
  });
  await service.look();
  expect(service.figures().lastError).toBe('DISK_FULL');
  isFull = false;
  await service.look();
  expect(service.figures().chunksWritten).toBe(0);
  await service.clock.advance(10 * 60_000);
  await vi.waitUntil(() => service.figures().chunksWritten === 1, PATIENCE);
  expect(service.figures().lastError).toBeUndefined();
});

test('rests for an hour when no chunk can be made, and then tries again', {
  timeout: 180_000,
}, async () => {
  let tries = 0;
  await using service = await running({
    replace: () => ({
      compactNext: () => {
        tries += 1;
        return Promise.reject(Object.assign(new Error('broken'), { code: 'VIDEO_UNAVAILABLE' }));
      },
    }),
  });
  for (let look = 0; look < 5; look++) {
    await vi.waitUntil(() => service.clock.sleepers() > 0, PATIENCE);
    await service.clock.advance(LOOK_MS);
  }
  await vi.waitUntil(() => tries === 5 && service.clock.sleepers() > 0, PATIENCE);
  await service.clock.advance(HOUR_MS - 1);
  expect(tries).toBe(5);
  expect(service.state()).toBe('running');
  await service.clock.advance(1);
  await vi.waitUntil(() => tries === 6, PATIENCE);
  expect(service.figures().lastError).toBe('VIDEO_UNAVAILABLE');
});
