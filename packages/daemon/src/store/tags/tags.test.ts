import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type LocalStore, localStore } from '../testing/local-store.ts';
import { withDatabase } from '../testing/temporary-store.ts';

let store: LocalStore;
beforeEach(async () => {
  store = await localStore();
  const said = { atMs: 1, engine: 'whisper', deviceName: 'mic', isInput: true };
  store.write('content.add', {
    frames: [1, 2].map((atMs) => ({ atMs, deviceName: 'm', text: `frame ${atMs}` })),
    // So that chunk ids differ from transcription ids after the deletion.
    transcriptions: ['one', 'two'].map((text) => ({ ...said, text })),
  });
});
afterEach(() => store[Symbol.asyncDispose]());

const tagsOf = (...ids: number[]) => store.read('tags.listOfFrames', ids);
const tagNames = () =>
  withDatabase(store.dataDir, (db) =>
    db.prepare('SELECT name FROM tags ORDER BY name').pluck().all(),
  );
const taggedWith = (...tags: string[]) => {
  const everything = {
    kinds: ['ocr', 'audio', 'ui'],
    order: 'ascending',
    limit: 9,
    offset: 0,
  } as const;
  return store
    .read('search.find', { ...everything, tags })
    .items.map((item) => 'text' in item && item.text);
};

describe('adding', () => {
  test('creates tags on demand, sorted by name, each name once in the store', () => {
    store.write('tags.add', 'vision', 1, ['work', 'home']);
    store.write('tags.add', 'vision', 2, ['work']);
    expect(tagsOf(1, 2)).toEqual([['home', 'work'], ['work']]);
    expect(tagNames()).toEqual(['home', 'work']);
  });

  test('twice changes nothing', () => {
    store.write('tags.add', 'vision', 1, ['work', 'work']);
    store.write('tags.add', 'vision', 1, ['work']);
    expect(tagsOf(1)).toEqual([['work']]);
    expect(taggedWith('work')).toEqual(['frame 1']);
  });

  test('no tags changes nothing', () => {
    store.write('tags.add', 'vision', 1, []);
    expect([tagsOf(1), tagNames()]).toEqual([[[]], []]);
  });

  test.each(['Work', 'to do', '会議', "'; DROP TABLE tags; --", '🚀', '%'])(
    'keeps the name %j as it is',
    (name) => {
      store.write('tags.add', 'vision', 1, [name, 'work']);
      expect(tagsOf(1)[0]).toContain(name);
      expect(taggedWith(name)).toEqual(['frame 1']);
    },
  );

  test('to an audio chunk tags its transcription', () => {
    store.write('tags.add', 'audio', 2, ['call']);
    expect(taggedWith('call')).toEqual(['two']);
    expect(tagsOf(2)).toEqual([[]]);
  });
});

describe('removing', () => {
  test('takes the tag from that item alone and leaves its name in the store', () => {
    store.write('tags.add', 'vision', 1, ['work', 'home']);
    store.write('tags.add', 'vision', 2, ['work']);
    store.write('tags.remove', 'vision', 1, ['work']);
    expect(tagsOf(1, 2)).toEqual([['home'], ['work']]);
    store.write('tags.remove', 'vision', 2, ['work']);
    expect(tagNames()).toEqual(['home', 'work']);
  });

  test('a tag that is not there changes nothing', () => {
    store.write('tags.add', 'vision', 1, ['work']);
    store.write('tags.remove', 'vision', 1, ['never heard of', 'home']);
    expect([tagsOf(1), tagNames()]).toEqual([[['work']], ['work']]);
  });
});

describe('an unknown id', () => {
  test.each([
    ['vision', 'FRAME_NOT_FOUND', { frame_id: 99 }],
    ['audio', 'AUDIO_CHUNK_NOT_FOUND', { audio_chunk_id: 99 }],
  ] as const)('of %s is refused with %s, and no tag is made', (target, code, context) => {
    const refusal = expect.objectContaining({ code, context });
    expect(() => store.write('tags.add', target, 99, ['work'])).toThrow(refusal);
    expect(() => store.write('tags.remove', target, 99, ['work'])).toThrow(refusal);
    expect(tagNames()).toEqual([]);
  });

  test('has no tags when asked for, in the place where it was asked', () => {
    store.write('tags.add', 'vision', 1, ['work']);
    expect(tagsOf(99, 1, 1, 98)).toEqual([[], ['work'], ['work'], []]);
    expect(tagsOf()).toEqual([]);
  });
});

test('searching by several tags finds items that carry all of them', () => {
  store.write('tags.add', 'vision', 1, ['work', 'home']);
  store.write('tags.add', 'audio', 1, ['work', 'home']);
  store.write('tags.add', 'vision', 2, ['work']);
  expect(taggedWith('work', 'home', 'home').sort()).toEqual(['frame 1', 'one']);
  expect(taggedWith('work', 'never')).toEqual([]);
});
