/** The Silero detector of one stream. It holds the state of the stream; the network is run by whoever is passed in. */
import type { VoiceDetector } from '../engine.ts';
import {
  CONTEXT_SAMPLES,
  type SileroInput,
  type SileroOutput,
  STATE_SIZE,
} from './silero-model.ts';

export function sileroDetector(
  run: (input: SileroInput, signal: AbortSignal) => Promise<SileroOutput>,
): VoiceDetector {
  let context = new Int16Array(CONTEXT_SAMPLES);
  let state = new Float32Array(STATE_SIZE);
  return {
    async detect(samples, signal) {
      signal.throwIfAborted();
      const answer = await run({ samples, context, state }, signal);
      // A copy: the samples may be a view of a buffer that is used again.
      if (samples.length >= CONTEXT_SAMPLES) context = samples.slice(-CONTEXT_SAMPLES);
      state = Float32Array.from(answer.state);
      return answer.probabilities;
    },
    reset() {
      context = new Int16Array(CONTEXT_SAMPLES);
      state = new Float32Array(STATE_SIZE);
    },
  };
}
