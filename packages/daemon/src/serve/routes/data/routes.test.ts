import { existsSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { deviations, documentOf } from '#serve/document.fixture.ts';
import { type TestServer, testServer } from '#serve/server.fixture.ts';
import { openAudioMedia } from '#store/media/audio/audio-media.ts';

let server: TestServer;
let frameIds: number[];

const at = (minute: number) => new Date(Date.UTC(2026, 1, 3, 9, minute)).toISOString();

beforeEach(async () => {
  server = await testServer();
  const frame = async (minute: number, app_name: string, more: object = {}) => ({
    file_path: await server.makeImage(),
    timestamp: at(minute),
    app_name,
    ocr_results: [{ text: `word${minute} secret` }],
    ...more,
  });
  frameIds = await server.add('frames', [
    await frame(0, 'Mail'),
    await frame(10, 'Bank'),
    await frame(20, 'Browser', { browser_url: 'https://www.bank.example/account' }),
    await frame(30, 'Mail'),
    { timestamp: at(40), app_name: 'Mail' },
  ]);
  await server.add('ui', { text: 'secret', timestamp: at(12), app_name: 'Bank' });
  await server.add('input', [
    { event_type: 'text', text_content: 'secret', timestamp: at(11), app_name: 'Bank' },
    { event_type: 'click', timestamp: at(31), app_name: 'Mail' },
  ]);
});
afterEach(() => server.close());

/** A recording on the disk, with text or still without. */
async function record(minute: number, text?: string): Promise<{ id: number; path: string }> {
  const media = openAudioMedia({ dataDir: server.dataDir });
  const recording = { atMs: Date.parse(at(minute)), deviceName: 'mic (input)', isInput: true };
  const spool = await media.record(recording);
  await spool.append(Int16Array.from({ length: 4_000 }, (_, i) => Math.sin(i / 20) * 9_000));
  const kept = await spool.finish();
  if (!kept) throw new Error('nothing was recorded');
  const id = await server.store.audio.addSegment(kept);
  await media.release(kept);
  const said = { ...recording, text: text ?? '', engine: 'test' };
  if (text !== undefined) await server.store.audio.setSegmentText(id, [said], true);
  const chunk = await server.store.audio.findChunk(id);
  return { id, path: chunk?.filePath ?? '' };
}

async function post(path: string, payload: object) {
  const reply = await server.app.inject({ method: 'POST', url: path, payload });
  expect(deviations(await documentOf(server.app), 'post', path, reply)).toEqual([]);
  return reply;
}
const forget = (payload: object) => post('/data/delete-range', payload);

async function total(query: string): Promise<number> {
  return (await server.app.inject(`/search?${query}`)).json().pagination.total;
}

async function pathOf(id: number | undefined): Promise<string> {
  return (await server.app.inject(`/frames/${id}/metadata`)).json().file_path;
}

const BAD_REQUESTS: readonly [field: string, payload: object][] = [
  ['start', {}],
  ['start', { end: at(1) }],
  ['end', { start: at(1) }],
  ['end', { start: at(2), end: at(1) }],
  ['end', { start: at(2), end: at(2) }],
  ['start', { start: 'soon', end: at(1) }],
  ['app_name', { app_name: '' }],
  ['frame_ids', { frame_ids: [] }],
  ['frame_ids', { frame_ids: ['one'] }],
  ['dry_run', { app_name: 'Mail', dry_run: 'yes' }],
];

describe('POST /data/delete-range', () => {
  test('forgets everything of the range, files too, and nothing else', async () => {
    const spoken = await record(15, 'secret words');
    const waiting = await record(16);
    const later = await record(45, 'kept words');
    const missing = await pathOf(frameIds[1]);
    const kept = await pathOf(frameIds[0]);
    const reply = await forget({ start: at(5), end: at(25) });
    expect(reply.json()).toEqual({
      frames_deleted: 2,
      ocr_deleted: 2,
      audio_transcriptions_deleted: 1,
      audio_chunks_deleted: 2,
      video_chunks_deleted: 0,
      accessibility_deleted: 1,
      ui_events_deleted: 1,
      video_files_deleted: 0,
      audio_files_deleted: 2,
      pipe_outputs_deleted: 0,
      dry_run: false,
    });
    expect(await total('q=secret&content_type=all_modalities')).toBe(2);
    expect(await total('')).toBe(4);
    expect((await server.app.inject(`/frames/${frameIds[1]}`)).statusCode).toBe(404);
    const files = [missing, kept, spoken.path, waiting.path, later.path].map(existsSync);
    expect(files).toEqual([false, true, false, false, true]);
    expect((await forget({ start: at(5), end: at(25) })).json().frames_deleted).toBe(0);
  });

  test('only counts with dry_run, and shows some of it', async () => {
    await record(15, 'secret words');
    await record(16);
    const before = await total('');
    const counted = (await forget({ start: at(0), end: at(59), dry_run: true })).json();
    expect(counted).toMatchObject({
      dry_run: true,
      frames_deleted: 5,
      ocr_deleted: 4,
      audio_transcriptions_deleted: 1,
      audio_chunks_deleted: 2,
      accessibility_deleted: 1,
      ui_events_deleted: 2,
      sample_frame_ids: [frameIds[0], frameIds[2], frameIds[4]],
    });
    expect(await total('')).toBe(before);
    const { sample_frame_ids: _, dry_run: __, ...would } = counted;
    const { dry_run: ___, ...did } = (await forget({ start: at(0), end: at(59) })).json();
    expect({ ...did, audio_files_deleted: 0 }).toEqual(would);
    expect(await total('content_type=all_modalities')).toBe(0);
  });

  test('can be of an app, whatever the time, and leaves sound alone', async () => {
    await record(10, 'said meanwhile');
    expect((await forget({ app_name: 'Bank' })).json()).toMatchObject({
      frames_deleted: 1,
      accessibility_deleted: 1,
      ui_events_deleted: 1,
      audio_chunks_deleted: 0,
    });
    expect((await forget({ app_name: 'bank' })).json().frames_deleted).toBe(0);
  });

  test('can be of a site, and of single frames', async () => {
    expect((await forget({ site: 'bank.example' })).json().frames_deleted).toBe(1);
    expect((await forget({ frame_ids: [frameIds[3], 99_999] })).json()).toMatchObject({
      frames_deleted: 1,
      ui_events_deleted: 0,
    });
    expect(await total('content_type=ocr')).toBe(3);
  });

  test('goes on where there is more than one piece', async () => {
    const many = Array.from({ length: 450 }, (_, i) => ({
      timestamp: new Date(Date.UTC(2026, 1, 4, 9, 0, i)).toISOString(),
      app_name: 'Many',
      ocr_results: [{ text: `number ${i}` }],
    }));
    await server.add('frames', many);
    expect((await forget({ app_name: 'Many' })).json().frames_deleted).toBe(450);
    expect(await total('content_type=ocr')).toBe(5);
    const facets = await server.app.inject('/search/facets?fields=app');
    expect(JSON.stringify(facets.json())).not.toContain('Many');
  });

  test('names what is bad about a request, and deletes nothing', async () => {
    for (const [field, payload] of BAD_REQUESTS) {
      const reply = await forget(payload);
      expect(reply.statusCode, field).toBe(400);
      expect(reply.json().field ?? reply.body).toContain(field);
    }
    expect(await total('')).toBe(6);
  });

  test('is not for pages of other origins', async () => {
    const reply = await server.app.inject({
      method: 'POST',
      url: '/data/delete-range',
      headers: { origin: 'https://other.example', 'content-type': 'text/plain' },
      payload: JSON.stringify({ app_name: 'Mail' }),
    });
    expect(reply.statusCode).toBe(403);
    expect(await total('')).toBe(6);
  });
});

describe('POST /data/delete', () => {
  test('counts, then deletes as a job whose receipt names nothing', async () => {
    const wanted = { app_name: 'Bank' };
    const would = (await post('/data/delete', { ...wanted, dry_run: true })).json();
    expect(would).toMatchObject({ dry_run: true, frames: 1, accessibility: 1, ui_events: 1 });
    expect(would.bytes).toBeGreaterThan(0);
    const started = await post('/data/delete', wanted);
    expect(started.statusCode).toBe(202);
    const done = await post('/data/delete', { ...wanted, wait: true });
    expect(done.json()).toMatchObject({ state: 'done', counts: { frames: 0 } });
    const receipt = await server.app.inject(`/data/deletions/${started.json().id}`);
    const document = await documentOf(server.app);
    expect(deviations(document, 'get', '/data/deletions/{deletion_id}', receipt)).toEqual([]);
    expect(receipt.json()).toMatchObject({
      state: 'done',
      step: 'done',
      progress: 1,
      criteria: ['app'],
      verified: true,
      start: null,
      end: null,
      error_code: null,
      counts: { frames: 1, accessibility: 1, ui_events: 1, index_entries: 3, image_files: 1 },
    });
    const list = await server.app.inject('/data/deletions');
    expect(list.json().data.map(({ id }: { id: number }) => id)).toEqual([2, 1]);
    expect(list.body).not.toContain('Bank');
    const leftovers = await server.app.inject('/data/leftovers');
    expect(deviations(document, 'get', '/data/leftovers', leftovers)).toEqual([]);
    expect(Object.values(leftovers.json())).toEqual(Array(12).fill(0));
    expect((await server.app.inject('/data/deletions/99')).statusCode).toBe(404);
  });

  test('takes subdomains of a site, and refuses what cannot go together', async () => {
    const reply = await post('/data/delete', { site: 'example', start: at(15), dry_run: true });
    expect(reply.json()).toMatchObject({ frames: 1, accessibility: 0 });
    const mixed = await post('/data/delete', { speaker_id: 1, app_name: 'Mail' });
    expect(mixed.json()).toMatchObject({ code: 'INVALID_PARAMETER', field: 'speaker_id' });
    expect((await post('/data/delete', {})).statusCode).toBe(400);
  });
});

describe('of other machines', () => {
  test('there is nothing to forget while nothing was synced', async () => {
    await record(10, 'said here');
    const storage = await server.app.inject('/data/device-storage');
    const document = await documentOf(server.app);
    expect(deviations(document, 'get', '/data/device-storage', storage)).toEqual([]);
    expect(storage.json()).toEqual([{ machine_id: null, frames: 5, audio_chunks: 1 }]);
    const reply = await post('/data/delete-device', { machine_id: 'travel-laptop' });
    expect(reply.json()).toMatchObject({
      frames_deleted: 0,
      ui_events_deleted: 0,
      log_removal_noted: false,
    });
    expect(await total('')).toBe(7);
    expect((await post('/data/delete-device', {})).statusCode).toBe(400);
    expect((await post('/data/delete-device', { machine_id: '' })).statusCode).toBe(400);
  });
});
