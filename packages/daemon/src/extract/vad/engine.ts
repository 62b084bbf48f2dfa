/**
 * What a voice detector promises. It judges the frames of one stream, in order; which stretches become segments is decided by the
 * segmenter. `engine.conformance.ts` holds every detector to this contract.
 */

export interface VoiceDetector {
  /**
   * How likely each frame holds speech, 0 to 1. `samples` are whole frames (16 kHz mono) that follow those of the call before; one
   * call at a time. Rejects when the detector cannot run, and with the reason of `signal` when that aborts; it can be called
   * again after either.
   */
  detect(samples: Int16Array, signal: AbortSignal): Promise<Float32Array>;
  /** Forgets what was heard: the next frame does not follow the last one. */
  reset(): void;
}
