/** The figures of the screen side in the words of the interface; `/vision/metrics` and `/health` show them. */
import type { VisionMetrics } from '#ingest/screen/vision-metrics.ts';

export function toWireMetrics(metrics: VisionMetrics) {
  const lines = metrics.ocrCacheHits + metrics.ocrCacheMisses;
  const seconds = (atMs: number | undefined) => Math.floor((atMs ?? 0) / 1000);
  return {
    uptime_secs: metrics.uptimeSecs,
    frames_captured: metrics.framesCaptured,
    frames_skipped: metrics.framesSkipped,
    ocr_completed: metrics.ocrCompleted,
    ocr_failures: metrics.ocrFailures,
    ocr_restarts: metrics.ocrRestarts,
    ocr_cache_hits: metrics.ocrCacheHits,
    ocr_cache_misses: metrics.ocrCacheMisses,
    ocr_cache_hit_rate: lines === 0 ? 0 : metrics.ocrCacheHits / lines,
    avg_ocr_latency_ms: metrics.averageOcrLatencyMs,
    frames_video_written: metrics.video.framesMoved,
    frames_db_written: metrics.framesDbWritten,
    frames_dropped: metrics.framesDropped,
    frame_drop_rate:
      metrics.framesCaptured === 0 ? 0 : metrics.framesDropped / metrics.framesCaptured,
    avg_db_latency_ms: metrics.averageDbLatencyMs,
    capture_fps_actual: metrics.captureFps,
    time_to_first_frame_ms: metrics.timeToFirstFrameMs ?? null,
    ocr_queue_depth: metrics.queueDepth,
    video_queue_depth: metrics.video.framesWaiting,
    video_chunks_written: metrics.video.chunksWritten,
    video_bytes_before: metrics.video.bytesBefore,
    video_bytes_after: metrics.video.bytesAfter,
    video_last_error: metrics.video.lastError ?? null,
    pipeline_stall_count: metrics.stalls,
    last_db_write_ts: seconds(metrics.lastDbWriteAtMs),
    last_capture_attempt_ts: seconds(metrics.lastCaptureAttemptAtMs),
  };
}
