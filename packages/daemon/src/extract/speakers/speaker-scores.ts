/**
 * When a turn sounds enough like a speaker. The thresholds were set on recordings of ten speakers, clean and
 * in noise, babble, rooms and telephone band: short turns vary more, so they may be further away.
 */
import { accumulate, directionOf, dot, emptySum } from '#core/sound/voice-vector.ts';
import type { SpeakerKind, Turn } from '#core/sound/voices.ts';

/** A turn in the clusterer's hands. */
export type HeldTurn = Omit<Turn, 'speakerId'> & { speakerId: number | null };

export interface Speaker {
  id: number;
  kind: SpeakerKind;
  /** Of the turns that are no longer at hand: they stay what they are. */
  past: Float64Array;
  hasPast: boolean;
  sum: Float64Array;
  /** `sum` at length 1. */
  direction: Float64Array;
  devices: Set<string>;
}

/** [turns shorter than this, score they need]. */
const ASSIGNED_FROM: readonly (readonly [belowMs: number, score: number])[] = [
  [1_200, 0.31],
  [2_000, 0.36],
  [3_500, 0.41],
  [Infinity, 0.46],
];
/** Ahead of the second best by less than this, it could be either. */
const MARGIN = 0.02;
const SAME_DEVICE_BONUS = 0.03;

export interface Ranking {
  speaker: Speaker;
  score: number;
  /** How far the second best is behind; Infinity when there is none. */
  lead: number;
}

export function neededScore(durationMs: number): number {
  return ASSIGNED_FROM.find(([belowMs]) => durationMs < belowMs)?.[1] ?? Infinity;
}

/** Undefined when there are no speakers. */
export function bestSpeaker(speakers: Iterable<Speaker>, turn: Turn): Ranking | undefined {
  let best: Speaker | undefined;
  let bestScore = -Infinity;
  let second = -Infinity;
  for (const speaker of speakers) {
    const bonus = speaker.devices.has(turn.device) ? SAME_DEVICE_BONUS : 0;
    const score = dot(speaker.direction, turn.embedding) + bonus;
    if (score > bestScore) {
      second = bestScore;
      bestScore = score;
      best = speaker;
    } else if (score > second) {
      second = score;
    }
  }
  return best && { speaker: best, score: bestScore, lead: bestScore - second };
}

export function isMatch({ score, lead }: Ranking, durationMs: number): boolean {
  return score >= neededScore(durationMs) && lead >= MARGIN;
}

export function learn(
  speaker: Speaker,
  turn: Pick<Turn, 'embedding' | 'device'>,
  weight: number,
): void {
  accumulate(speaker.sum, turn.embedding, weight);
  speaker.direction = directionOf(speaker.sum);
  speaker.devices.add(turn.device);
}

export function newSpeaker(id: number): Speaker {
  return {
    id,
    kind: 'unnamed',
    past: emptySum(),
    hasPast: false,
    sum: emptySum(),
    direction: emptySum(),
    devices: new Set(),
  };
}
