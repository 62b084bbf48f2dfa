import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { findFaults } from '../testing/find-faults.ts';
import { type LocalStore, localStore } from '../testing/local-store.ts';
import { talk } from '../testing/talk.ts';
import { withDatabase } from '../testing/temporary-store.ts';
import { everythingSaid, speakerFaults, voiceOf } from '../testing/voices.ts';

const AT_MS = Date.parse('2026-02-03T09:00:00Z');

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

const namesOf = (speakers: readonly { name: string }[]) => speakers.map(({ name }) => name);

describe('a name', () => {
  test('is seen by search and its filters at once', () => {
    const id = speaker(1, ['good morning']);
    expect(found({ speakerName: 'rosa' })).toEqual([]);
    expect(store.write('speakers.update', id, { name: 'Rosa' })).toEqual({
      id,
      name: 'Rosa',
      metadata: '',
    });
    expect(found({ speakerName: 'rosa' })).toEqual(['good morning']);
    expect(found({ speakerIds: [id] })).toEqual(['good morning']);
  });

  test('is found by its beginning, whatever the case, once, in order, without hallucinations', () => {
    for (const [i, name] of ['rosa', 'Röbert', 'Rosa', 'Ana', 'Rosa', 'Rolf'].entries()) {
      speaker(i + 1, [`words ${i}`], name);
    }
    const [rolf] = store.read('speakers.search', 'rolf');
    store.write('speakers.markHallucination', rolf?.id ?? 0, true);
    expect(namesOf(store.read('speakers.search', 'RO'))).toEqual(['Röbert', 'Rosa', 'rosa']);
    expect(namesOf(store.read('speakers.search', ''))).toEqual(['Ana', 'Röbert', 'Rosa', 'rosa']);
    expect(store.read('speakers.search', 'Rosa').map(({ id }) => id)).toEqual([3, 1]);
    expect(store.read('speakers.search', '%')).toEqual([]);
  });

  test('of nobody is refused', () => {
    expect(() => store.write('speakers.update', 99, { name: 'x' })).toThrow('no such speaker');
  });
});

describe('speakers without a name', () => {
  test('are listed with their newest recordings, the most heard first', () => {
    speaker(1, ['one a']);
    const much = speaker(2, ['two a', 'two b', 'two c', 'two d']);
    speaker(3, ['three a'], 'Rosa');
    const listed = store.read('speakers.listUnnamed', { limit: 10, offset: 0 });
    expect(listed.map(({ id }) => id)).toEqual([much, 1]);
    expect(listed[0]?.samples.map(({ transcript }) => transcript)).toEqual([
      'two d',
      'two c',
      'two b',
    ]);
    expect(listed[0]?.samples[0]).toMatchObject({
      path: `${store.dataDir}/data/2026-02-03/two-d.ogg`,
      startSecs: 0,
      endSecs: 2,
    });
    const page = { limit: 1, offset: 1 };
    expect(store.read('speakers.listUnnamed', page).map(({ id }) => id)).toEqual([1]);
    const some = { limit: 10, offset: 0, ids: [1, 3] };
    expect(store.read('speakers.listUnnamed', some).map(({ id }) => id)).toEqual([1]);
  });

  test('are left out when there is nothing to listen to', () => {
    const id = speaker(1, ['only text']);
    withDatabase(store.dataDir, (db) => db.exec("UPDATE audio_chunk SET file_path = ''"));
    expect(store.read('speakers.listUnnamed', { limit: 10, offset: 0, ids: [id] })).toEqual([]);
  });
});

