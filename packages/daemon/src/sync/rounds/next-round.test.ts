import { describe, expect, test, vi } from 'vitest';
import { serviceError } from '#core/errors.ts';
import { manualClock } from '#core/testing/manual-clock.ts';
import { memoryBackend } from '../backends/memory/memory-backend.fixture.ts';
import { ACCOUNT, syncingDevice } from '../two-devices.fixture.ts';

// Each device is a store with its own threads, on machines that have other things to do.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

describe('the next round', () => {
  const INTERVAL_MS = 60_000;
  const PATIENCE = { timeout: 60_000 };

  /** A device whose service runs, by a clock of the test; its first round is over. */
  async function running(isOnWifi?: boolean) {
    const clock = manualClock(Date.parse('2026-02-03T10:00:00Z'));
    const backend = memoryBackend(clock.now);
    const fault = { isOn: false };
    const device = await syncingDevice(
      {
        ...backend,
        async readHeads(...args) {
          if (fault.isOn) throw serviceError('SYNC_UNREACHABLE');
          return backend.readHeads(...args);
        },
      },
      { clock, intervalMs: INTERVAL_MS, ...(isOnWifi === undefined ? {} : { isOnWifi }) },
    );
    await device.sync.init({ ...ACCOUNT, isKept: true });
    const { sync, stop } = device.restart();
    const nextInMs = async () => ((await sync.status()).nextSyncAtMs ?? 0) - clock.now();
    const isPlanned = () => expect.poll(nextInMs, PATIENCE).toBeGreaterThan(0);
    await isPlanned();
    return {
      sync,
      clock,
      fault,
      nextInMs,
      /** The round that is due, and the plan after it. */
      async turn() {
        await clock.advance((await nextInMs()) + 1);
        await isPlanned();
      },
      async [Symbol.asyncDispose]() {
        await stop();
        await device[Symbol.asyncDispose]();
      },
    };
  }

  test('is not put off by what others ask for, and comes soon when that succeeds', async () => {
    await using device = await running();
    const { sync, fault, nextInMs } = device;
    fault.isOn = true;
    for (let i = 0; i < 5; i++) await expect(sync.trigger()).rejects.toThrow();
    await device.turn();
    expect(await nextInMs()).toBeGreaterThan(1.9 * INTERVAL_MS);
    expect(await nextInMs()).toBeLessThan(2.5 * INTERVAL_MS);
    for (let i = 0; i < 3; i++) await device.turn();
    expect(await nextInMs()).toBeGreaterThan(15 * INTERVAL_MS);
    fault.isOn = false;
    await sync.trigger();
    await expect.poll(nextInMs, PATIENCE).toBeLessThan(1.3 * INTERVAL_MS);
  });

  test('is not put off by waiting for Wi-Fi', async () => {
    await using device = await running(false);
    for (let i = 0; i < 3; i++) await device.turn();
    expect((await device.sync.status()).lastError).toMatchObject({ code: 'SYNC_WAITS_FOR_WIFI' });
    expect(await device.nextInMs()).toBeLessThan(1.3 * INTERVAL_MS);
  });
});
