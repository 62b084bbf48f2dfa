/** Settings over HTTP, in the real service: read, changed, refused, and in force after a restart. */
import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningDaemon, startDaemon, temporaryFolder } from './support/start-daemon.ts';

interface Setting {
  key: string;
  value: unknown;
  read_only: boolean;
  restart_pending: boolean;
}
interface Config {
  data: Setting[];
  restart_pending: boolean;
}

describe('/config', { timeout: 60_000 }, () => {
  const dataDir = temporaryFolder();
  let daemon: RunningDaemon;
  const start = () => startDaemon({ dataDir, env: { HINDCAST_LOG_LEVEL: 'warn' } });

  beforeAll(async () => {
    daemon = await start();
  }, 60_000);
  afterAll(async () => {
    await daemon?.stop();
    await rm(dataDir, { recursive: true, force: true });
  });

  const url = () => `${daemon.baseUrl}/config`;
  const read = async () => (await (await fetch(url())).json()) as Config;
  const setting = async (key: string) => (await read()).data.find((one) => one.key === key);
  const change = (body: object, headers: Record<string, string> = {}) =>
    fetch(url(), { method: 'PATCH', body: JSON.stringify(body), headers });

  test('reports every setting and what may not be changed', async () => {
    const { data, restart_pending } = await read();
    expect(restart_pending).toBe(false);
    expect(data.length).toBeGreaterThan(20);
    expect(await setting('logLevel')).toMatchObject({
      value: 'warn',
      origin: 'environment',
      read_only: true,
      type: 'choice',
    });
    const reply = await change({ logLevel: 'info' });
    expect(reply.status).toBe(409);
    expect(await reply.json()).toMatchObject({ code: 'SETTING_READ_ONLY', field: 'logLevel' });
  });

  test.each([
    ['UNKNOWN_SETTING', { visoin: true }],
    ['SETTING_UNUSABLE', { 'audio.enabled': 7 }],
    ['INVALID_BODY', { 'audio.enabled': { deep: true } }],
    ['INVALID_BODY', []],
  ])('refuses with %s, and changes nothing', async (code, body) => {
    const reply = await change(body);
    expect(reply.status).toBe(400);
    expect(await reply.json()).toMatchObject({ code });
  });

  test('is not for pages of other origins', async () => {
    const reply = await change({ 'audio.enabled': false }, { origin: 'https://other.example' });
    expect(reply.status).toBe(403);
    expect(await setting('audio.enabled')).toMatchObject({ value: true });
  });

  test('a change is in force after the next start', async () => {
    const reply = await change({ 'audio.enabled': false, 'vision.ignoredApps': ['Bank'] });
    expect(((await reply.json()) as Config).restart_pending).toBe(true);
    expect(await setting('audio.enabled')).toMatchObject({ value: false, restart_pending: true });
    expect(await setting('vision.ignoredApps')).toMatchObject({ restart_pending: false });
    await daemon.stop();
    daemon = await start();
    expect(await setting('audio.enabled')).toMatchObject({
      value: false,
      origin: 'file',
      restart_pending: false,
    });
    const health = await (await fetch(`${daemon.baseUrl}/health`)).json();
    expect(health).toMatchObject({ audio_status: 'disabled' });
  });
});