test('speakers who sound alike come nearest first, without the speaker, hallucinations and strangers', () => {
  const [first, second, third] = [1, 2, 3].map((i) => speaker(i, [`words ${i}`])) as [
    number,
    number,
    number,
  ];
  // The voice of the first, more and more disturbed.
  for (const [id, noise] of [
    [second, 1.5],
    [third, 1],
  ] as const) {
    const { id: row } = say(`more of ${id}`);
    const embedding = voiceOf(1, id, noise);
    const turnId = store.write('speakers.addVoice', {
      transcriptionId: row,
      embedding,
      durationMs: 60_000,
    });
    decide({ assignments: [{ turnId: turnId as number, speakerId: id }] });
  }
  speaker(9, ['a stranger']);
  const ids = () => store.read('speakers.listSimilar', first, 5).map(({ id }) => id);
  expect(ids()).toEqual([third, second]);
  expect(store.read('speakers.listSimilar', first, 1).map(({ id }) => id)).toEqual([third]);
  store.write('speakers.markHallucination', third, true);
  expect(ids()).toEqual([second]);
  expect(() => store.read('speakers.listSimilar', 99, 5)).toThrow('no such speaker');
});

describe('merging', () => {
  test('gives rows, voices and the old id to the one that stays', () => {
    const keep = speaker(1, ['one a', 'one b'], 'Rosa');
    const merged = speaker(2, ['two a', 'two b'], 'Ana');
    store.write('speakers.merge', keep, merged);
    expect(found({ speakerIds: [keep] })).toEqual(['one a', 'one b', 'two a', 'two b']);
    expect(found({ speakerName: 'ana' })).toEqual([]);
    expect(found({ query: 'two', speakerName: 'rosa' })).toEqual(['two a', 'two b']);
    // Somebody may still know the old id.
    expect(found({ speakerIds: [merged] })).toEqual(found({ speakerIds: [keep] }));
    expect(() => store.write('speakers.update', merged, { name: 'x' })).toThrow('no such speaker');
    expect(namesOf(store.read('speakers.search', ''))).toEqual(['Rosa']);
  });

  test('keeps the name when only the one that goes has one', () => {
    const keep = speaker(1, ['one']);
    store.write('speakers.merge', keep, speaker(2, ['two'], 'Ana'));
    expect(store.read('speakers.search', '')).toMatchObject([{ id: keep, name: 'Ana' }]);
  });

  test('is undone with names, voices and old ids as they were', () => {
    const [older, merged, keep] = [
      speaker(1, ['words 1']),
      speaker(2, ['words 2', 'more 2'], 'Ana'),
      speaker(3, ['words 3'], 'Rosa'),
    ];
    store.write('speakers.merge', merged, older);
    const similar = () => store.read('speakers.listSimilar', keep, 5);
    const before = { said: everythingSaid(store.dataDir), similar: similar() };
    const old = store.write('speakers.merge', keep, merged);
    expect(namesOf(store.read('speakers.search', ''))).toEqual(['Rosa']);
    expect(store.write('speakers.undoReassign', old)).toBe(3);
    expect({ said: everythingSaid(store.dataDir), similar: similar() }).toEqual(before);
    expect(namesOf(store.read('speakers.search', ''))).toEqual(['Ana', 'Rosa']);
    expect(found({ speakerIds: [older] })).toEqual(found({ speakerIds: [merged] }));
  });

  test('is undone with the name back where it came from, unless there is another one since', () => {
    const keep = speaker(1, ['one']);
    const merged = speaker(2, ['two'], 'Ana');
    store.write('speakers.update', merged, { metadata: '{"team":"blue"}' });
    const known = () =>
      store.read('speakers.search', '').map(({ id, name, metadata }) => [id, name, metadata]);
    const metadataOf = (id: number) => store.write('speakers.update', id, {}).metadata;
    store.write('speakers.undoReassign', store.write('speakers.merge', keep, merged));
    expect(known()).toEqual([[merged, 'Ana', '{"team":"blue"}']]);
    expect(metadataOf(keep)).toBe('');
    const old = store.write('speakers.merge', keep, merged);
    store.write('speakers.update', keep, { name: 'Rosa' });
    store.write('speakers.undoReassign', old);
    expect(namesOf(store.read('speakers.search', ''))).toEqual(['Ana', 'Rosa']);
  });

  test('follows chains of merges', () => {
    const [a, b, c] = [1, 2, 3].map((i) => speaker(i, [`words ${i}`])) as [number, number, number];
    store.write('speakers.merge', b, a);
    store.write('speakers.merge', c, b);
    expect(found({ speakerIds: [a] })).toEqual(['words 1', 'words 2', 'words 3']);
  });

  test('with itself or with nobody is refused and changes nothing', () => {
    const id = speaker(1, ['one']);
    const before = everythingSaid(store.dataDir);
    expect(() => store.write('speakers.merge', id, id)).toThrow('with itself');
    expect(() => store.write('speakers.merge', id, 99)).toThrow('no such speaker');
    expect(() => store.write('speakers.merge', 99, id)).toThrow('no such speaker');
    expect(everythingSaid(store.dataDir)).toEqual(before);
  });
});

