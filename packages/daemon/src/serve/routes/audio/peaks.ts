/** The outline of a recording, for drawing it: the loudest sample of each of `count` equal parts. Pure. */

const SAMPLES_PER_SECOND = 16_000;

/** Fewer when there are not that many samples. Values are 0 to 1, of three digits, which is more than a pixel shows. */
export function peaksOf(
  samples: Float32Array,
  count: number,
): { duration_secs: number; peaks: number[] } {
  const parts = Math.min(count, samples.length);
  const peaks = Array.from({ length: parts }, (_, part) => {
    const from = Math.floor((part * samples.length) / parts);
    const to = Math.floor(((part + 1) * samples.length) / parts);
    let most = 0;
    for (let at = from; at < to; at += 1) most = Math.max(most, Math.abs(samples[at] ?? 0));
    return Math.round(Math.min(1, most) * 1000) / 1000;
  });
  return { duration_secs: samples.length / SAMPLES_PER_SECOND, peaks };
}
