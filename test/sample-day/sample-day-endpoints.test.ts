/**
 * Every endpoint of the interface on the sample day, one row each: what it is asked, and what is right to answer. The rows are in an
 * order in which later ones may change what earlier ones read.
 */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { numberedJpegs } from '../../packages/daemon/src/store/media/video/numbered-picture.fixture.ts';
import { writeVideo } from '../../packages/daemon/src/store/media/video/write-video.ts';
import { until } from '../support/desktop.ts';
import { type RunningDaemon, startDaemon, temporaryFolder } from '../support/start-daemon.ts';
import { openStreams } from './streams.fixture.ts';

const EXAMPLES = join(import.meta.dirname, '..', '..', 'examples', 'pipes');
const MICROPHONE = 'Sample microphone (input)';
const any = {
  text: expect.any(String),
  number: expect.any(Number),
  positive: expect.toSatisfy((value: number) => value > 0),
  jpeg: expect.toSatisfy((bytes: Buffer) => bytes.readUInt16BE() === 0xffd8),
  time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
};
const done = { success: true };
/** What was said after the day went through detection, recognition and the store. */
const spoken = {
  vad_passed: any.positive,
  transcriptions_completed: any.positive,
  db_inserted: any.positive,
  total_words: any.positive,
};
const page = (total: unknown = any.number) => expect.objectContaining({ total });

let daemon: RunningDaemon;
/** Opened before the first scene after the day. */
let streams: ReturnType<typeof openStreams>;
const syncFolder = temporaryFolder();
/** Of the sample day, found before the first row. */
const ids = { frame: 0, chunk: 0, mara: 0, jonas: 0, radio: 0 };
/** A file of the sample day. */
let picture = '';
/** Of three pictures; the day is too young to have its own. */
const VIDEO = 'data/three.mp4';

type Reply = { status: number; body: unknown };

async function call(request: string, body?: object): Promise<Reply> {
  const [method = '', path = ''] = request.split(' ');
  const json = { method, headers: { 'content-type': 'application/json' } };
  const reply = await fetch(daemon.baseUrl + path, {
    ...(method === 'GET' ? {} : { ...json, body: JSON.stringify(body ?? {}) }),
  });
  const isJson = reply.headers.get('content-type')?.includes('json');
  const content = isJson ? await reply.json() : Buffer.from(await reply.arrayBuffer());
  return { status: reply.status, body: content };
}

async function read<T>(path: string): Promise<T> {
  return (await call(`GET ${path}`)).body as T;
}

beforeAll(async () => {
  daemon = await startDaemon({ args: ['--replay'], env: { HINDCAST_SYNC_URL: syncFolder } });
  // The pipe comes last, when all of the day is stored.
  await until('a run of the pipe', async () => {
    const path = '/pipes/meeting-notes/executions';
    const { data } = await read<{ data?: { status: string }[] }>(path);
    return data?.[0]?.status === 'success';
  });
  streams = openStreams(daemon.baseUrl);
  // Something is said with the next scene, which takes less than a minute to come.
  await until(
    'new speech and pictures',
    async () => {
      const { db_inserted } = await read<{ db_inserted: number }>('/audio/metrics');
      const { frames_db_written } = await read<{ frames_db_written: number }>('/vision/metrics');
      return db_inserted > 0 && frames_db_written > 0;
    },
    120_000,
  );
  type Found<T> = { data: { content: T }[] };
  type Shown = { frame_id: number; file_path: string };
  const price = await read<Found<Shown>>('/search?q=tripod%20149&content_type=ocr');
  picture = price.data[0]?.content.file_path ?? '';
  const file = join(daemon.dataDir, VIDEO);
  await writeVideo({ file, pictures: numberedJpegs(3), framesPerSecond: 1 });
  const agreed = await read<Found<{ chunk_id: number }>>('/search?q=sulking&content_type=audio');
  ids.frame = price.data[0]?.content.frame_id ?? 0;
  ids.chunk = agreed.data[0]?.content.chunk_id ?? 0;
  const named = await read<{ id: number; name: string }[]>('/speakers/search?name=');
  ids.mara = named.find(({ name }) => name === 'Mara Ellison')?.id ?? 0;
  ids.jonas = named.find(({ name }) => name === 'Jonas Weidel')?.id ?? 0;
  ids.radio = (await read<{ id: number }[]>('/speakers/unnamed'))[0]?.id ?? 0;
}, 240_000);

