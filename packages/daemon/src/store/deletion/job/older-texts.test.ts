/** What deletions leave of the texts that recordings had before they were read again. */
import { expect, test } from 'vitest';
import { openParts, type Parts, START_MS } from '#store/compaction/parts.fixture.ts';
import { findWords } from '#store/testing/find-words.ts';
import { temporaryFolder } from '#store/testing/temporary-store.ts';
import { deleteAll, secret } from './deletions.fixture.ts';

/** A recording whose second reading has one line less: what Vera said is in its older text alone. */
async function readAgainWithoutVera({ store }: Parts) {
  const device = { deviceName: 'mic', isInput: true, engine: 'test' };
  const add = async (line: { atMs: number; text: string; chunkId?: number }) => {
    const { transcriptions } = await store.content.add({
      transcriptions: [{ ...device, startSecs: 0, endSecs: 2, ...line }],
    });
    return transcriptions[0] ?? { id: 0, chunkId: 0 };
  };
  const { chunkId } = await add({ atMs: START_MS, text: 'kept words' });
  const said = await add({ atMs: START_MS + 6_000, text: `${secret(1)} words`, chunkId });
  const later = await add({ atMs: START_MS + 60_000, text: 'later' });
  const embedding = Float32Array.from({ length: 128 }, (_, i) => Math.cos(i));
  for (const { id } of [said, later]) {
    await store.speakers.addVoice({ transcriptionId: id, embedding, durationMs: 2_000 });
  }
  const named = { chunkId: later.chunkId, name: 'Vera', propagate: true };
  const { newSpeakerId: speakerId } = await store.speakers.reassign(named);
  const lines = (await store.audio.findChunk(chunkId))?.transcriptions ?? [];
  expect(lines.map((line) => line.speakerId)).toEqual([null, speakerId]);
  const before = lines.map((line) => ({ ...line, wasRemoved: line.id === said.id }));
  await store.content.delete('audio', [said.id]);
  const after = lines.slice(0, 1);
  await store.audio.keepOlderText(chunkId, { before, after }, 'request', START_MS);
  return { chunkId, speakerId };
}

test.each([
  ['a speaker', ({ speakerId }: { speakerId: number }) => ({ speakerId })],
  ['a range of time', () => ({ startMs: START_MS + 5_000, endMs: START_MS + 9_000 })],
])(
  'words of %s that a second reading removed are deleted with the older text',
  async (_, filterOf) => {
    await using folder = await temporaryFolder();
    await using parts = await openParts(folder.path);
    const { store, dataDir } = parts;
    const { chunkId, speakerId } = await readAgainWithoutVera(parts);
    // What is elsewhere leaves it.
    await deleteAll(parts, { startMs: START_MS + 30_000, endMs: START_MS + 40_000 });
    await deleteAll(parts, { appName: 'Mail' });
    expect((await store.audio.findOlderText(chunkId))?.before).toHaveLength(2);

    const job = await deleteAll(parts, filterOf({ speakerId }));
    expect(job.isVerified).toBe(true);
    expect(await store.audio.findOlderText(chunkId)).toBeUndefined();
    expect(findWords(dataDir, [secret(1)])).toEqual([]);
    expect((await store.audio.findChunk(chunkId))?.transcriptions).toMatchObject([
      { text: 'kept words' },
    ]);
  },
);

test('an older text with words of a speaker who is not there any more is counted and deleted', async () => {
  await using folder = await temporaryFolder();
  await using parts = await openParts(folder.path);
  const { store } = parts;
  const { chunkId, speakerId } = await readAgainWithoutVera(parts);
  expect(await store.deletion.findLeftovers()).toMatchObject({ strayOlderTexts: 0 });
  await store.speakers.delete(speakerId);
  expect(await store.deletion.findLeftovers()).toMatchObject({ strayOlderTexts: 1 });
  const job = await deleteAll(parts, { appName: 'Mail' });
  expect(job.isVerified).toBe(true);
  expect(await store.deletion.findLeftovers()).toMatchObject({ strayOlderTexts: 0 });
  expect(await store.audio.findOlderText(chunkId)).toBeUndefined();
});
