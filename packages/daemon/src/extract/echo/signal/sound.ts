/** The units of this folder: 16 kHz mono in blocks of 10 ms, and stretches of time in epoch milliseconds. */
export const SAMPLES_PER_MS = 16;
export const BLOCK_SAMPLES = 160;
export const BLOCK_MS = 10;
/** Speech is judged in such frames. */
export const FRAME_SAMPLES = 512;
export const FRAME_MS = 32;
/** A frame above this holds speech. */
export const SPEECH_ABOVE = 0.5;

export interface Stretch {
  readonly startMs: number;
  readonly endMs: number;
}

export interface SoundBlock {
  /** When its first sample was captured. */
  readonly atMs: number;
  /** 10 ms, or several times that on the way in. */
  readonly samples: Int16Array;
}

/** How likely 32 ms from `atMs` on hold speech. */
export interface JudgedFrame {
  readonly atMs: number;
  readonly probability: number;
}

/** A piece of speech of the microphone, with the silence around it. */
export interface MicSegment {
  readonly startAtMs: number;
  readonly endAtMs: number;
  readonly samples: Int16Array;
}

/** Mean square of a part. */
export function energyOf(samples: Int16Array, from = 0, to = samples.length): number {
  let sum = 0;
  for (let index = from; index < to; index += 1) {
    const value = samples[index] ?? 0;
    sum += value * value;
  }
  return sum / Math.max(1, to - from);
}
