import { describe, expect, test } from 'vitest';
import { manualClock } from '#core/testing/manual-clock.ts';
import type { VoiceDetector } from '#extract/vad/engine.ts';
import { FRAME_SAMPLES } from '#extract/vad/frame.ts';
import type { AudioChunk, Retranscribed } from '#store/audio/audio-records.ts';
import type { Job } from '../job.ts';
import { LOUDSPEAKER, loudIsSpeech, MIC, START_MS, speaking } from '../speaking.fixture.ts';
import { makeRetranscribe, withVocabulary } from './retranscribe.ts';

const { signal } = new AbortController();
const PLAIN = { vocabulary: [] };
/** When no recording of these tests is new any more. */
const LATER = manualClock(START_MS + 600_000);
const allIsSpeech: VoiceDetector = {
  detect: async (samples) => new Float32Array(samples.length / FRAME_SAMPLES).fill(0.95),
  reset: () => {},
};

const textOf = ({ lines }: Retranscribed) => lines.map(({ text }) => text).join(' ');

async function recording(device = MIC, provisional?: string) {
  const stage = await speaking();
  const heard = stage.heard(device, 0);
  if (provisional !== undefined) {
    stage.words.push(provisional);
    await stage.scribe.writeProvisionally(heard, signal);
  }
  const job = await stage.scribe.keep(heard);
  const { store, recognition } = stage;
  /** With silence around it, by which voice detection knows the room. */
  const media = {
    async readSamples(...args: Parameters<typeof stage.media.readSamples>) {
      const spoken = await stage.media.readSamples(...args);
      const samples = new Float32Array(spoken.length + 32_000);
      samples.set(spoken, 16_000);
      return samples;
    },
  };
  return {
    ...stage,
    chunk: async () => (await store.audio.findChunk(job?.chunkId ?? 0)) as AudioChunk,
    retranscribe: makeRetranscribe({
      store,
      media,
      recognition,
      makeDetector: () => allIsSpeech,
      clock: LATER,
    }),
    [Symbol.asyncDispose]: () => stage[Symbol.asyncDispose](),
  };
}

