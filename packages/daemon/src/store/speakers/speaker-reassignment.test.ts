import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openReads } from '../kernel/open-reads.ts';
import { openWrites } from '../kernel/open-writes.ts';
import { findFaults } from '../testing/find-faults.ts';
import { type LocalStore, localStore } from '../testing/local-store.ts';
import { talk } from '../testing/talk.ts';
import { everythingSaid, speakerFaults } from '../testing/voices.ts';

let store: LocalStore;
let { say, voice, decide, speaker, found } = {} as ReturnType<typeof talk>;

beforeEach(async () => {
  store = await localStore();
  ({ say, voice, decide, speaker, found } = talk(store));
});
afterEach(async () => {
  expect(findFaults(store.dataDir)).toEqual([]);
  expect(speakerFaults(store.dataDir)).toEqual([]);
  await store[Symbol.asyncDispose]();
});

const reassign = (chunkId: number, name: string, propagate = true) =>
  store.write('speakers.reassign', { chunkId, name, propagate });
const undo = ({ oldAssignments }: ReturnType<typeof reassign>) =>
  store.write('speakers.undoReassign', oldAssignments);
const speakerIds = () =>
  everythingSaid(store.dataDir).speakers?.map((row) => (row as { id: number }).id);

describe('reassigning', () => {
  test('makes a speaker of that name, or finds the one with the most voices', () => {
    const old = speaker(1, ['one', 'two']);
    const done = reassign(1, 'Rosa', false);
    expect(done).toEqual({
      newSpeakerId: old + 1,
      newSpeakerName: 'Rosa',
      transcriptionsUpdated: 1,
      embeddingsMoved: 1,
      oldAssignments: [{ transcriptionId: 1, oldSpeakerId: old }],
    });
    speaker(5, ['other rosa', 'again', 'and again'], 'Rosa');
    expect(reassign(2, 'Rosa', false).newSpeakerId).toBe(old + 2);
    expect(reassign(2, 'rosa', false).newSpeakerId).toBe(old + 3);
  });

  test('moves everything that was said in the recording', () => {
    const { chunkId } = say('first half');
    say('second half', { chunkId });
    const { oldAssignments } = reassign(chunkId, 'Rosa');
    expect(oldAssignments).toEqual([
      { transcriptionId: 1, oldSpeakerId: null },
      { transcriptionId: 2, oldSpeakerId: null },
    ]);
    expect(found({ speakerName: 'rosa' })).toEqual(['first half', 'second half']);
  });

  test('takes with it unnamed speakers who sound like it, and unknown turns', () => {
    speaker(1, ['alike a', 'alike b']);
    speaker(2, ['other']);
    speaker(1, ['ana who sounds alike'], 'Ana');
    voice(say('unknown alike').id, 1, 7);
    voice(say('unknown short').id, 1, 8, 900);
    voice(say('unknown other').id, 3);
    const { chunkId, id } = say('this is rosa');
    voice(id, 1, 9);
    const done = reassign(chunkId, 'Rosa');
    expect(found({ speakerName: 'rosa' }).toSorted()).toEqual([
      'alike a',
      'alike b',
      'this is rosa',
      'unknown alike',
    ]);
    expect(found({ speakerName: 'ana' })).toEqual(['ana who sounds alike']);
    expect(done).toMatchObject({ transcriptionsUpdated: 4, embeddingsMoved: 4 });
    // Nothing is left of the first.
    expect(speakerIds()).toEqual([2, 3, done.newSpeakerId]);
  });

  test('leaves everything else alone when it is not to propagate', () => {
    const old = speaker(1, ['one', 'two']);
    reassign(1, 'Rosa', false);
    expect(found({ speakerIds: [old] })).toEqual(['two']);
    expect(found({ speakerName: 'rosa' })).toEqual(['one']);
  });

  test('leaves a speaker alone of whom half or less sounds alike', () => {
    const old = speaker(1, ['one', 'two']);
    const turns = [say('three'), say('four')].map(({ id }, i) => voice(id, 2, i));
    decide({ assignments: turns.map((turnId) => ({ turnId, speakerId: old })) });
    reassign(1, 'Rosa');
    expect(found({ speakerIds: [old] })).toEqual(['two', 'three', 'four']);
  });

  test('brings hidden words back', () => {
    const old = speaker(1, ['really said', 'thanks for watching']);
    store.write('speakers.markHallucination', old, true);
    reassign(1, 'Rosa');
    expect(found()).toEqual(['really said']);
  });

  test('of a recording that is not there, or in which nothing was said, is refused', () => {
    expect(() => reassign(99, 'Rosa')).toThrow('no such audio chunk');
    const { id, chunkId } = say('one');
    store.write('content.delete', 'audio', [id]);
    expect(() => reassign(chunkId, 'Rosa')).toThrow('no such audio chunk');
    expect(speakerIds()).toEqual([]);
  });
});

