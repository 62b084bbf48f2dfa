/** An encrypted store in the real service: nothing clear on the disk whatever happens, locked and unlocked while it runs. */
import { execFile, execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { findClear } from '../packages/daemon/src/store/testing/marker-words.ts';
import { numberedPicture } from '../packages/daemon/src/store/testing/numbered-picture.ts';
import { programFile } from './support/programs.ts';
import {
  NOTHING_CAPTURED,
  type RunningDaemon,
  runDaemon,
  startDaemon,
  temporaryFolder,
} from './support/start-daemon.ts';
import { CHROMIUM, closeBrowser, openWebPage } from './support/web-page.ts';

const PASSPHRASE = 'four words nobody guesses';
const WORDS = [
  'markerscreen',
  'markertitle',
  'markersite',
  'markersaid',
  'markertag',
  'markermemory',
  'markertyped',
];
const CLI = programFile('cli');

let home: string;
let dataDir: string;
/** What would be put into the system's temporary folder goes here, so that it can be searched. */
let temporary: string;
let passphraseFile: string;
let service: RunningDaemon;

beforeAll(async () => {
  home = temporaryFolder();
  dataDir = join(home, 'data');
  temporary = join(home, 'tmp');
  mkdirSync(temporary);
  passphraseFile = join(home, 'passphrase');
  writeFileSync(passphraseFile, `${PASSPHRASE}\n`);
  service = await start({ HINDCAST_PASSPHRASE_FILE: passphraseFile, HINDCAST_ENCRYPT: '1' });
});

afterAll(async () => {
  await service.stop('SIGKILL');
  rmSync(home, { recursive: true, force: true });
});

const start = (env: Record<string, string> = {}) =>
  startDaemon({ dataDir, env: { TMPDIR: temporary, ...env } });

async function ask(
  path: string,
  body?: unknown,
): Promise<{ status: number; json: Record<string, unknown> }> {
  const response = await fetch(service.baseUrl + path, {
    ...(body !== undefined && {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  });
  return { status: response.status, json: (await response.json()) as Record<string, unknown> };
}

async function fill(): Promise<void> {
  const picture = join(home, 'picture.png');
  writeFileSync(picture, await numberedPicture(5, { width: 320, height: 200 }));
  const frames = Array.from({ length: 20 }, (_, i) => ({
    timestamp: new Date(Date.now() - i * 1000).toISOString(),
    file_path: picture,
    app_name: 'Editor',
    window_name: 'markertitle',
    browser_url: 'https://markersite.example/page',
    ocr_results: [{ text: `markerscreen number ${i}` }],
    tags: ['markertag'],
  }));
  for (const [type, data] of [
    ['frames', { device_name: 'monitor', content: { content_type: 'frames', data: frames } }],
    [
      'transcription',
      {
        device_name: 'mic',
        content: {
          content_type: 'transcription',
          data: { transcription: 'markersaid something', transcription_engine: 'test' },
        },
      },
    ],
  ] as const) {
    const { status } = await ask('/add', data);
    expect([type, status]).toEqual([type, 200]);
  }
  expect((await ask('/memories', { content: 'markermemory' })).status).toBe(200);
}

const found = async (word: string) =>
  ((await ask(`/search?q=${word}&limit=1`)).json.pagination as { total: number } | undefined)
    ?.total;

describe('an encrypted store', { timeout: 90_000 }, () => {
  test('answers searches, SQL and pictures as a clear one does', async () => {
    expect((await ask('/vault/status')).json).toEqual({
      state: 'unlocked',
      set_up: true,
      progress: null,
    });
    await fill();
    expect(await found('markerscreen')).toBe(20);
    const sql = 'SELECT id, full_text FROM frames ORDER BY full_text DESC LIMIT 1';
    const { json } = await ask('/raw_sql', { query: sql });
    expect(JSON.stringify(json)).toContain('markerscreen number 9');
    const [{ id }] = json as unknown as [{ id: number }];
    const image = await fetch(`${service.baseUrl}/frames/${id}`);
    expect([image.status, image.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
    const refused = await ask('/raw_sql', { query: "ATTACH 'x' AS y" });
    expect(refused.status).toBe(400);
  });

  test('is locked: nothing runs, every route says so, nothing clear is left', async () => {
    expect((await ask('/vault/lock', {})).json).toMatchObject({ success: true });
    for (const path of [
      '/search?q=x',
      '/frames/1',
      '/timeline',
      '/openapi.json',
      '/metrics',
      '/ws/health',
    ]) {
      const { status, json } = await ask(path);
      expect([path, status, json.code]).toEqual([path, 423, 'VAULT_LOCKED']);
    }
    expect((await ask('/raw_sql', { query: 'SELECT 1' })).status).toBe(423);
    expect(await ask('/health')).toMatchObject({
      status: 503,
      json: { store: { error_code: 'VAULT_LOCKED' } },
    });
    const page = await fetch(`${service.baseUrl}/`, { headers: { accept: 'text/html' } });
    expect(page.headers.get('content-type')).toContain('text/html');
    expect(readdirSync(dataDir)).not.toContain('db.sqlite-wal');
    expect(findClear(dataDir, WORDS)).toEqual([]);
    expect((await ask('/vault/unlock', { password: 'a wrong passphrase' })).status).toBe(403);
    expect((await ask('/vault/status')).json.state).toBe('locked');
  });

  test('is unlocked by the command, and says when it was not seen', async () => {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [CLI, 'vault', 'unlock', '--data-dir', dataDir],
      {
        env: { ...process.env, HOME: home, HINDCAST_PASSPHRASE_FILE: passphraseFile },
      },
    );
    expect(stdout).toContain('unlocked');
    expect(await found('markerscreen')).toBe(20);
    const { json } = await ask('/coverage');
    expect(JSON.stringify(json)).toContain('the store was locked');
  });

  test('has another passphrase after the command, and the old one opens nothing any more', async () => {
    const next = 'another good passphrase';
    const change = async (old: string, chosen: string) => {
      const command = promisify(execFile)(
        process.execPath,
        [CLI, 'vault', 'passphrase', '--data-dir', dataDir],
        { env: { ...process.env, HOME: home } },
      );
      command.child.stdin?.end(`${old}\n${chosen}\n${chosen}\n`);
      return command.then(
        ({ stdout }) => stdout,
        ({ stderr }) => String(stderr),
      );
    };
    expect(await change('a wrong passphrase', next)).toContain('the passphrase is wrong');
    expect(await change(PASSPHRASE, next)).toContain('The passphrase is changed');
    // What runs goes on.
    expect(await found('markerscreen')).toBe(20);
    expect((await ask('/vault/lock', {})).status).toBe(200);
    expect((await ask('/vault/unlock', { password: PASSPHRASE })).status).toBe(403);
    // Also while it is locked.
    const back = { password: next, new_password: PASSPHRASE };
    expect((await ask('/vault/passphrase', { ...back, new_password: 'short' })).status).toBe(400);
    expect((await ask('/vault/passphrase', back)).status).toBe(200);
    expect((await ask('/vault/unlock', { password: PASSPHRASE })).status).toBe(200);
    expect(await found('markerscreen')).toBe(20);
  });

  test('ends what is under way when it is locked', async () => {
    const endless =
      'WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT max(x) FROM c';
    const statement = ask('/raw_sql', { query: endless }).then(
      ({ status }) => status,
      () => 'cut off',
    );
    const events = await fetch(`${service.baseUrl}/sse/events`);
    expect((await ask('/vault/lock', {})).status).toBe(200);
    expect(await statement).not.toBe(200);
    // Ends instead of waiting for events for ever.
    await events.text().catch(() => undefined);
    expect((await ask('/vault/unlock', { password: PASSPHRASE })).status).toBe(200);
    expect(await found('markerscreen')).toBe(20);
  });

  test('is unlocked on the page, which shows nothing of it until then', async (context) => {
    context.skip(CHROMIUM === undefined, 'no Chromium is installed');
    expect((await ask('/vault/lock', {})).status).toBe(200);
    const web = await openWebPage(service.baseUrl);
    const { page } = web;
    await web.open('/app/search?q=markerscreen');
    await page.getByRole('heading', { name: 'The store is locked' }).waitFor();
    expect(await web.violations()).toEqual([]);
    expect(await page.getByText('number').count()).toBe(0);
    const field = page.getByLabel('Passphrase');
    await field.fill('a wrong passphrase');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').waitFor();
    await field.fill(PASSPHRASE);
    await page.keyboard.press('Enter');
    await page.locator('[role=option] mark').first().waitFor();
    await closeBrowser();
    expect(await found('markerscreen')).toBe(20);
  });

  test.runIf(process.platform === 'linux')(
    'is not written to the disk by the system when it crashes',
    async () => {
      // Of this process, which the service has it from.
      execFileSync('prlimit', ['--pid', String(process.pid), '--core=4096:']);
      const other = await startDaemon({ args: NOTHING_CAPTURED });
      const limitOf = (pid: number) =>
        /Max core file size +(\S+) +(\S+)/
          .exec(readFileSync(`/proc/${pid}/limits`, 'utf8'))
          ?.slice(1);
      try {
        expect(limitOf(process.pid)?.[0]).toBe('4096');
        expect(limitOf(other.pid)).toEqual(['0', '0']);
      } finally {
        await other.stop();
      }
    },
  );

  test('leaves nothing clear when it is killed, in the folder or in temporary files', async () => {
    await fill();
    await service.stop('SIGKILL');
    expect(findClear(dataDir, WORDS)).toEqual([]);
    expect(findClear(temporary, WORDS)).toEqual([]);
    // Without a passphrase it starts, and waits for one.
    service = await start();
    await vi.waitFor(() => expect(service.output()).toContain('locked'), 10_000);
    expect((await ask('/vault/status')).json).toMatchObject({ state: 'locked', set_up: true });
    expect((await ask('/vault/unlock', { password: PASSPHRASE })).status).toBe(200);
    expect(await found('markersaid')).toBe(2);
    await service.stop();
    const wrong = join(home, 'wrong');
    writeFileSync(wrong, 'not the passphrase');
    const refused = await runDaemon(
      ['--port', '0', '--data-dir', dataDir, '--passphrase-file', wrong],
      { home },
    );
    expect(refused).toMatchObject({
      code: 1,
      output: expect.stringContaining('the passphrase is wrong'),
    });
  });
});
