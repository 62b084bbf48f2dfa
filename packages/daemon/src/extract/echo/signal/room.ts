/**
 * The way from one loudspeaker to one microphone: the canceller that learns it, the delay that was found on it, and the last minute of
 * sound on both ends. Lives in the echo thread for as long as the two devices are heard.
 */
import { floatsOf } from '#core/sound/pcm.ts';
import type { Canceller } from '../canceller.ts';
import { HOLD_BACK_MS } from '../pairing.ts';
import { decide, type KeptPiece } from '../rules.ts';
import { bandEnvelopes } from './band-envelopes.ts';
import { compare, type LagMemory, LONGEST_LAG_MS, SHORTEST_LAG_MS } from './correlation.ts';
import {
  BLOCK_SAMPLES,
  type JudgedFrame,
  type MicSegment,
  SAMPLES_PER_MS,
  type Stretch,
} from './sound.ts';
import { tape } from './tape.ts';

const TAPE_MS = 60_000;
/** Silence kept around a piece beyond what the rules keep, as far as the segment reaches. */
const BEFORE_MS = 320;
const AFTER_MS = 190;
/** The speech of a piece that is raw to this share is raw altogether: seams would do more harm than the canceller does good. */
const MOSTLY = 0.9;
/** Words begin and end more softly than voice detection hears. */
const SOFT_EDGE_MS = 100;

export interface PairedSound {
  /** When the first sample of the microphone was captured. */
  readonly atMs: number;
  readonly microphone: Int16Array;
  /** As long, `HOLD_BACK_MS` later. */
  readonly monitor: Int16Array;
}

export interface Question {
  readonly segment: MicSegment;
  readonly voiced: Stretch;
  readonly microphone: readonly JudgedFrame[];
  readonly cancelled: readonly JudgedFrame[];
}

/** A stretch of the microphone that is the person's own. */
export interface KeptSpeech extends Stretch {
  readonly samples: Int16Array;
  /** Whether `isRepeated` should be asked about the text of this part before it is stored; as the verdict says when not given. */
  readonly needsTextCheck?: boolean;
}

export interface EchoVerdict {
  /** All the person's own, all the loudspeaker's, or some of both. */
  readonly verdict: 'local' | 'echo' | 'mixed';
  /** What to transcribe; empty for an echo, the segment as it was for local speech. */
  readonly keep: readonly KeptSpeech[];
  /** How much later the microphone hears the loudspeaker, as far as this segment shows. */
  readonly lagMs: number;
  /** -1 to 1. */
  readonly correlation: number;
  /** Of any part. */
  readonly needsTextCheck: boolean;
}

export interface Room {
  /** Takes the loudspeaker out of the microphone; gives what is left. */
  cancel(sound: PairedSound): Int16Array<ArrayBuffer>;
  judge(question: Question): EchoVerdict;
  close(): void;
}

export function room(canceller: Canceller): Room {
  const monitor = tape(TAPE_MS);
  const cancelled = tape(TAPE_MS);
  const memory: LagMemory = { lagMs: undefined };

  /** The sound of a piece, and of the silence around it as far as `room` reaches. */
  function speechOf(segment: MicSegment, piece: KeptPiece, room: Stretch): KeptSpeech {
    const startMs = Math.max(room.startMs, piece.startMs - BEFORE_MS);
    const endMs = Math.min(room.endMs, piece.endMs + AFTER_MS);
    const at = (ms: number) => Math.round((ms - segment.startAtMs) * SAMPLES_PER_MS);
    const samples = segment.samples.slice(at(startMs), at(endMs));
    const raw = rawParts(piece);
    const clean = cancelled.cut(startMs, endMs);
    for (let index = 0; index < samples.length; index += 1) {
      const ms = startMs + index / SAMPLES_PER_MS;
      const isRaw = raw.some((stretch) => ms >= stretch.startMs && ms < stretch.endMs);
      if (!isRaw && cancelled.has(ms)) samples[index] = toSample(clean[index] ?? 0);
    }
    return { startMs, endMs, samples, needsTextCheck: piece.isDoubtful };
  }

  return {
    cancel({ atMs, microphone, monitor: played }) {
      const [mic, ref] = [floatsOf(microphone), floatsOf(played)];
      const out = new Float32Array(mic.length);
      for (let from = 0; from + BLOCK_SAMPLES <= mic.length; from += BLOCK_SAMPLES) {
        const to = from + BLOCK_SAMPLES;
        out.set(canceller.cancel(ref.slice(from, to), mic.slice(from, to)), from);
      }
      monitor.append(ref, atMs + HOLD_BACK_MS);
      cancelled.append(out, atMs);
      return Int16Array.from(out, toSample);
    },
    judge({ segment, voiced, microphone, cancelled: left }) {
      const fromMs = segment.startAtMs - LONGEST_LAG_MS;
      const sounds = {
        microphone: bandEnvelopes(floatsOf(segment.samples)),
        microphoneAtMs: segment.startAtMs,
        monitor: bandEnvelopes(monitor.cut(fromMs, segment.endAtMs - SHORTEST_LAG_MS)),
        monitorAtMs: fromMs,
      };
      const { verdict, keep, likeness } = decide({
        voiced,
        microphone,
        cancelled: left,
        compare: (stretch) => compare(sounds, stretch, memory),
        isLeakKnown: () => memory.lagMs !== undefined,
      });
      const { startAtMs: startMs, endAtMs: endMs, samples } = segment;
      const needsTextCheck = keep.some(({ isDoubtful }) => isDoubtful);
      const isWhole = keep.length === 1 && keep[0]?.raw[0] === voiced;
      return {
        verdict,
        keep: isWhole
          ? [{ startMs, endMs, samples, needsTextCheck }]
          : keep.map((piece, index) =>
              speechOf(segment, piece, {
                startMs: keep[index - 1]?.endMs ?? startMs,
                endMs: keep[index + 1]?.startMs ?? endMs,
              }),
            ),
        lagMs: likeness.lagMs,
        correlation: likeness.correlation,
        needsTextCheck,
      };
    },
    close: () => canceller.close(),
  };
}

/** Which parts of a piece stay as the microphone heard them. What lies around them may be the loudspeaker's. */
function rawParts({ startMs, endMs, raw }: KeptPiece): readonly Stretch[] {
  const [first, last] = [raw[0], raw.at(-1)];
  if (first === undefined || last === undefined) return [];
  const rawMs = raw.reduce((sum, stretch) => sum + stretch.endMs - stretch.startMs, 0);
  const speechMs = Math.min(endMs, last.endMs) - Math.max(startMs, first.startMs);
  if (rawMs <= MOSTLY * speechMs) return raw;
  return [{ startMs: first.startMs - SOFT_EDGE_MS, endMs: last.endMs + SOFT_EDGE_MS }];
}

function toSample(value: number): number {
  return Math.max(-32_768, Math.min(32_767, Math.round(value * 32_768)));
}
