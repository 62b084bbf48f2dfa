/** Counters of the screen side: every figure is counted where the thing happens. */

import { type CompactionFigures, NO_COMPACTION } from './compaction.ts';

/** Averages are over this many; older ones say nothing about now. */
const RECENT = 200;
/** No picture although one was due: the pipeline stands still. */
const STALL_MS = 10_000;

export interface VisionMetrics {
  uptimeSecs: number;
  framesCaptured: number;
  framesSkipped: number;
  framesDropped: number;
  framesDbWritten: number;
  ocrCompleted: number;
  /** Frames whose text could not be read. */
  ocrFailures: number;
  /** How often the reader died and was started again. */
  ocrRestarts: number;
  ocrCacheHits: number;
  ocrCacheMisses: number;
  averageOcrLatencyMs: number;
  averageDbLatencyMs: number;
  captureFps: number;
  timeToFirstFrameMs: number | undefined;
  queueDepth: number;
  stalls: number;
  lastDbWriteAtMs: number | undefined;
  lastCaptureAttemptAtMs: number | undefined;
  /** What happened to stored frames later; counted by `compaction.ts`. */
  video: CompactionFigures;
}

export function visionMeter(
  nowMs: () => number,
  video: () => CompactionFigures = () => NO_COMPACTION,
) {
  const startedAtMs = nowMs();
  const ocrMs: number[] = [];
  const dbMs: number[] = [];
  let captured = 0;
  let skipped = 0;
  let dropped = 0;
  let written = 0;
  let stalls = 0;
  let ocr = { completed: 0, hits: 0, misses: 0, failures: 0, restarts: 0 };
  let firstFrameMs: number | undefined;
  let lastWriteAtMs: number | undefined;
  let lastAttemptAtMs: number | undefined;

  return {
    captured(): void {
      captured += 1;
      firstFrameMs ??= nowMs() - startedAtMs;
    },
    /** A picture was due; it may turn out to show nothing new. */
    attempted(): void {
      lastAttemptAtMs = nowMs();
    },
    skipped(): void {
      skipped += 1;
    },
    dropped(): void {
      dropped += 1;
    },
    read(durationMs: number): void {
      remember(ocrMs, durationMs);
    },
    ocrFigures(figures: typeof ocr): void {
      ocr = figures;
    },
    written(durationMs: number, pipelineMs: number): void {
      written += 1;
      lastWriteAtMs = nowMs();
      remember(dbMs, durationMs);
      if (pipelineMs > STALL_MS) stalls += 1;
    },
    snapshot(queueDepth: number): VisionMetrics {
      const uptimeSecs = (nowMs() - startedAtMs) / 1000;
      return {
        uptimeSecs,
        framesCaptured: captured,
        framesSkipped: skipped,
        framesDropped: dropped,
        framesDbWritten: written,
        ocrCompleted: ocr.completed,
        ocrFailures: ocr.failures,
        ocrRestarts: ocr.restarts,
        ocrCacheHits: ocr.hits,
        ocrCacheMisses: ocr.misses,
        averageOcrLatencyMs: mean(ocrMs),
        averageDbLatencyMs: mean(dbMs),
        captureFps: uptimeSecs > 0 ? captured / uptimeSecs : 0,
        timeToFirstFrameMs: firstFrameMs,
        queueDepth,
        stalls,
        lastDbWriteAtMs: lastWriteAtMs,
        lastCaptureAttemptAtMs: lastAttemptAtMs,
        video: video(),
      };
    },
  };
}

export type VisionMeter = ReturnType<typeof visionMeter>;

function remember(list: number[], value: number): void {
  list.push(value);
  if (list.length > RECENT) list.shift();
}

function mean(list: readonly number[]): number {
  return list.length === 0 ? 0 : list.reduce((sum, value) => sum + value, 0) / list.length;
}