describe('undoing', () => {
  /** Several speakers, unknown turns, a profile without words, a hidden voice. */
  function scene(): { chunkId: number } {
    speaker(1, ['alike a', 'alike b']);
    speaker(2, ['other']);
    const hidden = speaker(4, ['thanks for watching']);
    store.write('speakers.markHallucination', hidden, true);
    const named = speaker(1, ['will be deleted', 'stays'], 'Later unnamed');
    store.write('content.delete', 'audio', [6]);
    store.write('speakers.update', named, { name: '', metadata: '{"team":"a"}' });
    voice(say('unknown alike').id, 1, 7);
    const { chunkId, id } = say('this is rosa');
    voice(id, 1, 9);
    return { chunkId };
  }

  test('restores rows, voices, centroids and speakers, all of them', () => {
    const { chunkId } = scene();
    const before = everythingSaid(store.dataDir);
    const done = reassign(chunkId, 'Rosa');
    expect(done.transcriptionsUpdated).toBe(5);
    expect(everythingSaid(store.dataDir)).not.toEqual(before);
    expect(undo(done)).toBe(5);
    expect(everythingSaid(store.dataDir)).toEqual(before);
    expect(found({ speakerName: 'rosa' })).toEqual([]);
  });

  test('works after a restart', async () => {
    const { chunkId } = scene();
    const before = everythingSaid(store.dataDir);
    const { oldAssignments } = reassign(chunkId, 'Rosa');
    // A second pair of connections knows nothing but the file.
    const writes = openWrites(store.dataDir);
    writes.run(1, 'speakers.undoReassign', [oldAssignments]);
    writes.close();
    expect(everythingSaid(store.dataDir)).toEqual(before);
    const reads = openReads(store.dataDir, new Int32Array(new SharedArrayBuffer(4)));
    const filter = { kinds: ['audio'], limit: 9, offset: 0, order: 'ascending', speakerIds: [1] };
    const { items } = reads.run(1, 'search.find', [filter]) as { items: { text: string }[] };
    expect(items.map(({ text }) => text)).toEqual(['alike a', 'alike b']);
    reads.close();
  });

  test('in the reverse order goes back step by step', () => {
    const { chunkId } = scene();
    const states = [everythingSaid(store.dataDir)];
    const first = reassign(chunkId, 'Rosa');
    states.push(everythingSaid(store.dataDir));
    const second = reassign(chunkId, 'Ana', false);
    undo(second);
    expect(everythingSaid(store.dataDir)).toEqual(states[1]);
    undo(first);
    expect(everythingSaid(store.dataDir)).toEqual(states[0]);
  });

  test('a part restores that part, and the rest can follow', () => {
    const { chunkId } = scene();
    const before = everythingSaid(store.dataDir);
    const { oldAssignments } = reassign(chunkId, 'Rosa');
    expect(store.write('speakers.undoReassign', oldAssignments.slice(0, 2))).toBe(2);
    expect(found({ speakerName: 'rosa' })).toHaveLength(3);
    expect(store.write('speakers.undoReassign', oldAssignments.slice(2))).toBe(3);
    expect(everythingSaid(store.dataDir)).toEqual(before);
  });

  test('keeps the new speaker when it has said more since', () => {
    const { chunkId } = scene();
    const done = reassign(chunkId, 'Rosa');
    const turnId = voice(say('said since').id, 1, 12);
    decide({ assignments: [{ turnId, speakerId: done.newSpeakerId }] });
    undo(done);
    expect(found({ speakerName: 'rosa' })).toEqual(['said since']);
  });

  test('passes over what was deleted meanwhile', () => {
    const { chunkId } = scene();
    const done = reassign(chunkId, 'Rosa');
    store.write('content.delete', 'audio', [1]);
    expect(undo(done)).toBe(4);
    expect(found({ speakerIds: [1] })).toEqual(['alike b']);
  });

  test('goes to whom the old speaker was merged with since', () => {
    const old = speaker(1, ['one', 'two']);
    const other = speaker(2, ['three']);
    const done = reassign(1, 'Rosa', false);
    store.write('speakers.merge', other, old);
    undo(done);
    expect(found({ speakerIds: [other] })).toEqual(['one', 'two', 'three']);
  });

  test('of a merge hides again what was no person', () => {
    const rosa = speaker(1, ['said by rosa'], 'Rosa');
    const hidden = speaker(4, ['thanks for watching']);
    store.write('speakers.markHallucination', hidden, true);
    const before = everythingSaid(store.dataDir);
    const old = store.write('speakers.merge', rosa, hidden);
    expect(found()).toEqual(['said by rosa', 'thanks for watching']);
    store.write('speakers.undoReassign', old);
    expect(found()).toEqual(['said by rosa']);
    expect(store.read('speakers.listHidden')).toMatchObject([{ id: hidden }]);
    expect(everythingSaid(store.dataDir)).toEqual(before);
  });

  test('of a merge restores which voices a person had assigned', () => {
    const rosa = speaker(1, ['one', 'two'], 'Rosa');
    const ana = speaker(2, ['three', 'four', 'deleted'], 'Ana');
    reassign(1, 'Rosa', false);
    reassign(3, 'Ana', false);
    store.write('content.delete', 'audio', [5]);
    const before = everythingSaid(store.dataDir);
    const old = store.write('speakers.merge', rosa, ana);
    expect(old.map(({ transcriptionId }) => transcriptionId)).toEqual([3, 4]);
    store.write('speakers.undoReassign', old);
    expect(everythingSaid(store.dataDir)).toEqual(before);
  });

  test('of a merge leaves alone what a person has reassigned since', () => {
    const rosa = speaker(1, ['one', 'two'], 'Rosa');
    const ana = speaker(2, ['three'], 'Ana');
    const old = store.write('speakers.merge', rosa, ana);
    reassign(1, 'Ida', false);
    store.write('speakers.undoReassign', old);
    expect(found({ speakerName: 'ida' })).toEqual(['one']);
    expect(found({ speakerName: 'rosa' })).toEqual(['two']);
    expect(found({ speakerName: 'ana' })).toEqual(['three']);
  });

  test('twice changes nothing more', () => {
    const { chunkId } = scene();
    const done = reassign(chunkId, 'Rosa');
    undo(done);
    const before = everythingSaid(store.dataDir);
    expect(undo(done)).toBe(5);
    expect(everythingSaid(store.dataDir)).toEqual(before);
  });

  test('never makes a speaker that never was', () => {
    speaker(1, ['one']);
    const before = everythingSaid(store.dataDir);
    const never = [{ transcriptionId: 1, oldSpeakerId: Number.MAX_SAFE_INTEGER }];
    expect(() => store.write('speakers.undoReassign', never)).toThrow('no such speaker');
    expect(everythingSaid(store.dataDir)).toEqual(before);
  });
});
