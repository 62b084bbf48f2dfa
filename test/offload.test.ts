/** Old pictures and sound at a folder, a hub and an S3-compatible store: moved, brought back, unreachable, lost, deleted. */
import { mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { recordSpeech } from './support/content/record-speech.ts';
import { startHub } from './support/servers/start-hub.ts';
import { S3_KEYS, startS3 } from './support/servers/start-s3.ts';
import {
  NOTHING_CAPTURED,
  type RunningDaemon,
  startDaemon,
  temporaryFolder,
} from './support/start-daemon.ts';

const OLD_MS = Date.now() - 100 * 24 * 3_600_000;
const FRAMES = 3;

interface Place extends AsyncDisposable {
  env: Record<string, string>;
  disconnect(): Promise<void>;
  connect(): Promise<void>;
}

/** Removes all moved files there. */
interface OpenPlace extends Place {
  empty(): void;
}

async function folderPlace(): Promise<OpenPlace> {
  const home = temporaryFolder();
  const folder = join(home, 'place');
  mkdirSync(folder);
  return {
    env: { HINDCAST_RETENTION_OFFLOAD_TO: folder },
    disconnect: async () => renameSync(folder, `${folder}-unplugged`),
    connect: async () => renameSync(`${folder}-unplugged`, folder),
    empty: () => removeObjects(folder),
    [Symbol.asyncDispose]: async () => rmSync(home, { recursive: true, force: true }),
  };
}

async function hubPlace(): Promise<Place> {
  const hub = await startHub();
  const token = await hub.token('add');
  return {
    env: { HINDCAST_RETENTION_OFFLOAD_TO: hub.url, HINDCAST_RETENTION_OFFLOAD_SECRET: token },
    disconnect: hub.kill,
    connect: hub.restart,
    [Symbol.asyncDispose]: hub.stop,
  };
}

async function s3Place(): Promise<OpenPlace> {
  let s3 = await startS3();
  const { port } = new URL(s3.url);
  return {
    env: {
      HINDCAST_RETENTION_OFFLOAD_TO: `s3+${s3.url}/hindcast`,
      HINDCAST_RETENTION_OFFLOAD_KEY_ID: S3_KEYS.keyId,
      HINDCAST_RETENTION_OFFLOAD_SECRET: S3_KEYS.secret,
    },
    disconnect: () => s3.close(),
    async connect() {
      s3 = await startS3({ port: Number(port), dataDir: s3.dataDir });
    },
    empty: () => removeObjects(s3.dataDir),
    [Symbol.asyncDispose]: () => s3.stop(),
  };
}

function removeObjects(root: string): void {
  const entries = readdirSync(root, { recursive: true, withFileTypes: true });
  for (const { name, parentPath } of entries) {
    if (name.startsWith('f-')) rmSync(join(parentPath, name), { recursive: true, force: true });
  }
}

function startWith(dataDir: string, place: Pick<Place, 'env'>): Promise<RunningDaemon> {
  return startDaemon({
    dataDir,
    args: [...NOTHING_CAPTURED],
    env: {
      HINDCAST_RETENTION_OFFLOAD_AFTER_DAYS: '30',
      HINDCAST_VISION_COMPACTION: 'false',
      ...place.env,
    },
  });
}

async function json(daemon: RunningDaemon, path: string, body?: object) {
  const init = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  };
  const response = await fetch(daemon.baseUrl + path, body ? init : {});
  // biome-ignore lint/suspicious/noExplicitAny: each caller knows the shape of its answer.
  return { status: response.status, body: (await response.json()) as any };
}

const bytesOf = async (daemon: RunningDaemon, path: string) => {
  const response = await fetch(daemon.baseUrl + path);
  expect(response.status).toBe(200);
  return Buffer.from(await response.arrayBuffer());
};

async function addFrames(daemon: RunningDaemon, home: string): Promise<number[]> {
  const frames = await Promise.all(
    Array.from({ length: FRAMES }, async (_, i) => {
      const file_path = join(home, `${i}.png`);
      const background = { r: 40 * i, g: 90, b: 120 };
      const create = { width: 320, height: 200, channels: 3, background } as const;
      await sharp({ create }).png().toFile(file_path);
      const timestamp = new Date(OLD_MS + i * 60_000).toISOString();
      return { file_path, timestamp, ocr_results: [{ text: `lighthouse ${i}` }] };
    }),
  );
  const data = { content_type: 'frames', data: frames };
  const added = await json(daemon, '/add', { device_name: 'monitor_1', content: data });
  expect(added.status).toBe(200);
  const found = await json(daemon, '/search?q=lighthouse&content_type=ocr&limit=10');
  return found.body.data
    .map(({ content }: { content: { frame_id: number } }) => content.frame_id)
    .sort((a: number, b: number) => a - b);
}

