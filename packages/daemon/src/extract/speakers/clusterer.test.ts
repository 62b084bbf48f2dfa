import { describe, expect, test } from 'vitest';
import { accumulate, emptySum, roundVoice, weightOf } from '#core/sound/voice-vector.ts';
import type { SpeakerKind, Turn } from '#core/sound/voices.ts';
import { type Clusterer, clusterer, TURNS_AT_HAND } from './clusterer.ts';

const empty = () => clusterer({ speakers: [], turns: [] });

/** A vector with this cosine to the voice `axis`, whose rest lies along `other`. */
function voice(axis: number, cosine = 1, other = 100 + axis): Float32Array {
  const vector = new Array<number>(128).fill(0);
  vector[axis] = cosine;
  vector[other] = Math.sqrt(1 - cosine * cosine);
  return roundVoice(vector) as Float32Array;
}

let lastId = 0;
function hear(known: Clusterer, embedding: Float32Array, durationMs: number, device = 'mic') {
  lastId += 1;
  return { id: lastId, speakerId: known.add({ id: lastId, embedding, durationMs, device }) };
}

/** As the store does: every new speaker gets the next id, beginning with 1. */
function settling(known: Clusterer) {
  let last = 0;
  return () => {
    const changes = known.takeChanges();
    known.adopt(new Map(changes.created.map((localId) => [localId, ++last])));
    return changes;
  };
}

/** Speakers with these centroids, each heard for ten seconds. */
function knowing(...speakers: { embedding: Float32Array; kind?: SpeakerKind; device?: string }[]) {
  return clusterer({
    speakers: speakers.map(({ embedding, kind = 'unnamed', device = 'mic' }, i) => {
      const sum = emptySum();
      accumulate(sum, embedding, 10_000);
      return { id: i + 1, kind, sum, devices: [device] };
    }),
    turns: [],
  });
}

describe('a new speaker', () => {
  test('is made by one long turn far from everybody', () => {
    expect(hear(empty(), voice(1), 4_000).speakerId).toBe(-1);
    expect(hear(empty(), voice(1), 3_999).speakerId).toBeNull();
  });

  test('is not made by a long turn that could be somebody known', () => {
    const known = knowing({ embedding: voice(1) });
    expect(hear(known, voice(1, 0.25), 6_000).speakerId).toBeNull();
    expect(hear(known, voice(1, 0.15, 99), 6_000).speakerId).toBe(-1);
  });

  test('is made by turns that sound alike when they are five seconds together', () => {
    const known = empty();
    const first = hear(known, voice(1, 0.8, 50), 2_500);
    expect(first.speakerId).toBeNull();
    const second = hear(known, voice(1, 0.8, 51), 2_500);
    expect(second.speakerId).toBe(-1);
    // The first one was waiting for this.
    expect(known.takeChanges()).toEqual({
      created: [-1],
      merges: [],
      assignments: [
        { turnId: first.id, speakerId: -1 },
        { turnId: second.id, speakerId: -1 },
      ],
    });
  });

  test.each([
    ['less than five seconds', [voice(1), voice(1)], 2_400],
    ['turns that do not sound alike', [voice(1), voice(2), voice(3)], 3_000],
    ['turns of less than a second', Array.from({ length: 9 }, () => voice(1)), 900],
  ])('is not made by %s', (_, voices, durationMs) => {
    const known = empty();
    for (const one of voices) expect(hear(known, one, durationMs).speakerId).toBeNull();
  });

  test('is not made by noisy copies of a voice that is known, though none of them is near enough to it', () => {
    const copies = [70, 71, 72].map((noise) => {
      const copy = new Array<number>(128).fill(0);
      Object.assign(copy, { 1: 0.405, 60: 0.458, [noise]: 0.79 });
      return roundVoice(copy) as Float32Array;
    });
    const known = knowing({ embedding: voice(1) });
    for (const copy of copies) expect(hear(known, copy, 2_000, 'phone').speakerId).toBeNull();
    // Without the known voice they are one.
    const unknown = knowing({ embedding: voice(9) });
    for (const copy of copies) hear(unknown, copy, 2_000, 'phone');
    expect(unknown.takeChanges().created).toEqual([-1]);
  });
});

