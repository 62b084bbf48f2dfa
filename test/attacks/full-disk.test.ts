/** A full disk: deleting still works, also after a kill, and nothing that is captured uses up the space that a deletion needs. */
import { execFileSync } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  type RunningDaemon,
  runDaemon,
  startDaemon,
  temporaryFolder,
} from '../support/start-daemon.ts';

const MB = 1024 * 1024;
const DISK_MB = 96;
const FRAMES = 300;
const OFF = { HINDCAST_VISION_ENABLED: 'off', HINDCAST_AUDIO_ENABLED: 'off' };

let daemon: RunningDaemon | undefined;
let disk: string;
let dataDir: string;
let isMounted = false;

beforeEach(() => {
  disk = temporaryFolder();
  dataDir = join(disk, 'data');
});

afterEach(async () => {
  await daemon?.stop('SIGKILL').catch(() => {});
  daemon = undefined;
  if (isMounted) execFileSync('umount', ['--lazy', disk], { stdio: 'ignore' });
  isMounted = false;
  rmSync(disk, { recursive: true, force: true });
});

/** False where no file system may be mounted. */
function mountDisk(): boolean {
  try {
    const options = `size=${DISK_MB}m,mode=700`;
    execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', disk], { stdio: 'pipe' });
    isMounted = true;
  } catch {
    // Tests skip then.
  }
  return isMounted;
}

async function post(path: string, body: object): Promise<{ status: number; body: never }> {
  const reply = await fetch(`${daemon?.baseUrl}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: reply.status, body: (await reply.json()) as never };
}

const frames = (app: string, text: string) => ({
  device_name: 'monitor_1',
  content: {
    content_type: 'frames',
    data: Array.from({ length: FRAMES }, (_, i) => ({
      app_name: app,
      ocr_results: [{ text: `${text} ${i} ${'words '.repeat(100)}` }],
    })),
  },
});

/** Until not a byte fits any more; the service has reserved its space by then. */
async function fillDisk(): Promise<void> {
  await expect.poll(() => existsSync(join(dataDir, 'reserve.bin')), { timeout: 20_000 }).toBe(true);
  for (const size of [MB, 4096]) {
    for (let i = 0; ; i += 1) {
      const file = join(disk, `ballast-${size}-${i}`);
      const isFull = await writeFile(file, Buffer.alloc(size, 1)).then(
        () => false,
        () => true,
      );
      if (isFull) break;
    }
  }
}

async function expectDeletable(): Promise<void> {
  const reply = await post('/data/delete', { app_name: 'Secrets', wait: true });
  expect(reply, JSON.stringify(reply.body)).toMatchObject({
    status: 200,
    body: { state: 'done', verified: true },
  });
  const found = await fetch(`${daemon?.baseUrl}/search?app_name=Secrets&content_type=ocr`);
  expect(await found.json()).toMatchObject({ pagination: { total: 0 } });
}

test('a deletion works on a full disk', { timeout: 120_000 }, async ({ skip }) => {
  if (!mountDisk()) skip('no file system may be mounted here');
  await mkdir(dataDir);
  daemon = await startDaemon({ dataDir, env: OFF });
  expect(await post('/add', frames('Secrets', 'hidden'))).toMatchObject({ status: 200 });
  await fillDisk();
  const refused = await post('/add', frames('Editor', 'refused'));
  expect(refused).toMatchObject({ status: 507, body: { code: 'DISK_FULL' } });
  await expectDeletable();
});

test('a service that was killed starts on a full disk, and deletes', { timeout: 120_000 }, async ({
  skip,
}) => {
  if (!mountDisk()) skip('no file system may be mounted here');
  await mkdir(dataDir);
  daemon = await startDaemon({ dataDir, env: OFF });
  expect(await post('/add', frames('Secrets', 'hidden'))).toMatchObject({ status: 200 });
  await fillDisk();
  await daemon.stop('SIGKILL');
  daemon = await startDaemon({ dataDir, env: OFF });
  await expectDeletable();
});

test('a second start on a full disk leaves the reserve alone', { timeout: 120_000 }, async ({
  skip,
}) => {
  if (!mountDisk()) skip('no file system may be mounted here');
  await mkdir(dataDir);
  daemon = await startDaemon({ dataDir, env: OFF });
  expect(await post('/add', frames('Secrets', 'hidden'))).toMatchObject({ status: 200 });
  await fillDisk();
  const second = await runDaemon(['--port', '0', '--data-dir', dataDir], { home: disk, env: OFF });
  expect(second, second.output).toMatchObject({ code: 3 });
  expect(existsSync(join(dataDir, 'reserve.bin'))).toBe(true);
  await expectDeletable();
});
