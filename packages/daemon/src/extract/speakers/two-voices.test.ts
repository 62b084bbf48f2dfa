import { expect, test } from 'vitest';
import { accumulate, emptySum, roundVoice, weightOf } from '#core/sound/voice-vector.ts';
import { clusterer } from './clusterer.ts';

/**
 * A turn of one of two voices that sound alike, as women on a telephone do: turns of one have a cosine of about 0.55, those of both 0.3.
 * Its own part lies along an axis that no other turn has.
 */
function turnOf(speaker: 0 | 1, index: number): Float32Array {
  const vector = new Array<number>(128).fill(0);
  vector[0] = Math.sqrt(0.3);
  vector[1 + speaker] = Math.sqrt(0.25);
  vector[10 + 2 * index + speaker] = Math.sqrt(0.45);
  return roundVoice(vector) as Float32Array;
}

/** All turns were given to one speaker; gives whose they are after a second look. */
function reconsidered(order: readonly (0 | 1)[]) {
  const durationMs = 2_500;
  const sum = emptySum();
  const turns = order.map((speaker, id) => {
    const embedding = turnOf(speaker, id);
    accumulate(sum, embedding, weightOf(durationMs));
    return { id, embedding, durationMs, device: 'mic', speakerId: 1, isPinned: false };
  });
  const known = clusterer({
    speakers: [{ id: 1, kind: 'unnamed', sum, devices: ['mic'] }],
    turns,
  });
  known.recluster();
  const { assignments } = known.takeChanges();
  const moved = new Set(assignments.map(({ turnId }) => turnId));
  return { speakers: known.speakerIds(), isMoved: order.map((_, id) => moved.has(id)) };
}

const alternating = (turns: number) =>
  Array.from({ length: turns }, (_, i) => (i % 3 === 0 ? 1 : 0) as 0 | 1);

test('two voices that were learned as one become two', () => {
  const order = alternating(15);
  const { speakers, isMoved } = reconsidered(order);
  expect(speakers).toEqual([1, -1]);
  expect(isMoved).toEqual(order.map((speaker) => speaker === 1));
});

test('one voice stays one, however many turns it has', () => {
  const { speakers } = reconsidered(Array.from({ length: 50 }, () => 0 as const));
  expect(speakers).toEqual([1]);
});

test('a few turns are not divided: they could differ by chance', () => {
  expect(reconsidered(alternating(7)).speakers).toEqual([1]);
});
