/** Measures how clearly a recording from the disk holds speech, as the segmenter measures it for live sound. Called by the backlog. */
import type { VoiceDetector } from '#extract/vad/engine.ts';
import { FRAME_SAMPLES } from '#extract/vad/frame.ts';
import { leveller } from '#extract/vad/leveller.ts';
import { VOICED_FROM } from '#extract/vad/segmenter.ts';
import { LIKELY_SPEECH } from './job.ts';

/** The mean probability of the voiced frames, 0 when there are none. A detector that fails does not hold up the text. */
export async function measureVoice(
  samples: Int16Array,
  detector: VoiceDetector,
  signal: AbortSignal,
): Promise<number> {
  const whole = samples.subarray(0, samples.length - (samples.length % FRAME_SAMPLES));
  try {
    const probabilities = await detector.detect(leveller()(whole), signal);
    const voiced = probabilities.filter((probability) => probability >= VOICED_FROM);
    return voiced.reduce((sum, probability) => sum + probability, 0) / Math.max(1, voiced.length);
  } catch {
    signal.throwIfAborted();
    return LIKELY_SPEECH;
  }
}
