/** Cuts long speech into parts that a network hears at once, where it is quietest. Pure. */

const SAMPLE_RATE = 16_000;
/** The last part of a window, in which the cut may lie. */
const CUT_WITHIN_SECS = 5;
const QUIET_SAMPLES = SAMPLE_RATE / 10;
const STEP_SAMPLES = SAMPLE_RATE / 50;

export function windowsOf(samples: Int16Array, mostSecs: number): Int16Array[] {
  const most = mostSecs * SAMPLE_RATE;
  const windows: Int16Array[] = [];
  let from = 0;
  while (samples.length - from > most) {
    const cut = quietest(samples, from + most - CUT_WITHIN_SECS * SAMPLE_RATE, from + most);
    windows.push(samples.subarray(from, cut));
    from = cut;
  }
  return [...windows, samples.subarray(from)];
}

/** The middle of the quietest tenth of a second. */
function quietest(samples: Int16Array, from: number, to: number): number {
  let best = to;
  let least = Infinity;
  for (let at = from; at + QUIET_SAMPLES <= to; at += STEP_SAMPLES) {
    let loudness = 0;
    for (let i = at; i < at + QUIET_SAMPLES; i++) loudness += Math.abs(samples[i] as number);
    if (loudness < least) {
      least = loudness;
      best = at + QUIET_SAMPLES / 2;
    }
  }
  return best;
}
