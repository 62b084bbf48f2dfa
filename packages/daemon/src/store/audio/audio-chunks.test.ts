import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openWrites } from '../kernel/open-writes.ts';
import type { NewTranscription } from '../new-records.ts';
import { findFaults } from '../testing/find-faults.ts';
import { type LocalStore, localStore } from '../testing/local-store.ts';
import { talk } from '../testing/talk.ts';
import { speakerFaults } from '../testing/voices.ts';

const AT_MS = Date.parse('2026-02-03T09:00:00Z');
const SEGMENT = {
  filePath: 'data/2026-02-03/1_mic.ogg',
  atMs: AT_MS,
  deviceName: 'mic (input)',
  isInput: true,
  durationMs: 4_200,
};

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

function said(text: string, more: Partial<NewTranscription> = {}): NewTranscription {
  return { atMs: AT_MS, text, engine: 'tiny', deviceName: 'mic (input)', isInput: true, ...more };
}

const waiting = () => store.read('audio.listSegments', ['pending', 'deferred', 'failed'], 10);

describe('a recording', () => {
  test('waits until its text is there, also over a restart', () => {
    const chunkId = store.write('audio.addSegment', SEGMENT);
    expect(waiting()).toEqual([
      {
        ...SEGMENT,
        chunkId,
        state: 'pending',
        attempts: 0,
        errorCode: null,
        isTextFinal: false,
        filePath: `${store.dataDir}/${SEGMENT.filePath}`,
      },
    ]);
    const writes = openWrites(store.dataDir);
    expect(writes.run(1, 'audio.addSegment', [SEGMENT])).toBe(chunkId);
    writes.close();
    expect(store.read('audio.countSegments')).toEqual({
      pending: 1,
      deferred: 0,
      failed: 0,
      notUnderstood: 0,
    });
    store.write('audio.setSegmentText', chunkId, [said('good morning')], true);
    expect(waiting()).toEqual([]);
    expect(store.read('audio.countSegments')).toEqual({
      pending: 0,
      deferred: 0,
      failed: 0,
      notUnderstood: 0,
    });
    expect(found()).toEqual(['good morning']);
  });

  test('that is found again after it was transcribed is not transcribed twice', () => {
    const chunkId = store.write('audio.addSegment', SEGMENT);
    store.write('audio.setSegmentText', chunkId, [said('good morning')], true);
    expect(store.write('audio.addSegment', SEGMENT)).toBe(chunkId);
    expect(waiting()).toEqual([]);
  });

  test('keeps its row from provisional to final: same id, other words, place and speaker', () => {
    const rosa = speaker(1, ['hello'], 'Rosa');
    const chunkId = store.write('audio.addSegment', SEGMENT);
    const provisional = said('good mourning', { endSecs: 1 });
    const ids = store.write('audio.setSegmentText', chunkId, [provisional], false);
    expect(found({ query: 'mourning' })).toEqual(['good mourning']);
    expect(waiting()).toHaveLength(1);
    const final = said('good morning', { startSecs: 0.5, endSecs: 2, speakerId: rosa });
    expect(store.write('audio.setSegmentText', chunkId, [final], true)).toEqual(ids);
    expect(found({ query: 'mourning' })).toEqual([]);
    expect(found({ query: 'morning', speakerName: 'rosa' })).toEqual(['good morning']);
    const whole = { kinds: ['audio'], limit: 1, offset: 0, order: 'descending' } as const;
    const { items } = store.read('search.find', { ...whole, query: 'morning' });
    expect(items).toMatchObject([{ chunkId, startSecs: 0.5, endSecs: 2, speaker: { id: rosa } }]);
  });

  test('may turn out to be several utterances, or fewer', () => {
    const chunkId = store.write('audio.addSegment', SEGMENT);
    store.write('audio.setSegmentText', chunkId, [said('one'), said('two')], false);
    store.write('audio.setSegmentText', chunkId, [said('only one')], false);
    expect(found()).toEqual(['only one']);
    store.write('audio.setSegmentText', chunkId, [said('a'), said('b'), said('c')], true);
    expect(store.read('audio.findChunk', chunkId)?.transcriptions.map(({ text }) => text)).toEqual([
      'a',
      'b',
      'c',
    ]);
  });

  test('in which nothing was said goes, with its file', () => {
    const chunkId = store.write('audio.addSegment', SEGMENT);
    store.write('audio.setSegmentText', chunkId, [said('hm')], false);
    store.write('audio.setSegmentText', chunkId, [], true);
    expect(found()).toEqual([]);
    expect(store.read('audio.findChunk', chunkId)).toBeUndefined();
    expect(store.read('audio.listDiscardedFiles')).toEqual([SEGMENT.filePath]);
  });

  test('that fails is counted and can be tried again', () => {
    const chunkId = store.write('audio.addSegment', SEGMENT);
    store.write('audio.setSegmentState', chunkId, 'failed', 'MODEL_MISSING');
    store.write('audio.setSegmentState', chunkId, 'failed', 'MODEL_MISSING');
    expect(waiting()).toMatchObject([{ state: 'failed', attempts: 2 }]);
    store.write('audio.setSegmentState', chunkId, 'deferred');
    expect(store.read('audio.countSegments')).toMatchObject({ deferred: 1, failed: 0 });
    expect(store.read('audio.listSegments', ['pending'], 10)).toEqual([]);
  });

  test('that failed too often is neither listed nor counted; an outage is no attempt', () => {
    const tried = store.write('audio.addSegment', SEGMENT);
    const spared = store.write('audio.addSegment', { ...SEGMENT, filePath: 'data/spared.ogg' });
    for (let i = 0; i < 3; i += 1) {
      store.write('audio.setSegmentState', tried, 'failed', 'SPEECH_TASK_FAILED');
      store.write('audio.setSegmentState', spared, 'failed', 'ASR_ENDPOINT_UNREACHABLE', false);
    }
    const ids = (mostAttempts: number) =>
      store.read('audio.listSegments', ['failed'], 10, mostAttempts).map(({ chunkId }) => chunkId);
    expect(ids(3)).toEqual([tried, spared]);
    expect(ids(2)).toEqual([spared]);
    expect(store.read('audio.countSegments', 2).failed).toBe(1);
    expect(store.read('audio.countSegments').failed).toBe(2);
  });

  test('whose file name was discarded before is not deleted for it', () => {
    const chunkId = store.write('audio.addSegment', SEGMENT);
    store.write('audio.setSegmentText', chunkId, [], true);
    expect(store.read('audio.listDiscardedFiles')).toEqual([SEGMENT.filePath]);
    store.write('audio.addSegment', SEGMENT);
    expect(store.read('audio.listDiscardedFiles')).toEqual([]);
  });

  test('whose words turn out to have been said later, in the next hour too, is found at that time', () => {
    const chunkId = store.write('audio.addSegment', SEGMENT);
    const [id] = store.write('audio.setSegmentText', chunkId, [said('good mourning')], false);
    const atMs = AT_MS + 3_600_000;
    expect(
      store.write('audio.setSegmentText', chunkId, [said('good morning', { atMs })], true),
    ).toEqual([id]);
    expect(found({ query: 'morning', startMs: atMs })).toEqual(['good morning']);
    expect(found({ endMs: atMs - 1 })).toEqual([]);
    expect(found({ query: 'mourning' })).toEqual([]);
  });

  test('knows the device that heard it before anything was said', () => {
    const chunkId = store.write('audio.addSegment', SEGMENT);
    const { deviceName, isInput } = SEGMENT;
    expect(store.read('audio.findChunk', chunkId)?.recordedBy).toMatchObject({
      deviceName,
      isInput,
    });
  });

  test('that is none is refused', () => {
    expect(() => store.write('audio.setSegmentState', 9, 'done')).toThrow('no such audio chunk');
    expect(() => store.write('audio.setSegmentText', 9, [], true)).toThrow('no such audio chunk');
    expect(() => say('x', { chunkId: 9 })).toThrow('no such audio chunk');
  });

  test('is listed by its time, oldest first', () => {
    for (const [i, minutes] of [3, 1, 2].entries()) {
      const atMs = AT_MS + minutes * 60_000;
      store.write('audio.addSegment', { ...SEGMENT, atMs, filePath: `data/${i}.ogg` });
    }
    expect(waiting().map(({ chunkId }) => chunkId)).toEqual([2, 3, 1]);
    const range = { startMs: AT_MS + 60_000, endMs: AT_MS + 120_000 };
    expect(store.read('audio.listChunks', range).map(({ id }) => id)).toEqual([2, 3]);
    expect(store.read('audio.listChunks', { ids: [3, 9, 3] }).map(({ id }) => id)).toEqual([3]);
  });
});

