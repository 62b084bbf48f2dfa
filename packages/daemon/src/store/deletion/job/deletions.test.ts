/** Deletions over real parts: a store, pictures, a video, recordings; and what is left of them in the bytes of the data folder. */
import { existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { systemClock } from '#core/clock.ts';
import { silentLog } from '#core/log/log.ts';
import {
  addFrame,
  addFrames,
  compactAll,
  expectAllShown,
  mediaFiles,
  openParts,
  START_MS,
  shownNumber,
} from '#store/compaction/parts.fixture.ts';
import { openAudioMedia } from '#store/media/audio/audio-media.ts';
import { findFaults } from '#store/testing/find-faults.ts';
import { findWords } from '#store/testing/find-words.ts';
import { temporaryFolder, withDatabase } from '#store/testing/temporary-store.ts';
import { deleteAll, deletionsOf, secret } from './deletions.fixture.ts';
import { openDeletions } from './deletions.ts';

const { signal } = new AbortController();

test('leaves no deleted word in any file, packed value or index', {
  timeout: 120_000,
}, async () => {
  await using folder = await temporaryFolder();
  await using parts = await openParts(folder.path);
  const { store, dataDir } = parts;
  const count = 400;
  const at = (number: number) => START_MS + number * 1_000;
  const filler = Array.from({ length: 300 }, (_, i) => `common${i % 90}`).join(' ');
  for (let from = 0; from < count; from += 20) {
    const numbers = Array.from({ length: 20 }, (_, i) => from + i);
    await store.content.add({
      frames: numbers.map((number) => ({
        atMs: at(number),
        deviceName: 'monitor_1',
        appName: number % 7 === 0 ? 'Bank' : 'Mail',
        windowName: `Window ${secret(number)}`,
        browserUrl: `https://pages.example/${secret(number)}`,
        // Short ones are plain rows, long ones are packed against each other.
        text: number % 2 === 0 ? `note ${secret(number)}` : `${secret(number)} ${filler}`,
        boxes: [],
        elements: [],
      })),
      uiTexts: numbers.map((number) => ({ atMs: at(number), text: `says ${secret(number)}` })),
      inputEvents: numbers.map((number) => ({
        atMs: at(number),
        eventType: 'text' as const,
        textContent: secret(number),
        appName: 'Mail',
      })),
      transcriptions: numbers.map((number) => ({
        atMs: at(number),
        text: `spoken ${secret(number)}`,
        deviceName: 'mic',
        isInput: true,
        engine: 'test',
      })),
    });
  }
  const note = { source: 'user', sourceContext: null, tags: [], importance: 1, frameId: null };
  await store.memories.add({ content: secret(150), ...note }, at(150));
  const gone = Array.from({ length: 150 }, (_, i) => secret(100 + i));
  const kept = [secret(3), secret(99), secret(250), secret(399)];
  expect(new Set(findWords(dataDir, gone).map((found) => found.split(' in ')[0])).size).toBe(150);

  const job = await deleteAll(parts, { startMs: at(100), endMs: at(249) });
  expect(job).toMatchObject({
    state: 'done',
    isVerified: true,
    wish: undefined,
    criteria: ['time'],
  });
  expect(job.counts).toMatchObject({
    frames: 150,
    texts: 150,
    uiTexts: 150,
    inputEvents: 150,
    transcriptions: 150,
    memories: 1,
    audioChunks: 150,
    indexEntries: 600,
    contexts: 150,
  });
  expect(findWords(dataDir, gone)).toEqual([]);
  for (const word of kept) {
    const found = await store.search.find({
      kinds: ['ocr', 'audio', 'ui'],
      order: 'ascending',
      limit: 9,
      offset: 0,
      query: word,
    });
    expect(found.total).toBe(3);
  }
  expect(findFaults(dataDir)).toEqual([]);
  expect(await store.deletion.findLeftovers()).toEqual({
    markedIndexPages: 0,
    unusedContexts: 0,
    unusedTags: 0,
    staleVideos: 0,
    discardedFiles: 0,
    offloadedFiles: 0,
    brokenPacks: 0,
    strayTexts: 0,
    strayPassages: 0,
    strayOlderTexts: 0,
    unshownMeetings: 0,
  });
  // An app, over all of the time that is left.
  const bank = await deleteAll(parts, { appName: 'Bank' });
  expect(bank.counts.frames).toBeGreaterThan(30);
  expect(findWords(dataDir, ['Bank'])).toEqual([]);
});

test('leaves no deleted word between rows where content was added out of order', {
  timeout: 120_000,
}, async () => {
  await using folder = await temporaryFolder();
  await using parts = await openParts(folder.path);
  const { store, dataDir } = parts;
  const count = 1_600;
  // Imports and other devices bring it so; pages are split again and again then.
  const order = (number: number) => (number * 2_654_435_761) % 4_294_967_296;
  const numbers = Array.from({ length: count }, (_, i) => i);
  const shuffled = numbers.toSorted((a, b) => order(a) - order(b));
  const whose = (number: number) => ['Bank', 'Chat', 'Clinic', 'Mail'][number % 4] ?? '';
  for (let from = 0; from < count; from += 10) {
    await store.content.add({
      uiTexts: shuffled.slice(from, from + 10).map((number) => ({
        atMs: START_MS + number * 1_000,
        appName: whose(number),
        windowName: `${order(number)} ${secret(number)}`,
        browserUrl: `https://${whose(number).toLowerCase()}.example/${secret(number)}`,
        text: `says ${secret(number)} ${'.'.repeat(order(number) % 900)}`,
      })),
    });
  }
  const later = START_MS + 1_200_000;
  for (const filter of [
    { appName: 'Bank' },
    { site: 'clinic.example' },
    { startMs: later, endMs: later + 3_600_000 },
  ]) {
    expect(await deleteAll(parts, filter)).toMatchObject({ isVerified: true });
  }
  const isKept = (number: number) => number % 2 === 1 && number < 1_200;
  const gone = numbers.filter((number) => !isKept(number)).map(secret);
  expect(findWords(dataDir, gone)).toEqual([]);
  expect((await store.content.summary()).uiTexts).toBe(numbers.filter(isKept).length);
  expect(findFaults(dataDir)).toEqual([]);
});

test('writes a video again without the pixels of deleted frames, and keeps the others', {
  timeout: 120_000,
}, async () => {
  await using folder = await temporaryFolder();
  await using parts = await openParts(folder.path);
  const { store, media, dataDir } = parts;
  const ids = await addFrames(parts, 9);
  await compactAll(parts);
  const shared = await store.frames.find(ids.get(1) ?? 0);
  const at = (number: number) => START_MS + number * 1_000;
  const would = await store.deletion.count({ startMs: at(4), endMs: at(6) });
  expect(would).toMatchObject({ frames: 3, videosShared: 2 });
  expect(would.bytes).toBeGreaterThan(500);

  const job = await deleteAll(parts, { startMs: at(4), endMs: at(6) });
  expect(job.counts).toMatchObject({ frames: 3, videosRewritten: 2, videoFiles: 2 });
  expect(job.isVerified).toBe(true);
  expect(existsSync(shared?.filePath ?? '')).toBe(false);
  for (const number of [4, 5, 6]) ids.delete(number);
  await expectAllShown(parts, ids);
  const videos = (await mediaFiles(dataDir)).filter((path) => path.endsWith('.mp4'));
  let shown = 0;
  for (const video of videos) shown += (await media.videos.facts(join(dataDir, video))).frameCount;
  // Nothing is in the videos but what frames show.
  const inVideos = withDatabase(dataDir, (db) =>
    db.prepare('SELECT count(*) FROM frame WHERE video_chunk_id IS NOT NULL').pluck().get(),
  );
  expect(shown).toBe(inVideos);
  expect(await store.compaction.listUnnamedFiles(await mediaFiles(dataDir))).toEqual([]);
});

test('frames whose new video cannot be made get separate pictures', {
  timeout: 120_000,
}, async () => {
  await using folder = await temporaryFolder();
  await using parts = await openParts(folder.path);
  const ids = await addFrames(parts, 4);
  await compactAll(parts);
  const audioMedia = openAudioMedia({ dataDir: parts.dataDir });
  const deletions = openDeletions({
    ...parts,
    audioMedia,
    clock: systemClock,
    log: silentLog,
    makeChunk: async () => {
      throw new Error('no encoder');
    },
  });
  const { id } = await deletions.start([{ frameIds: [ids.get(1) ?? 0] }]);
  const job = await deletions.waitFor(id, 'done', signal);
  await deletions.close();
  expect(job).toMatchObject({ isVerified: true, counts: { frames: 1, videosRewritten: 1 } });
  ids.delete(1);
  await expectAllShown(parts, ids);
  expect(await shownNumber(parts, ids.get(2) ?? 0)).toBe(2);
  expect((await mediaFiles(parts.dataDir)).filter((path) => path.endsWith('.jpg'))).toHaveLength(2);
});

test('takes the voice of what was said, and the sound of recordings that only reach into the range', {
  timeout: 120_000,
}, async () => {
  await using folder = await temporaryFolder();
  await using parts = await openParts(folder.path);
  const { store, dataDir } = parts;
  const audioMedia = openAudioMedia({ dataDir });
  const record = async (atMs: number, said: readonly { text: string; startSecs: number }[]) => {
    const spool = await audioMedia.record({ atMs, deviceName: 'mic', isInput: true });
    await spool.append(Int16Array.from({ length: 160_000 }, (_, i) => Math.sin(i / 20) * 9_000));
    const kept = await spool.finish();
    if (!kept) throw new Error('nothing was recorded');
    const chunkId = await store.audio.addSegment(kept);
    await audioMedia.release(kept);
    const rows = said.map(({ text, startSecs }) => ({
      text,
      atMs: atMs + startSecs * 1_000,
      startSecs,
      endSecs: startSecs + 2,
      deviceName: 'mic',
      isInput: true,
      engine: 'test',
    }));
    const ids = await store.audio.setSegmentText(chunkId, rows, true);
    return { chunkId, ids, path: join(dataDir, kept.filePath) };
  };
  const both = await record(START_MS, [
    { text: 'kept words', startSecs: 1 },
    { text: 'gone words', startSecs: 6 },
  ]);
  const reaching = await record(START_MS + 20_000, [{ text: 'said before', startSecs: 0 }]);
  const later = await record(START_MS + 60_000, [{ text: 'said later', startSecs: 0 }]);
  const voice = Float32Array.from({ length: 128 }, (_, i) => Math.cos(i));
  for (const transcriptionId of [both.ids[1] ?? 0, later.ids[0] ?? 0]) {
    await store.speakers.addVoice({ transcriptionId, embedding: voice, durationMs: 2_000 });
  }
  const speaker = await store.speakers.reassign({
    chunkId: later.chunkId,
    name: 'Vera',
    propagate: true,
  });
  const job = await deleteAll(parts, { startMs: START_MS + 5_000, endMs: START_MS + 20_000 - 1 });
  expect(job.counts).toMatchObject({ transcriptions: 1, embeddings: 1, sounds: 1 });
  expect([both, reaching, later].map(({ path }) => existsSync(path))).toEqual([false, true, true]);
  const cut = await store.audio.findChunk(both.chunkId);
  expect(cut).toMatchObject({ filePath: '', transcriptions: [{ text: 'kept words' }] });

  // The recording begins before the range and ends in it.
  const second = await deleteAll(parts, { startMs: START_MS + 25_000, endMs: START_MS + 26_000 });
  expect(second.counts).toMatchObject({ transcriptions: 0, sounds: 1 });
  expect(existsSync(reaching.path)).toBe(false);

  const vera = await deleteAll(parts, { speakerId: speaker.newSpeakerId });
  expect(vera.counts).toMatchObject({ transcriptions: 1, speakers: 1, embeddings: 1 });
  expect(existsSync(later.path)).toBe(false);
  expect(findWords(dataDir, ['Vera'])).toEqual([]);
});

test('deletes what comes late, and notifies other devices', { timeout: 120_000 }, async () => {
  await using folder = await temporaryFolder();
  await using parts = await openParts(folder.path);
  const { store } = parts;
  await store.sync.start('account', 'here');
  await addFrame(parts, 1);
  const draft = await store.sync.draftSegment({ maxRecords: 100, maxBytes: 1e6, withBoxes: true });
  expect(draft.recordCount).toBeGreaterThan(0);
  let late = 0;
  const deletions = deletionsOf({
    ...parts,
    store: {
      ...store,
      // A frame that was still being read when its time was deleted.
      deletion: {
        ...store.deletion,
        async deleteBeside(jobId, filter) {
          await store.deletion.deleteBeside(jobId, filter);
          const { frames } = await store.content.summary();
          if (frames === 0 && late === 0) late = await addFrame(parts, 2);
        },
      },
    },
  });
  const { id } = await deletions.start([{ startMs: START_MS, endMs: START_MS + 60_000 }]);
  const job = await deletions.waitFor(id, 'done', signal);
  await deletions.close();
  expect(late).toBeGreaterThan(0);
  expect(job.counts).toMatchObject({ frames: 2, devicesTold: 1 });
  expect(await store.frames.find(late)).toBeUndefined();
});

test('a disk that is away takes no picture with it', { timeout: 120_000 }, async () => {
  await using folder = await temporaryFolder();
  await using parts = await openParts(folder.path);
  const { store, dataDir } = parts;
  const frames = await addFrames(parts, 6);
  await compactAll(parts);
  // One that shares its video with others, and one that has its own.
  const gone = [frames.get(2) ?? 0, frames.get(3) ?? 0];
  const media = join(dataDir, 'data');
  await rename(media, `${media}.away`);
  const deletions = deletionsOf(parts);
  const jobs: number[] = [];
  for (const [i, code] of ['ENOENT', 'MEDIA_AWAY'].entries()) {
    const { id } = await deletions.start([{ frameIds: gone.slice(i, i + 1) }]);
    await expect(deletions.waitFor(id, 'done', signal)).rejects.toMatchObject({ code });
    jobs.push(id);
  }
  await deletions.close();
  await rm(media, { recursive: true, force: true });
  await rename(`${media}.away`, media);
  const again = deletionsOf(parts);
  const stop = new AbortController();
  const running = again.service.run(stop.signal).catch(() => undefined);
  for (const id of jobs) await again.waitFor(id, 'done', signal);
  stop.abort();
  await running;
  await again.close();
  for (const id of gone) expect(await store.frames.find(id)).toBeUndefined();
  for (const number of [2, 3]) frames.delete(number);
  await expectAllShown(parts, frames);
  expect(await store.deletion.findLeftovers()).toMatchObject({ discardedFiles: 0, staleVideos: 0 });
  expect((await mediaFiles(dataDir)).filter((path) => path.endsWith('.mp4'))).toHaveLength(2);
});

test('a store that cannot even note a failure stops nothing', async () => {
  await using folder = await temporaryFolder();
  await using parts = await openParts(folder.path);
  await addFrame(parts, 1);
  const refuse = () => Promise.reject(new Error('the data folder is gone'));
  const stray: unknown[] = [];
  const note = (reason: unknown) => void stray.push(reason);
  process.on('unhandledRejection', note);
  const deletion = { ...parts.store.deletion, setStep: refuse, setError: refuse };
  const store = { ...parts.store, deletion };
  const deletions = deletionsOf({ ...parts, store });
  const { id } = await deletions.start([{ startMs: START_MS, endMs: START_MS + 60_000 }]);
  await expect(deletions.waitFor(id, 'done', signal)).rejects.toThrow('is gone');
  const second = deletionsOf({
    ...parts,
    store: { ...store, deletion: { ...deletion, nextJob: refuse } },
  });
  await second.start([{ startMs: START_MS, endMs: START_MS + 60_000 }]);
  await new Promise((resolve) => setTimeout(resolve, 50));
  await Promise.all([deletions.close(), second.close()]);
  process.off('unhandledRejection', note);
  expect(stray).toEqual([]);
});
