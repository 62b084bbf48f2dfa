/** Two services and a hub, all real processes on loopback. */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { programFile } from '../support/programs.ts';
import { startHub } from '../support/servers/start-hub.ts';
import { postgresPrograms, startPostgres } from '../support/servers/start-postgres.ts';
import { S3_KEYS, startS3 } from '../support/servers/start-s3.ts';
import {
  isolatedEnvironment,
  NOTHING_CAPTURED,
  type RunningDaemon,
  startDaemon,
  temporaryFolder,
} from '../support/start-daemon.ts';

const CLI = programFile('cli');
const PASSWORD = 'correct horse battery staple';
const MARKERS = ['zibeline', 'quokkaphone', 'marmaladewindow', 'tamarindtag', 'Persimmon'];

/** Of all answers together, what these tests look at. */
interface Answer {
  ids: number[];
  data: Found[];
  pagination: { total: number };
  enabled: boolean;
  machine_id: string;
  devices: unknown[];
}

interface Found {
  content: { frame_id: number; chunk_id: number; tags: string[]; speaker: unknown };
  direction: string;
  status: string;
}

async function call(daemon: RunningDaemon, method: string, path: string, body?: unknown) {
  const response = await fetch(daemon.baseUrl + path, {
    method,
    ...(body === undefined
      ? {}
      : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  });
  return { status: response.status, body: (await response.json()) as Answer };
}

async function add(daemon: RunningDaemon, contentType: string, data: unknown): Promise<number[]> {
  const content = { content_type: contentType, data };
  const { body } = await call(daemon, 'POST', '/add', { device_name: 'monitor_1', content });
  return body.ids;
}

async function found(daemon: RunningDaemon, query: string) {
  const { body } = await call(daemon, 'GET', `/search?${query}`);
  return body.data;
}

function everyFile(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? everyFile(path) : [path];
  });
}

/** Which of the words is in a file below the folder. */
function leaks(folder: string, words: readonly string[]): string[] {
  const found: string[] = [];
  for (const file of everyFile(folder)) {
    const bytes = readFileSync(file);
    for (const word of words) {
      const forms = [
        Buffer.from(word),
        Buffer.from(word, 'utf16le'),
        Buffer.from(word.toLowerCase()),
      ];
      if (forms.some((form) => bytes.includes(form))) found.push(`${word} in ${file}`);
    }
  }
  return found;
}

/** Where devices meet. */
interface Place extends AsyncDisposable {
  url: string;
  token: string;
  /** Everything that it keeps. */
  folders: string[];
}

async function hubPlace(options?: Parameters<typeof startHub>[0]): Promise<Place> {
  const hub = await startHub(options);
  const stop = () => hub.stop();
  const token = await hub.token('add');
  return { url: hub.url, token, folders: [hub.dataDir], [Symbol.asyncDispose]: stop };
}

async function bigHubPlace(): Promise<Place> {
  const [postgres, s3] = await Promise.all([startPostgres(postgresPrograms() ?? ''), startS3()]);
  const env = {
    HINDCAST_HUB_DATABASE_URL: postgres.url,
    HINDCAST_HUB_S3_KEY_ID: S3_KEYS.keyId,
    HINDCAST_HUB_S3_SECRET: S3_KEYS.secret,
  };
  const hub = await hubPlace({ env, args: ['--s3-url', s3.url] });
  return {
    ...hub,
    folders: [postgres.dataDir, s3.dataDir, ...hub.folders],
    async [Symbol.asyncDispose]() {
      await hub[Symbol.asyncDispose]();
      await s3.stop();
      await postgres.stop();
    },
  };
}

async function folderPlace(): Promise<Place> {
  const url = temporaryFolder();
  const remove = async () => rmSync(url, { recursive: true, force: true });
  return { url, token: 'unused', folders: [url], [Symbol.asyncDispose]: remove };
}

const PLACES: [name: string, start: () => Promise<Place>][] = [
  ['a hub', hubPlace],
  ['a shared folder', folderPlace],
];
if (postgresPrograms() !== undefined) {
  PLACES.push(['a hub on PostgreSQL and S3', bigHubPlace]);
}

