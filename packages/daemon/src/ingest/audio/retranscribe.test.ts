import { describe, expect, test } from 'vitest';
import type { VoiceDetector } from '#extract/vad/engine.ts';
import { FRAME_SAMPLES } from '#extract/vad/frame.ts';
import type { AudioChunk } from '#store/audio-records.ts';
import { makeRetranscribe, withVocabulary } from './retranscribe.ts';
import { LOUDSPEAKER, MIC, START_MS, speaking } from './speaking.fixture.ts';

const { signal } = new AbortController();
const PLAIN = { vocabulary: [] };
const allIsSpeech: VoiceDetector = {
  detect: async (samples) => new Float32Array(samples.length / FRAME_SAMPLES).fill(0.95),
  reset: () => {},
};

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
    chunk: async () => (await store.findAudioChunk(job?.chunkId ?? 0)) as AudioChunk,
    retranscribe: makeRetranscribe({ store, media, recognition, makeDetector: () => allIsSpeech }),
    [Symbol.asyncDispose]: () => stage[Symbol.asyncDispose](),
  };
}

describe('transcribing again', () => {
  test('a recording without text gets it under the device that heard it', async () => {
    await using stage = await recording(LOUDSPEAKER);
    stage.words.push('the harbour opens');
    expect(await stage.retranscribe(await stage.chunk(), PLAIN, signal)).toBe('the harbour opens');
    expect(await stage.said()).toMatchObject([
      { text: 'the harbour opens', deviceName: LOUDSPEAKER.name, isInput: false },
    ]);
  });

  test('where nothing is understood the old text stays and is the answer', async () => {
    await using stage = await recording(MIC, 'we agreed');
    stage.words.push(undefined);
    expect(await stage.retranscribe(await stage.chunk(), PLAIN, signal)).toBe('we agreed');
    expect((await stage.said()).map(({ text }) => text)).toEqual(['we agreed']);
  });

  test('with an engine that is not set up nothing is recognised', async () => {
    await using stage = await recording(MIC, 'we agreed');
    stage.words.push('never asked for');
    const wish = { ...PLAIN, engine: 'another' };
    await expect(stage.retranscribe(await stage.chunk(), wish, signal)).rejects.toMatchObject({
      code: 'ENGINE_NOT_SET_UP',
    });
    expect(stage.words).toEqual(['never asked for']);
  });

  test('a recording that was added by hand gets its text in place of the old one', async () => {
    await using stage = await recording();
    const { filePath } = await stage.chunk();
    const row = { atMs: START_MS, text: 'old', engine: 'x', deviceName: MIC.name, isInput: true };
    await stage.store.add({ transcriptions: [{ ...row, filePath }] });
    const [item] = await stage.said();
    const chunk = (await stage.store.findAudioChunk(item?.chunkId ?? 0)) as AudioChunk;
    stage.words.push('new');
    expect(await stage.retranscribe(chunk, PLAIN, signal)).toBe('new');
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
