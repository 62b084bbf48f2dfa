/**
 * Cuts a stream of judged frames into pieces of speech. Pieces are long and keep their pauses, because the recogniser needs context:
 * pieces that end at every half second of silence tripled its word errors. Pure: frames in, segments out, no clock and no thread.
 */
import { FRAME_MS, FRAME_SAMPLES, framesOf, loudnessOf } from './frame.ts';

/** Speech begins above the first and goes on down to the second, so that it does not flicker. */
const BEGINS_ABOVE = 0.5;
export const VOICED_FROM = 0.35;

export const HANG_OVER_MS = 1_600;
export const PRE_ROLL_MS = 800;
/**
 * Also the silence after which a provisional segment is reported: it then holds exactly the audio that the final one will hold when
 * nobody speaks on, so one recognition serves both.
 */
export const POST_ROLL_MS = 512;
/** Once a provisional segment was in vain: a speaker who pauses often would have everything recognised again each time. */
const PATIENT_MS = 1_024;
/**
 * A provisional segment after which somebody speaks on is recognised in vain. This share of what is said may be, in addition to what a talk may
 * begin with: a speaker who pauses often would otherwise double the work.
 */
const VAIN_SHARE = 0.1;
const FIRST_VAIN_MS = 6_000;
const SHORTEST_VOICED_MS = 160;
/** From the first length on any short pause ends the piece; at the second it is cut where it hurts least. */
const SOFT_LENGTH_MS = 16_000;
export const HARD_LENGTH_MS = 24_000;
const SHORT_PAUSE_MS = 160;
const CUT_WIDTH_MS = 200;
/** Between two people who answer each other. */
const TURN_PAUSE_MS = 256;

export interface JudgedFrame {
  /** 512 samples. */
  readonly samples: Int16Array;
  /** When its first sample was heard. */
  readonly atMs: number;
  /** How likely it holds speech, 0 to 1. */
  readonly probability: number;
}

export interface Pause {
  readonly from: number;
  readonly to: number;
}

export interface SpeechSegment {
  /** Counts the pieces of one stream; a provisional segment has the number of the final one that follows. */
  readonly sequence: number;
  readonly startAtMs: number;
  readonly endAtMs: number;
  /** 16 kHz mono. */
  readonly samples: Int16Array;
  /** Where in `samples` the first voiced frame begins and the last one ends. */
  readonly voicedFrom: number;
  readonly voicedTo: number;
  readonly voicedMs: number;
  /** Where nobody speaks in between, in samples: only silences that are long enough for somebody else to begin. */
  readonly pauses: readonly Pause[];
  /** Mean over the voiced frames: pauses would drag it down. */
  readonly meanProbability: number;
  /** The speech went on from the segment before, without a pause. */
  readonly isContinued: boolean;
}

export type SegmentEvent =
  /** Somebody may have finished. Replaced by a later provisional or final segment of the same number. */
  | { readonly kind: 'provisional'; readonly segment: SpeechSegment }
  | { readonly kind: 'final'; readonly segment: SpeechSegment };

export interface Segmenter {
  push(frame: JudgedFrame): SegmentEvent | undefined;
  /** The stream ends or breaks here: what is open is closed. The next frame may be of any time. */
  flush(): SegmentEvent | undefined;
  /** Inside speech, pauses included: every frame matters. */
  isOpen(): boolean;
  /** When the segment that is open now will begin, if it turns out to be speech; undefined when none is open. */
  openSinceMs(): number | undefined;
}

const frames = {
  hangOver: framesOf(HANG_OVER_MS),
  preRoll: framesOf(PRE_ROLL_MS),
  postRoll: framesOf(POST_ROLL_MS),
  patient: framesOf(PATIENT_MS),
  firstVain: framesOf(FIRST_VAIN_MS),
  shortestVoiced: framesOf(SHORTEST_VOICED_MS),
  soft: framesOf(SOFT_LENGTH_MS),
  hard: framesOf(HARD_LENGTH_MS),
  shortPause: framesOf(SHORT_PAUSE_MS),
  cutWidth: framesOf(CUT_WIDTH_MS),
  turnPause: framesOf(TURN_PAUSE_MS),
};

/** An open piece. Positions are indices into the kept frames. */
interface Piece {
  start: number;
  readonly isContinued: boolean;
  voiced: number;
  /** Frames since the last voiced one. */
  silent: number;
  /** How long the piece was when a provisional segment was reported. */
  toldAtLength: number;
}

