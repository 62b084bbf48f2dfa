/**
 * Everything between the samples of one device and its pieces of speech: makes frames out of blocks, asks the energy gate, then the
 * detector, and feeds the segmenter. Blocks are never refused and never lost: while the detector is away they wait, and when it
 * cannot be had at all, loudness decides instead.
 */
import { type EnergyGate, energyGate } from './energy-gate.ts';
import type { VoiceDetector } from './engine.ts';
import { FRAME_MS, FRAME_SAMPLES, loudnessOf, SAMPLE_RATE } from './frame.ts';
import { leveller } from './leveller.ts';
import { type JudgedFrame, type SegmentEvent, segmenter } from './segmenter.ts';

// A device that was closed in between, or a machine that slept; jitter of a busy machine stays below.
const GAP_MS = 500;
// The network needs some sound to find its feet after a pause.
const REPLAYED_FRAMES = 4;
// Below the half second that the gate stays open, so that no decision depends on how frames happen to be bundled.
const MOST_FRAMES_AT_ONCE = 15;

interface Frame {
  readonly samples: Int16Array;
  readonly atMs: number;
  readonly gateIsOpen: boolean;
}

export interface VoiceFigures {
  /** Frames judged, and those for which the network was run. */
  readonly frames: number;
  readonly detectedFrames: number;
  /** Frames judged by loudness because the detector failed. */
  readonly guessedFrames: number;
}

export interface VoiceStream {
  /** The next samples (16 kHz mono, any number, kept), and when the first of them was heard. */
  push(samples: Int16Array, atMs: number): void;
  /** Resolves when all that was pushed is judged. */
  settled(): Promise<void>;
  /** The stream ends: closes the open segment, once all that was pushed is judged. */
  flush(): Promise<void>;
  /** Sound that waits to be judged. */
  waitingMs(): number;
  figures(): VoiceFigures;
}

interface VoiceStreamDeps {
  detector: VoiceDetector;
  /** In stream order. */
  onSegment: (event: SegmentEvent) => void;
  /** Every frame, before the segments that end with it. */
  onFrame?: (frame: JudgedFrame) => void;
  /**
   * A segment began at this time, which lies before the frame last reported; undefined when none is open any more. After the final
   * segment that ended, if it was speech.
   */
  onOpen?: (sinceMs: number | undefined) => void;
  /** The detector failed; loudness decides about these frames. */
  onFault?: (error: unknown) => void;
  signal: AbortSignal;
}

interface StreamState {
  isDetecting: boolean;
  openSinceMs: number | undefined;
  pumping: Promise<void> | undefined;
}

export function voiceStream(deps: VoiceStreamDeps): VoiceStream {
  const { signal } = deps;
  const cutter = segmenter();
  const framer = frameMaker(energyGate());
  const waiting: (Frame | 'gap')[] = [];
  /** The last frames that were judged. */
  const before: Int16Array[] = [];
  const figures = { frames: 0, detectedFrames: 0, guessedFrames: 0 };
  const state: StreamState = { isDetecting: false, openSinceMs: undefined, pumping: undefined };
  const detect = detection({ state, before, figures, deps });

  function tell(event: SegmentEvent | undefined): void {
    if (event !== undefined) deps.onSegment(event);
    const sinceMs = cutter.openSinceMs();
    if (sinceMs === state.openSinceMs) return;
    state.openSinceMs = sinceMs;
    deps.onOpen?.(sinceMs);
  }

  function judge({ samples, atMs }: Frame, probability: number): void {
    figures.frames += 1;
    before.push(samples);
    if (before.length > REPLAYED_FRAMES) before.shift();
    const judged = { samples, atMs, probability };
    deps.onFrame?.(judged);
    tell(cutter.push(judged));
  }

  /** The frames at the head of the queue that the network must see, as far as is known before it has spoken. */
  function takeBatch(): Frame[] {
    const batch: Frame[] = [];
    while (batch.length < MOST_FRAMES_AT_ONCE) {
      const next = waiting[0];
      if (next === undefined || next === 'gap') break;
      if (!next.gateIsOpen && !cutter.isOpen()) break;
      batch.push(next);
      waiting.shift();
    }
    return batch;
  }

  async function judgeBatch(batch: readonly Frame[]): Promise<void> {
    const probabilities = await detect(batch);
    for (const [i, frame] of batch.entries()) {
      // Speech may have ended within the batch: then the rest counts as if the network had not been asked.
      const isHeard = frame.gateIsOpen || cutter.isOpen();
      judge(frame, isHeard ? (probabilities[i] ?? 0) : 0);
      if (!isHeard) state.isDetecting = false;
    }
  }

  async function pump(): Promise<void> {
    while (waiting.length > 0 && !signal.aborted) {
      const batch = takeBatch();
      if (batch.length === 0) skip();
      else await judgeBatch(batch);
    }
  }

  /** Passes over one frame, or a gap, that needs no network. */
  function skip(): void {
    const next = waiting.shift();
    state.isDetecting = false;
    if (next === 'gap') {
      tell(cutter.flush());
      before.length = 0;
    } else if (next !== undefined) {
      judge(next, 0);
    }
  }

  function startPump(): void {
    state.pumping ??= pump()
      .catch((error: unknown) => {
        // Only the end of the stream ends the pump; a listener that throws is a fault and must be seen.
        if (!signal.aborted) throw error;
      })
      .finally(() => {
        state.pumping = undefined;
        // Something may have come between the last look and now.
        if (waiting.length > 0 && !signal.aborted) startPump();
      });
  }

  async function settled(): Promise<void> {
    while (state.pumping !== undefined) await state.pumping;
  }

  return {
    push(samples, atMs) {
      waiting.push(...framer.add(samples, atMs));
      if (waiting.length > 0) startPump();
    },
    settled,
    async flush() {
      waiting.push(...framer.end(), 'gap');
      startPump();
      await settled();
    },
    waitingMs: () => waiting.length * FRAME_MS,
    figures: () => ({ ...figures }),
  };
}

