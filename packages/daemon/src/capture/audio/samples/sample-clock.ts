/**
 * Gives samples the time they were captured. Samples arrive in bursts and late, never early, so the earliest arrival of the last
 * seconds says how the device's own clock stands to ours. The answer follows it slowly: a busy machine must not shake it, and a
 * device that runs 100 ppm fast must not run away within the day.
 */
import { SAMPLE_RATE } from '../audio-source.ts';

const SAMPLES_PER_MS = SAMPLE_RATE / 1000;
const WINDOW_MS = 5_000;
/** Corrections as a share of the time that passed. Forward is slow: late arrivals are mostly just late. Backward is a fact. */
const FORWARD_SHARE = 0.001;
const BACKWARD_SHARE = 0.05;
// Less than a block: time never goes back from one block to the next.
const BACKWARD_MOST_MS = 9;
/** A sound server hands over what it collected in several pieces at once: the first of them alone looks late by all that follow. */
const BURST_MS = 50;
// When not one arrival of a window was less late than this, the samples in between do not exist any more. A machine with thirty
// processes waiting for two cores was half a second late all the time, and nothing was lost.
const LOST_MS = 1_000;
// Nothing arrives before it was captured: the clock of the machine was set back. A burst may look a few seconds early.
const EARLY_MS = 10_000;

export type Arrival =
  /** As long as it is not settled the time may still become an earlier one, for all samples so far. */
  | { readonly kind: 'steady'; readonly atMs: number; readonly isSettled: boolean }
  | { readonly kind: 'lost' | 'clock_set' };

export interface SampleClock {
  /** When the first of `count` samples that arrived at `nowMs` was captured, or why that cannot be said. */
  arrived(count: number, nowMs: number): Arrival;
}

export function sampleClock(): SampleClock {
  let samples = 0;
  /** When sample 0 was captured: what we say, and what the last window says. */
  let startMs: number | undefined;
  let targetMs = 0;
  let firstArrivalMs = 0;
  let windowBestMs = Number.POSITIVE_INFINITY;
  let windowEndsAt = WINDOW_MS * SAMPLES_PER_MS;

  return {
    arrived(count, nowMs) {
      const seenMs = nowMs - (samples + count) / SAMPLES_PER_MS;
      startMs ??= seenMs;
      if (samples === 0) {
        targetMs = seenMs;
        firstArrivalMs = nowMs;
      }
      if (seenMs < startMs - EARLY_MS) return { kind: 'clock_set' };
      targetMs = Math.min(targetMs, seenMs);
      windowBestMs = Math.min(windowBestMs, seenMs);
      if (samples + count >= windowEndsAt) {
        if (windowBestMs - startMs > LOST_MS) return { kind: 'lost' };
        targetMs = windowBestMs;
        windowBestMs = Number.POSITIVE_INFINITY;
        windowEndsAt = samples + count + WINDOW_MS * SAMPLES_PER_MS;
      }
      const isSettled = nowMs - firstArrivalMs >= BURST_MS;
      if (!isSettled) startMs = targetMs;
      const passedMs = count / SAMPLES_PER_MS;
      const backMs = Math.min(BACKWARD_SHARE * passedMs, BACKWARD_MOST_MS);
      startMs += Math.max(-backMs, Math.min(FORWARD_SHARE * passedMs, targetMs - startMs));
      const atMs = startMs + samples / SAMPLES_PER_MS;
      samples += count;
      return { kind: 'steady', atMs, isSettled };
    },
  };
}
