/** A pause, as a person meets it: nothing of it is remembered, a restart does not end it, and it is over by itself. */

import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Desktop, startDesktop, until, whyNoDesktop } from './support/desktop.ts';
import { type RunningDaemon, startDaemon, temporaryFolder } from './support/start-daemon.ts';

const reason = whyNoDesktop();
if (reason !== undefined) process.stderr.write(`pause tests are skipped: ${reason}\n`);

interface Item {
  content: { timestamp: string };
}

describe.skipIf(reason !== undefined)('a paused desktop', { timeout: 120_000 }, () => {
  let desktop: Desktop;
  let daemon: RunningDaemon;
  const dataDir = temporaryFolder();

  const start = () => startDaemon({ args: ['--disable-audio'], env: desktop.env, dataDir });
  beforeAll(async () => {
    desktop = await startDesktop();
    daemon = await start();
  }, 60_000);
  afterAll(async () => {
    await daemon?.stop();
    await desktop?.stop();
    await rm(dataDir, { recursive: true, force: true });
  });

  async function get<T>(path: string): Promise<T> {
    return (await (await fetch(daemon.baseUrl + path)).json()) as T;
  }
  async function post(path: string, body: object = {}): Promise<Response> {
    const init = { method: 'POST', body: JSON.stringify(body) };
    return fetch(daemon.baseUrl + path, init);
  }
  const hits = async (word: string) => (await get<{ data: Item[] }>(`/search?q=${word}`)).data;

  async function show(word: string): Promise<void> {
    const script = `clear; echo; echo '   ${word} lantern harbour'; sleep 600`;
    const font = ['-fa', 'DejaVu Sans Mono', '-fs', '14', '-geometry', '60x12+40+40'];
    await desktop.open(
      'xterm',
      [...font, '-T', `${word}-shift`, '-e', 'sh', '-c', script],
      `${word}-shift`,
    );
  }
  const found = (word: string) =>
    until(`a hit for ${word}`, async () => (await hits(word))[0], 60_000);

  test('remembers nothing, also not what is asked for by hand, until it is resumed', async () => {
    await show('before');
    await found('before');
    expect((await post('/capture/pause')).status).toBe(200);
    await show('meanwhile');
    expect((await post('/frames/capture')).status).toBe(409);
    expect(await get('/health')).toMatchObject({
      frame_status: 'disabled',
      paused: true,
      paused_until: null,
      message: expect.stringContaining('paused'),
    });
    const resumedAtMs = Date.now();
    expect((await post('/capture/resume')).status).toBe(200);
    await found('meanwhile');
    const times = (await hits('meanwhile')).map(({ content }) => Date.parse(content.timestamp));
    expect(Math.min(...times)).toBeGreaterThanOrEqual(resumedAtMs);
  });

  test('lasts over a restart and is then over by itself', async () => {
    const pausedUntilMs = Date.now() + 20_000;
    await post('/capture/pause', { until: new Date(pausedUntilMs).toISOString() });
    await daemon.stop();
    daemon = await start();
    expect(await get('/health')).toMatchObject({
      paused: true,
      paused_until: new Date(pausedUntilMs).toISOString(),
    });
    await show('later');
    await found('later');
    const times = (await hits('later')).map(({ content }) => Date.parse(content.timestamp));
    expect(Math.min(...times)).toBeGreaterThanOrEqual(pausedUntilMs);
    expect(await get('/health')).toMatchObject({ paused: false });
  });
});
