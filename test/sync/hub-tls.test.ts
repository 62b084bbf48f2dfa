/** The hub with its own certificate, as a real process. */
import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { get } from 'node:https';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { programFile } from '../support/programs.ts';
import { startHub } from '../support/servers/start-hub.ts';
import { temporaryFolder } from '../support/start-daemon.ts';

const HUB = programFile('hub');
const hasOpenssl = spawnSync('openssl', ['version']).status === 0;

describe.skipIf(!hasOpenssl)('a hub with its own certificate', () => {
  let folder = '';
  const file = (name: string) => join(folder, name);

  beforeAll(() => {
    folder = temporaryFolder();
    const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=IP:127.0.0.1'];
    const made = spawnSync('openssl', [
      'req',
      '-x509',
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:prime256v1',
      '-nodes',
      '-days',
      '2',
      '-keyout',
      file('hub.key'),
      '-out',
      file('hub.crt'),
      ...subject,
    ]);
    expect(made.status).toBe(0);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test('answers over TLS, with that certificate, and to nobody in the clear', async () => {
    const tls = ['--tls-cert', file('hub.crt'), '--tls-key', file('hub.key')];
    await using hub = await startHub({ serveArgs: tls });
    expect(hub.url).toMatch(/^https:/);
    const token = await hub.token('add');
    const status = (ca?: Buffer) =>
      new Promise<number | string | undefined>((resolve) => {
        const headers = { authorization: `Bearer ${token}` };
        get(`${hub.url}/v1/heads`, { headers, ...(ca ? { ca } : {}) }, (response) => {
          response.resume();
          resolve(response.statusCode);
        }).on('error', (error: NodeJS.ErrnoException) => resolve(error.code));
      });
    expect(await status(readFileSync(file('hub.crt')))).toBe(200);
    expect(await status()).toBe('DEPTH_ZERO_SELF_SIGNED_CERT');
    await expect(fetch(hub.url.replace('https:', 'http:'))).rejects.toThrow();
  }, 60_000);

  test.each(['--tls-cert', '--tls-key'])(
    'does not start with %s alone',
    (flag) => {
      const args = [HUB, '--data-dir', folder, 'serve', '--port', '0', flag, file('hub.crt')];
      const done = spawnSync(process.execPath, args, { encoding: 'utf8', timeout: 30_000 });
      expect([done.status, done.stderr]).toEqual([1, expect.stringContaining('belong together')]);
    },
    60_000,
  );
});
