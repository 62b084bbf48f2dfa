/**
 * Whether a stream has nothing to say at the moment: what arrives is quiet and no louder than the noise of the last seconds. Sound
 * of a calm stream may be handed on late and in bulk, which costs a fraction; it decides nothing about what is speech.
 */

/** -50 dBFS: a room that is louder than this is never calm. */
const QUIET_BELOW = (32_768 * 10 ** (-50 / 20)) ** 2;
/** -80 dBFS: there is nothing but the noise of the converter. */
const SILENT_BELOW = (32_768 * 1e-4) ** 2;
/** 5 dB, as before voice detection. */
const ABOVE_FLOOR = 10 ** (5 / 10);
/** About five seconds of pieces. */
const FLOOR_PIECES = 16;
/** Longer than the pause that ends a piece of speech: its last silence is awaited too. */
const CALM_AFTER_MS = 5_000;

export interface Calm {
  /** Takes the next piece of the stream, of any length, and when it arrived. */
  isCalm(samples: Int16Array, nowMs: number): boolean;
}

export function calm(): Calm {
  const recent = new Float64Array(FLOOR_PIECES).fill(Number.POSITIVE_INFINITY);
  let pieces = 0;
  let stirredAtMs: number | undefined;
  return {
    isCalm(samples, nowMs) {
      const energy = energyOf(samples);
      recent[pieces % FLOOR_PIECES] = energy;
      pieces += 1;
      const standsOut = energy > SILENT_BELOW && energy > least(recent) * ABOVE_FLOOR;
      if (stirredAtMs === undefined || standsOut || energy > QUIET_BELOW) stirredAtMs = nowMs;
      return nowMs - stirredAtMs >= CALM_AFTER_MS;
    },
  };
}

function energyOf(samples: Int16Array): number {
  let sum = 0;
  for (let i = 0; i < samples.length; i += 1) {
    const sample = samples[i] ?? 0;
    sum += sample * sample;
  }
  return sum / Math.max(1, samples.length);
}

function least(values: Float64Array): number {
  let smallest = Number.POSITIVE_INFINITY;
  for (let i = 0; i < values.length; i += 1) smallest = Math.min(smallest, values[i] ?? smallest);
  return smallest;
}
