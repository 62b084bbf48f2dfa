/** A recording on its way to text: which stretches of its sound are to be recognised, and what is known of it. Pure. */
import type { EchoVerdict } from '#extract/echo/signal/room.ts';
import { type Pause, POST_ROLL_MS, PRE_ROLL_MS } from '#extract/vad/segmenter.ts';
import type { Heard } from './ear.ts';
import type { Recording } from './recordings.ts';

export const SAMPLES_PER_MS = 16;
/** For a recording from the disk that no detector has judged: it was worth keeping. */
export const LIKELY_SPEECH = 0.9;

/** A stretch of a recording that is to become text. */
export interface Piece {
  readonly startMs: number;
  readonly endMs: number;
  readonly samples: Int16Array;
  /** Where in `samples` speech begins and ends. */
  readonly voicedFrom: number;
  readonly voicedTo: number;
  /** Silences in which somebody else may have begun, in samples; unknown of a recording from the disk. */
  readonly pauses?: readonly Pause[];
  /** As the recording says when not given. */
  readonly needsTextCheck?: boolean;
}

/** A recording that is on the disk and in the store, with its sound at hand. */
export interface Job {
  readonly chunkId: number;
  readonly deviceName: string;
  readonly isInput: boolean;
  readonly startAtMs: number;
  readonly pieces: readonly Piece[];
  readonly meanProbability: number;
  readonly sequence: number;
  /** Whether the words must be compared with what the loudspeakers said. */
  readonly needsTextCheck: boolean;
  /** How far it is. One that is `transcribed` has one piece, the whole recording: only the speaker is unknown. */
  readonly recording: Recording;
}

/** What surrounds speech in a recording, when nothing better is known. */
const AROUND_SEGMENT = { before: PRE_ROLL_MS, after: POST_ROLL_MS };
const AROUND_KEPT = { before: 320, after: 190 };

export function pieceOf(
  kept: Pick<Piece, 'startMs' | 'endMs' | 'samples' | 'needsTextCheck'>,
  around = AROUND_SEGMENT,
): Piece {
  const { length } = kept.samples;
  const voicedFrom = Math.min(around.before * SAMPLES_PER_MS, length);
  return {
    ...kept,
    voicedFrom,
    voicedTo: Math.max(voicedFrom, length - around.after * SAMPLES_PER_MS),
  };
}

export function jobOf(heard: Heard, recording: Recording, verdict: EchoVerdict | undefined): Job {
  const { device, segment } = heard;
  const { startAtMs: startMs, endAtMs: endMs, samples, voicedFrom, voicedTo, pauses } = segment;
  const whole = { startMs, endMs, samples, voicedFrom, voicedTo, pauses };
  return {
    chunkId: recording.chunkId ?? 0,
    recording,
    deviceName: device.name,
    isInput: device.kind === 'input',
    startAtMs: segment.startAtMs,
    pieces:
      verdict?.verdict === 'mixed'
        ? verdict.keep.map((kept) => pieceOf(kept, AROUND_KEPT))
        : [whole],
    meanProbability: segment.meanProbability,
    sequence: segment.sequence,
    needsTextCheck: verdict?.needsTextCheck ?? false,
  };
}

/** The recording without what the loudspeaker said: as long as it was, so that times stay right. */
export function onlyKept({ segment }: Heard, { keep }: EchoVerdict): Int16Array {
  const samples = new Int16Array(segment.samples.length);
  for (const piece of keep) {
    const at = Math.max(0, Math.round((piece.startMs - segment.startAtMs) * SAMPLES_PER_MS));
    samples.set(piece.samples.subarray(0, Math.max(0, samples.length - at)), at);
  }
  return samples;
}

/** Where something was said in a recording; all of it when nobody knows. */
export function partOf(
  samples: Int16Array,
  { startSecs, endSecs }: { startSecs: number | null; endSecs: number | null },
): Int16Array {
  const at = (secs: number) => Math.round(secs * 1000 * SAMPLES_PER_MS);
  return samples.subarray(at(startSecs ?? 0), endSecs === null ? samples.length : at(endSecs));
}
