/** The first run of an installed service on a real X display: nothing is recorded before the person agrees, and then what they chose. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type Desktop, startDesktop, until, whyNoDesktop } from '../support/desktop.ts';
import { type RunningDaemon, startDaemon, temporaryFolder } from '../support/start-daemon.ts';

const reason = whyNoDesktop();
if (reason !== undefined) process.stderr.write(`first-run tests are skipped: ${reason}\n`);

interface Hit {
  readonly content: { readonly frame_id: number; readonly file_path: string };
}

describe.skipIf(reason !== undefined)('the first run', { timeout: 120_000 }, () => {
  let desktop: Desktop;
  let daemon: RunningDaemon | undefined;
  let dataDir: string;

  beforeAll(async () => {
    desktop = await startDesktop();
    const script = "clear; echo; echo '   copper lantern harbour'; sleep 600";
    const font = ['-fa', 'DejaVu Sans Mono', '-fs', '14', '-geometry', '60x12+40+40'];
    await desktop.open('xterm', [...font, '-T', 'notes', '-e', 'sh', '-c', script], 'notes');
  }, 60_000);
  afterAll(() => desktop?.stop());
  afterEach(async () => {
    await daemon?.stop();
    daemon = undefined;
    await rm(dataDir, { recursive: true, force: true });
  });

  async function start(...args: string[]): Promise<void> {
    const { DBUS_SESSION_BUS_ADDRESS: _bus, ...env } = desktop.env;
    daemon = await startDaemon({ args: ['--disable-audio', ...args], env, dataDir });
  }
  const address = (path: string) => `${daemon?.baseUrl}${path}`;
  async function get<T>(path: string): Promise<T> {
    return (await (await fetch(address(path))).json()) as T;
  }
  async function send(method: string, path: string, body: object): Promise<Response> {
    const headers = { 'content-type': 'application/json', 'user-agent': 'hindcast-cli' };
    return fetch(address(path), { method, headers, body: JSON.stringify(body) });
  }
  const hits = async () => (await get<{ data: Hit[] }>('/search?q=lantern')).data;
  const found = () => until('a hit for lantern', async () => (await hits())[0], 60_000);
  const pictures = () =>
    existsSync(join(dataDir, 'data'))
      ? readdirSync(join(dataDir, 'data'), { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile() && /\.(jpe?g|mp4|png)/.test(entry.name))
          .map(({ name }) => name)
          // The write probe of health: a word, no pixels, there for a moment.
          .filter((name) => !name.includes('canary'))
      : [];

  test('records nothing until the person agrees, also not by hand, and then starts', async () => {
    dataDir = temporaryFolder();
    await start('--ask-first');
    await expect.poll(() => daemon?.output()).toContain('waits for your agreement');
    expect(await get('/health')).toMatchObject({
      status: 'healthy',
      waiting_for_agreement: true,
      frame_status: 'disabled',
      audio_status: 'disabled',
      message: 'waiting for your agreement: nothing is recorded',
      verbose_instructions: expect.stringContaining('hindcast accept'),
    });
    const captured = await send('POST', '/frames/capture', {});
    expect([captured.status, ((await captured.json()) as { code: string }).code]).toEqual([
      409,
      'NOT_CAPTURING',
    ]);
    await daemon?.stop();
    await start('--ask-first');
    expect(await get('/agreement')).toMatchObject({ state: 'waiting', data_dir: dataDir });
    expect(await get('/search?limit=1')).toMatchObject({ pagination: { total: 0 } });
    expect(pictures()).toEqual([]);

    expect((await send('POST', '/agreement', {})).status).toBe(200);
    expect(await get('/health')).toMatchObject({ waiting_for_agreement: false });
    await found();
    await until('a picture', () => pictures().length > 0);

    await daemon?.stop();
    await start('--ask-first');
    expect(await get('/agreement')).toMatchObject({ state: 'given' });
    expect(statSync(join(dataDir, 'agreement.json')).mode & 0o077).toBe(0);
  });

  test('starts with what was chosen on the way: text without a single pixel', async () => {
    dataDir = temporaryFolder();
    await start('--ask-first');
    expect((await send('PATCH', '/config', { 'vision.pictures': 'off' })).status).toBe(200);
    expect((await send('POST', '/agreement', {})).status).toBe(200);
    const { content } = await found();
    expect(content).toMatchObject({ file_path: '', picture_gone: 'off' });
    const image = await fetch(address(`/frames/${content.frame_id}`));
    expect([image.status, await image.json()]).toMatchObject([
      410,
      { code: 'FRAME_GONE', error_type: 'picture_removed', reason: 'off' },
    ]);
    const covered = await fetch(address(`/frames/${content.frame_id}?redact_pii=true`));
    expect(covered.status).toBe(410);
    const words = await get<{ text_positions: unknown[] }>(`/frames/${content.frame_id}/ocr`);
    expect(words.text_positions.length).toBeGreaterThan(0);
    const exported = await send('POST', '/frames/export', { frame_ids: [content.frame_id] });
    expect(exported.status).toBeGreaterThanOrEqual(400);
    expect(pictures()).toEqual([]);
  });

  test('an unattended start agrees by itself, and a start from source does not ask', async () => {
    dataDir = temporaryFolder();
    await start('--ask-first', '--accept');
    expect(await get('/agreement')).toMatchObject({ state: 'given' });
    const { given_at } = JSON.parse(readFileSync(join(dataDir, 'agreement.json'), 'utf8'));
    expect(Date.parse(given_at)).toBeLessThanOrEqual(Date.now());
    await daemon?.stop();
    await rm(dataDir, { recursive: true, force: true });
    await start();
    expect(await get('/agreement')).toMatchObject({ state: 'not_required' });
    await expect.poll(() => daemon?.output()).toContain('at once, as started from source');
  });
});
