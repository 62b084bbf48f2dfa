/** The client against the real service: the examples of its README, its streams, and its errors. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type HindcastClient, HindcastError, hindcastClient } from '@hindcast/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { until } from './support/desktop.ts';
import { type RunningDaemon, startDaemon } from './support/start-daemon.ts';

const ROOT = join(import.meta.dirname, '..');
// Below the packages, so that the name of the client is found from there.
const FOLDER = join(ROOT, 'node_modules', '.cache', `hindcast-readme-${process.pid}`);
const readme = readFileSync(join(ROOT, 'packages/client/README.md'), 'utf8');
const examples = [...readme.matchAll(/```js\n(.*?)```/gs)].map(([, code = '']) => code);

const PATIENCE = AbortSignal.timeout;
let daemon: RunningDaemon;
let client: HindcastClient;

beforeAll(async () => {
  await mkdir(FOLDER, { recursive: true });
  daemon = await startDaemon({ args: ['--replay'] });
  client = hindcastClient({ baseUrl: daemon.baseUrl });
  await until('the sample day', async () => {
    const { pagination } = await client.search({ content_type: 'audio', limit: 1 });
    return pagination.total > 0;
  });
}, 90_000);
afterAll(async () => {
  await daemon?.stop();
  await rm(FOLDER, { recursive: true, force: true });
});

describe('the README of the client', { timeout: 60_000 }, () => {
  test('has examples', () => {
    expect(examples.length).toBeGreaterThanOrEqual(4);
  });

  test.each(examples.map((code, i) => [i + 1, code] as const))(
    'has an example %i that works',
    async (number, code) => {
      const file = join(FOLDER, `example-${number}.mjs`);
      await writeFile(file, code);
      const env = { PATH: process.env.PATH, HINDCAST_URL: daemon.baseUrl };
      const run = promisify(execFile)(process.execPath, [file], { env, timeout: 50_000 });
      const { stdout, stderr } = await run;
      expect(stderr).toBe('');
      expect(stdout).not.toBe('');
    },
  );
});

describe('the client', { timeout: 60_000 }, () => {
  test('reports what is stored as it is stored, and lets go when the loop is left', async () => {
    const seen: string[] = [];
    const events = client.events({ signal: PATIENCE(50_000) });
    const loop = (async () => {
      for await (const { name, data } of events) {
        if (name !== 'ocr_result') continue;
        seen.push(String(data.text));
        break;
      }
    })();
    await until('the event', async () => {
      const content = {
        content_type: 'frames',
        data: [{ app_name: 'Client', ocr_results: [{ text: 'live words' }] }],
      };
      await fetch(`${daemon.baseUrl}/add`, {
        method: 'POST',
        body: JSON.stringify({ device_name: 'monitor_1', content }),
      });
      return seen.length > 0;
    });
    await loop;
    expect(seen).toEqual(['live words']);
  });

  test('ends a stream with the reason of its signal', async () => {
    const abort = new AbortController();
    const reason = new Error('enough');
    const reports = client.healthReports({ signal: abort.signal });
    expect((await reports.next()).value).toMatchObject({ status: expect.any(String) });
    abort.abort(reason);
    await expect(reports.next()).rejects.toBe(reason);
  });

  test('refuses a stream with the code of the service', async () => {
    await client.post('/audio/stop', { body: {} });
    await expect(client.transcriptions().next()).rejects.toMatchObject({
      code: 'NOTHING_TO_STREAM',
      status: 403,
    });
  });

  test('says that nobody answers', async () => {
    const nobody = hindcastClient({ baseUrl: 'http://127.0.0.1:1' });
    for (const call of [nobody.get('/config'), nobody.healthReports().next()]) {
      const error = await call.catch((cause: unknown) => cause);
      expect(error).toBeInstanceOf(HindcastError);
      expect(error).toMatchObject({ code: 'UNREACHABLE' });
    }
  });

  test('sends bodies, paths and queries to their places', async () => {
    const made = await client.post('/memories', { body: { content: 'a note' } });
    const path = { id: made.id };
    expect(await client.get('/memories/{id}', { path })).toEqual(made);
    const { pagination } = await client.get('/memories', { query: { q: 'note', limit: 1 } });
    expect(pagination).toMatchObject({ limit: 1, total: 1 });
    expect(await client.delete('/memories/{id}', { path })).toEqual({ ok: true });
    await expect(client.get('/memories/{id}', { path })).rejects.toMatchObject({
      code: 'MEMORY_NOT_FOUND',
      status: 404,
    });
  });
});
