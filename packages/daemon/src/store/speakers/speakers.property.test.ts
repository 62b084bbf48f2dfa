/**
 * Random naming, merging, hiding, deleting, reassigning and undoing, against a model that looks at every row: search
 * must find exactly what the model sees, an undo at once must restore every table, and nothing derived may be wrong.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findFaults } from '../testing/find-faults.ts';
import { type LocalStore, localStore } from '../testing/local-store.ts';
import { speakerModel } from '../testing/speaker-model.ts';
import { talk } from '../testing/talk.ts';
import { everythingSaid, speakerFaults } from '../testing/voices.ts';

/** `TEST_SEED=123` repeats a run. */
const SEED = Number(process.env.TEST_SEED ?? Date.now() % 2 ** 31);
process.stdout.write(`speakers.property: TEST_SEED=${SEED}\n`);

const NAMES = ['Rosa', 'Ana', ''] as const;

/** Items are named by a number that is taken modulo how many there are. */
const steps = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('say' as const),
      voice: fc.nat(3),
      durationMs: fc.constantFrom(800, 2_000, 9_000),
      /** Into the recording of what was said last. */
      isSameChunk: fc.boolean(),
      decision: fc.constantFrom('new', 'known', 'known', 'unknown', 'no voice'),
      pick: fc.nat(),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('reassign' as const),
      isUndone: fc.boolean(),
      pick: fc.nat(),
      name: fc.constantFrom('Rosa', 'Ana', 'Eva'),
      propagate: fc.boolean(),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('change' as const),
      what: fc.constantFrom(
        'name',
        'merge',
        'hide',
        'show',
        'delete speaker',
        'delete row',
        'text',
      ),
      pick: fc.nat(),
      other: fc.nat(),
      name: fc.constantFrom(...NAMES),
    }),
  },
);
type Step = typeof steps extends fc.Arbitrary<infer T> ? T : never;
type StepOf<Kind> = Extract<Step, { kind: Kind }>;

