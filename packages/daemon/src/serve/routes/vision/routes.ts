/** `/vision/list`, `/status`, `/metrics`, `/start`, `/stop`, and `POST /frames/capture`. */
import type { VisionMetrics } from '#ingest/vision-metrics.ts';
import { withSignal } from '#serve/deadline.ts';
import type { App, ServerDeps } from '#serve/server-deps.ts';
import {
  captureSchema,
  listSchema,
  metricsSchema,
  startSchema,
  statusSchema,
  stopSchema,
  type WireVisionMetrics,
} from './schema.ts';

export function visionRoutes(app: App, { vision, limits }: ServerDeps): void {
  const deadline = { code: 'FRAME_TIMEOUT', limitMs: limits.frameTimeoutMs } as const;

  app.get('/vision/list', { schema: listSchema }, async () => {
    const status = vision.status();
    if (status.kind !== 'ok') return [];
    return status.monitors.map(({ id, stableId, name, width, height, isDefault }) => ({
      id,
      stable_id: stableId,
      name,
      width,
      height,
      is_default: isDefault,
    }));
  });

  app.get('/vision/status', { schema: statusSchema }, async () => {
    const status = vision.status();
    if (status.kind !== 'ok') return { status: status.kind, message: status.message };
    const ids = status.monitors.map(({ id }) => id);
    return { status: 'ok', monitor_count: ids.length, monitor_ids: ids };
  });

  app.get('/vision/metrics', { schema: metricsSchema }, async () =>
    toWireMetrics(vision.metrics()),
  );

  app.post('/vision/start', { schema: startSchema }, async () => {
    const was = vision.isRunning();
    vision.start();
    return { success: true, message: was ? 'the screen is captured already' : 'capture started' };
  });

  app.post('/vision/stop', { schema: stopSchema }, async () => {
    const was = vision.isRunning();
    await vision.stop();
    return { success: true, message: was ? 'capture stopped' : 'the screen was not captured' };
  });

  app.post('/frames/capture', { schema: captureSchema }, async (_request, reply) => {
    const ids = await withSignal(reply, deadline, (signal) => vision.captureNow(signal));
    return { success: true, message: `${ids.length} frames kept`, frame_ids: ids };
  });
}

export function toWireMetrics(metrics: VisionMetrics): WireVisionMetrics {
  const lines = metrics.ocrCacheHits + metrics.ocrCacheMisses;
  const seconds = (atMs: number | undefined) => Math.floor((atMs ?? 0) / 1000);
  return {
    uptime_secs: metrics.uptimeSecs,
    frames_captured: metrics.framesCaptured,
    frames_skipped: metrics.framesSkipped,
    ocr_completed: metrics.ocrCompleted,
    ocr_cache_hits: metrics.ocrCacheHits,
    ocr_cache_misses: metrics.ocrCacheMisses,
    ocr_cache_hit_rate: lines === 0 ? 0 : metrics.ocrCacheHits / lines,
    avg_ocr_latency_ms: metrics.averageOcrLatencyMs,
    frames_video_written: 0,
    frames_db_written: metrics.framesDbWritten,
    frames_dropped: metrics.framesDropped,
    frame_drop_rate:
      metrics.framesCaptured === 0 ? 0 : metrics.framesDropped / metrics.framesCaptured,
    avg_db_latency_ms: metrics.averageDbLatencyMs,
    capture_fps_actual: metrics.captureFps,
    time_to_first_frame_ms: metrics.timeToFirstFrameMs ?? null,
    ocr_queue_depth: metrics.queueDepth,
    video_queue_depth: 0,
    pipeline_stall_count: metrics.stalls,
    last_db_write_ts: seconds(metrics.lastDbWriteAtMs),
    last_capture_attempt_ts: seconds(metrics.lastCaptureAttemptAtMs),
  };
}
