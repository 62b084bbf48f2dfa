import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { systemClock } from '#core/clock.ts';
import { silentLog } from '#core/log/log.ts';
import type { EchoVerdict } from '#extract/echo/signal/room.ts';
import type { Heard } from './ear.ts';
import type { Job } from './job.ts';
import { ANOTHER_LANGUAGE, LOUDSPEAKER, MIC, START_MS, speaking } from './speaking.fixture.ts';
import { openBacklog } from './waiting/backlog.ts';

const { signal } = new AbortController();
const ECHO: EchoVerdict = {
  verdict: 'echo',
  keep: [],
  lagMs: 180,
  correlation: 0.9,
  needsTextCheck: false,
};
const unsure = ({ segment }: Heard): EchoVerdict => ({
  verdict: 'local',
  keep: [{ startMs: segment.startAtMs, endMs: segment.endAtMs, samples: segment.samples }],
  lagMs: 180,
  correlation: 0.6,
  needsTextCheck: true,
});

async function filesIn(dataDir: string): Promise<string[]> {
  const names = await readdir(join(dataDir, 'data'), { recursive: true });
  return names.filter((name) => /\.(ogg|pcm)$/.test(name));
}

test('text is there while the person may go on, and the final text takes its place', async () => {
  await using stage = await speaking();
  const heard = stage.heard(MIC, 0);
  stage.words.push('we agreed on', 'we agreed on Friday');
  await stage.scribe.writeProvisionally(heard, signal);
  const [early] = await stage.said();
  expect(early).toMatchObject({ text: 'we agreed on', deviceName: MIC.name, isInput: true });
  const job = await stage.scribe.keep(heard);
  await stage.scribe.write(job as Job, signal);
  const rows = await stage.said();
  expect(rows).toHaveLength(1);
  expect(rows[0]).toMatchObject({
    transcriptionId: early?.transcriptionId,
    chunkId: early?.chunkId,
    text: 'we agreed on Friday',
    atMs: START_MS,
    startSecs: 0,
    endSecs: 2,
  });
  expect(stage.identified).toEqual([early?.transcriptionId]);
  expect(await filesIn(stage.dataDir)).toHaveLength(1);
  expect(stage.meter.snapshot(0)).toMatchObject({ dbInserted: 1, totalWords: 4 });
});

test('a recording waits on until it is known who spoke, also over the end of the service', async () => {
  await using stage = await speaking();
  const ending = new AbortController();
  const job = (await stage.scribe.keep(stage.heard(MIC, 0))) as Job;
  stage.words.push('who was it');
  const reason = new Error('the service ends');
  stage.troubles.push(reason);
  ending.abort(reason);
  await expect(stage.scribe.write(job, ending.signal)).rejects.toBe(reason);
  expect((await stage.said())[0]?.text).toBe('who was it');
  expect(await stage.store.audio.countSegments()).toMatchObject({ pending: 1 });
  stage.words.push('who was it');
  await stage.scribe.write(job, signal);
  expect(stage.identified).toHaveLength(1);
  expect(await stage.store.audio.countSegments()).toMatchObject({ pending: 0 });
});

test('of a recording whose text is final only the speakers are identified after a restart', async () => {
  await using stage = await speaking();
  const heard = stage.heard(MIC, 0, 4);
  const pieceAt = (fromSecs: number) => ({
    startMs: START_MS + fromSecs * 1000,
    endMs: START_MS + fromSecs * 1000 + 1_000,
    samples: heard.segment.samples.subarray(fromSecs * 16_000, (fromSecs + 1) * 16_000),
  });
  stage.verdicts.push({ ...ECHO, verdict: 'mixed', keep: [pieceAt(0), pieceAt(2)] });
  const job = (await stage.scribe.keep(heard)) as Job;
  const ending = new AbortController();
  ending.abort(new Error('the service ends'));
  stage.troubles.push(ending.signal.reason);
  stage.words.push('yes', 'but later');
  await expect(stage.scribe.write(job, ending.signal)).rejects.toBe(ending.signal.reason);

  // A second reading would understand nothing, and take the text and the file with it.
  const again = openBacklog({
    ...stage,
    mode: 'realtime',
    machineLoad: async () => 'free',
    log: silentLog,
    clock: systemClock,
  });
  const stop = new AbortController();
  const running = again.run(stop.signal);
  await expect
    .poll(() => stage.store.audio.countSegments(), { timeout: 20_000 })
    .toMatchObject({ pending: 0, failed: 0 });
  stop.abort();
  await running;
  const rows = await stage.said();
  expect(rows.map(({ text, startSecs }) => [text, startSecs])).toEqual([
    ['yes', 0],
    ['but later', 2],
  ]);
  expect(stage.identified).toEqual(rows.map(({ transcriptionId }) => transcriptionId));
  expect(stage.voices.map(({ length }) => length)).toEqual([16_000, 16_000]);
  expect(await filesIn(stage.dataDir)).toHaveLength(1);
});

