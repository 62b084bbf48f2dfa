import { expect, test } from 'vitest';
import { screenLock } from '#capture/exclusions/screen-lock.ts';
import type { DesktopSources } from '#capture/source.ts';
import { manualClock } from '#core/testing/manual-clock.ts';
import { desktopWatch } from './desktop-watch.ts';

const PATIENCE = { timeout: 20_000, interval: 5 };

/** A desktop that answers until it is frozen. */
async function watching() {
  const clock = manualClock(1_770_000_000_000);
  let isFrozen = false;
  const liveness = {
    beat: () => (isFrozen ? new Promise<never>(() => undefined) : Promise.resolve({})),
  };
  const watch = desktopWatch({ liveness } as unknown as DesktopSources, screenLock(clock), clock);
  const stop = new AbortController();
  const running = watch.run(stop.signal);
  await expect.poll(() => clock.sleepers(), PATIENCE).toBe(1);
  return {
    clock,
    watch,
    freeze() {
      isFrozen = true;
    },
    async [Symbol.asyncDispose]() {
      stop.abort();
      await running;
    },
  };
}

test('a display that freezes is found although the clock was set back', async () => {
  await using desktop = await watching();
  desktop.freeze();
  desktop.clock.set(desktop.clock.now() - 3_600_000);
  await desktop.clock.advance(6_000);
  expect(desktop.watch.isFrozen()).toBe(false);
  await desktop.clock.advance(1);
  expect(desktop.watch.isFrozen()).toBe(true);
});

test('a clock that is set forward freezes nothing', async () => {
  await using desktop = await watching();
  desktop.clock.set(desktop.clock.now() + 3_600_000);
  expect(desktop.watch.isFrozen()).toBe(false);
  await desktop.clock.advance(2_000);
  expect(desktop.watch.aliveAtMs()).toBe(desktop.clock.now());
});
