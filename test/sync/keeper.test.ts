/**
 * Three services and a hub, all real processes: a keeper on a machine without screen and sound, and two laptops that keep pictures
 * and sound for a week.
 */
import { spawnSync } from 'node:child_process';
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { recordSpeech } from '../support/content/record-speech.ts';
import { programFile } from '../support/programs.ts';
import { type RunningHub, startHub } from '../support/servers/start-hub.ts';
import {
  isolatedEnvironment,
  NOTHING_CAPTURED,
  type RunningDaemon,
  runDaemon,
  startDaemon,
  temporaryFolder,
} from '../support/start-daemon.ts';

const CLI = programFile('cli');
const OLD_MS = Date.now() - 30 * 24 * 3_600_000;
const PATIENCE = { timeout: 90_000, interval: 300 };
const WEEK = { HINDCAST_RETENTION_PIXELS: '7', HINDCAST_RETENTION_AUDIO: '7' };

interface Reply {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: each caller knows the shape of its answer.
  body: any;
}

async function call(daemon: RunningDaemon, path: string, body?: object): Promise<Reply> {
  const init = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  };
  const response = await fetch(daemon.baseUrl + path, body ? init : {});
  return { status: response.status, body: await response.json() };
}

/** Undefined while it is not there. */
async function bytesOf(daemon: RunningDaemon, path: string): Promise<Buffer | undefined> {
  const response = await fetch(daemon.baseUrl + path);
  const bytes = Buffer.from(await response.arrayBuffer());
  return response.status === 200 ? bytes : undefined;
}

