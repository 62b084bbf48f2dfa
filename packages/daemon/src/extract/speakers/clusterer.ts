/**
 * Decides online who is speaking: a turn goes to a known voice, or stays unknown until there is enough
 * evidence for a new one. Pure: it holds the newest turns and the sums of all older ones, never waits and never
 * stores. Every call leaves changes to be collected; new speakers have negative ids until `adopt` names them.
 */
import {
  accumulate,
  directionOf,
  dot,
  emptySum,
  evidenceOf,
  weightOf,
} from '#core/sound/voice-vector.ts';
import type { KnownVoices, SpeakerMerge, Turn, VoiceChanges } from '#core/sound/voices.ts';
import { estimate, recluster, SAME_VOICE } from './recluster.ts';
import {
  bestSpeaker,
  type HeldTurn,
  isMatch,
  learn,
  neededScore,
  newSpeaker,
  type Speaker,
} from './speaker-scores.ts';
import { turnsOfSecondVoice } from './two-voices.ts';

/** Shorter turns are unknown: at this length every sixth comparison is wrong. */
export const SHORTEST_TURN_MS = 700;
/** A shaky match is good enough to name a turn, not to learn from it. */
const LEARNED_FROM_SCORE = 0.37;
/** One long turn far from everybody is a new voice by itself. */
const SOLO_MS = 4_000;
const SOLO_BELOW = 0.22;
/** Several unknown turns that sound alike are one together. */
const LINKED = 0.37;
const NEARLY_LINKED = LINKED - 0.08;
const LINKED_FROM_MS = 1_000;
const EVIDENCE_MS = 5_000;
const EVIDENCE_TURNS = 2;
/** Nearer than this it is a noisy copy of a voice we know. */
const NEW_BELOW = SAME_VOICE - 0.1;
/** Unknown turns that are looked at for a new voice. */
const UNKNOWN_AT_HAND = 40;
const TURNS_BETWEEN_RECLUSTERINGS = 20;
/** Some days of talk, few enough to cluster again quickly. */
export const TURNS_AT_HAND = 2_000;

export interface Clusterer {
  /** Null: unknown, for now. A later `add` or `recluster` may fill it in, which its changes say. */
  add(turn: Omit<Turn, 'speakerId' | 'isPinned'>): number | null;
  recluster(): void;
  /** What has changed since it was last asked. */
  takeChanges(): VoiceChanges;
  /** Real ids for created speakers. */
  adopt(ids: ReadonlyMap<number, number>): void;
  speakerIds(): number[];
}

