/**
 * Plays the bundled sample day on a machine that has nothing to capture: first the whole day, so that it ends now, then a frame
 * of it again every few seconds, so that the service lives. For demonstrations; it stands in the place of the capture sources.
 */
import type { Log } from '#core/log.ts';
import type { Service } from '#core/service.ts';
import { loadSampleDay } from './sample-day.ts';
import { type PlayerDeps, samplePlayer } from './sample-player.ts';

// Often enough to watch it live; a day of it is 5,760 rows and no new pictures.
const FRAME_EVERY_MS = 15_000;

/**
 * Ends only when its signal aborts. What was played it asks of the store: the day itself is stored once, and a restart goes on
 * where the last run stopped.
 */
export function replayService(deps: PlayerDeps & { log: Log }): Service {
  async function play(signal: AbortSignal): Promise<void> {
    const day = await loadSampleDay();
    const player = samplePlayer(deps, day, signal);
    let played = await player.countPlayed();
    if (played === 0) {
      const startedAtMs = deps.clock.now();
      await player.playDay();
      played = day.frames.length;
      const durationMs = deps.clock.now() - startedAtMs;
      deps.log.info({ count: played, durationMs }, 'sample day stored');
    } else {
      await player.playMoment(played);
      played += 1;
    }
    for (;;) {
      await deps.clock.sleep(FRAME_EVERY_MS, signal);
      if (signal.aborted) return;
      await player.playMoment(played);
      played += 1;
    }
  }

  return {
    name: 'capture.replay',
    async run(signal) {
      try {
        await play(signal);
      } catch (error) {
        // A copy or a query that the abort ended has not failed.
        if (!signal.aborted) throw error;
      }
    },
  };
}
