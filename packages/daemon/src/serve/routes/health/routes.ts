/** `GET /health`. The rules are in `health/report.ts`. */
import type { HealthReport } from '#health/report.ts';
import { toWireAudioMetrics } from '#serve/audio-metrics.ts';
import { withSignal } from '#serve/deadline.ts';
import type { App, ServerDeps } from '#serve/server-deps.ts';
import { toWireMetrics } from '#serve/vision-metrics.ts';
import { type Health, healthSchema } from './schema.ts';

export function healthRoutes(app: App, { health, limits }: ServerDeps): void {
  // The shortest limit there is: an answer that is late is no sign of health.
  const deadline = { code: 'HEALTH_TIMEOUT', limitMs: limits.frameTimeoutMs } as const;

  app.get('/health', { schema: healthSchema }, async (_request, reply) => {
    const report = toWireReport(await withSignal(reply, deadline, health));
    return reply.code(report.status_code).send(report);
  });
}

function toWireReport(report: HealthReport): Health & { status_code: 200 | 503 } {
  return {
    status: report.status,
    status_code: report.status === 'healthy' ? 200 : 503,
    last_frame_timestamp: isoOrNull(report.lastFrameAtMs),
    last_audio_timestamp: isoOrNull(report.lastAudioAtMs),
    frame_status: report.frameStatus,
    audio_status: report.audioStatus,
    message: report.message,
    verbose_instructions: report.verboseInstructions,
    device_status_details: report.deviceStatusDetails,
    ...(report.monitors?.length ? { monitors: report.monitors } : {}),
    ...(report.vision ? { pipeline: toWireMetrics(report.vision) } : {}),
    ...(report.audio ? { audio_pipeline: toWireAudioMetrics(report.audio) } : {}),
  };
}

function isoOrNull(atMs: number | null): string | null {
  return atMs === null ? null : new Date(atMs).toISOString();
}