test('a speaker that cannot be identified costs neither the text nor the end of the wait', async () => {
  await using stage = await speaking();
  const job = (await stage.scribe.keep(stage.heard(MIC, 0))) as Job;
  stage.words.push('nobody knows me');
  stage.troubles.push(new Error('the network is broken'));
  await stage.scribe.write(job, signal);
  expect((await stage.said())[0]?.text).toBe('nobody knows me');
  expect(await stage.store.audio.countSegments()).toMatchObject({ pending: 0, failed: 0 });
});

test('a recording is on the disk and waits in the store before its text is there', async () => {
  await using stage = await speaking();
  await stage.scribe.keep(stage.heard(LOUDSPEAKER, 0));
  expect(await stage.store.audio.countSegments()).toMatchObject({ pending: 1 });
  expect(await filesIn(stage.dataDir)).toEqual([expect.stringMatching(/\.ogg$/)]);
});

test('a recording in which nothing was said leaves nothing', async () => {
  await using stage = await speaking();
  stage.words.push(undefined);
  const job = await stage.scribe.keep(stage.heard(MIC, 0));
  await stage.scribe.write(job as Job, signal);
  expect(await stage.said()).toEqual([]);
  expect(await filesIn(stage.dataDir)).toEqual([]);
});

test('what the microphone hears again is not stored; its name goes to the row of the loudspeaker', async () => {
  await using stage = await speaking();
  stage.words.push('the harbour opens');
  const job = await stage.scribe.keep(stage.heard(LOUDSPEAKER, 0));
  await stage.scribe.write(job as Job, signal);
  stage.verdicts.push(ECHO);
  expect(await stage.scribe.keep(stage.heard(MIC, 0.2))).toBeUndefined();
  const rows = await stage.said();
  expect(rows).toHaveLength(1);
  expect(rows[0]).toMatchObject({ deviceName: LOUDSPEAKER.name, otherDevices: [MIC.name] });
  expect(await filesIn(stage.dataDir)).toHaveLength(1);
  expect(stage.meter.snapshot(0).dbDuplicatesBlocked).toBe(1);
});

test('also when the microphone is judged before the loudspeaker has its text', async () => {
  await using stage = await speaking();
  stage.words.push('the harbour opens');
  const job = await stage.scribe.keep(stage.heard(LOUDSPEAKER, 0));
  stage.verdicts.push(ECHO);
  await stage.scribe.keep(stage.heard(MIC, 0.2));
  await stage.scribe.write(job as Job, signal);
  expect((await stage.said())[0]?.otherDevices).toEqual([MIC.name]);
});

test('a provisional text that turns out to be an echo goes away', async () => {
  await using stage = await speaking();
  const heard = stage.heard(MIC, 0);
  stage.words.push('the harbour');
  await stage.scribe.writeProvisionally(heard, signal);
  expect(await stage.said()).toHaveLength(1);
  stage.verdicts.push(ECHO);
  await stage.scribe.keep(heard);
  expect(await stage.said()).toEqual([]);
  expect(await filesIn(stage.dataDir)).toEqual([]);
});

test('of speech over the loudspeaker only the own part is kept, at its own time', async () => {
  await using stage = await speaking();
  const heard = stage.heard(MIC, 10, 4);
  const own = heard.segment.samples.subarray(16_000, 32_000);
  stage.verdicts.push({
    ...ECHO,
    verdict: 'mixed',
    keep: [{ startMs: START_MS + 11_000, endMs: START_MS + 12_000, samples: own }],
  });
  stage.words.push('no, on Monday');
  const job = await stage.scribe.keep(heard);
  await stage.scribe.write(job as Job, signal);
  const [row] = await stage.said();
  expect(row).toMatchObject({
    text: 'no, on Monday',
    atMs: START_MS + 11_000,
    startSecs: 1,
    endSecs: 2,
  });
  const [chunk] = await stage.store.audio.listChunks({ ids: [row?.chunkId ?? 0] });
  const kept = await stage.media.readSamples(chunk ?? { id: 0, filePath: '' });
  const loudness = (fromSecs: number, toSecs: number) =>
    Math.hypot(...kept.subarray(fromSecs * 16_000, toSecs * 16_000));
  expect(loudness(1.2, 1.8)).toBeGreaterThan(20 * loudness(2.5, 3.1));
});

test('in doubt the words decide: a repetition of the loudspeaker at that moment is an echo, later it is not', async () => {
  await using stage = await speaking();
  stage.words.push('the harbour opens on Friday');
  const job = await stage.scribe.keep(stage.heard(LOUDSPEAKER, 0));
  await stage.scribe.write(job as Job, signal);
  for (const atSecs of [0.2, 60]) {
    const heard = stage.heard(MIC, atSecs);
    stage.verdicts.push(unsure(heard));
    stage.words.push('harbour opens on Friday');
    const doubtful = await stage.scribe.keep(heard);
    await stage.scribe.write(doubtful as Job, signal);
  }
  const rows = await stage.said();
  expect(rows.map(({ deviceName, atMs }) => [deviceName, (atMs - START_MS) / 1000])).toEqual([
    [LOUDSPEAKER.name, 0],
    [MIC.name, 60],
  ]);
  expect(rows[0]?.otherDevices).toEqual([MIC.name]);
});

