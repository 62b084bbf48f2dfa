import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runOnHttp } from './run.ts';

const NOBODY = 65_534;
/** Only the superuser can become another user. */
const isImpossible = process.platform !== 'linux' || process.getuid?.() !== 0;

const ASK = `
  const http = require('node:http');
  const request = http.request(process.argv[1], { method: 'POST' }, (reply) => {
    process.stdout.write(String(reply.statusCode));
    reply.resume();
  });
  request.on('error', (error) => process.stdout.write(error.code));
  request.end();`;

describe.skipIf(isImpossible)('tools over HTTP', () => {
  let running: Awaited<ReturnType<typeof runOnHttp>>;
  beforeAll(async () => {
    // Nobody gets so far as to need a server.
    running = await runOnHttp(() => {
      throw new Error('asked');
    }, 0);
  });
  afterAll(() => running.close());

  async function askAs(uid: number): Promise<string> {
    const child = spawn(process.execPath, ['-e', ASK, running.url], {
      uid,
      gid: uid,
      cwd: '/',
      env: {},
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [answer] = await Promise.all([
      text(child.stdout as NodeJS.ReadableStream),
      once(child, 'close'),
    ]);
    return answer;
  }

  test('another user of the machine is refused, and we are not', async () => {
    expect(await askAs(NOBODY)).toBe('403');
    expect(await askAs(0)).toBe('500');
  });
});
