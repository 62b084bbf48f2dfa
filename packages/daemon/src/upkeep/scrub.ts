/**
 * Scrubbing as a service: one media file at a time, while nobody needs the machine, so slowly that a round through all of them takes a month.
 * A store with very many files takes longer: the pauses between two files have a least length.
 */
import type { Clock } from '#core/clock.ts';
import type { Log } from '#core/log/log.ts';
import type { Service } from '#core/service.ts';
import type { Scrub } from '#store/repair/scrub.ts';
import type { MachineLoad } from './machine-load.ts';

const ROUND_MS = 30 * 24 * 3_600_000;
/** Decoding a video takes seconds; compared with such a pause that is little. */
const SHORTEST_PAUSE_MS = 20_000;
/** So that a small store is looked at too when the service runs for hours only. */
const LONGEST_PAUSE_MS = 10 * 60_000;
/** A walk through all folders. */
const COUNT_EVERY_MS = 3_600_000;
/** Nothing new on the screen for this long: nobody works. */
const QUIET_MS = 60_000;

export interface ScrubFigures {
  /** In this round. */
  checked: number;
  broken: number;
  lastCheckedMs: number | null;
}

export interface ScrubService extends Service {
  figures(): ScrubFigures;
}

export function scrubService(deps: {
  scrub: Scrub;
  machineLoad: () => Promise<MachineLoad>;
  /** When the newest frame was stored. */
  lastFrameAtMs: () => number | undefined;
  clock: Clock;
  log: Log;
}): ScrubService {
  const { scrub, clock } = deps;
  const log = deps.log.child({ part: 'ingest.scrub' });
  let files = 1;
  let countedAtMs = Number.NEGATIVE_INFINITY;

  async function mayWork(): Promise<boolean> {
    if (clock.now() - (deps.lastFrameAtMs() ?? 0) < QUIET_MS) return false;
    return (await deps.machineLoad()) === 'free';
  }

  async function pauseMs(): Promise<number> {
    if (clock.monotonicMs() - countedAtMs >= COUNT_EVERY_MS) {
      countedAtMs = clock.monotonicMs();
      files = Math.max(1, await scrub.countFiles());
    }
    return Math.min(LONGEST_PAUSE_MS, Math.max(SHORTEST_PAUSE_MS, ROUND_MS / files));
  }

  async function look(signal: AbortSignal): Promise<void> {
    try {
      // What is passed over costs nothing, so the next one follows at once.
      while ((await scrub.next(signal)) === 'passed_over' && !signal.aborted);
    } catch (err) {
      if (!signal.aborted) log.warn({ err }, 'a media file could not be looked at');
    }
  }

  return {
    name: 'ingest.scrub',
    figures() {
      const { checked, broken, lastCheckedMs } = scrub.state();
      return { checked, broken: broken.length, lastCheckedMs };
    },
    async run(signal) {
      while (!signal.aborted) {
        // First the wait: a start has other things to do.
        await clock.sleep(await pauseMs(), signal);
        if (signal.aborted || !(await mayWork())) continue;
        const before = scrub.state().broken.length;
        await look(signal);
        const { length } = scrub.state().broken;
        if (length > before) log.warn({ count: length }, 'media files are damaged');
      }
    },
  };
}
