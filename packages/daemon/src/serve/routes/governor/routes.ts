/** `GET /governor`. The budget itself is the settings `budget.*`. */

import { iso } from '#serve/request/time.ts';
import type { App, ServerDeps } from '#serve/server-deps.ts';
import { LEVELS, type Levers } from '#upkeep/governor/levels.ts';
import { type Governor, governorSchema } from './schema.ts';

const GB = 1e9;

export function governorRoutes(
  app: App,
  { governor, vision, audio }: Pick<ServerDeps, 'governor' | 'vision' | 'audio'>,
): void {
  app.get('/governor', { schema: governorSchema }, async (): Promise<Governor> => {
    const report = await governor.report();
    const { budget, cpu, demands, heldBack } = report;
    return {
      budget: {
        cpu_percent: budget.cpuPercent,
        disk_gb_per_month: gigabytes(budget.diskBytesPerMonth),
        battery: budget.battery,
      },
      measured: {
        cpu_percent: rounded(cpu.lastFiveMinutes),
        cpu_percent_last_minute: rounded(cpu.lastMinute),
        processes: cpu.processes,
        disk_gb_per_month: gigabytes(report.diskBytesPerMonth),
        on_battery: report.isOnBattery,
      },
      level: LEVELS[report.level],
      demands: {
        cpu: LEVELS[demands.cpu],
        disk: LEVELS[demands.disk],
        battery: LEVELS[demands.battery],
      },
      levers: toLevers(report.levers),
      held_back: {
        pictures: heldBack.pictures,
        recordings_waiting: audio.metrics().segmentsDeferred,
        background_work: heldBack.backgroundWork,
        frames_waiting: vision.metrics().video.framesWaiting,
      },
      actions: report.actions.map(({ atMs, ...action }) => ({
        timestamp: iso(atMs),
        ...action,
      })),
    };
  });
}

function toLevers(levers: Levers): Governor['levers'] {
  const postponed = (isHeldBack: boolean) => (isHeldBack ? 'postponed' : 'as_set');
  return {
    picture_gap_ms: levers.pictureGapMs,
    visual_gap_ms: levers.visualGapMs,
    picture_quality: levers.pictureQuality,
    video_quality: levers.videoQuality,
    speech_model: levers.isSmallModel ? 'smallest' : 'usual',
    transcription: postponed(levers.isSpeechHeldBack),
    background_work: postponed(levers.isBackgroundHeldBack),
    capture: levers.isPaused ? 'paused' : 'on',
  };
}

function gigabytes(bytes: number | undefined): number | null {
  return bytes === undefined ? null : rounded(bytes / GB);
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}