function subject(store: LocalStore) {
  const speech = talk(store);
  const model = speakerModel();
  let turn = 0;
  let lastChunk: number | undefined;

  const picked = <T>(list: readonly T[], pick: number) => list[pick % list.length];
  const pickSpeaker = (pick: number) => picked([...model.speakers.keys()], pick);

  function say({ voice, durationMs, isSameChunk, decision, pick }: StepOf<'say'>): void {
    turn += 1;
    const text = `words${turn}`;
    const isThere = model.rows().some((row) => row.chunkId === lastChunk);
    const more = isSameChunk && isThere ? { chunkId: lastChunk } : {};
    const { id, chunkId } = speech.say(text, more);
    lastChunk = chunkId;
    const row = { id, chunkId, text, speakerId: null as number | null, voice: undefined };
    if (decision === 'no voice') {
      model.add(row);
      return;
    }
    const turnId = speech.voice(id, voice, turn, durationMs);
    if (decision === 'new') {
      const [created = 0] = speech.decide({
        created: [-1],
        assignments: [{ turnId, speakerId: -1 }],
      });
      model.create(created);
      row.speakerId = created;
    } else if (decision === 'known') {
      const speakerId = pickSpeaker(pick) ?? null;
      speech.decide({ assignments: [{ turnId, speakerId }] });
      row.speakerId = speakerId;
    }
    model.add({ ...row, voice: { speaker: voice, turn, durationMs, isPinned: false } });
  }

  function reassign(step: StepOf<'reassign'>): void {
    const chunk = picked(model.rows(), step.pick)?.chunkId;
    if (chunk === undefined) return;
    const { name, propagate } = step;
    const before = everythingSaid(store.dataDir);
    const done = store.write('speakers.reassign', { chunkId: chunk, name, propagate });
    if (step.isUndone) {
      expect(store.write('speakers.undoReassign', done.oldAssignments)).toBe(
        done.transcriptionsUpdated,
      );
      expect(everythingSaid(store.dataDir)).toEqual(before);
      return;
    }
    const moved = model.reassign(chunk, done.newSpeakerId, name, propagate);
    const ids = done.oldAssignments.map(({ transcriptionId }) => transcriptionId);
    expect(ids.toSorted()).toEqual(moved.toSorted());
  }

  function change({ what, pick, other, name }: StepOf<'change'>): void {
    const id = pickSpeaker(pick);
    const row = picked(model.rows(), pick);
    const rename = (speakerId: number) => {
      store.write('speakers.update', speakerId, { name });
      Object.assign(model.speakers.get(speakerId) ?? {}, { name });
    };
    const mark = (speakerId: number, isHallucination: boolean) => {
      store.write('speakers.markHallucination', speakerId, isHallucination);
      Object.assign(model.speakers.get(speakerId) ?? {}, { isHallucination });
    };
    const merge = (speakerId: number) => {
      const from = pickSpeaker(other);
      if (from === undefined || from === speakerId) return;
      store.write('speakers.merge', speakerId, from);
      model.merge(speakerId, from);
    };
    const ofSpeaker: Record<string, (speakerId: number) => void> = {
      name: rename,
      merge,
      hide: (speakerId) => mark(speakerId, true),
      show: (speakerId) => mark(speakerId, false),
      'delete speaker': (speakerId) => {
        store.write('speakers.delete', speakerId);
        model.deleteSpeaker(speakerId);
      },
    };
    if (id !== undefined) ofSpeaker[what]?.(id);
    if (what === 'delete row' && row) {
      expect(store.write('content.delete', 'audio', [row.id])).toBe(1);
      model.remove(row.id);
    }
    if (what === 'text' && row) {
      turn += 1;
      row.text = `words${turn}`;
      store.write('content.replaceText', 'audio', row.id, row.text);
    }
  }

  return {
    run(step: Step): void {
      if (step.kind === 'say') say(step);
      else if (step.kind === 'reassign') reassign(step);
      else change(step);
    },
    /** Every way to look at it says what the model says. */
    compare(): void {
      const sorted = (list: readonly string[]) => list.toSorted();
      expect(sorted(speech.found())).toEqual(sorted(model.seen()));
      for (const { text } of model.rows()) {
        expect(speech.found({ query: text })).toEqual(model.seen().filter((one) => one === text));
      }
      for (const id of model.speakers.keys()) {
        const expected = sorted(model.seen((speaker) => speaker?.id === id));
        expect(sorted(speech.found({ speakerIds: [id] }))).toEqual(expected);
        expect(sorted(speech.found({ speakerIds: [id], query: 'words*' }))).toEqual(expected);
      }
      for (const name of ['rosa', 'ANA', 'eva']) {
        const isNamed = (one: { name: string } | undefined) =>
          one?.name.toLowerCase() === name.toLowerCase();
        const expected = sorted(model.seen(isNamed));
        expect(sorted(speech.found({ speakerName: name }))).toEqual(expected);
      }
      const stored = everythingSaid(store.dataDir).speakers as { id: number; name: string }[];
      expect(stored.map(({ id, name }) => [id, name])).toEqual(
        [...model.speakers.values()]
          .toSorted((a, b) => a.id - b.id)
          .map(({ id, name }) => [id, name]),
      );
    },
  };
}

test('speakers after any changes are what looking at every row says', {
  timeout: 180_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(steps, { minLength: 25, maxLength: 60, size: 'max' }),
      async (list) => {
        await using store = await localStore();
        const tested = subject(store);
        for (const [i, step] of list.entries()) {
          tested.run(step);
          if (i % 5 === 0) tested.compare();
        }
        tested.compare();
        expect(speakerFaults(store.dataDir)).toEqual([]);
        expect(findFaults(store.dataDir)).toEqual([]);
      },
    ),
    { numRuns: 12, seed: SEED, endOnFailure: true },
  );
});
