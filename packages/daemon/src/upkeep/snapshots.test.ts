import { expect, test } from 'vitest';
import { silentLog } from '#core/log/log.ts';
import { manualClock } from '#core/testing/manual-clock.ts';
import type { MachineLoad } from './machine-load.ts';
import { snapshotService } from './snapshots.ts';

const TEN_MINUTES_MS = 600_000;

/** A service on a clock that only moves when asked, and what it has asked for. */
function started(atIso: string, load: MachineLoad, enabled = true) {
  const clock = manualClock(Date.parse(atIso));
  const asked: string[] = [];
  const tidied: string[] = [];
  const stop = new AbortController();
  const service = snapshotService({
    enabled,
    removeOld: async (nowMs) => void tidied.push(new Date(nowMs).toISOString()),
    make: async (nowMs) => {
      asked.push(new Date(nowMs).toISOString());
      if (asked.length === 1) throw new Error('the first one fails');
      return 'made';
    },
    machineLoad: async () => load,
    clock,
    log: silentLog,
  });
  const done = service.run(stop.signal);
  return {
    asked,
    tidied,
    pass: () => clock.advance(TEN_MINUTES_MS),
    async end() {
      stop.abort();
      await done;
    },
  };
}

test('a copy is made when the machine has time, and tried again after a failure', async () => {
  const service = started('2026-11-15T09:00:00Z', 'free');
  await service.pass();
  await service.pass();
  expect(service.asked).toEqual(['2026-11-15T09:10:00.000Z', '2026-11-15T09:20:00.000Z']);
  await service.end();
});

test('a busy machine puts it off, but not past the evening', async () => {
  const service = started('2026-11-15T19:45:00Z', 'busy');
  await service.pass();
  expect(service.asked).toEqual([]);
  expect(service.tidied).toHaveLength(1);
  await service.pass();
  expect(service.asked).toEqual(['2026-11-15T20:05:00.000Z']);
  await service.end();
});

test('nothing is made when it is turned off, and old ones go nevertheless', async () => {
  const service = started('2026-11-15T21:00:00Z', 'free', false);
  await service.pass();
  expect(service.asked).toEqual([]);
  expect(service.tidied).toEqual(['2026-11-15T21:10:00.000Z']);
  await service.end();
});
