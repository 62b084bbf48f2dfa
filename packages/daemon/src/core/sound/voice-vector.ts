/**
 * Arithmetic of voices. Components are rounded to 1/32768 and weights are whole milliseconds, so every
 * weighted sum is exact in a double: adding a turn and taking it away again gives the same bits, in
 * whatever order turns come. Stored centroids and their undoing rely on that.
 */

export const VOICE_DIMENSIONS = 128;

const STEPS = 32_768;
/** Shorter turns say too little about a voice to learn from. */
const LEARNED_FROM_MS = 1_200;
/** A monologue must not outvote everything else that was said. */
const MOST_WEIGHT_MS = 5_000;

/** The vector at length 1, on the grid of 1/32768; undefined for a vector without direction. */
export function roundVoice(vector: Iterable<number>): Float32Array | undefined {
  const values = Float64Array.from(vector);
  const length = Math.sqrt(dot(values, values));
  if (!Number.isFinite(length) || length === 0) return undefined;
  return Float32Array.from(values, (value) => Math.round((value / length) * STEPS) / STEPS);
}

/** How much a turn counts in a centroid whatever its length. */
export function evidenceOf(durationMs: number): number {
  return Math.min(Math.round(durationMs), MOST_WEIGHT_MS);
}

/** How much a turn counts in the centroid of its speaker. */
export function weightOf(durationMs: number): number {
  return durationMs < LEARNED_FROM_MS ? 0 : evidenceOf(durationMs);
}

export function emptySum(): Float64Array {
  return new Float64Array(VOICE_DIMENSIONS);
}

/** Adds `weight` times the vector to `sum`, in place. */
export function accumulate(sum: Float64Array, vector: ArrayLike<number>, weight: number): void {
  for (let i = 0; i < sum.length; i++) sum[i] = (sum[i] ?? 0) + (vector[i] ?? 0) * weight;
}

export function dot(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += (a[i] ?? 0) * (b[i] ?? 0);
  return sum;
}

/** Length 1, or all zeros for a sum without direction. */
export function directionOf(sum: Float64Array): Float64Array {
  const length = Math.sqrt(dot(sum, sum));
  return length === 0 ? emptySum() : sum.map((value) => value / length);
}
