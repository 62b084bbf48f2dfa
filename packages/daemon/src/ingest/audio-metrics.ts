/** Counters of the audio side: every figure is counted where the thing happens. A chunk is one second of one stream. */

import type { Fault } from '#core/fault.ts';
import { recentOutcomes } from '#core/figures/recent-outcomes.ts';
import { NOBODY_MEASURES, type StageTimes } from '#core/figures/stage-times.ts';

// Before this a rate per minute would be guessed from seconds.
const RATE_AFTER_SECS = 60;

export type TranscriptionMode = 'realtime' | 'batch' | 'disabled';

/** Recordings that are read again, see `audio/waiting/second-readings.ts`. */
export interface SecondReadingFigures {
  /** Recordings whose language a person has corrected, and that wait for their text. */
  toCorrect: number;
  /** Recordings that a larger model has not read yet. */
  toImprove: number;
  /** Since the start. */
  improved: number;
  /** Why no recording is read by a larger model now; null when one is, or all are. */
  waitsBecause: string | null;
}

export interface AudioMetrics {
  uptimeSecs: number;
  chunksSent: number;
  chunksReceived: number;
  chunksChannelFull: number;
  streamTimeouts: number;
  processErrors: number;
  vadPassed: number;
  vadRejected: number;
  vadPassthroughRate: number;
  /** Share of voiced time in the chunks that hold speech. */
  averageSpeechRatio: number;
  transcriptionsCompleted: number;
  transcriptionsEmpty: number;
  transcriptionErrors: number;
  dbInserted: number;
  /** Utterances heard twice and stored once. */
  dbDuplicatesBlocked: number;
  /** Utterances of which the part that was an echo was left out. */
  dbOverlapsTrimmed: number;
  totalWords: number;
  wordsPerMinute: number;
  mode: TranscriptionMode;
  isPaused: boolean;
  segmentsDeferred: number;
  /** Since when recordings wait without any of them getting its text; undefined when none waits. */
  stuckSinceMs: number | undefined;
  segmentsBatchProcessed: number;
  /** Recordings whose language was not understood, since the start. */
  segmentsNotUnderstood: number;
  /** Undefined where nothing is read a second time. */
  secondReadings: SecondReadingFigures | undefined;
  batchPausedReason: string | null;
  batchPauseEvents: number;
  batchResumeEvents: number;
  /** 0..1, of the last second, the loudest device. */
  levelRms: number;
  deviceLevels: Readonly<Record<string, number>>;
  lastDbWriteAtMs: number | undefined;
  /** When a recording was last kept, with or without its text. */
  lastKeptAtMs: number | undefined;
  /** Failures among the transcriptions of the last minutes. */
  recentErrorShare: number;
  /** Seconds of the last minutes that were refused because the rest lagged. */
  recentChunksRefused: number;
  /** Why the last piece of sound could not be kept; undefined when it could. */
  lastFault: Fault | undefined;
}

const COUNT_OF = {
  text: 'transcriptionsCompleted',
  nothing: 'transcriptionsEmpty',
  error: 'transcriptionErrors',
} as const;

export function audioMeter(options: {
  nowMs: () => number;
  mode: TranscriptionMode;
  stageTimes?: StageTimes;
}) {
  const { nowMs, mode, stageTimes = NOBODY_MEASURES } = options;
  const startedAtMs = nowMs();
  const levels = new Map<string, number>();
  const counts = {
    chunksSent: 0,
    chunksReceived: 0,
    chunksChannelFull: 0,
    streamTimeouts: 0,
    processErrors: 0,
    vadPassed: 0,
    vadRejected: 0,
    transcriptionsCompleted: 0,
    transcriptionsEmpty: 0,
    transcriptionErrors: 0,
    dbInserted: 0,
    dbDuplicatesBlocked: 0,
    dbOverlapsTrimmed: 0,
    totalWords: 0,
    segmentsBatchProcessed: 0,
    segmentsNotUnderstood: 0,
    batchPauseEvents: 0,
    batchResumeEvents: 0,
  };
  let speechRatios = 0;
  let pausedReason: string | null = null;
  let lastWriteAtMs: number | undefined;
  let lastKeptAtMs: number | undefined;
  let lastFault: Fault | undefined;
  const transcriptions = recentOutcomes(nowMs);
  const refused = recentOutcomes(nowMs);

  return {
    count(name: keyof typeof counts, by = 1): void {
      if (name === 'chunksChannelFull' && by > 0) refused.add(true);
      counts[name] += by;
    },
    /** One second of a stream has been looked at; `speechRatio` is the voiced share of it. */
    heard(device: string, speechRatio: number, rms: number): void {
      levels.set(device, rms);
      if (speechRatio > 0) {
        counts.vadPassed += 1;
        speechRatios += speechRatio;
      } else counts.vadRejected += 1;
    },
    deviceGone(device: string): void {
      levels.delete(device);
    },
    wrote(words: number): void {
      counts.dbInserted += 1;
      counts.totalWords += words;
      lastWriteAtMs = nowMs();
    },
    kept(): void {
      lastKeptAtMs = nowMs();
      lastFault = undefined;
    },
    notKept(fault: Fault): void {
      counts.processErrors += 1;
      lastFault = fault;
    },
    /** One attempt to recognise something, however it ended. */
    recognised(outcome: 'text' | 'nothing' | 'error', durationMs: number): void {
      counts[COUNT_OF[outcome]] += 1;
      transcriptions.add(outcome === 'error');
      stageTimes('transcription', durationMs);
    },
    /** Why waiting segments are not transcribed now; null when they are. */
    paused(reason: string | null): void {
      if (pausedReason === null && reason !== null) counts.batchPauseEvents += 1;
      if (pausedReason !== null && reason === null) counts.batchResumeEvents += 1;
      pausedReason = reason;
    },
    snapshot(waitingSegments: number): AudioMetrics {
      const uptimeSecs = (nowMs() - startedAtMs) / 1000;
      const looked = counts.vadPassed + counts.vadRejected;
      return {
        ...counts,
        uptimeSecs,
        vadPassthroughRate: looked === 0 ? 0 : counts.vadPassed / looked,
        averageSpeechRatio: counts.vadPassed === 0 ? 0 : speechRatios / counts.vadPassed,
        wordsPerMinute:
          uptimeSecs < RATE_AFTER_SECS ? 0 : counts.totalWords / (uptimeSecs / RATE_AFTER_SECS),
        mode,
        isPaused: pausedReason !== null,
        segmentsDeferred: waitingSegments,
        stuckSinceMs: undefined,
        secondReadings: undefined,
        batchPausedReason: pausedReason,
        levelRms: Math.max(0, ...levels.values()),
        deviceLevels: Object.fromEntries(levels),
        lastDbWriteAtMs: lastWriteAtMs,
        lastKeptAtMs,
        recentChunksRefused: refused.bad(),
        recentErrorShare: transcriptions.badShare(),
        lastFault,
      };
    },
  };
}

export type AudioMeter = ReturnType<typeof audioMeter>;