function mediaFiles(dataDir: string): string[] {
  const entries = readdirSync(join(dataDir, 'data'), { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
}

const PLACES = { folder: folderPlace, hub: hubPlace, 'S3-compatible store': s3Place };

describe.each(Object.entries(PLACES))('old pictures and sound at a %s', (_name, openPlace) => {
  test('move, leave search and timeline, come back, and are deleted there', async () => {
    await using place = await openPlace();
    const home = temporaryFolder();
    const dataDir = join(home, 'data-dir');
    const chunkId = await recordSpeech(dataDir, OLD_MS);
    const daemon = await startWith(dataDir, place);
    try {
      const ids = await addFrames(daemon, home);
      expect(ids).toHaveLength(FRAMES);
      const [first = 0, second = 0, third = 0] = ids;
      const pictures = await Promise.all(ids.map((id) => bytesOf(daemon, `/frames/${id}`)));
      const sound = await bytesOf(daemon, `/audio/${chunkId}`);

      expect((await json(daemon, '/offload/run', {})).status).toBe(202);
      await expect
        .poll(async () => (await json(daemon, '/offload')).body, { timeout: 30_000 })
        .toMatchObject({ state: 'ok', moved: FRAMES + 1, waiting: 0 });
      expect(mediaFiles(dataDir)).toEqual([]);

      const found = await json(daemon, '/search?q=lighthouse');
      expect(found.body.pagination.total).toBe(FRAMES);
      expect((await json(daemon, '/search?q=harbour')).body.pagination.total).toBe(1);
      const from = new Date(OLD_MS - 3_600_000).toISOString();
      const to = new Date(OLD_MS + 3_600_000).toISOString();
      const timeline = await json(daemon, `/timeline?start_time=${from}&end_time=${to}`);
      expect(timeline.status).toBe(200);

      expect(await bytesOf(daemon, `/frames/${first}`)).toEqual(pictures[0]);
      expect(await bytesOf(daemon, `/audio/${chunkId}`)).toEqual(sound);
      expect(await json(daemon, '/offload/verify', {})).toMatchObject({
        status: 200,
        body: { checked: FRAMES + 1, missing: 0 },
      });

      await place.disconnect();
      const unreachable = await json(daemon, `/frames/${second}`);
      expect(unreachable).toMatchObject({ status: 503, body: { code: 'OFFLOAD_UNREACHABLE' } });
      expect(unreachable.body.hint).toBeTruthy();
      const health = await json(daemon, '/health');
      expect(health.body.offload).toMatchObject({
        state: 'failing',
        error_code: 'OFFLOAD_UNREACHABLE',
      });
      const deletion = await json(daemon, '/data/delete', { frame_ids: [third], wait: true });
      expect(deletion.body).toMatchObject({
        state: 'done',
        verified: false,
        offloaded_files_left: 1,
        counts: { offloaded_files: 1 },
      });

      await place.connect();
      await json(daemon, '/offload/run', {});
      const receipt = async () =>
        (await json(daemon, `/data/deletions/${deletion.body.id}`)).body.offloaded_files_left;
      await expect.poll(receipt, { timeout: 30_000 }).toBe(0);
      await expect
        .poll(async () => (await fetch(`${daemon.baseUrl}/frames/${second}`)).status, {
          timeout: 30_000,
        })
        .toBe(200);
      expect(await bytesOf(daemon, `/frames/${second}`)).toEqual(pictures[1]);
      expect((await json(daemon, '/data/leftovers')).body.offloaded_files).toBe(0);
    } finally {
      await daemon.stop();
      rmSync(home, { recursive: true, force: true });
    }
  }, 180_000);
});

const OPEN_PLACES = { folder: folderPlace, 'S3-compatible store': s3Place };

describe.each(Object.entries(OPEN_PLACES))('old pictures at a %s', (_name, openPlace) => {
  test('say that they are lost when the place has them no more', async () => {
    await using place = await openPlace();
    const home = temporaryFolder();
    const dataDir = join(home, 'data-dir');
    mkdirSync(dataDir, { mode: 0o700 });
    const daemon = await startWith(dataDir, place);
    try {
      const [first = 0] = await addFrames(daemon, home);
      await json(daemon, '/offload/run', {});
      await expect
        .poll(async () => (await json(daemon, '/offload')).body.moved, { timeout: 30_000 })
        .toBe(FRAMES);
      place.empty();
      const lost = await json(daemon, `/frames/${first}`);
      expect(lost).toMatchObject({ status: 410, body: { code: 'OFFLOAD_LOST' } });
      const verified = await json(daemon, '/offload/verify', {});
      expect(verified.body).toEqual({ checked: FRAMES, missing: FRAMES });
      expect((await json(daemon, '/health')).body.offload.lost).toBe(FRAMES);
      const found = await json(daemon, '/search?q=lighthouse');
      expect(found.body.pagination.total).toBe(FRAMES);
      expect(found.body.data[0].content.text).toContain('lighthouse');
    } finally {
      await daemon.stop();
      rmSync(home, { recursive: true, force: true });
    }
  }, 120_000);
});

test('a place that hangs freezes no request, and the picture comes when it goes on', async () => {
  await using hub = await startHub();
  const secret = await hub.token('add');
  const home = temporaryFolder();
  const dataDir = join(home, 'data-dir');
  mkdirSync(dataDir, { mode: 0o700 });
  const env = { HINDCAST_RETENTION_OFFLOAD_TO: hub.url, HINDCAST_RETENTION_OFFLOAD_SECRET: secret };
  const daemon = await startWith(dataDir, { env });
  try {
    const ids = await addFrames(daemon, home);
    await json(daemon, '/offload/run', {});
    await expect
      .poll(async () => (await json(daemon, '/offload')).body.moved, { timeout: 30_000 })
      .toBe(FRAMES);
    hub.freeze();
    const asked = ids.map((id) => json(daemon, `/frames/${id}?width=240`));
    expect((await json(daemon, '/search?q=lighthouse')).body.pagination.total).toBe(FRAMES);
    for (const answer of await Promise.all(asked)) {
      expect(answer).toMatchObject({ status: 503, body: { code: 'OFFLOAD_FETCHING' } });
    }
    hub.thaw();
    for (const id of ids) {
      await expect
        .poll(async () => (await fetch(`${daemon.baseUrl}/frames/${id}`)).status, {
          timeout: 60_000,
        })
        .toBe(200);
    }
  } finally {
    hub.thaw();
    await daemon.stop();
    rmSync(home, { recursive: true, force: true });
  }
}, 180_000);
