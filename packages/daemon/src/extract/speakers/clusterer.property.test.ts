/** Whatever is heard in whatever order: changes add up to the state, and a restart in between changes nothing. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { accumulate, emptySum, roundVoice, weightOf } from '#core/sound/voice-vector.ts';
import type { KnownVoices, Turn, VoiceChanges } from '#core/sound/voices.ts';
import { clusterer } from './clusterer.ts';

const SEED = Number(process.env.TEST_SEED ?? Date.now() % 2 ** 31);
process.stdout.write(`clusterer.property: TEST_SEED=${SEED}\n`);

const turns = fc.array(
  fc.record({
    voice: fc.nat(3),
    noise: fc.array(fc.double({ min: -0.12, max: 0.12, noNaN: true }), {
      minLength: 128,
      maxLength: 128,
    }),
    durationMs: fc.constantFrom(500, 800, 1_100, 1_500, 2_500, 4_000, 9_000),
    device: fc.constantFrom('mic', 'speakers'),
    after: fc.constantFrom('nothing', 'nothing', 'nothing', 'recluster', 'restart'),
  }),
  { minLength: 1, maxLength: 60, size: 'max' },
);

/** A store in memory that does what the changes say. */
function ledger() {
  const speakerOf = new Map<number, number | null>();
  const heard = new Map<number, Omit<Turn, 'speakerId' | 'isPinned'>>();
  const speakers = new Set<number>();
  let lastId = 0;
  const merge = (from: number, to: number) => {
    for (const [turn, id] of speakerOf) if (id === from) speakerOf.set(turn, to);
    speakers.delete(from);
  };
  return {
    speakerOf,
    heard,
    speakers,
    apply({ created, merges, assignments }: VoiceChanges) {
      const ids = new Map(created.map((localId) => [localId, ++lastId]));
      const real = (id: number) => ids.get(id) ?? id;
      for (const id of ids.values()) speakers.add(id);
      for (const { from, to } of merges) merge(real(from), real(to));
      for (const { turnId, speakerId } of assignments) {
        speakerOf.set(turnId, speakerId === null ? null : real(speakerId));
      }
      const left = new Set(speakerOf.values());
      for (const id of speakers) if (!left.has(id)) speakers.delete(id);
      return ids;
    },
    known(): KnownVoices {
      return {
        speakers: [...speakers].map((id) => {
          const mine = [...heard.values()].filter((turn) => speakerOf.get(turn.id) === id);
          const sum = emptySum();
          for (const { embedding, durationMs } of mine) {
            accumulate(sum, embedding, weightOf(durationMs));
          }
          return { id, kind: 'unnamed', sum, devices: mine.map(({ device }) => device) };
        }),
        turns: [...heard.values()].map((turn) => ({
          ...turn,
          speakerId: speakerOf.get(turn.id) ?? null,
          isPinned: false,
        })),
      };
    },
  };
}

test('the changes add up to what the clusterer knows, over restarts too', () => {
  fc.assert(
    fc.property(turns, (list) => {
      const stored = ledger();
      let known = clusterer(stored.known());
      for (const [id, { voice, noise, durationMs, device, after }] of list.entries()) {
        const vector = noise.map((value, i) => value + Number(i === voice));
        const embedding = roundVoice(vector) as Float32Array;
        const turn = { id, embedding, durationMs, device };
        const said = known.add(turn);
        if (durationMs < 700) expect(said).toBeNull();
        else stored.heard.set(id, turn);
        if (after === 'recluster') known.recluster();
        known.adopt(stored.apply(known.takeChanges()));
        // Asked again there is nothing new.
        expect(known.takeChanges()).toEqual({ created: [], merges: [], assignments: [] });
        expect(new Set(known.speakerIds())).toEqual(stored.speakers);
        if (after === 'restart') known = clusterer(stored.known());
      }
    }),
    { numRuns: 60, seed: SEED },
  );
});
