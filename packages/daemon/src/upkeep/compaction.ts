/**
 * Compaction as a service: moves old snapshots into video chunks while nobody needs the machine. It
 * looks now and then, works chunk by chunk, and looks again before each one. What it may not do now can
 * always wait, except that frames do not wait for a quiet moment for ever.
 */
import type { Clock } from '#core/clock.ts';
import type { Log } from '#core/log/log.ts';
import type { Service } from '#core/service.ts';
import type { Compacted, Compaction } from '#store/compaction/compaction.ts';
import type { MachineLoad } from './machine-load.ts';

const LOOK_MS = 30_000;
/** Nothing new on the screen for this long: nobody works. */
const QUIET_MS = 60_000;
/** A day without a quiet moment: then during the work, as long as the machine is not busy. */
const OVERDUE_MS = 12 * 3_600_000;
/** After what, how long until the next look. */
const WAIT_MS = {
  nothing: LOOK_MS,
  moved: 0,
  kept: 0,
  outdated: 0,
  failed: LOOK_MS,
  disk_full: 10 * 60_000,
  given_up: 3_600_000,
} as const satisfies Record<Compacted['kind'] | 'failed' | 'disk_full' | 'given_up', number>;
/** So many chunks in a row that could not be made are no accident; trying on at once would cost more than it brings. */
const MAX_FAILURES = 5;

export interface CompactionFigures {
  chunksWritten: number;
  framesMoved: number;
  /** Pictures that stay snapshots for good. */
  framesKept: number;
  /** Frames that are old enough and wait. */
  framesWaiting: number;
  bytesBefore: number;
  bytesAfter: number;
  /** Code of the last failure; undefined again after a success. */
  lastError: string | undefined;
}

export const NO_COMPACTION: Readonly<CompactionFigures> = {
  chunksWritten: 0,
  framesMoved: 0,
  framesKept: 0,
  framesWaiting: 0,
  bytesBefore: 0,
  bytesAfter: 0,
  lastError: undefined,
};

export interface CompactionService extends Service {
  figures(): CompactionFigures;
}

export function compactionService(deps: {
  compaction: Compaction;
  /** False: only what a killed process left is removed. */
  enabled: boolean;
  machineLoad: () => Promise<MachineLoad>;
  /** When the newest frame was stored. */
  lastFrameAtMs: () => number | undefined;
  clock: Clock;
  log: Log;
}): CompactionService {
  const { compaction, clock } = deps;
  const log = deps.log.child({ part: 'ingest.compaction' });
  const figures: CompactionFigures = { ...NO_COMPACTION };

  async function cleanUp(signal: AbortSignal): Promise<void> {
    const { removed, left } = await compaction.cleanUp(signal);
    if (removed > 0) log.info({ count: removed }, 'removed media files that no frame shows');
    // After a restored database they may be all that is left of what it does not know.
    if (left > 0) log.warn({ count: left }, 'media files that no frame shows stay on the disk');
  }

  async function mayWork(signal: AbortSignal): Promise<boolean> {
    figures.framesWaiting = await compaction.countWaiting(0, signal);
    if (figures.framesWaiting === 0 || (await deps.machineLoad()) !== 'free') return false;
    const isQuiet = clock.now() - (deps.lastFrameAtMs() ?? 0) >= QUIET_MS;
    return isQuiet || (await compaction.countWaiting(OVERDUE_MS, signal)) > 0;
  }

  function count(outcome: Compacted, durationMs: number): void {
    figures.lastError = undefined;
    if (outcome.kind === 'kept') figures.framesKept += outcome.frames;
    if (outcome.kind !== 'moved') return;
    figures.chunksWritten += 1;
    figures.framesMoved += outcome.frames;
    figures.bytesBefore += outcome.bytesBefore;
    figures.bytesAfter += outcome.bytesAfter;
    const { chunkId, frames } = outcome;
    log.info({ chunkId, count: frames, durationMs }, 'snapshots moved into a video chunk');
  }

  async function workOnce(signal: AbortSignal): Promise<Compacted['kind']> {
    const { left } = await compaction.removeDiscarded(signal);
    if (left > 0) log.warn({ count: left }, 'media files could not be removed');
    if (!(await mayWork(signal))) return 'nothing';
    const fromMs = clock.now();
    const outcome = await compaction.compactNext(signal);
    count(outcome, clock.now() - fromMs);
    return outcome.kind;
  }

  async function tryOnce(signal: AbortSignal): Promise<keyof typeof WAIT_MS> {
    try {
      return await workOnce(signal);
    } catch (err) {
      if (signal.aborted) return 'nothing';
      figures.lastError = String((err as { code?: unknown }).code ?? 'INTERNAL');
      if (figures.lastError === 'DISK_FULL') return 'disk_full';
      log.warn({ err }, 'a video chunk could not be made');
      return 'failed';
    }
  }

  /** Ends when the signal aborts. */
  async function work(signal: AbortSignal): Promise<void> {
    let failures = 0;
    let outcome: keyof typeof WAIT_MS = 'nothing';
    for (;;) {
      await clock.sleep(WAIT_MS[outcome], signal);
      if (signal.aborted) return;
      outcome = await tryOnce(signal);
      if (outcome === 'moved' || outcome === 'kept' || outcome === 'outdated') failures = 0;
      if (outcome !== 'failed') continue;
      failures += 1;
      if (failures < MAX_FAILURES) continue;
      log.error({ count: failures }, 'compaction rests for an hour: no chunk could be made');
      failures = 0;
      outcome = 'given_up';
    }
  }

  return {
    name: 'ingest.compaction',
    figures: () => ({ ...figures }),
    async run(signal) {
      await cleanUp(signal);
      if (deps.enabled) await work(signal);
    },
  };
}
