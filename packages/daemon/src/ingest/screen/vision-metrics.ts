/** Counters of the screen side: every figure is counted where the thing happens. */

import type { Fault } from '#core/fault.ts';
import { recentMean } from '#core/figures/recent-mean.ts';
import { recentOutcomes } from '#core/figures/recent-outcomes.ts';
import { NOBODY_MEASURES, type StageTimes } from '#core/figures/stage-times.ts';
import { type CompactionFigures, NO_COMPACTION } from '../../upkeep/compaction.ts';

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
  /** Both of the last minutes; 0 when there was none. */
  averageOcrLatencyMs: number;
  averageDbLatencyMs: number;
  captureFps: number;
  timeToFirstFrameMs: number | undefined;
  queueDepth: number;
  /** How long the oldest frame that is not stored yet has waited; 0 when there is none. */
  oldestWaitMs: number;
  stalls: number;
  lastDbWriteAtMs: number | undefined;
  lastCaptureAttemptAtMs: number | undefined;
  /** Lost frames among those of the last minutes. */
  recentDropShare: number;
  /** Frames of the last minutes that took too long from the screen to the store. */
  recentStalls: number;
  /** Why the last frame could not be stored; undefined when it could. */
  lastFault: Fault | undefined;
  /** What happened to stored frames later; counted by `compaction.ts`. */
  video: CompactionFigures;
}

export function visionMeter(
  nowMs: () => number,
  video: () => CompactionFigures = () => NO_COMPACTION,
  stageTimes: StageTimes = NOBODY_MEASURES,
) {
  const startedAtMs = nowMs();
  const ocrMs = recentMean(nowMs);
  const dbMs = recentMean(nowMs);
  let captured = 0;
  let skipped = 0;
  let dropped = 0;
  let written = 0;
  let stalls = 0;
  let ocr = { completed: 0, hits: 0, misses: 0, failures: 0, restarts: 0 };
  let firstFrameMs: number | undefined;
  let lastWriteAtMs: number | undefined;
  let lastAttemptAtMs: number | undefined;
  let lastFault: Fault | undefined;
  const drops = recentOutcomes(nowMs);
  const slow = recentOutcomes(nowMs);

  return {
    /** `durationMs` since the picture was taken: its text in the accessibility tree was read meanwhile. */
    captured(durationMs: number): void {
      captured += 1;
      stageTimes('capture', durationMs);
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
      drops.add(true);
    },
    failed(fault: Fault): void {
      lastFault = fault;
    },
    read(durationMs: number): void {
      ocrMs.add(durationMs);
      stageTimes('ocr', durationMs);
    },
    ocrFigures(figures: typeof ocr): void {
      ocr = figures;
    },
    written(durationMs: number, pipelineMs: number): void {
      written += 1;
      lastWriteAtMs = nowMs();
      dbMs.add(durationMs);
      if (pipelineMs > STALL_MS) stalls += 1;
      slow.add(pipelineMs > STALL_MS);
      drops.add(false);
      lastFault = undefined;
    },
    snapshot(queueDepth: number, oldestWaitMs = 0): VisionMetrics {
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
        averageOcrLatencyMs: ocrMs.mean(),
        averageDbLatencyMs: dbMs.mean(),
        captureFps: uptimeSecs > 0 ? captured / uptimeSecs : 0,
        timeToFirstFrameMs: firstFrameMs,
        queueDepth,
        oldestWaitMs,
        stalls,
        lastDbWriteAtMs: lastWriteAtMs,
        lastCaptureAttemptAtMs: lastAttemptAtMs,
        recentDropShare: drops.badShare(),
        recentStalls: slow.bad(),
        lastFault,
        video: video(),
      };
    },
  };
}

export type VisionMeter = ReturnType<typeof visionMeter>;