describe('transcribing again', () => {
  test('a recording without text gets it under the device that heard it', async () => {
    await using stage = await recording(LOUDSPEAKER);
    stage.words.push('the harbour opens');
    expect(textOf(await stage.retranscribe(await stage.chunk(), PLAIN, signal))).toBe(
      'the harbour opens',
    );
    expect(await stage.said()).toMatchObject([
      { text: 'the harbour opens', deviceName: LOUDSPEAKER.name, isInput: false },
    ]);
  });

  test('pieces with silence between them are separate rows, and wait for who spoke', async () => {
    await using stage = await recording();
    const retranscribe = makeRetranscribe({
      ...stage,
      clock: LATER,
      media: {
        async readSamples() {
          const samples = new Float32Array(10 * 16_000);
          for (const fromSecs of [1, 6])
            samples.fill(0.3, fromSecs * 16_000, (fromSecs + 2) * 16_000);
          return samples;
        },
      },
      makeDetector: () => loudIsSpeech,
    });
    stage.words.push('first this', 'then that');
    expect(textOf(await retranscribe(await stage.chunk(), PLAIN, signal))).toBe(
      'first this then that',
    );
    const rows = await stage.said();
    expect(rows.map(({ text }) => text)).toEqual(['first this', 'then that']);
    const [first, second] = rows;
    expect(first?.startSecs).toBeGreaterThan(0);
    expect(first?.startSecs).toBeLessThanOrEqual(1);
    expect(first?.endSecs).toBeLessThan(5);
    expect(second?.startSecs).toBeGreaterThan(5);
    expect(second?.startSecs).toBeLessThanOrEqual(6);
    expect(second?.atMs).toBe(START_MS + Math.round((second?.startSecs ?? 0) * 1000));
    expect(await stage.store.audio.countSegments()).toMatchObject({ pending: 1 });
  });

  test('a recording with its text keeps its rows, their times, their speakers and what it waits for', async () => {
    await using stage = await recording();
    const { store } = stage;
    const { id: chunkId } = await stage.chunk();
    const row = { atMs: START_MS, engine: 'x', deviceName: MIC.name, isInput: true };
    const rows = [
      { ...row, text: 'ours', startSecs: 0, endSecs: 0.8 },
      { ...row, text: 'mumbled', startSecs: 1, endSecs: 1.4 },
      { ...row, text: 'hours', startSecs: 1.5, endSecs: 2 },
    ];
    const ids = await store.audio.setSegmentText(chunkId, rows, true, true);
    const embedding = new Float32Array(128).fill(0.1);
    await store.speakers.addVoice({ transcriptionId: ids[2] ?? 0, embedding, durationMs: 500 });
    stage.words.push('hours', undefined, 'ours');
    expect(textOf(await stage.retranscribe(await stage.chunk(), PLAIN, signal))).toBe(
      'hours mumbled ours',
    );
    expect(
      (await stage.said()).map((said) => [
        said.transcriptionId,
        said.text,
        said.startSecs,
        said.endSecs,
      ]),
    ).toEqual([
      [ids[0], 'hours', 0, 0.8],
      [ids[1], 'mumbled', 1, 1.4],
      [ids[2], 'ours', 1.5, 2],
    ]);
    expect((await store.speakers.listVoices(10)).turns).toHaveLength(1);
    expect(await store.audio.countSegments()).toMatchObject({ pending: 1 });
  });

  test('in the language that a person named, and the older text is kept', async () => {
    await using stage = await recording();
    const { store } = stage;
    const { id: chunkId } = await stage.chunk();
    const row = { atMs: START_MS, engine: 'tiny', language: 'en', deviceName: MIC.name };
    const rows = [
      { ...row, isInput: true, text: 'good and talk', startSecs: 0, endSecs: 0.8 },
      { ...row, isInput: true, text: 'good bye', startSecs: 1, endSecs: 2 },
      { ...row, isInput: true, text: 'mumbled', startSecs: 2, endSecs: 3 },
    ];
    const [first = 0, , third = 0] = await store.audio.setSegmentText(chunkId, rows, true);
    stage.words.push('guten Tag', undefined);
    const lineIds = [first, third];
    const wanted = { ...PLAIN, language: 'de', reason: 'language', lineIds } as const;
    await stage.retranscribe(await stage.chunk(), wanted, signal);
    expect(
      (await stage.said()).map(({ text, language, engine }) => [text, language, engine]),
    ).toEqual([
      ['guten Tag', 'de', 'usual-by-hand:de'],
      ['good bye', 'en', 'tiny'],
      ['mumbled', 'de', 'tiny'],
    ]);
    expect(await store.audio.findOlderText(chunkId)).toMatchObject({
      reason: 'language',
      before: [{ text: 'good and talk' }, { text: 'good bye' }, { text: 'mumbled' }],
    });
    await store.audio.restoreOlderText(chunkId);
    expect((await stage.said()).map(({ text, language }) => [text, language])).toEqual(
      rows.map(({ text }) => [text, 'en']),
    );
  });

  test('the largest model reads each line in the language it has', async () => {
    await using stage = await recording();
    const { id: chunkId } = await stage.chunk();
    const row = { atMs: START_MS, deviceName: MIC.name, isInput: true, engine: 'small' };
    const rows = [
      { ...row, text: 'eins', language: 'de', startSecs: 0, endSecs: 0.8 },
      { ...row, text: 'two', language: 'en', startSecs: 1, endSecs: 2 },
    ];
    await stage.store.audio.setSegmentText(chunkId, rows, true);
    stage.words.push('Eins.', 'Two.');
    const wanted = { ...PLAIN, isLargest: true, reason: 'model' } as const;
    await stage.retranscribe(await stage.chunk(), wanted, signal);
    expect((await stage.said()).map(({ text, engine }) => [text, engine])).toEqual([
      ['Eins.', 'large-by-hand:de'],
      ['Two.', 'large-by-hand:en'],
    ]);
  });

  test('a recording of which one row fails is left as it was', async () => {
    await using stage = await recording();
    const { id: chunkId } = await stage.chunk();
    const row = { atMs: START_MS, engine: 'x', deviceName: MIC.name, isInput: true };
    const rows = [
      { ...row, text: 'ours', startSecs: 0, endSecs: 0.8 },
      { ...row, text: 'hours', startSecs: 1, endSecs: 2 },
    ];
    await stage.store.audio.setSegmentText(chunkId, rows, true, true);
    stage.words.push('rewritten');
    const recognition = {
      ...stage.recognition,
      async recognise(...args: Parameters<typeof stage.recognition.recognise>) {
        if (stage.words.length === 0) throw new Error('the recogniser fell over');
        return stage.recognition.recognise(...args);
      },
    };
    const makeDetector = () => allIsSpeech;
    const retranscribe = makeRetranscribe({
      ...stage,
      recognition,
      makeDetector,
      clock: LATER,
    });
    await expect(retranscribe(await stage.chunk(), PLAIN, signal)).rejects.toThrow('fell over');
    expect((await stage.said()).map(({ text }) => text)).toEqual(['ours', 'hours']);
  });

  test('what was said just now is read again when its first text is final', async () => {
    await using stage = await speaking();
    const heard = stage.heard(MIC, 0);
    stage.words.push('good and');
    await stage.scribe.writeProvisionally(heard, signal);
    const [said] = await stage.said();
    const chunkOf = async () =>
      (await stage.store.audio.findChunk(said?.chunkId ?? 0)) as AudioChunk;
    const clock = manualClock(START_MS);
    const retranscribe = makeRetranscribe({ ...stage, clock });
    const answer = retranscribe(await chunkOf(), { ...PLAIN, language: 'de' }, signal);
    await expect.poll(() => clock.sleepers()).toBe(1);
    stage.words.push('good and talk', 'guten Tag');
    await stage.scribe.write((await stage.scribe.keep(heard)) as Job, signal);
    await clock.advance(1_000);
    expect(textOf(await answer)).toBe('guten Tag');
    expect(await stage.said()).toMatchObject([{ text: 'guten Tag', language: 'de' }]);
  });

  test('where nothing is understood the old text stays and is the answer', async () => {
    await using stage = await recording(MIC, 'we agreed');
    stage.words.push(undefined);
    expect(textOf(await stage.retranscribe(await stage.chunk(), PLAIN, signal))).toBe('we agreed');
    expect((await stage.said()).map(({ text }) => text)).toEqual(['we agreed']);
  });

  test('with an engine that is not set up nothing is recognised', async () => {
    await using stage = await recording(MIC, 'we agreed');
    stage.words.push('never asked for');
    const wanted = { ...PLAIN, engine: 'another' };
    await expect(stage.retranscribe(await stage.chunk(), wanted, signal)).rejects.toMatchObject({
      code: 'ENGINE_NOT_SET_UP',
    });
    expect(stage.words).toEqual(['never asked for']);
  });

  test('a recording that was added by hand gets its text in place of the old one', async () => {
    await using stage = await recording();
    const { filePath } = await stage.chunk();
    const row = { atMs: START_MS, text: 'old', engine: 'x', deviceName: MIC.name, isInput: true };
    const added = await stage.store.content.add({ transcriptions: [{ ...row, filePath }] });
    const [{ id = 0, chunkId = 0 } = {}] = added.transcriptions;
    const { transcriptions } = await stage.store.content.add({
      transcriptions: [{ ...row, chunkId }],
    });
    const chunk = (await stage.store.audio.findChunk(chunkId)) as AudioChunk;
    stage.words.push('new');
    expect(await stage.retranscribe(chunk, PLAIN, signal)).toEqual({
      lines: [{ id, text: 'new' }],
      removedIds: transcriptions.map((one) => one.id),
    });
    expect((await stage.said()).map(({ text }) => text)).toEqual(['new']);
  });
});

test('known words are put right as whole words, whatever their case', () => {
  const vocabulary = [{ word: 'pbx', replacement: 'PBX' }, { word: 'hindcast' }, { word: 'a.b' }];
  expect(withVocabulary('The Pbx and HINDCAST, pbxes and a-b', vocabulary)).toBe(
    'The PBX and hindcast, pbxes and a-b',
  );
});

test('a replacement is taken as it is written', () => {
  expect(withVocabulary('cost of x', [{ word: 'x', replacement: '$&' }])).toBe('cost of $&');
});
