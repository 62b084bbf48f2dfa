/**
 * Where there is speech left after the canceller. Judged by the same detector as the microphone itself, which is given from outside;
 * sound comes in pieces that are still being cancelled, and is judged in their order.
 */
import { FRAME_MS, FRAME_SAMPLES, SAMPLES_PER_MS } from './signal/sound.ts';
import { type SpeechTrack, speechTrack } from './signal/speech-track.ts';

/** Probabilities of whole frames of 512 samples that follow those of the call before; one call at a time. */
export interface SpeechDetector {
  detect(samples: Int16Array, signal: AbortSignal): Promise<Float32Array>;
  /** The next frame does not follow the last one. */
  reset(): void;
}

// Below -80 dBFS there is no speech; the network need not be asked.
const QUIET = 3;
const GAP_MS = 20;

export interface CancelledSpeech {
  readonly track: SpeechTrack;
  /** The next piece; undefined when it could not be cancelled. */
  add(atMs: number, piece: Promise<Int16Array | undefined>): void;
  /** Resolves when all pieces so far are judged. */
  settled(): Promise<void>;
  close(): void;
}

export function cancelledSpeech(detector: SpeechDetector): CancelledSpeech {
  const track = speechTrack();
  const closing = new AbortController();
  let turn: Promise<void> = Promise.resolve();
  let rest = new Int16Array(0);
  let expectedMs = Number.NEGATIVE_INFINITY;

  async function judge(atMs: number, piece: Int16Array): Promise<void> {
    if (Math.abs(atMs - expectedMs) > GAP_MS) {
      detector.reset();
      rest = new Int16Array(0);
    }
    const firstMs = atMs - rest.length / SAMPLES_PER_MS;
    const all = new Int16Array(rest.length + piece.length);
    all.set(rest);
    all.set(piece, rest.length);
    const count = Math.floor(all.length / FRAME_SAMPLES);
    rest = all.slice(count * FRAME_SAMPLES);
    expectedMs = atMs + piece.length / SAMPLES_PER_MS;
    if (count === 0) return;
    const frames = all.subarray(0, count * FRAME_SAMPLES);
    const isQuiet = frames.every((sample) => Math.abs(sample) <= QUIET);
    if (isQuiet) detector.reset();
    const probabilities = isQuiet
      ? new Float32Array(count)
      : await detector.detect(frames, closing.signal);
    probabilities.forEach((probability, index) => {
      track.add({ atMs: firstMs + index * FRAME_MS, probability });
    });
  }

  return {
    track,
    add(atMs, piece) {
      turn = turn
        .then(async () => {
          const samples = await piece;
          if (samples !== undefined && !closing.signal.aborted) await judge(atMs, samples);
        })
        // A detector that fails leaves the microphone's own frames in force: nothing is dropped for want of it.
        .catch(() => {
          expectedMs = Number.NEGATIVE_INFINITY;
        });
    },
    settled: () => turn,
    close: () => closing.abort(),
  };
}