describe('a hallucination', () => {
  test('is in no search, total, list or table, and comes back as it was', () => {
    const id = speaker(1, ['thanks for watching', 'bye']);
    speaker(2, ['thanks to all']);
    store.write('tags.add', 'audio', 1, ['work']);
    const before = found({ query: 'thanks' });
    store.write('speakers.markHallucination', id, true);
    expect(found()).toEqual(['thanks to all']);
    expect(found({ query: 'thanks' })).toEqual(['thanks to all']);
    expect(found({ query: 'b*' })).toEqual([]);
    expect(found({ tags: ['work'] })).toEqual([]);
    expect(found({ speakerIds: [id] })).toEqual([]);
    expect(store.read('content.summary').transcriptions).toBe(1);
    expect(store.read('speakers.listUnnamed', { limit: 10, offset: 0 })).toHaveLength(1);
    const rows = withDatabase(store.dataDir, (db) =>
      db.prepare('SELECT count(*) FROM audio_transcriptions').pluck().get(),
    );
    expect(rows).toBe(1);

    store.write('speakers.markHallucination', id, false);
    expect(found({ query: 'thanks' })).toEqual(before);
    expect(found({ tags: ['work'] })).toEqual(['thanks for watching']);
  });

  test('takes new words of its voice with it', () => {
    const id = speaker(1, ['thanks for watching']);
    store.write('speakers.markHallucination', id, true);
    const { id: row } = say('subscribe to my channel');
    decide({ assignments: [{ turnId: voice(row, 1, 9), speakerId: id }] });
    expect(found()).toEqual([]);
    expect(say('like and subscribe', { speakerId: id }).id).toBeGreaterThan(row);
    expect(found()).toEqual([]);
    expect(store.write('content.replaceText', 'audio', row, 'other words')).toBe(true);
    store.write('speakers.markHallucination', id, false);
    expect(found().toSorted()).toEqual([
      'like and subscribe',
      'other words',
      'thanks for watching',
    ]);
  });

  test('lets go of what turns out to be somebody', () => {
    const id = speaker(1, ['thanks for watching', 'really said']);
    store.write('speakers.markHallucination', id, true);
    store.write('audio.updateTranscription', 2, { speakerId: speaker(2, ['real']) });
    expect(found()).toEqual(['really said', 'real']);
    store.write('audio.updateTranscription', 2, { speakerId: null });
    expect(found()).toEqual(['really said', 'real']);
  });
});