describe('an utterance that two devices heard', () => {
  test('is one row, shown with both and found by either', () => {
    const { id } = say('good morning', { deviceName: 'desk speakers (output)', isInput: false });
    store.write('audio.updateTranscription', id, { otherDevices: ['laptop mic (input)'] });
    store.write('audio.updateTranscription', id, {
      otherDevices: ['laptop mic (input)', 'webcam (input)'],
    });
    const whole = { kinds: ['audio'], limit: 9, offset: 0, order: 'ascending' } as const;
    expect(store.read('search.find', whole).items).toMatchObject([
      {
        deviceName: 'desk speakers (output)',
        isInput: false,
        otherDevices: ['laptop mic (input)', 'webcam (input)'],
      },
    ]);
    for (const deviceName of ['DESK', 'laptop', 'webcam']) {
      expect(found({ deviceName })).toEqual(['good morning']);
      expect(found({ deviceName, query: 'morning' })).toEqual(['good morning']);
    }
    expect(found({ deviceName: 'phone' })).toEqual([]);
    expect(store.write('audio.updateTranscription', 99, { text: 'x' })).toBe(false);
  });

  test('keeps them whoever said it', () => {
    const { id } = say('good morning', { otherDevices: ['webcam (input)'] });
    const [first = 0] = decide({
      created: [-1],
      assignments: [{ turnId: voice(id, 1), speakerId: -1 }],
    });
    store.write('speakers.markHallucination', first, true);
    store.write('speakers.markHallucination', first, false);
    expect(found({ deviceName: 'webcam', speakerIds: [first] })).toEqual(['good morning']);
  });
});
