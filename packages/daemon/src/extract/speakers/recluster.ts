/**
 * Second thoughts about who said what, with everything heard since: speakers that turned out to be one voice
 * are merged, every turn goes to the voice it fits best, voices that keep no turn are dissolved.
 */
import { accumulate, directionOf, dot, weightOf } from '#core/sound/voice-vector.ts';
import type { SpeakerMerge } from '#core/sound/voices.ts';
import {
  bestSpeaker,
  type HeldTurn,
  isMatch,
  neededScore,
  type Speaker,
} from './speaker-scores.ts';

/** Centroids closer than this are one voice. */
export const SAME_VOICE = 0.62;
/** A turn is taken away from its speaker only when it is clearly below what it needed to get there. */
const DOUBT = 0.12;
/** The second pass sees the centroids that the first one made. */
const PASSES = 2;

/** Changes speakers and turns in place; gives back the merges in the order they happened. */
export function recluster(
  speakers: Map<number, Speaker>,
  turns: readonly HeldTurn[],
): SpeakerMerge[] {
  const merges: SpeakerMerge[] = [];
  for (let pair = closestPair(speakers); pair; pair = closestPair(speakers)) {
    merges.push(merge(speakers, turns, pair));
  }
  for (let pass = 0; pass < PASSES; pass++) {
    for (const turn of turns) if (!turn.isPinned) settle(speakers, turn);
    for (const speaker of speakers.values()) estimate(speaker, turns);
    dissolve(speakers, turns);
  }
  return merges;
}

function closestPair(speakers: Map<number, Speaker>): [Speaker, Speaker] | undefined {
  const list = [...speakers.values()].filter(({ kind }) => kind !== 'hallucination');
  let closest: [Speaker, Speaker] | undefined;
  let closeness = SAME_VOICE;
  for (const [i, one] of list.entries()) {
    for (const other of list.slice(i + 1)) {
      // Two names are two people, whatever they sound like.
      if (one.kind === 'named' && other.kind === 'named') continue;
      const cosine = dot(one.direction, other.direction);
      if (cosine < closeness) continue;
      closeness = cosine;
      closest = [one, other];
    }
  }
  return closest;
}

/** The named one survives, else the older one, whose id is the smaller (new ones are negative). */
function merge(
  speakers: Map<number, Speaker>,
  turns: readonly HeldTurn[],
  [one, other]: [Speaker, Speaker],
): SpeakerMerge {
  const [older, newer] = age(one) < age(other) ? [one, other] : [other, one];
  const keep = newer.kind === 'named' ? newer : older;
  const drop = keep === older ? newer : older;
  accumulate(keep.past, drop.past, 1);
  accumulate(keep.sum, drop.sum, 1);
  keep.direction = directionOf(keep.sum);
  keep.hasPast ||= drop.hasPast;
  for (const device of drop.devices) keep.devices.add(device);
  for (const turn of turns) if (turn.speakerId === drop.id) turn.speakerId = keep.id;
  speakers.delete(drop.id);
  return { from: drop.id, to: keep.id };
}

function age({ id }: Speaker): number {
  return id > 0 ? id : Number.MAX_SAFE_INTEGER + id;
}

function settle(speakers: Map<number, Speaker>, turn: HeldTurn): void {
  const best = bestSpeaker(speakers.values(), turn);
  if (!best) turn.speakerId = null;
  else if (isMatch(best, turn.durationMs)) turn.speakerId = best.speaker.id;
  else if (best.score < neededScore(turn.durationMs) - DOUBT) turn.speakerId = null;
}

/** Its centroid, of the turns it has now. */
export function estimate(speaker: Speaker, turns: readonly HeldTurn[]): void {
  speaker.sum = speaker.past.slice();
  for (const { speakerId, embedding, durationMs } of turns) {
    if (speakerId === speaker.id) accumulate(speaker.sum, embedding, weightOf(durationMs));
  }
  speaker.direction = directionOf(speaker.sum);
}

function dissolve(speakers: Map<number, Speaker>, turns: readonly HeldTurn[]): void {
  const heard = new Set(turns.map(({ speakerId }) => speakerId));
  for (const { id, kind, hasPast } of speakers.values()) {
    if (kind === 'unnamed' && !hasPast && !heard.has(id)) speakers.delete(id);
  }
}