describe('deleting', () => {
  test('a speaker takes the words, the voice and the recordings', () => {
    const id = speaker(1, ['one a', 'one b'], 'Rosa');
    speaker(2, ['two']);
    store.write('speakers.delete', id);
    expect(found()).toEqual(['two']);
    expect(store.read('audio.listDiscardedFiles')).toEqual([
      'data/2026-02-03/one-a.ogg',
      'data/2026-02-03/one-b.ogg',
    ]);
    store.write('audio.forgetFiles', ['data/2026-02-03/one-a.ogg', 'data/2026-02-03/one-b.ogg']);
    expect(store.read('audio.listDiscardedFiles')).toEqual([]);
    const { speakers, voices, chunks } = everythingSaid(store.dataDir);
    expect([speakers?.length, voices?.length, chunks?.length]).toEqual([1, 1, 1]);
    expect(() => store.write('speakers.delete', id)).toThrow('no such speaker');
  });

  test('leaves a recording in which somebody else speaks', () => {
    const id = speaker(1, ['mine']);
    store.write('content.add', {
      transcriptions: [
        {
          atMs: AT_MS,
          text: 'yours',
          engine: 'test',
          deviceName: 'mic',
          isInput: true,
          chunkId: 1,
        },
      ],
    });
    store.write('speakers.delete', id);
    expect(found()).toEqual(['yours']);
    expect(store.read('audio.listDiscardedFiles')).toEqual([]);
    expect(store.write('content.delete', 'audio', [2])).toBe(1);
    expect(store.read('audio.listDiscardedFiles')).toEqual(['data/2026-02-03/mine.ogg']);
    expect(store.read('audio.findChunk', 1)).toBeUndefined();
  });

  test('the last words of an unnamed speaker deletes the speaker; one with a name stays known', () => {
    speaker(1, ['one']);
    const rosa = speaker(2, ['two'], 'Rosa');
    store.write('content.delete', 'audio', [1, 2]);
    const { speakers, voices } = everythingSaid(store.dataDir);
    expect(speakers).toMatchObject([{ id: rosa, name: 'Rosa', embedding_count: 1 }]);
    expect(voices).toMatchObject([{ speaker_id: rosa, transcription_id: null }]);
  });

  test('a file that is not in the data folder is not ours to remove', () => {
    const { id } = say('elsewhere', { filePath: '/home/me/talk.wav' });
    store.write('content.delete', 'audio', [id]);
    expect(store.read('audio.listDiscardedFiles')).toEqual([]);
  });
});

describe('decisions about voices', () => {
  test('made before a person changed something are refused as a whole', () => {
    const id = speaker(1, ['one']);
    const { revision } = store.read('speakers.listVoices', 10);
    store.write('speakers.update', id, { name: 'Rosa' });
    const before = everythingSaid(store.dataDir);
    const changes = {
      created: [-1],
      merges: [],
      assignments: [{ turnId: 1, speakerId: -1 }],
    };
    expect(store.write('speakers.applyVoices', { ...changes, revision })).toBeUndefined();
    expect(everythingSaid(store.dataDir)).toEqual(before);
  });

  test('never move what a person has assigned', () => {
    const other = speaker(2, ['two']);
    const { id, chunkId } = say('one');
    const turnId = voice(id, 1);
    store.write('speakers.reassign', { chunkId, name: 'Rosa', propagate: false });
    decide({ assignments: [{ turnId, speakerId: other }] });
    expect(found({ speakerName: 'rosa' })).toEqual(['one']);
    const embedding = voiceOf(1, 5);
    const again = { transcriptionId: id, embedding, durationMs: 2_000 };
    expect(store.write('speakers.addVoice', again)).toBeUndefined();
  });

  test('give back all speakers, their devices and the newest turns', () => {
    const id = speaker(1, ['one', 'two'], 'Rosa');
    const { speakers, turns } = store.read('speakers.listVoices', 1);
    expect(speakers).toMatchObject([{ id, kind: 'named', devices: ['mic (input)'] }]);
    expect(turns).toMatchObject([
      { id: 2, durationMs: 3_000, device: 'mic (input)', speakerId: id, isPinned: false },
    ]);
    expect(turns[0]?.embedding).toEqual(voiceOf(1, 1));
  });

  test('of a voice that is none are refused', () => {
    const { id } = say('one');
    const none = [new Float32Array(128), new Float32Array(3), voiceOf(1).map(() => Number.NaN)];
    for (const embedding of none) {
      const bad = { transcriptionId: id, embedding, durationMs: 1_000 };
      expect(() => store.write('speakers.addVoice', bad)).toThrow('128');
    }
    const nowhere = { transcriptionId: 99, embedding: voiceOf(1), durationMs: 1_000 };
    expect(store.write('speakers.addVoice', nowhere)).toBeUndefined();
  });
});

test('a transcription of a speaker who is not there is refused, and nothing of it is stored', () => {
  expect(() => say('one', { speakerId: 7 })).toThrow('no such speaker');
  expect(everythingSaid(store.dataDir).chunks).toEqual([]);
});
