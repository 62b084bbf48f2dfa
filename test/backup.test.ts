import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { recordSpeech } from './support/content/record-speech.ts';
import { programFile } from './support/programs.ts';
import {
  isolatedEnvironment,
  NOTHING_CAPTURED,
  startDaemon,
  temporaryFolder,
} from './support/start-daemon.ts';

const CLI = programFile('cli');
const AT_MS = Date.parse('2026-11-14T09:00:00Z');
/** Before the backup begins; writing goes on until it is done. */
const FRAMES_BEFORE = 12;
/** Each frame is a picture to restore and to compare: without a pause there are thousands. */
const BETWEEN_FRAMES_MS = 25;

let home: string;
beforeAll(() => {
  home = temporaryFolder();
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

async function hindcast(
  args: string[],
  env = {},
): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, [CLI, ...args], {
    env: isolatedEnvironment(home, env),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, output };
}

/** Stores frames one after the other; `ids` grows with every answer. */
function writeFrames(baseUrl: string, image: string) {
  const ids: number[] = [];
  let isOver = false;
  async function write(): Promise<void> {
    for (let i = 0; !isOver; i += 1) {
      const frame = { file_path: image, timestamp: new Date(AT_MS + i * 1000).toISOString() };
      const data = [{ ...frame, app_name: 'Mail', ocr_results: [{ text: `letter ${i}` }] }];
      const body = { device_name: 'monitor_1', content: { content_type: 'frames', data } };
      const reply = await fetch(`${baseUrl}/add`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      if (!reply.ok) throw new Error(`the frame was refused: ${await reply.text()}`);
      ids.push(...((await reply.json()) as { ids: number[] }).ids);
      await wait(BETWEEN_FRAMES_MS);
    }
  }
  const done = write();
  return {
    ids,
    async stop() {
      isOver = true;
      await done;
    },
  };
}

/** Files that are missing: the doctor says so, repairs the rows, and the service reports it to callers. */
async function expectGoneAfterRepair(
  dataDir: string,
  { path, frameId }: { path: string; frameId: number },
  chunkId: number,
): Promise<void> {
  const recording = readdirSync(join(dataDir, 'data'), { recursive: true, encoding: 'utf8' }).find(
    (name) => name.endsWith('.ogg'),
  );
  rmSync(path);
  rmSync(join(dataDir, 'data', recording ?? ''));
  const doctor = (...args: string[]) => hindcast(['doctor', '--data-dir', dataDir, ...args]);
  expect(await doctor()).toMatchObject({
    code: 4,
    output: expect.stringContaining('FAULT  media'),
  });
  const repaired = await doctor('--fix');
  expect(repaired).toMatchObject({
    code: 0,
    output: expect.stringContaining('keep only their text'),
  });
  const daemon = await startDaemon({ dataDir, args: NOTHING_CAPTURED });
  try {
    const get = async (address: string) => {
      const reply = await fetch(daemon.baseUrl + address);
      return [reply.status, ((await reply.json()) as { code?: string }).code];
    };
    expect(await get(`/frames/${frameId}`)).toEqual([410, 'FRAME_GONE']);
    expect(await get(`/audio/${chunkId}`)).toEqual([410, 'AUDIO_GONE']);
    expect((await get(`/frames/${frameId}/text`))[0]).toBe(200);
    const said = await (
      await fetch(`${daemon.baseUrl}/search?q=harbour&content_type=audio`)
    ).json();
    expect(said).toMatchObject({ pagination: { total: 1 } });
  } finally {
    await daemon.stop();
  }
}

test('what was acknowledged before a backup is there after a restore, with every picture and recording', {
  timeout: 120_000,
}, async () => {
  const dataDir = join(home, '.hindcast');
  mkdirSync(dataDir, { mode: 0o700 });
  const image = join(home, 'picture.png');
  const background = { r: 40, g: 80, b: 120 };
  await sharp({ create: { width: 64, height: 48, channels: 3, background } })
    .png()
    .toFile(image);
  const chunkId = await recordSpeech(dataDir, AT_MS);
  const daemon = await startDaemon({ dataDir, args: NOTHING_CAPTURED });
  const writing = writeFrames(daemon.baseUrl, image);
  await expect.poll(() => writing.ids.length, { timeout: 30_000 }).toBeGreaterThan(FRAMES_BEFORE);

  const acknowledged = [...writing.ids];
  const backup = join(home, 'backup');
  expect(await hindcast(['backup', backup])).toMatchObject({ code: 0 });
  expect(writing.ids.length).toBeGreaterThan(acknowledged.length);
  await writing.stop();
  await daemon.stop('SIGKILL');

  const elsewhere = join(home, 'elsewhere');
  const restored = await hindcast(['restore', backup, '--data-dir', elsewhere]);
  expect([restored.code, restored.output]).toEqual([0, expect.stringContaining('is intact')]);

  let lost = { path: '', frameId: 0 };
  const second = await startDaemon({ dataDir: elsewhere, args: NOTHING_CAPTURED });
  try {
    const get = (path: string) => fetch(`${second.baseUrl}${path}`);
    for (const id of acknowledged) expect((await get(`/frames/${id}/text`)).status).toBe(200);
    const found = await (await get('/search?limit=1000&content_type=ocr')).json();
    const { data } = found as { data: { content: { frame_id: number; file_path: string } }[] };
    expect(data.length).toBeGreaterThanOrEqual(acknowledged.length);
    // Those that were written meanwhile too: a row is there with its picture, or not at all.
    for (const { content } of data) {
      expect((await get(`/frames/${content.frame_id}`)).status).toBe(200);
    }
    expect((await get(`/audio/${chunkId}`)).status).toBe(200);
    const harbour = await (await get('/search?q=harbour&content_type=audio')).json();
    expect(harbour).toMatchObject({ pagination: { total: 1 } });
    lost = { path: data[0]?.content.file_path ?? '', frameId: data[0]?.content.frame_id ?? 0 };
  } finally {
    await second.stop();
  }
  await expectGoneAfterRepair(elsewhere, lost, chunkId);

  // Without a service the command makes it itself, and only what is new is copied.
  const again = await hindcast(['backup', backup, '--json']);
  expect(again.code).toBe(0);
  const { files, kept, missing } = JSON.parse(again.output) as Record<string, number>;
  expect(missing).toBe(0);
  expect(kept).toBeGreaterThanOrEqual(acknowledged.length);
  expect(files).toBeGreaterThanOrEqual(writing.ids.length);
});

test('what a restore leaves next to the data folder is named to whoever deletes or encrypts', {
  timeout: 120_000,
}, async () => {
  const dataDir = join(home, '.hindcast');
  expect(await hindcast(['restore', join(home, 'backup'), '--force'])).toMatchObject({ code: 0 });
  // As a killed one does.
  mkdirSync(`${dataDir}.restoring`);
  const kept = readdirSync(home)
    .filter((name) => name.startsWith('.hindcast.'))
    .map((name) => join(home, name));
  expect(kept).toHaveLength(2);
  const named = ({ output }: { output: string }) => kept.filter((path) => output.includes(path));
  const daemon = await startDaemon({ dataDir, args: NOTHING_CAPTURED });
  try {
    const doctor = await hindcast(['doctor']);
    expect([doctor.code, named(doctor)]).toEqual([0, kept]);
    const deleted = await hindcast(['delete', '--app', 'Mail', '--yes']);
    expect([deleted.code, named(deleted)]).toEqual([0, kept]);
    const secret = join(home, 'passphrase');
    writeFileSync(secret, 'four words nobody guesses');
    const encrypted = await hindcast(['encrypt'], { HINDCAST_PASSPHRASE_FILE: secret });
    expect([encrypted.code, named(encrypted)]).toEqual([0, kept]);
  } finally {
    await daemon.stop();
  }
});

test('a backup of an encrypted store is restored with its passphrase, and not without', {
  timeout: 120_000,
}, async () => {
  const dataDir = join(home, '.hindcast');
  const secret = { HINDCAST_PASSPHRASE_FILE: join(home, 'passphrase') };
  const [backup, elsewhere] = ['sealed-backup', 'sealed-elsewhere'].map((name) => join(home, name));
  const daemon = await startDaemon({ dataDir, args: NOTHING_CAPTURED, env: secret });
  expect(await hindcast(['backup', backup ?? ''])).toMatchObject({ code: 0 });
  await daemon.stop();
  const restore = (env: object) =>
    hindcast(['restore', backup ?? '', '--data-dir', elsewhere ?? ''], env);
  const refused = await restore({});
  expect(refused).toMatchObject({ output: expect.stringContaining('needs the key of the store') });
  expect([refused.code === 0, existsSync(elsewhere ?? '')]).toEqual([false, false]);
  expect(await restore(secret)).toMatchObject({ code: 0 });
  const second = await startDaemon({
    dataDir: elsewhere ?? '',
    args: NOTHING_CAPTURED,
    env: secret,
  });
  const found = await (await fetch(`${second.baseUrl}/search?q=harbour&content_type=audio`)).json();
  await second.stop();
  expect(found).toMatchObject({ pagination: { total: 1 } });
});