describe('a turn', () => {
  test.each([
    [1_100, 0.31],
    [1_900, 0.36],
    [3_400, 0.41],
    [9_000, 0.46],
  ])('of %i ms needs a score of %f', (durationMs, score) => {
    const known = () => knowing({ embedding: voice(1), device: 'other' });
    expect(hear(known(), voice(1, score + 0.005), durationMs).speakerId).toBe(1);
    expect(hear(known(), voice(1, score - 0.005), durationMs).speakerId).toBeNull();
  });

  test('on a device where the speaker was heard before needs less', () => {
    const known = knowing({ embedding: voice(1), device: 'phone' });
    expect(hear(known, voice(1, 0.44), 5_000, 'mic').speakerId).toBeNull();
    expect(hear(known, voice(1, 0.44), 5_000, 'phone').speakerId).toBe(1);
  });

  test('between two voices is unknown', () => {
    const known = knowing({ embedding: voice(1) }, { embedding: voice(2) });
    const between = new Array<number>(128).fill(0);
    between[1] = 1;
    between[2] = 0.99;
    expect(hear(known, roundVoice(between) as Float32Array, 3_000).speakerId).toBeNull();
  });

  test('shorter than 0.7 s is unknown and leaves no trace', () => {
    const known = knowing({ embedding: voice(1) });
    expect(hear(known, voice(1), 699).speakerId).toBeNull();
    expect(known.takeChanges().assignments).toEqual([]);
    expect(hear(known, voice(1), 700).speakerId).toBe(1);
  });

  test('that is short does not change what is known of a voice', () => {
    const known = knowing({ embedding: voice(1) });
    for (let i = 0; i < 15; i++) hear(known, voice(1, 0.5, 60), 1_100);
    expect(hear(known, voice(60, 1, 61), 3_000).speakerId).toBeNull();
  });
});

describe('reclustering', () => {
  test('merges two speakers of one voice: the older id stays', () => {
    const known = knowing({ embedding: voice(1, 0.9, 50) }, { embedding: voice(1, 0.9, 51) });
    known.recluster();
    expect(known.takeChanges().merges).toEqual([{ from: 2, to: 1 }]);
    expect(known.speakerIds()).toEqual([1]);
  });

  test('merges into the one with a name, and never two of those', () => {
    const alike = [voice(1, 0.9, 50), voice(1, 0.9, 51), voice(1, 0.9, 52)];
    const known = knowing(
      { embedding: alike[0] as Float32Array },
      { embedding: alike[1] as Float32Array, kind: 'named' },
      { embedding: alike[2] as Float32Array, kind: 'named' },
    );
    known.recluster();
    expect(known.takeChanges().merges).toHaveLength(1);
    expect(known.speakerIds()).toEqual([2, 3]);
  });

  test('merges a hallucination with nobody', () => {
    const known = knowing({ embedding: voice(1) }, { embedding: voice(1), kind: 'hallucination' });
    known.recluster();
    expect(known.takeChanges().merges).toEqual([]);
  });

  test('happens by itself every twenty turns, and fills in what was unknown', () => {
    const known = empty();
    const settle = settling(known);
    hear(known, voice(1), 4_000);
    const early = hear(known, voice(1, 0.4), 5_000);
    expect(early.speakerId).toBeNull();
    settle();
    // The voice turns out to vary: its centroid moves towards the early turn.
    for (let i = 0; i < 17; i++) hear(known, voice(1, 0.8), 5_000);
    expect(settle().assignments.map(({ turnId }) => turnId)).not.toContain(early.id);
    hear(known, voice(1, 0.8), 5_000);
    expect(settle().assignments).toContainEqual({ turnId: early.id, speakerId: 1 });
  });

  test('dissolves a voice that keeps no turn, unless it has a name or older turns', () => {
    const turn = (id: number, speakerId: number): Turn => ({
      id,
      embedding: voice(1),
      durationMs: 3_000,
      device: 'mic',
      speakerId,
      isPinned: false,
    });
    const speaker = (id: number, kind: SpeakerKind, sum: Float64Array) => ({
      id,
      kind,
      sum,
      devices: [],
    });
    const sumOf = (...turns: Turn[]) => {
      const sum = emptySum();
      for (const one of turns) accumulate(sum, one.embedding, weightOf(one.durationMs));
      return sum;
    };
    const old = emptySum();
    accumulate(old, voice(9), 5_000);
    const known = clusterer({
      speakers: [
        speaker(1, 'unnamed', sumOf(turn(1, 1))),
        speaker(2, 'unnamed', emptySum()),
        speaker(3, 'named', emptySum()),
        speaker(4, 'unnamed', old),
      ],
      turns: [turn(1, 1)],
    });
    known.recluster();
    expect(known.speakerIds()).toEqual([1, 3, 4]);
  });

  test('never moves a turn that a person has assigned', () => {
    const sum = emptySum();
    accumulate(sum, voice(1), 5_000);
    const pinned = { id: 7, embedding: voice(1), durationMs: 3_000, device: 'mic' };
    const known = clusterer({
      speakers: [
        { id: 1, kind: 'named', sum, devices: [] },
        { id: 2, kind: 'named', sum: emptySum(), devices: [] },
      ],
      turns: [{ ...pinned, speakerId: 2, isPinned: true }],
    });
    known.recluster();
    expect(known.takeChanges().assignments).toEqual([]);
  });
});

test('turns that are too old to be held go on counting for their speaker', () => {
  const known = empty();
  const settle = settling(known);
  for (let i = 0; i < 30; i++) {
    hear(known, voice(1), 5_000);
    settle();
  }
  // Another voice fills the memory.
  for (let i = 0; i < TURNS_AT_HAND + 50; i++) {
    hear(known, voice(2), 4_000);
    if (i % 50 === 0) settle();
  }
  settle();
  expect(known.speakerIds()).toEqual([1, 2]);
  expect(hear(known, voice(1, 0.6), 3_000).speakerId).toBe(1);
}, 60_000);