afterAll(async () => {
  streams?.close();
  await daemon?.stop();
  await rm(syncFolder, { recursive: true, force: true });
});

const speech = (text: string, speaker: string, device = MICROPHONE) => ({
  type: 'Audio',
  content: expect.objectContaining({
    transcription: expect.stringContaining(text),
    device_name: device,
    speaker: expect.objectContaining({ name: speaker }),
    file_path: expect.stringMatching(/\.ogg$/),
  }),
});

/** The request, what is right to answer with 200, and what it is asked with. */
type Row = [request: () => string, answer: () => unknown, body?: () => object];

const ROWS: Record<string, Row> = {
  'GET /search': [
    () => 'GET /search?q=fourteenth%20of%20March%20works&content_type=audio',
    () => ({
      data: [speech('fourteenth of March', 'Jonas Weidel', 'Sample loudspeaker (output)')],
      pagination: page(1),
    }),
  ],
  'GET /timeline': [
    () => 'GET /timeline?content_type=audio&limit=1',
    () => ({
      data: [speech('answer Osaka first', 'Mara Ellison')],
      pagination: page(any.positive),
    }),
  ],
  'GET /search/keyword': [
    () => 'GET /search/keyword?query=Wandst%C3%A4rke',
    () =>
      expect.arrayContaining([
        expect.objectContaining({ app_name: 'Pigeon Mail', text_positions: expect.any(Array) }),
      ]),
  ],
  'GET /frames/{frame_id}': [() => `GET /frames/${ids.frame}`, () => any.jpeg],
  'GET /frames/{frame_id}/ocr': [
    () => `GET /frames/${ids.frame}/ocr`,
    () => ({
      frame_id: ids.frame,
      text_positions: expect.arrayContaining([expect.objectContaining({ text: '149,00' })]),
    }),
  ],
  'GET /frames/{frame_id}/metadata': [
    () => `GET /frames/${ids.frame}/metadata`,
    () => ({ frame_id: ids.frame, timestamp: any.time, app_name: 'Wayfarer', width: 1280 }),
  ],
  'GET /frames/next-valid': [
    () => `GET /frames/next-valid?frame_id=${ids.frame}`,
    () => ({ frame_id: ids.frame + 1, timestamp: any.time, skipped_count: 0 }),
  ],
  'GET /audio/list': [
    () => 'GET /audio/list',
    () => [
      { name: MICROPHONE, is_default: true },
      { name: 'Sample loudspeaker (output)', is_default: true },
    ],
  ],
  'GET /audio/metrics': [
    () => 'GET /audio/metrics',
    () => ({ ...spoken, chunks_sent: any.positive, transcription_errors: 0 }),
  ],
  'GET /health': [
    () => 'GET /health',
    () => ({
      status: 'healthy',
      status_code: 200,
      frame_status: 'ok',
      audio_status: 'ok',
      last_frame_timestamp: any.time,
      last_audio_timestamp: any.time,
      monitors: ['Display 1 (1280x800)'],
      pipeline: { frames_captured: any.number, frame_drop_rate: 0 },
      audio_pipeline: { ...spoken, transcription_mode: 'realtime' },
    }),
  ],
  'POST /audio/device/stop': [
    () => 'POST /audio/device/stop',
    () => ({ ...done, message: any.text }),
    () => ({ device_name: MICROPHONE }),
  ],
  'POST /audio/device/start': [
    () => 'POST /audio/device/start',
    () => ({ ...done, message: any.text }),
    () => ({ device_name: MICROPHONE }),
  ],
  'POST /audio/stop': [() => 'POST /audio/stop', () => ({ ...done, message: any.text })],
  'POST /audio/start': [() => 'POST /audio/start', () => ({ ...done, message: any.text })],
  'GET /vision/status': [
    () => 'GET /vision/status',
    () => ({
      status: 'ok',
      monitor_count: 1,
      source: 'sample',
      input_kinds: ['click', 'scroll', 'key', 'clipboard', 'app_switch', 'window_focus'],
    }),
  ],
  'GET /vision/list': [
    () => 'GET /vision/list',
    () => [{ id: 1, name: 'Sample monitor', width: 1280, height: 800, is_default: true }],
  ],
  'GET /vision/metrics': [
    () => 'GET /vision/metrics',
    () => ({ frames_captured: any.positive, frames_dropped: 0 }),
  ],
  'GET /ui-events': [
    () => 'GET /ui-events?event_type=clipboard&limit=1&q=K7Q2PX',
    () => ({ data: [{ event_type: 'clipboard', app_name: 'Wayfarer' }], pagination: page(1) }),
  ],
  'GET /ui-events/stats': [
    () => 'GET /ui-events/stats',
    () =>
      expect.arrayContaining([{ app_name: 'Pigeon Mail', event_type: 'text', count: any.number }]),
  ],
  'GET /pipes': [
    () => 'GET /pipes',
    () => ({ data: [{ id: 'meeting-notes', enabled: true, last_run: any.time }] }),
  ],
  'GET /pipes/{id}': [
    () => 'GET /pipes/meeting-notes',
    () => ({ data: { name: 'Meeting notes', version: '1.0.0', last_error: null } }),
  ],
  'GET /pipes/{id}/logs': [
    () => 'GET /pipes/meeting-notes/logs',
    () => ({
      data: expect.arrayContaining([
        expect.objectContaining({ level: 'info', message: '2 conversations' }),
      ]),
    }),
  ],
  'GET /pipes/{id}/executions': [
    () => 'GET /pipes/meeting-notes/executions?limit=1',
    () => ({ data: [{ status: 'success', items_processed: 2, error: null }] }),
  ],
  'POST /pipes/{id}/config': [
    () => 'POST /pipes/meeting-notes/config',
    () => ({ ...done, message: any.text }),
    () => ({ hours: 12 }),
  ],
  'POST /pipes/{id}/enable': [
    () => 'POST /pipes/meeting-notes/enable',
    () => ({ ...done, message: any.text }),
    () => ({ enabled: false }),
  ],
  'POST /pipes/{id}/run': [
    () => 'POST /pipes/meeting-notes/run',
    () => ({ data: { execution_id: any.text, started_at: any.time, status: 'running' } }),
  ],
  'POST /pipes/{id}/stop': [() => 'POST /pipes/meeting-notes/stop', () => ({ message: any.text })],
  'DELETE /pipes/{id}': [
    () => 'DELETE /pipes/meeting-notes',
    () => ({ ...done, message: any.text }),
  ],
  'POST /pipes/install': [
    () => 'POST /pipes/install',
    () => ({ ...done, name: 'time-report' }),
    () => ({ source: pathToFileURL(join(EXAMPLES, 'time-report')).href }),
  ],
  'GET /speakers/unnamed': [
    () => 'GET /speakers/unnamed',
    () => [{ id: ids.radio, name: '', metadata: expect.stringContaining('Thursday') }],
  ],
  'POST /speakers/search': [
    () => 'POST /speakers/search',
    () => [{ id: ids.mara, name: 'Mara Ellison' }],
    () => ({ name: 'mara' }),
  ],
  'GET /speakers/similar': [
    () => `GET /speakers/similar?speaker_id=${ids.radio}&limit=1`,
    () => [{ id: ids.jonas, name: 'Jonas Weidel' }],
  ],
  'POST /speakers/reassign': [
    () => 'POST /speakers/reassign',
    () => ({ new_speaker_name: 'Somebody', transcriptions_updated: 1 }),
    () => ({
      audio_chunk_id: ids.chunk,
      new_speaker_name: 'Somebody',
      propagate_similar: false,
    }),
  ],
  'POST /speakers/undo-reassign': [
    () => 'POST /speakers/undo-reassign',
    () => ({ restored: 1 }),
    () => ({
      old_assignments: [{ transcription_id: ids.chunk, old_speaker_id: ids.jonas }],
    }),
  ],
  'POST /speakers/update': [
    () => 'POST /speakers/update',
    () => ({ ...done, id: ids.radio, name: 'Weather radio' }),
    () => ({ id: ids.radio, name: 'Weather radio' }),
  ],
  'POST /speakers/hallucination': [
    () => 'POST /speakers/hallucination',
    () => done,
    () => ({ speaker_id: ids.radio }),
  ],
  'POST /speakers/merge': [
    () => 'POST /speakers/merge',
    () => done,
    () => ({ speaker_to_keep_id: ids.jonas, speaker_to_merge_id: ids.radio }),
  ],
  'DELETE /speakers/delete': [
    () => 'DELETE /speakers/delete',
    () => done,
    () => ({ id: ids.jonas }),
  ],
  'POST /add': [
    () => 'POST /add',
    () => ({ ...done, ids: [any.number] }),
    () => ({
      device_name: 'monitor_1',
      content: { content_type: 'frames', data: [{ ocr_results: [{ text: 'quince' }] }] },
    }),
  ],
  'POST /tags/{content_type}/{id}': [
    () => `POST /tags/vision/${ids.frame}`,
    () => done,
    () => ({ tags: ['wanted'] }),
  ],
  'POST /raw_sql': [
    () => 'POST /raw_sql',
    () => [{ n: 51 }],
    () => ({ query: "SELECT count(*) AS n FROM frames WHERE name LIKE 'sample-day/%'" }),
  ],
  'GET /sync/lock': [() => 'GET /sync/lock', () => ({ locked: true, enabled: false })],
  'POST /sync/init': [
    () => 'POST /sync/init',
    () => ({ ...done, is_new_user: true, machine_id: any.text }),
    () => ({ token: 'sample', password: 'a long sentence that nobody else would say' }),
  ],
  'POST /sync/trigger': [() => 'POST /sync/trigger', () => done],
  'POST /sync/now': [() => 'POST /sync/now', () => done],
  'POST /sync/download': [() => 'POST /sync/download', () => done],
  'GET /sync/status': [
    () => 'GET /sync/status',
    () => ({ enabled: true, machine_id: any.text, last_error: null }),
  ],
  'GET /sync/history': [
    () => 'GET /sync/history?limit=1',
    () => ({ data: [expect.any(Object)], pagination: page() }),
  ],
  'POST /experimental/validate/media': [
    () => 'POST /experimental/validate/media',
    () => ({ valid: true, status: 'valid media file' }),
    () => ({ file_path: picture }),
  ],
  'POST /experimental/frames/merge': [
    () => 'POST /experimental/frames/merge',
    () => ({ video_path: expect.stringMatching(/\.mp4$/), frame_count: 6 }),
    () => ({ video_paths: [VIDEO, VIDEO] }),
  ],
};

