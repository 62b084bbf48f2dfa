/** Conversations made of recorded utterances: who speaks and for how long is drawn at random, repeatably. */
import { seededRandom } from '../search/corpus.ts';

export interface Utterance {
  speaker: string;
  /** Mono, 16 kHz. */
  samples: Float32Array;
}

/** Turns in the order they are heard. */
export type Conversation = Utterance[];

const SAMPLES_PER_MS = 16;

export function makeConversations(
  utterances: readonly Utterance[],
  wanted: {
    count: number;
    speakers: number;
    turns: number;
    seed: number;
    shortestMs: number;
    longestMs: number;
  },
): Conversation[] {
  const names = [...new Set(utterances.map(({ speaker }) => speaker))].sort();
  const random = seededRandom(wanted.seed);
  return Array.from({ length: wanted.count }, (_, i) => {
    // Each speaker in turn is left out, so that all have the same weight.
    const left = names.length - wanted.speakers;
    const absent = new Set(Array.from({ length: left }, (_, k) => names[(i + k) % names.length]));
    const present = utterances.filter(({ speaker }) => !absent.has(speaker));
    return shuffled(cut(present, wanted, random), random).slice(0, wanted.turns);
  });
}

function cut(
  utterances: readonly Utterance[],
  { shortestMs, longestMs }: { shortestMs: number; longestMs: number },
  random: () => number,
): Conversation {
  const turns: Conversation = [];
  for (const { speaker, samples } of utterances) {
    for (let at = 0; ; ) {
      const length = Math.round(shortestMs + (longestMs - shortestMs) * random()) * SAMPLES_PER_MS;
      if (at + length > samples.length) break;
      turns.push({ speaker, samples: samples.slice(at, at + length) });
      at += length;
    }
  }
  return turns;
}

function shuffled<T>(values: readonly T[], random: () => number): T[] {
  const order = [...values];
  for (let i = order.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [order[i], order[j]] = [order[j] as T, order[i] as T];
  }
  return order;
}