export function segmenter(): Segmenter {
  /** The open piece and what may become its pre-roll; nothing that belongs to an earlier segment. */
  let kept: JudgedFrame[] = [];
  let piece: Piece | undefined;
  let sequence = 0;
  /** Frames that may still be recognised in vain; below 0 no provisional segment is reported. */
  let credit = frames.firstVain;

  function segmentOf({ start, voiced, isContinued }: Piece, end: number): SpeechSegment {
    const heard = kept.slice(firstOf({ start, isContinued }), end);
    const samples = new Int16Array(heard.length * FRAME_SAMPLES);
    for (const [i, frame] of heard.entries()) samples.set(frame.samples, i * FRAME_SAMPLES);
    const voices = heard.filter(isVoiced).map((frame) => frame.probability);
    return {
      sequence,
      startAtMs: heard[0]?.atMs ?? 0,
      endAtMs: (heard.at(-1)?.atMs ?? 0) + FRAME_MS,
      samples,
      voicedFrom: Math.max(0, heard.findIndex(isVoiced)) * FRAME_SAMPLES,
      voicedTo: (heard.findLastIndex(isVoiced) + 1) * FRAME_SAMPLES,
      voicedMs: voiced * FRAME_MS,
      pauses: pausesIn(heard),
      meanProbability: voices.reduce((sum, p) => sum + p, 0) / Math.max(1, voices.length),
      isContinued,
    };
  }

  /** Ends the piece before the frame `end`, and takes what was reported out of the kept frames. */
  function close(closed: Piece, end: number): SegmentEvent | undefined {
    piece = undefined;
    // The provisional segment was the final one: nothing was in vain.
    if (kept.length - closed.start - closed.silent === closed.toldAtLength) {
      credit += closed.toldAtLength;
    }
    if (!isSpeech(closed)) return undefined;
    const segment = segmentOf(closed, end);
    sequence += 1;
    kept = kept.slice(end);
    return { kind: 'final', segment };
  }

  /** Ends the piece inside of speech: what follows is the next piece. */
  function cut(closed: Piece, end: number): SegmentEvent | undefined {
    const event = close({ ...closed, voiced: voicedIn(kept.slice(closed.start, end)) }, end);
    if (event === undefined) kept = kept.slice(end);
    piece = {
      start: 0,
      isContinued: true,
      voiced: voicedIn(kept),
      silent: silentAtEnd(kept),
      toldAtLength: 0,
    };
    return event;
  }

  function provisional(open: Piece): SegmentEvent | undefined {
    const length = kept.length - open.start - open.silent;
    const isMuchLonger = length >= 2 * open.toldAtLength;
    if (open.silent !== (isMuchLonger ? frames.postRoll : frames.patient)) return undefined;
    if (length === open.toldAtLength || !isSpeech(open) || credit <= 0) return undefined;
    open.toldAtLength = length;
    credit -= length;
    const end = kept.length - open.silent + frames.postRoll;
    return { kind: 'provisional', segment: segmentOf(open, end) };
  }

  function goOn(open: Piece, probability: number): SegmentEvent | undefined {
    if (probability >= VOICED_FROM) {
      open.voiced += 1;
      open.silent = 0;
      credit = Math.min(frames.firstVain, credit + VAIN_SHARE);
    } else {
      open.silent += 1;
    }
    const length = kept.length - open.start;
    if (open.silent >= frames.hangOver) {
      const event = close(open, kept.length - open.silent + frames.postRoll);
      forget();
      return event;
    }
    if (length >= frames.soft && open.silent >= frames.shortPause) {
      return cut(open, kept.length - Math.ceil(open.silent / 2));
    }
    if (length >= frames.hard) return cut(open, quietestPlace(kept, open.start));
    return provisional(open);
  }

  function forget(): void {
    // In bulk: this comes with every frame of a quiet room.
    if (kept.length > 2 * frames.preRoll) kept = kept.slice(-frames.preRoll);
  }

  return {
    push(frame) {
      kept.push(frame);
      if (piece !== undefined) return goOn(piece, frame.probability);
      if (frame.probability <= BEGINS_ABOVE) {
        credit = Math.min(frames.firstVain, credit + VAIN_SHARE);
        forget();
        return undefined;
      }
      piece = { start: kept.length - 1, isContinued: false, voiced: 1, silent: 0, toldAtLength: 0 };
      return undefined;
    },
    flush() {
      const open = piece;
      const event =
        open && close(open, Math.min(kept.length, kept.length - open.silent + frames.postRoll));
      piece = undefined;
      kept = [];
      return event;
    },
    isOpen: () => piece !== undefined,
    openSinceMs: () => piece && kept[firstOf(piece)]?.atMs,
  };
}

/** A click or a cough is no speech; the tail of cut speech is, however short. */
function isSpeech({ voiced, isContinued }: Piece): boolean {
  return voiced >= (isContinued ? 1 : frames.shortestVoiced);
}

function firstOf({ start, isContinued }: Pick<Piece, 'start' | 'isContinued'>): number {
  return isContinued ? start : Math.max(0, start - frames.preRoll);
}

function isVoiced({ probability }: JudgedFrame): boolean {
  return probability >= VOICED_FROM;
}

function pausesIn(list: readonly JudgedFrame[]): Pause[] {
  const pauses: Pause[] = [];
  let voicedBefore: number | undefined;
  for (const [at, frame] of list.entries()) {
    if (!isVoiced(frame)) continue;
    const silent = voicedBefore === undefined ? 0 : at - voicedBefore - 1;
    if (silent >= frames.turnPause) {
      pauses.push({ from: (at - silent) * FRAME_SAMPLES, to: at * FRAME_SAMPLES });
    }
    voicedBefore = at;
  }
  return pauses;
}

function voicedIn(list: readonly JudgedFrame[]): number {
  return list.filter(isVoiced).length;
}

function silentAtEnd(list: readonly JudgedFrame[]): number {
  return list.length - 1 - list.findLastIndex(isVoiced);
}

/** The middle of the quietest, least voiced stretch in the second half of the frames from `start` on. */
function quietestPlace(list: readonly JudgedFrame[], start: number): number {
  const first = start + Math.floor((list.length - start) / 2);
  // A frame that is surely unvoiced counts as much as one that is 10 dB quieter.
  const costs = list
    .slice(first)
    .map(({ samples, probability }) => Math.log10(loudnessOf(samples) + 1e-5) + probability / 2);
  let best = 0;
  let least = Infinity;
  for (let at = 0; at + frames.cutWidth <= costs.length; at++) {
    const cost = costs.slice(at, at + frames.cutWidth).reduce((sum, value) => sum + value, 0);
    if (cost < least) {
      least = cost;
      best = at;
    }
  }
  return first + best + Math.floor(frames.cutWidth / 2);
}
