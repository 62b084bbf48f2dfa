/**
 * A clearly voiced piece that comes back empty (two languages in one piece, an odd join) is cut at its quietest place and tried again in
 * halves. Works with every engine.
 */
import type { AsrEngine, TranscribeOptions, Transcript } from './engine.ts';
import { wordsOf } from './guards.ts';

const SAMPLE_RATE = 16_000;
const SHORTEST_SAMPLES = 3 * SAMPLE_RATE;
const CLEARLY_VOICED = 0.8;
const MOST_CUTS = 2;
// The quietest 200 ms, looked for every 50 ms.
const WINDOW = SAMPLE_RATE / 5;
const STEP = SAMPLE_RATE / 20;

export async function transcribeInHalves(
  engine: Pick<AsrEngine, 'transcribe'>,
  samples: Int16Array,
  options: TranscribeOptions & { meanProbability: number },
  cuts = MOST_CUTS,
): Promise<Transcript> {
  const whole = await engine.transcribe(samples, options);
  const isEnough = wordsOf(whole.text).length > 0 || cuts === 0;
  if (isEnough || samples.length < SHORTEST_SAMPLES) return whole;
  if (options.meanProbability < CLEARLY_VOICED) return whole;
  const at = quietestPlace(samples);
  const alone = { ...options, draft: undefined };
  const first = await transcribeInHalves(engine, samples.subarray(0, at), alone, cuts - 1);
  const second = await transcribeInHalves(engine, samples.subarray(at), alone, cuts - 1);
  return joined(first, second);
}

/** The middle of the quietest stretch in the middle half. */
export function quietestPlace(samples: Int16Array): number {
  let best = samples.length >> 1;
  let least = Infinity;
  const last = Math.floor(samples.length * 0.75) - WINDOW;
  for (let from = Math.ceil(samples.length * 0.25); from <= last; from += STEP) {
    let energy = 0;
    for (const sample of samples.subarray(from, from + WINDOW)) energy += sample * sample;
    if (energy >= least) continue;
    least = energy;
    best = from + WINDOW / 2;
  }
  return best;
}

function joined(first: Transcript, second: Transcript): Transcript {
  const [a, b] = [first, second].map((part) => ({
    log: part.meanLogProbability,
    letters: part.text.length,
  }));
  const letters = (a?.letters ?? 0) + (b?.letters ?? 0);
  const isKnown = a?.log !== undefined && b?.log !== undefined;
  return {
    text: `${first.text} ${second.text}`.trim(),
    // Weighed by what each half said: an empty half says nothing about the other.
    meanLogProbability:
      isKnown && letters > 0
        ? ((a.log ?? 0) * a.letters + (b.log ?? 0) * b.letters) / letters
        : (first.meanLogProbability ?? second.meanLogProbability),
  };
}