test('a recording counts as being made from before its row is there until somebody has taken it over', async () => {
  await using stage = await speaking();
  const heard = stage.heard(MIC, 0);
  stage.words.push('we agreed');
  await stage.scribe.writeProvisionally(heard, signal);
  const [segment] = await stage.store.audio.listSegments(['pending'], 1);
  const filePath = segment?.filePath ?? '';
  expect(stage.scribe.recordings.isHeld({ filePath })).toBe(true);
  let duringHandOver: boolean | undefined;
  await stage.scribe.keep(heard, async () => {
    duringHandOver = stage.scribe.recordings.isHeld({ filePath });
  });
  expect(duringHandOver).toBe(true);
  expect(stage.scribe.recordings.isHeld({ filePath })).toBe(false);
});

test('a recording that could not be finished is not being made for ever', async () => {
  await using stage = await speaking();
  const whole = stage.heard(MIC, 0);
  let isClosed = false;
  const heard = {
    ...whole,
    draft: {
      ...whole.draft,
      finish: () => Promise.reject(new Error('the disk is full')),
      async close() {
        await whole.draft.close();
        isClosed = true;
      },
    },
  };
  stage.words.push('we agreed');
  await stage.scribe.writeProvisionally(heard, signal);
  const [segment] = await stage.store.audio.listSegments(['pending'], 1);
  await expect(stage.scribe.keep(heard)).rejects.toThrow('the disk is full');
  expect(stage.scribe.recordings.isHeld({ filePath: segment?.filePath ?? '' })).toBe(false);
  expect(isClosed).toBe(true);
});

test('a repetition counts once, however often it was asked for provisionally', async () => {
  await using stage = await speaking();
  stage.words.push('the harbour opens on Friday');
  await stage.scribe.write((await stage.scribe.keep(stage.heard(LOUDSPEAKER, 0))) as Job, signal);
  const heard = stage.heard(MIC, 0.2);
  for (let i = 0; i < 3; i += 1) {
    stage.verdicts.push(unsure(heard));
    stage.words.push('harbour opens on Friday');
  }
  await stage.scribe.writeProvisionally(heard, signal);
  await stage.scribe.writeProvisionally(heard, signal);
  await stage.scribe.write((await stage.scribe.keep(heard)) as Job, signal);
  expect(stage.meter.snapshot(0).dbDuplicatesBlocked).toBe(1);
});

test('speech in a language that is not understood has no row, and its recording stays and is not tried again', async () => {
  await using stage = await speaking();
  const heard = stage.heard(MIC, 0);
  stage.words.push('something invented', ANOTHER_LANGUAGE);
  await stage.scribe.writeProvisionally(heard, signal);
  const job = (await stage.scribe.keep(heard)) as Job;
  await stage.scribe.write(job, signal);
  expect(await stage.said()).toEqual([]);
  expect(await filesIn(stage.dataDir)).toHaveLength(1);
  expect(await stage.store.audio.countSegments()).toEqual({
    pending: 0,
    deferred: 0,
    failed: 0,
    notUnderstood: 1,
  });
  expect(await stage.store.audio.listSegments(['pending', 'deferred', 'failed'], 10)).toEqual([]);
  expect(await stage.store.audio.listUnreadRecordings(0, START_MS + 1, 10)).toMatchObject([
    { chunkId: job.chunkId, errorCode: 'LANGUAGE_NOT_UNDERSTOOD', durationMs: 2_000 },
  ]);
  expect(stage.meter.snapshot(0)).toMatchObject({ segmentsNotUnderstood: 1, dbInserted: 0 });
});

test('two people who answer each other are two rows of one recording, each with its voice', async () => {
  await using stage = await speaking();
  const heard = stage.heard(MIC, 0, 4);
  const pauses = [{ from: 2 * 16_000, to: 2.5 * 16_000 }];
  stage.embeddings.push(axis(1), axis(2));
  stage.words.push('shall we say Friday', 'Friday is fine');
  const job = await stage.scribe.keep({ ...heard, segment: { ...heard.segment, pauses } });
  await stage.scribe.write(job as Job, signal);
  const rows = await stage.said();
  expect(rows).toMatchObject([
    { text: 'shall we say Friday', atMs: START_MS, startSecs: 0, endSecs: 2.25 },
    { text: 'Friday is fine', atMs: START_MS + 2_250, startSecs: 2.25, endSecs: 4 },
  ]);
  expect(new Set(rows.map(({ chunkId }) => chunkId)).size).toBe(1);
  expect(stage.voices.map(({ length }) => length / 16_000)).toEqual([2.25, 1.75]);
});

function axis(index: number): Float32Array {
  return new Float32Array(128).fill(1, index, index + 1);
}