test('what comes after the day is streamed', { timeout: 180_000 }, async () => {
  const [seen, heard] = await streams.events;
  expect(seen).toMatchObject({ frame_id: any.number, text: any.text, timestamp: any.time });
  expect(heard).toMatchObject({ transcription: any.text, device: any.text, timestamp: any.time });
  await expect
    .poll(() => [...streams.names], { timeout: 60_000 })
    .toEqual(expect.arrayContaining(['ocr_result', 'transcription']));
});

test.each(Object.entries(ROWS))('%s', { timeout: 60_000 }, async (_, row) => {
  const [request, answer, body = () => ({})] = row;
  const reply = await call(request(), body());
  expect(reply, JSON.stringify(reply.body)).toMatchObject({ status: 200, body: answer() });
});

test('WS /ws/health', { timeout: 60_000 }, async () => {
  const socket = new WebSocket(`${daemon.baseUrl.replace('http', 'ws')}/ws/health`);
  try {
    const message = await new Promise((resolve, reject) => {
      socket.onmessage = ({ data }) => resolve(JSON.parse(String(data)));
      socket.onerror = () => reject(new Error('the stream broke'));
    });
    expect(message).toMatchObject({
      status: 'healthy',
      monitors: ['Display 1 (1280x800)'],
      pipeline: expect.any(Object),
      audio_pipeline: expect.any(Object),
    });
  } finally {
    socket.close();
  }
});
