/** The health report in the words of the interface; `GET /health` and `WS /ws/health` show it. */

import type { HealthReport } from '#health/report.ts';
import { toWireAudioMetrics } from '#serve/audio-metrics.ts';
import { toWireOffload } from '#serve/offload-state.ts';
import { toWirePause } from '#serve/pause-state.ts';
import { iso, isoOrNull } from '#serve/request/time.ts';
import { toWireMetrics } from '#serve/vision-metrics.ts';
import type { Health } from './schema.ts';

export function toWireReport(report: HealthReport): Health & { status_code: 200 | 503 } {
  const { paused, paused_until, streams } = toWirePause(report.pauses);
  return {
    status: report.status,
    status_code: report.status === 'healthy' ? 200 : 503,
    last_frame_timestamp: isoOrNull(report.lastFrameAtMs),
    last_audio_timestamp: isoOrNull(report.lastAudioAtMs),
    frame_status: report.frameStatus,
    audio_status: report.audioStatus,
    message: report.message,
    data_dir: report.dataDir,
    verbose_instructions: report.verboseInstructions,
    device_status_details: report.deviceStatusDetails,
    paused,
    paused_until,
    paused_streams: streams.map(({ stream }) => stream),
    waiting_for_agreement: report.isWaitingForAgreement,
    ...(report.monitors?.length ? { monitors: report.monitors } : {}),
    ...(report.vision ? { pipeline: toWireMetrics(report.vision) } : {}),
    ...(report.audio ? { audio_pipeline: toWireAudioMetrics(report.audio) } : {}),
    vision_db_write_stalled: report.isStalled.vision,
    audio_db_write_stalled: report.isStalled.audio,
    store: {
      error_code: report.store.fault?.code ?? null,
      canary_passed_at: isoOrNull(report.store.canaryPassedAtMs ?? null),
      free_bytes: report.store.freeBytes ?? null,
    },
    ...(report.retentionRanAtMs === undefined
      ? {}
      : { retention_ran_at: iso(report.retentionRanAtMs) }),
    ...(report.scrub && {
      media_check: {
        checked: report.scrub.checked,
        broken: report.scrub.broken,
        last_checked_at: isoOrNull(report.scrub.lastCheckedMs),
      },
    }),
    ...(report.offload && { offload: toWireOffload(report.offload) }),
    ...(report.keeper && { keeper: toWireKeeper(report.keeper) }),
    ...(report.meaning && {
      meaning: {
        state: report.meaning.availability,
        waiting: report.meaning.documents,
        oldest_waiting: isoOrNull(report.meaning.oldestAtMs),
      },
    }),
    parts: report.parts.map(({ name, state, restarts, lastFault }) => ({
      name,
      state: state.kind,
      restarts,
      last_error_code: lastFault?.code ?? null,
    })),
  };
}

function toWireKeeper(keeper: NonNullable<HealthReport['keeper']>): NonNullable<Health['keeper']> {
  const { role, keepers, wait } = keeper;
  return {
    role,
    keepers: keepers.map(({ machineId, lastSeenAtMs }) => ({
      machine_id: machineId,
      last_seen_at: isoOrNull(lastSeenAtMs),
    })),
    waiting: wait
      ? {
          files: wait.files,
          machine_id: wait.machineId,
          last_seen_at: isoOrNull(wait.lastSeenAtMs),
          reason: wait.reason,
        }
      : null,
  };
}