export function clusterer(known: KnownVoices): Clusterer {
  let turns: HeldTurn[] = known.turns.map((turn) => ({ ...turn }));
  const speakers = restoreSpeakers(known, turns);
  let committed = new Map(turns.map((turn) => [turn.id, turn.speakerId]));
  let created: number[] = [];
  let merges: SpeakerMerge[] = [];
  let lastLocalId = 0;
  let sinceReclustering = 0;

  function create(members: readonly HeldTurn[]): void {
    lastLocalId -= 1;
    const speaker = newSpeaker(lastLocalId);
    speakers.set(speaker.id, speaker);
    created.push(speaker.id);
    for (const turn of members) {
      turn.speakerId = speaker.id;
      learn(speaker, turn, weightOf(turn.durationMs));
    }
  }

  /** A new speaker only with enough agreeing evidence among the unknown turns. */
  function createIfEvident(turn: HeldTurn, bestScore: number): void {
    if (turn.durationMs >= SOLO_MS && bestScore < SOLO_BELOW) {
      create([turn]);
      return;
    }
    if (turn.durationMs < LINKED_FROM_MS) return;
    const group = linkedTo(turn, turns);
    const totalMs = group.reduce((sum, { durationMs }) => sum + durationMs, 0);
    const canBeLearned = group.some(({ durationMs }) => weightOf(durationMs) > 0);
    if (group.length < EVIDENCE_TURNS || totalMs < EVIDENCE_MS || !canBeLearned) return;
    const direction = directionOf(evidenceSum(group));
    const isNew = [...speakers.values()].every((one) => dot(one.direction, direction) < NEW_BELOW);
    if (isNew) create(group);
  }

  /** Turns that leave go on counting for their speaker, and can no longer change it. */
  function forgetOldest(): void {
    if (turns.length <= TURNS_AT_HAND) return;
    const leaving = turns.slice(0, turns.length - TURNS_AT_HAND);
    turns = turns.slice(leaving.length);
    for (const turn of leaving) {
      const speaker = turn.speakerId === null ? undefined : speakers.get(turn.speakerId);
      committed.delete(turn.id);
      if (!speaker) continue;
      accumulate(speaker.past, turn.embedding, weightOf(turn.durationMs));
      speaker.hasPast = true;
    }
  }

  /** Of speakers whose older turns are not at hand nobody can tell which were whose. */
  function separate(): void {
    for (const speaker of [...speakers.values()]) {
      if (speaker.hasPast || speaker.kind === 'hallucination') continue;
      const second = turnsOfSecondVoice(turns.filter(({ speakerId }) => speakerId === speaker.id));
      if (!second) continue;
      create(second);
      estimate(speaker, turns);
    }
  }

  function reconsider(): void {
    sinceReclustering = 0;
    separate();
    merges.push(...recluster(speakers, turns));
  }

  return {
    add(added) {
      if (added.durationMs < SHORTEST_TURN_MS) return null;
      const turn: HeldTurn = { ...added, speakerId: null, isPinned: false };
      const best = bestSpeaker(speakers.values(), turn);
      turns.push(turn);
      if (best && isMatch(best, turn.durationMs)) {
        turn.speakerId = best.speaker.id;
        if (best.score >= LEARNED_FROM_SCORE) {
          learn(best.speaker, turn, weightOf(turn.durationMs));
        }
      } else if (!best || best.score < neededScore(turn.durationMs)) {
        createIfEvident(turn, best?.score ?? -1);
      }
      sinceReclustering += 1;
      if (sinceReclustering >= TURNS_BETWEEN_RECLUSTERINGS) reconsider();
      return turn.speakerId;
    },
    recluster: reconsider,
    takeChanges() {
      const changed = turns.filter(({ id, speakerId }) => committed.get(id) !== speakerId);
      const changes = {
        created,
        merges,
        assignments: changed.map(({ id, speakerId }) => ({ turnId: id, speakerId })),
      };
      created = [];
      merges = [];
      forgetOldest();
      committed = new Map(turns.map(({ id, speakerId }) => [id, speakerId]));
      return changes;
    },
    adopt(ids) {
      for (const [localId, id] of ids) {
        const speaker = speakers.get(localId);
        if (!speaker) continue;
        speakers.delete(localId);
        speaker.id = id;
        speakers.set(id, speaker);
        for (const turn of turns) if (turn.speakerId === localId) turn.speakerId = id;
      }
      committed = new Map(turns.map(({ id, speakerId }) => [id, speakerId]));
    },
    speakerIds: () => [...speakers.keys()],
  };
}

function restoreSpeakers(known: KnownVoices, turns: readonly HeldTurn[]): Map<number, Speaker> {
  const speakers = new Map<number, Speaker>();
  for (const { id, kind, sum, devices } of known.speakers) {
    const speaker = { ...newSpeaker(id), kind, sum: sum.slice(), devices: new Set(devices) };
    speaker.direction = directionOf(sum);
    speaker.past = sum.slice();
    for (const turn of turns) {
      if (turn.speakerId === id) {
        accumulate(speaker.past, turn.embedding, -weightOf(turn.durationMs));
      }
    }
    // Sums are exact: what is left over is older turns, or nothing at all.
    speaker.hasPast = speaker.past.some((value) => value !== 0);
    speakers.set(id, speaker);
  }
  return speakers;
}

/** The turn and the unknown ones that sound like it, the most alike first. */
function linkedTo(turn: HeldTurn, turns: readonly HeldTurn[]): HeldTurn[] {
  const unknown = turns.filter(
    (one) => one !== turn && one.speakerId === null && one.durationMs >= LINKED_FROM_MS,
  );
  const candidates = unknown
    .slice(-UNKNOWN_AT_HAND)
    .map((one) => ({ one, cosine: dot(one.embedding, turn.embedding) }))
    .filter(({ cosine }) => cosine >= NEARLY_LINKED)
    .sort((a, b) => b.cosine - a.cosine);
  const group = [turn];
  const sum = evidenceSum(group);
  for (const { one } of candidates) {
    if (dot(directionOf(sum), one.embedding) < LINKED) continue;
    group.push(one);
    accumulate(sum, one.embedding, evidenceOf(one.durationMs));
  }
  return group;
}

function evidenceSum(group: readonly HeldTurn[]): Float64Array {
  const sum = emptySum();
  for (const { embedding, durationMs } of group) {
    accumulate(sum, embedding, evidenceOf(durationMs));
  }
  return sum;
}
