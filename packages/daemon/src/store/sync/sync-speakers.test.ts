import { describe, expect, test } from 'vitest';
import { findFaults } from '../testing/find-faults.ts';
import { voiceOf } from '../testing/voices.ts';
import { exchange, find, pair, type SyncedStore, say } from './two-stores.fixture.ts';

describe('sync of speakers', () => {
  async function named() {
    const both = await pair();
    const { id: transcriptionId } = say(both.a, 'good morning');
    const { chunkId } = say(both.a, 'good evening');
    const { newSpeakerId } = both.a.write('speakers.reassign', {
      chunkId,
      name: 'Rosa',
      propagate: false,
    });
    exchange(both);
    return { ...both, transcriptionId, speakerId: newSpeakerId };
  }

  function speakersOf(store: SyncedStore) {
    return find(store, 'good').map((item) => ('speaker' in item ? item.speaker?.name : 'none'));
  }

  test('brings names with the transcriptions', async () => {
    await using both = await named();
    expect(speakersOf(both.b).toSorted()).toEqual(['Rosa', undefined]);
  });

  test('passes on a new name, from wherever it was given', async () => {
    await using both = await named();
    const [there] = both.b.read('speakers.search', 'Rosa');
    both.b.write('speakers.update', there?.id ?? 0, { name: 'Rosalind' });
    exchange(both);
    expect(both.a.read('speakers.search', 'Ros')).toMatchObject([{ name: 'Rosalind' }]);
  });

  test('passes on whose a transcription is', async () => {
    await using both = await named();
    both.a.write('audio.updateTranscription', both.transcriptionId, { speakerId: both.speakerId });
    exchange(both);
    expect(speakersOf(both.b)).toEqual(['Rosa', 'Rosa']);
    expect(findFaults(both.b.dataDir)).toEqual([]);
  });

  test('passes on merges and hallucinations', async () => {
    await using both = await named();
    const { newSpeakerId } = both.a.write('speakers.reassign', {
      chunkId: say(both.a, 'good night').chunkId,
      name: 'Rose',
      propagate: false,
    });
    exchange(both);
    expect(speakersOf(both.b).toSorted()).toEqual(['Rosa', 'Rose', undefined]);
    both.a.write('speakers.merge', both.speakerId, newSpeakerId);
    exchange(both);
    expect(speakersOf(both.b).toSorted()).toEqual(['Rosa', 'Rosa', undefined]);
    // Nothing was deleted, so output of pipes stays.
    expect(both.b.read('deletion.isTidyDue')).toBe(false);
    both.a.write('speakers.markHallucination', both.speakerId, true);
    exchange(both);
    expect(speakersOf(both.b)).toEqual([undefined]);
    expect(findFaults(both.b.dataDir)).toEqual([]);
  });

  test('a speaker deleted on another device is not one that a voice here is given to', async () => {
    await using both = await named();
    const [there] = both.b.read('speakers.search', 'Rosa');
    const { id } = say(both.b, 'good night');
    const turnId = both.b.write('speakers.addVoice', {
      transcriptionId: id,
      embedding: voiceOf(1),
      durationMs: 3_000,
    }) as number;
    const { revision } = both.b.read('speakers.listVoices', 10);
    both.a.write('speakers.delete', both.speakerId);
    exchange(both);
    expect(both.b.read('speakers.search', 'Rosa')).toEqual([]);
    const assignments = [{ turnId, speakerId: there?.id ?? 0 }];
    const changes = { created: [], merges: [], assignments, revision };
    expect(both.b.write('speakers.applyVoices', changes)).toBeUndefined();
    expect(findFaults(both.b.dataDir)).toEqual([]);
  });

  test('two devices that merge two speakers into each other end up the same', async () => {
    await using both = await named();
    const { newSpeakerId } = both.a.write('speakers.reassign', {
      chunkId: say(both.a, 'good night').chunkId,
      name: 'Rose',
      propagate: false,
    });
    exchange(both);
    const idOf = (name: string) =>
      both.b.read('speakers.search', name).find((one) => one.name === name)?.id ?? 0;
    both.a.write('speakers.merge', both.speakerId, newSpeakerId);
    both.b.write('speakers.merge', idOf('Rose'), idOf('Rosa'));
    exchange(both);
    exchange(both);
    expect(speakersOf(both.a)).toEqual(speakersOf(both.b));
    expect(findFaults(both.a.dataDir)).toEqual([]);
  });
});
