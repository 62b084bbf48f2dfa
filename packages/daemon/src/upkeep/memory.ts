/** Gives memory back as a service: once after the start, and whenever work has ended, seen by a minute without a new frame. */
import type { Clock } from '#core/clock.ts';
import type { Service } from '#core/service.ts';

/** Loading everything takes this long on a slow machine. */
const AFTER_START_MS = 20_000;
const LOOK_EVERY_MS = 30_000;
const QUIET_MS = 60_000;

export function memoryService(deps: {
  collect: () => void;
  /** When the newest frame was stored. */
  lastFrameAtMs: () => number | undefined;
  clock: Clock;
}): Service {
  const { collect, lastFrameAtMs, clock } = deps;
  return {
    name: 'upkeep.memory',
    async run(signal) {
      await clock.sleep(AFTER_START_MS, signal);
      let collectedFor = lastFrameAtMs();
      if (!signal.aborted) collect();
      while (!signal.aborted) {
        await clock.sleep(LOOK_EVERY_MS, signal);
        const frameAtMs = lastFrameAtMs();
        if (frameAtMs === undefined || frameAtMs === collectedFor) continue;
        if (signal.aborted || clock.now() - frameAtMs < QUIET_MS) continue;
        collectedFor = frameAtMs;
        collect();
      }
    },
  };
}
