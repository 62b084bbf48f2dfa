/** When the next round of sync is due. */
import { backOffMs } from '#core/back-off.ts';

const LONGEST_WAIT_MS = 30 * 60_000;

/** Doubles with every failure in a row, up to half an hour. `chance` is 0 to 1: devices that were started together do not all come at once. */
export function waitMs(intervalMs: number, failures: number, chance: number): number {
  const backOff = backOffMs(failures + 1, intervalMs, LONGEST_WAIT_MS);
  return Math.max(intervalMs, backOff) * (1 + chance * 0.2);
}
