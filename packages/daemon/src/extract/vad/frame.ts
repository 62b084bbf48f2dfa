/**
 * The unit of voice detection: 32 ms of 16 kHz mono sound. Everything in this folder counts in such frames; other parts
 * see times and samples only.
 */

export const SAMPLE_RATE = 16_000;
/** What the detection network reads at once. */
export const FRAME_SAMPLES = 512;
export const FRAME_MS = (FRAME_SAMPLES * 1000) / SAMPLE_RATE;

/** At least `ms`, in whole frames. */
export function framesOf(ms: number): number {
  return Math.ceil(ms / FRAME_MS);
}

/** Loudness of 16-bit samples: 0 is digital silence, 1 a full-scale square wave. */
export function loudnessOf(samples: Int16Array): number {
  let sum = 0;
  // By index: `of` makes an object per sample until the loop is compiled, and in a quiet room that takes minutes.
  for (let i = 0; i < samples.length; i += 1) {
    const sample = samples[i] ?? 0;
    sum += sample * sample;
  }
  return Math.sqrt(sum / Math.max(1, samples.length)) / 32_768;
}