test('hindcast sync sets up, reports, syncs and locks', async () => {
  await using place = await folderPlace();
  const daemon = await startDaemon({
    args: NOTHING_CAPTURED,
    env: { HINDCAST_SYNC_URL: place.url },
  });
  const hindcast = (args: string[], input = '') =>
    spawnSync(process.execPath, [CLI, 'sync', ...args, '--port', new URL(daemon.baseUrl).port], {
      env: isolatedEnvironment(place.url, {}),
      input,
      encoding: 'utf8',
    });
  try {
    expect(hindcast(['status']).stdout).toContain('hindcast sync init');
    const init = hindcast(['init', '--machine-id', 'desk'], `token\n${PASSWORD}\n`);
    expect(init.stdout).toContain('The account is new');
    expect(hindcast(['now']).stdout).toContain('sync is done');
    expect(hindcast(['status']).stdout).toContain('desk');
    const again = hindcast(['init'], `token\n${PASSWORD}\n`);
    expect([again.status, again.stderr]).toEqual([1, expect.stringContaining('already')]);
    const changed = hindcast(['password'], `${PASSWORD}\nanother one\n`);
    expect(changed.stdout).toContain('the password is changed');
    expect(hindcast(['lock']).stdout).toContain('locked');
    expect(JSON.parse(hindcast(['status', '--json']).stdout)).toMatchObject({ enabled: false });
  } finally {
    await daemon.stop();
  }
}, 120_000);