function mediaFiles({ dataDir }: RunningDaemon): string[] {
  const entries = readdirSync(join(dataDir, 'data'), { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
}

/** Old frames with pictures. */
async function addFrames(daemon: RunningDaemon, word: string, count: number): Promise<void> {
  const home = temporaryFolder();
  const frames = await Promise.all(
    Array.from({ length: count }, async (_, i) => {
      const file_path = join(home, `${i}.png`);
      const background = { r: 60 * i, g: 90, b: word.length * 10 };
      await sharp({ create: { width: 320, height: 200, channels: 3, background } })
        .png()
        .toFile(file_path);
      const timestamp = new Date(OLD_MS + i * 60_000).toISOString();
      return { file_path, timestamp, ocr_results: [{ text: `${word} ${i}` }] };
    }),
  );
  const content = { content_type: 'frames', data: frames };
  const added = await call(daemon, '/add', { device_name: 'monitor_1', content });
  expect(added.status).toBe(200);
  rmSync(home, { recursive: true, force: true });
}

async function search(daemon: RunningDaemon, query: string) {
  const { body } = await call(daemon, `/search?limit=20&${query}`);
  // biome-ignore lint/suspicious/noExplicitAny: as above.
  return body.data.map(({ content }: any) => content) as any[];
}

const frameIds = async (daemon: RunningDaemon, word: string) =>
  (await search(daemon, `q=${word}&content_type=ocr`)).map(({ frame_id }) => frame_id as number);

const sync = (daemon: RunningDaemon) => call(daemon, '/sync/trigger', {});

/** Rounds on all devices until it holds. */
async function syncUntil(daemons: readonly RunningDaemon[], holds: () => Promise<boolean>) {
  await expect
    .poll(async () => {
      for (const daemon of daemons) await sync(daemon);
      return holds();
    }, PATIENCE)
    .toBe(true);
}

let hub: RunningHub;
let token: string;
const home = temporaryFolder();

function start(name: string, env: Record<string, string>): Promise<RunningDaemon> {
  return startDaemon({
    dataDir: join(home, name),
    args: name === 'keeper' ? [] : NOTHING_CAPTURED,
    env: {
      HINDCAST_SYNC_URL: hub.url,
      HINDCAST_SYNC_INTERVAL: '3600',
      HINDCAST_VISION_COMPACTION: 'false',
      ...env,
    },
  });
}

async function join_(daemon: RunningDaemon, machine_id: string): Promise<void> {
  const account = { token, password: 'correct horse battery', machine_id, stay_unlocked: true };
  expect((await call(daemon, '/sync/init', account)).status).toBe(200);
}

// As on a server: nothing is turned off.
const startKeeper = () =>
  start('keeper', { HINDCAST_SYNC_ROLE: 'keeper', HINDCAST_REPLAY: 'auto' });
const startLaptop = (name: string) =>
  start(name, { HINDCAST_SYNC_TEXT_ONLY: 'false', HINDCAST_SYNC_ON_DEMAND: 'true', ...WEEK });

beforeAll(async () => {
  hub = await startHub();
  token = await hub.token('add');
});
afterAll(async () => {
  await hub.stop();
  rmSync(home, { recursive: true, force: true });
});

describe('a keeper and two laptops', () => {
  let keeper: RunningDaemon;
  let anna: RunningDaemon;
  let ben: RunningDaemon;

  beforeAll(async () => {
    await recordSpeech(join(home, 'anna'), OLD_MS);
    [keeper, anna, ben] = await Promise.all([
      startKeeper(),
      startLaptop('anna'),
      startLaptop('ben'),
    ]);
    await join_(keeper, 'home-server');
    await join_(anna, 'anna');
    await join_(ben, 'ben');
  }, 120_000);
  afterAll(async () => {
    await Promise.all([keeper, anna, ben].map((daemon) => daemon?.stop()));
  });

  test('the keeper is healthy without a screen, and everybody knows what it is', async () => {
    const health = await call(keeper, '/health');
    expect(health).toMatchObject({
      status: 200,
      body: { status: 'healthy', frame_status: 'disabled', audio_status: 'disabled' },
    });
    expect(health.body.keeper).toMatchObject({ role: 'keeper', keepers: [], waiting: null });
    expect(health.body.verbose_instructions).toBeNull();
    expect((await call(keeper, '/search?limit=1')).body.pagination.total).toBe(0);
    expect(keeper.output()).toContain('This is the keeper');
    await syncUntil([keeper, anna], async () => {
      const { body } = await call(anna, '/sync/status');
      return body.devices.some(
        (device: { machine_id: string; keeper: boolean }) =>
          device.machine_id === 'home-server' && device.keeper,
      );
    });
    expect((await call(anna, '/health')).body.keeper).toMatchObject({
      role: 'device',
      keepers: [{ machine_id: 'home-server' }],
    });
    const hindcast = (...args: string[]) =>
      spawnSync(process.execPath, [CLI, ...args, '--data-dir', keeper.dataDir], {
        env: isolatedEnvironment(home, {
          HINDCAST_SYNC_URL: hub.url,
          HINDCAST_SYNC_ROLE: 'keeper',
        }),
        encoding: 'utf8',
      }).stdout;
    expect(hindcast('status')).toContain('Role      keeper');
    const findings = hindcast('doctor');
    expect(findings).toContain('role       keeper');
    expect(findings).not.toContain('desktop');
  }, 120_000);

  test('pictures and sound stay on a laptop until the keeper has them, and come back from it', async () => {
    await addFrames(anna, 'lighthouse', 3);
    const ids = await frameIds(anna, 'lighthouse');
    expect(ids).toHaveLength(3);
    const pictures = await Promise.all(ids.map((id) => bytesOf(anna, `/frames/${id}`)));
    const [said] = await search(anna, 'q=harbour');
    const sound = await bytesOf(anna, `/audio/${said.chunk_id}`);
    expect(sound).toBeDefined();

    // The keeper is off: nothing may go.
    await keeper.stop();
    await sync(anna);
    await call(anna, '/retention/run', {});
    await expect
      .poll(async () => (await call(anna, '/health')).body.keeper.waiting, PATIENCE)
      .toMatchObject({ files: 4, machine_id: 'home-server', last_seen_at: expect.any(String) });
    expect(mediaFiles(anna)).toHaveLength(4);
    expect((await call(anna, '/health')).body.verbose_instructions).toContain('home-server');

    keeper = await startKeeper();
    await syncUntil([keeper, anna], async () => mediaFiles(keeper).length === 4);
    // Killed with the confirmation noted and perhaps not sent.
    await keeper.stop('SIGKILL');
    keeper = await startKeeper();
    await syncUntil([keeper, anna], async () => {
      await call(anna, '/retention/run', {});
      return mediaFiles(anna).length === 0;
    });
    await expect
      .poll(async () => (await call(anna, '/health')).body.keeper.waiting, PATIENCE)
      .toBeNull();

    // The keeper has all of it, and its own rules are not those of the laptop.
    expect(mediaFiles(keeper)).toHaveLength(4);
    expect(await search(keeper, 'q=lighthouse&machine_id=anna')).toHaveLength(3);
    const atKeeper = await frameIds(keeper, 'lighthouse');
    for (const id of atKeeper) expect(await bytesOf(keeper, `/frames/${id}`)).toBeDefined();

    // The laptop still has the texts, and gets a picture and the sound back when somebody looks.
    const [first = 0] = ids;
    expect((await search(anna, 'q=lighthouse'))[0]).not.toHaveProperty('picture_gone');
    let picture: Buffer | undefined;
    await syncUntil([keeper], async () => {
      picture = await bytesOf(anna, `/frames/${first}`);
      return picture !== undefined;
    });
    expect(picture).toEqual(pictures[0]);
    let heard: Buffer | undefined;
    await syncUntil([keeper], async () => {
      heard = await bytesOf(anna, `/audio/${said.chunk_id}`);
      return heard !== undefined;
    });
    expect(heard).toEqual(sound);
  }, 300_000);

  test('the keeper answers for a device that is off, and its absence is said', async () => {
    await anna.stop();
    await syncUntil([ben], async () => (await frameIds(ben, 'lighthouse')).length === 3);
    const [id = 0, other = 0] = (await frameIds(ben, 'lighthouse')).toSorted((a, b) => b - a);
    await syncUntil([keeper], async () => (await bytesOf(ben, `/frames/${id}`)) !== undefined);
    await keeper.stop();
    anna = await startLaptop('anna');
    const missing = await call(ben, `/frames/${other}`);
    expect(missing).toMatchObject({ status: 503 });
    expect(missing.body.code).toMatch(/^FRAME_(REQUESTED|SOURCE_UNREACHABLE)$/);
    keeper = await startKeeper();
  }, 300_000);

  test('a deletion on a laptop deletes on the keeper, also what the laptop no longer had', async () => {
    const ids = await frameIds(anna, 'lighthouse');
    const atKeeper = await frameIds(keeper, 'lighthouse');
    const deleted = await call(anna, '/data/delete', { frame_ids: ids, wait: true });
    expect(deleted.body).toMatchObject({ state: 'done' });
    await syncUntil(
      [anna, keeper],
      async () => (await frameIds(keeper, 'lighthouse')).length === 0,
    );
    const [first = 0] = atKeeper;
    expect((await call(keeper, `/frames/${first}`)).status).toBe(404);
  }, 300_000);
});

test('a keeper that cannot work is refused at the start', async () => {
  const args = ['--port', '0', '--data-dir', join(home, 'alone')];
  const alone = await runDaemon(args, { home, env: { HINDCAST_SYNC_ROLE: 'keeper' } });
  expect(alone.code).toBe(2);
  expect(alone.output).toContain('sync.role is keeper');
  expect(alone.output).toContain('sync.url');
  const odd = await runDaemon(args, { home, env: { HINDCAST_SYNC_ROLE: 'warden' } });
  expect(odd.code).toBe(2);
  expect(odd.output).toContain('sync.role must be one of device, keeper');
});
