/** The sample day is a machine like any other: every endpoint answers as it does on a desktop. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningDaemon, startDaemon } from '../support/start-daemon.ts';

const patience = { timeout: 30_000, interval: 50 };

let daemon: RunningDaemon;

beforeAll(async () => {
  daemon = await startDaemon({ args: ['--replay'] });
}, 60_000);

afterAll(() => daemon.stop());

async function get(path: string): Promise<{ status: number; body: never }> {
  const reply = await fetch(daemon.baseUrl + path);
  return { status: reply.status, body: (await reply.json()) as never };
}

async function post(path: string, body: object = {}): Promise<{ status: number; body: never }> {
  const reply = await fetch(daemon.baseUrl + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: reply.status, body: (await reply.json()) as never };
}

/** The status and the head of a stream that stays open. */
async function statusOfStream(path: string): Promise<number> {
  const over = new AbortController();
  const reply = await fetch(daemon.baseUrl + path, { signal: over.signal });
  over.abort();
  return reply.status;
}

describe('the screen of the sample day', { timeout: 60_000 }, () => {
  test('is healthy from the first answer on', async () => {
    const { status, body } = await get('/health');
    expect(status).toBe(200);
    expect(body).toMatchObject({ status: 'healthy', message: expect.stringContaining('replay') });
    expect(JSON.stringify(body)).not.toContain('--replay');
  });

  test('has a monitor, which health, list and status name', async () => {
    await expect
      .poll(() => get('/vision/status'), patience)
      .toMatchObject({ body: { status: 'ok', monitor_count: 1, source: 'sample' } });
    expect((await get('/vision/list')).body).toEqual([
      {
        id: 1,
        stable_id: 'Sample monitor_1280x800',
        name: 'Sample monitor',
        width: 1280,
        height: 800,
        is_default: true,
      },
    ]);
    expect((await get('/health')).body).toMatchObject({ monitors: ['Display 1 (1280x800)'] });
  });

  test('is captured: metrics count, the newest frame is from now, coverage says so', async () => {
    const written = async () =>
      ((await get('/vision/metrics')).body as { frames_db_written: number }).frames_db_written;
    await expect.poll(written, patience).toBeGreaterThan(0);
    const { body } = await get('/health');
    expect(body).toMatchObject({ frame_status: 'ok', pipeline: { frames_dropped: 0 } });
    await expect
      .poll(async () => JSON.stringify((await get('/coverage?stream=screen')).body), patience)
      .toContain('"captured"');
  });

  test('can be stopped, started and captured by hand', async () => {
    expect(await post('/vision/stop')).toMatchObject({ status: 200, body: { success: true } });
    expect((await get('/health')).body).toMatchObject({ frame_status: 'disabled' });
    expect(await statusOfStream('/sse/vision')).toBe(403);
    expect(await post('/vision/start')).toMatchObject({ status: 200, body: { success: true } });
    await expect
      .poll(() => get('/vision/status'), patience)
      .toMatchObject({ body: { status: 'ok' } });
    expect(await statusOfStream('/sse/vision')).toBe(200);
    expect(await post('/frames/capture')).toMatchObject({ status: 200 });
  });
});

describe('the sound of the sample day', { timeout: 60_000 }, () => {
  const MICROPHONE = 'Sample microphone (input)';
  const LOUDSPEAKER = 'Sample loudspeaker (output)';

  test('comes from a microphone and a loudspeaker, which the list names', async () => {
    await expect
      .poll(async () => (await get('/audio/list')).body, patience)
      .toEqual([
        expect.objectContaining({ name: MICROPHONE, is_default: true }),
        expect.objectContaining({ name: LOUDSPEAKER, is_default: true }),
      ]);
  });

  test('is heard: metrics count, health is well, coverage says so', async () => {
    const chunks = async () =>
      ((await get('/audio/metrics')).body as { chunks_sent: number }).chunks_sent;
    await expect.poll(chunks, patience).toBeGreaterThan(1);
    const { status, body } = await get('/health');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      audio_status: 'ok',
      audio_pipeline: { transcription_mode: 'realtime', transcription_errors: 0 },
    });
    const streams = async () =>
      ((await get('/coverage')).body as { streams: { audio: { gaps: object[] } } }).streams;
    expect((await streams()).audio.gaps).toEqual([]);
  });

  test('can be stopped and started, as a whole and by device', async () => {
    expect(await post('/audio/stop')).toMatchObject({ status: 200, body: { success: true } });
    expect((await get('/health')).body).toMatchObject({ audio_status: 'disabled' });
    expect(await statusOfStream('/sse/transcriptions')).toBe(403);
    expect(await post('/audio/start')).toMatchObject({ status: 200, body: { success: true } });
    expect(await statusOfStream('/sse/transcriptions')).toBe(200);
    const device = { device_name: LOUDSPEAKER };
    expect(await post('/audio/device/stop', device)).toMatchObject({ status: 200 });
    expect(await post('/audio/device/start', device)).toMatchObject({ status: 200 });
    expect(await post('/audio/device/start', { device_name: 'Nothing (input)' })).toMatchObject({
      status: 404,
    });
  });
});

describe('what is made of the sample day', { timeout: 120_000 }, () => {
  const slowly = { timeout: 90_000, interval: 250 };

  test('is a meeting with the people who spoke', async () => {
    await expect
      .poll(async () => (await get('/meetings')).body, slowly)
      .toEqual([
        expect.objectContaining({
          meeting_app: 'Roundtable',
          attendees: 'Jonas Weidel, Mara Ellison',
        }),
      ]);
  });

  test('is the output of a pipe that ran on it', async () => {
    const runs = async () => {
      const { body } = await get('/pipes/meeting-notes/executions');
      return (body as { data?: { status: string }[] }).data?.map(({ status }) => status);
    };
    await expect.poll(runs, slowly).toContain('success');
    const folder = join(daemon.dataDir, 'pipes', 'meeting-notes');
    const notes = (await readdir(folder, { recursive: true })).filter((name) =>
      /meeting-.*\.md$/.test(name),
    );
    expect(await readFile(join(folder, notes[0] ?? ''), 'utf8')).toContain('eleven eighty');
  });
});