describe.each(PLACES)('two services that meet at %s', (_name, startPlace) => {
  let place: Place;
  let a: RunningDaemon;
  let b: RunningDaemon;
  let token: string;

  beforeAll(async () => {
    place = await startPlace();
    token = place.token;
    const env = { HINDCAST_SYNC_URL: place.url, HINDCAST_SYNC_INTERVAL: '3600' };
    const pictures = { HINDCAST_SYNC_TEXT_ONLY: 'false', HINDCAST_SYNC_ON_DEMAND: 'true' };
    [a, b] = await Promise.all([
      startDaemon({ args: NOTHING_CAPTURED, env: { ...env, ...pictures } }),
      startDaemon({ args: NOTHING_CAPTURED, env: { ...env, ...pictures } }),
    ]);
  }, 120_000);
  afterAll(async () => {
    await Promise.all([a?.stop(), b?.stop()]);
    await place?.[Symbol.asyncDispose]();
  }, 60_000);

  async function round(): Promise<void> {
    for (const daemon of [a, b, a]) {
      const reply = await call(daemon, 'POST', '/sync/trigger');
      expect(reply).toMatchObject({ status: 200, body: { success: true } });
    }
  }

  test('before it is set up, sync says so', async () => {
    expect((await call(a, 'GET', '/sync/status')).body).toMatchObject({
      enabled: false,
      is_syncing: false,
      last_sync: null,
      machine_id: null,
    });
    expect(await call(a, 'POST', '/sync/trigger')).toMatchObject({
      status: 400,
      body: { code: 'SYNC_NOT_INITIALISED' },
    });
    expect((await call(a, 'GET', '/sync/history')).body).toMatchObject({ data: [] });
    expect((await call(a, 'GET', '/sync/lock')).body).toMatchObject({ locked: true });
  });

  test('the first device makes the account, the second needs its password', async () => {
    const first = await call(a, 'POST', '/sync/init', { token, password: PASSWORD });
    expect(first).toMatchObject({ status: 200, body: { success: true, is_new_user: true } });
    expect(await call(a, 'POST', '/sync/init', { token, password: PASSWORD })).toMatchObject({
      status: 409,
    });
    const wrong = await call(b, 'POST', '/sync/init', { token, password: 'not it' });
    expect(wrong).toMatchObject({ status: 403, body: { code: 'SYNC_WRONG_PASSWORD' } });
    expect((await call(b, 'GET', '/sync/status')).body.enabled).toBe(false);
    const second = await call(b, 'POST', '/sync/init', { token, password: PASSWORD });
    expect(second).toMatchObject({ status: 200, body: { success: true, is_new_user: false } });
    expect(second.body.machine_id).not.toBe(first.body.machine_id);
  });

  test('search on one finds what the other saw and heard', async () => {
    const [frameId] = await add(a, 'frames', [
      {
        app_name: 'Weaving',
        window_name: 'marmaladewindow',
        tags: ['tamarindtag'],
        ocr_results: [{ text: 'the zibeline cloth' }],
      },
    ]);
    await add(a, 'transcription', { transcription: 'ring the quokkaphone' });
    await round();
    const [frame] = await found(b, 'q=zibeline');
    const machineId = (await call(a, 'GET', '/sync/status')).body.machine_id;
    expect(frame).toMatchObject({
      type: 'OCR',
      content: { app_name: 'Weaving', window_name: 'marmaladewindow', machine_id: machineId },
    });
    expect(frame?.content.tags).toEqual(['tamarindtag']);
    expect(await found(b, 'q=quokkaphone')).toMatchObject([{ type: 'Audio' }]);
    expect(await found(b, 'window_name=marmaladewindow')).toHaveLength(1);
    expect(await found(b, `machine_id=${machineId}&content_type=ocr`)).toHaveLength(1);
    expect(frameId).toBeGreaterThan(0);
    // Importing twice changes nothing.
    await round();
    expect(await found(b, 'q=zibeline')).toHaveLength(1);
  });

  test('tags and names given on one reach the other', async () => {
    const [frame] = await found(b, 'q=zibeline');
    await call(b, 'POST', `/tags/vision/${frame?.content.frame_id}`, { tags: ['seen'] });
    const [said] = await found(b, 'q=quokkaphone');
    await call(b, 'POST', '/speakers/reassign', {
      audio_chunk_id: said?.content.chunk_id,
      new_speaker_name: 'Persimmon',
    });
    await round();
    await round();
    expect((await found(a, 'q=zibeline'))[0]?.content.tags).toEqual(['seen', 'tamarindtag']);
    expect((await found(a, 'q=quokkaphone'))[0]?.content.speaker).toMatchObject({
      name: 'Persimmon',
    });
  });

  test('the picture of a frame of one is shown on the other', async () => {
    const folder = temporaryFolder();
    const file = join(folder, 'picture.png');
    await sharp({ create: { width: 640, height: 400, channels: 3, background: '#204060' } })
      .png()
      .toFile(file);
    const ocr_results = [{ text: 'a damsonpicture' }];
    const [frameId] = await add(a, 'frames', [{ file_path: file, ocr_results }]);
    await round();
    const there = (await found(b, 'q=damsonpicture'))[0]?.content.frame_id;
    const get = (daemon: RunningDaemon, id: number | undefined) =>
      fetch(`${daemon.baseUrl}/frames/${id}`);
    let shown = await get(b, there);
    for (let tries = 0; shown.status === 503 && tries < 10; tries++) {
      expect(await shown.json()).toMatchObject({ code: 'FRAME_REQUESTED' });
      await call(a, 'POST', '/sync/trigger');
      shown = await get(b, there);
    }
    expect(shown.status).toBe(200);
    const original = await (await get(a, frameId)).arrayBuffer();
    expect(Buffer.from(await shown.arrayBuffer()).equals(Buffer.from(original))).toBe(true);
    // No file where they meet begins like a picture.
    const files = place.folders.flatMap(everyFile).map((path) => readFileSync(path));
    expect(files.some((bytes) => bytes.includes(Buffer.from(original).subarray(0, 64)))).toBe(
      false,
    );
    rmSync(folder, { recursive: true, force: true });
  }, 60_000);

  test('status and history tell what was done', async () => {
    const { body } = await call(b, 'GET', '/sync/status');
    expect(body).toMatchObject({ enabled: true, last_error: null, pending_changes: 0 });
    expect(body.devices).toMatchObject([{ segments_read: expect.any(Number) }]);
    const history = (await call(b, 'GET', '/sync/history?limit=50')).body;
    expect(history.data.some((run) => run.direction === 'download')).toBe(true);
    expect(history.data.every((run) => run.status === 'success')).toBe(true);
    expect(history.pagination.total).toBe(history.data.length);
  });

  test('nothing of it can be read where they meet', async () => {
    for (const folder of place.folders) {
      expect(leaks(folder, [...MARKERS, PASSWORD, token.replace(/^unused$/, PASSWORD)])).toEqual(
        [],
      );
    }
    expect(place.folders.flatMap(everyFile).length).toBeGreaterThan(2);
    // The search itself works: the words are in the data folder of a service.
    expect(leaks(a.dataDir, ['zibeline'])).not.toEqual([]);
  });

  test('download fetches without sending', async () => {
    await add(a, 'frames', [{ ocr_results: [{ text: 'one more apricotline' }] }]);
    await call(a, 'POST', '/sync/now');
    expect((await call(b, 'POST', '/sync/download?hours=24')).body).toMatchObject({
      success: true,
      blobs_downloaded: 1,
      records_imported: 1,
      imported: 1,
    });
    expect((await call(b, 'POST', '/sync/download')).body).toMatchObject({ blobs_downloaded: 0 });
  });

  test('a locked device neither sends nor reads, and goes on when it is unlocked', async () => {
    expect(await call(b, 'POST', '/sync/lock')).toMatchObject({ status: 200 });
    expect((await call(b, 'GET', '/sync/lock')).body).toMatchObject({ locked: true });
    expect(await call(b, 'POST', '/sync/trigger')).toMatchObject({ status: 400 });
    await add(b, 'frames', [{ ocr_results: [{ text: 'said behind a lock' }] }]);
    await call(b, 'POST', '/sync/init', { token, password: PASSWORD });
    await round();
    expect(await found(a, 'q=behind')).toHaveLength(1);
  });

  test('no word of it is in the logs', () => {
    const logs = [a, b].map(({ dataDir }) => join(dataDir, 'logs'));
    expect(logs.flatMap((folder) => leaks(folder, [...MARKERS, PASSWORD]))).toEqual([]);
  });
});