/** Asks the detector; loudness decides where it fails. */
function detection(parts: {
  state: StreamState;
  before: Int16Array[];
  figures: { detectedFrames: number; guessedFrames: number };
  deps: VoiceStreamDeps;
}) {
  const { state, before, figures, deps } = parts;
  const { detector, signal } = deps;
  let level = leveller();

  async function detect(batch: readonly Frame[]): Promise<Float32Array> {
    const replayed = state.isDetecting ? [] : [...before];
    if (!state.isDetecting) {
      detector.reset();
      // The leveller does not see the silence in between: it would hold the level of the last voice.
      level = leveller();
    }
    state.isDetecting = true;
    const all = [...replayed, ...batch.map((frame) => frame.samples)];
    const samples = new Int16Array(all.length * FRAME_SAMPLES);
    for (const [i, frame] of all.entries()) samples.set(frame, i * FRAME_SAMPLES);
    try {
      const probabilities = await detector.detect(level(samples), signal);
      figures.detectedFrames += batch.length;
      return probabilities.subarray(replayed.length);
    } catch (error) {
      if (signal.aborted) throw error;
      // The sound is kept for the recogniser, whose own guards tell noise from speech. `figures` shows it.
      figures.guessedFrames += batch.length;
      deps.onFault?.(error);
      state.isDetecting = false;
      return Float32Array.from(batch, (frame) => (frame.gateIsOpen ? 1 : 0));
    }
  }

  return detect;
}

/** Blocks of any length in, whole frames out, with a mark where time jumps. */
function frameMaker(gate: EnergyGate) {
  let partial = new Int16Array(FRAME_SAMPLES);
  let filled = 0;
  let frameAtMs = 0;
  let expectedAtMs: number | undefined;

  function frameOf(samples: Int16Array): Frame {
    return { samples, atMs: frameAtMs, gateIsOpen: gate.isOpen(loudnessOf(samples)) };
  }

  function frame(): Frame {
    const samples = partial;
    partial = new Int16Array(FRAME_SAMPLES);
    filled = 0;
    return frameOf(samples);
  }

  /** What is left of a frame is filled up with silence. */
  function end(): Frame[] {
    expectedAtMs = undefined;
    return filled === 0 ? [] : [frame()];
  }

  return {
    end,
    add(samples: Int16Array, atMs: number): (Frame | 'gap')[] {
      const made: (Frame | 'gap')[] = [];
      if (expectedAtMs !== undefined && Math.abs(atMs - expectedAtMs) > GAP_MS) {
        made.push(...end(), 'gap');
      }
      for (let at = 0; at < samples.length; ) {
        if (filled === 0) frameAtMs = atMs + (at * 1000) / SAMPLE_RATE;
        const piece = samples.subarray(at, at + FRAME_SAMPLES - filled);
        at += piece.length;
        if (piece.length === FRAME_SAMPLES) {
          // Most frames lie within a block: a copy of each would be most of what a silent stream leaves to be collected.
          made.push(frameOf(piece));
          continue;
        }
        partial.set(piece, filled);
        filled += piece.length;
        if (filled === FRAME_SAMPLES) made.push(frame());
      }
      expectedAtMs = atMs + (samples.length * 1000) / SAMPLE_RATE;
      return made;
    },
  };
}
