/**
 * The access token on the way from the settings to the service: requests and streams. A service asks only
 * other machines for it, so here a listener of this machine stands in its place and looks at what comes.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { hindcastClient } from '@hindcast/client';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { programFile } from '../support/programs.ts';
import { isolatedEnvironment, temporaryFolder } from '../support/start-daemon.ts';

const CLI = programFile('cli');
const TOKEN = 'a-long-secret-token-1';
const home = temporaryFolder();
const heard: { url: string; token: string | undefined }[] = [];
const listener = createServer();
let port: string;

function hear({ url = '', headers }: IncomingMessage): void {
  heard.push({ url, token: headers.authorization });
}

beforeAll(async () => {
  listener.on('request', (request, response) => {
    hear(request);
    response.writeHead(401, { 'content-type': 'application/json' });
    response.end('{"error":"no","code":"ACCESS_TOKEN_REQUIRED"}');
  });
  listener.on('upgrade', (request, socket) => {
    hear(request);
    socket.end('HTTP/1.1 401 Unauthorized\r\n\r\n');
  });
  await once(listener.listen(0, '127.0.0.1'), 'listening');
  port = String((listener.address() as AddressInfo).port);
});
beforeEach(() => {
  heard.length = 0;
});
afterAll(() => {
  listener.close();
  rmSync(home, { recursive: true, force: true });
});

async function hindcast(args: string[], env: Record<string, string>): Promise<void> {
  const child = spawn(process.execPath, [CLI, ...args, '--port', port], {
    env: isolatedEnvironment(home, env),
    stdio: 'ignore',
  });
  await once(child, 'close');
}
const tokens = () => heard.map(({ token }) => token);

test.each([['timeline'], ['tail'], ['status']])(
  'hindcast %s sends the token of the environment',
  { timeout: 120_000 },
  async (command) => {
    await hindcast([command], { HINDCAST_ACCESS_TOKEN: TOKEN });
    expect(new Set(tokens())).toEqual(new Set([`Bearer ${TOKEN}`]));
  },
);

test('the token of config.json is sent, and none when none is set', {
  timeout: 120_000,
}, async () => {
  const dataDir = join(home, 'data');
  mkdirSync(dataDir);
  await hindcast(['timeline', '--data-dir', dataDir], {});
  writeFileSync(join(dataDir, 'config.json'), `\uFEFF{"accessToken":"${TOKEN}"}`);
  await hindcast(['timeline', '--data-dir', dataDir], {});
  expect(tokens()).toEqual([undefined, `Bearer ${TOKEN}`]);
});

test('the client sends it with every kind of stream', { timeout: 120_000 }, async () => {
  const client = hindcastClient({ baseUrl: `http://127.0.0.1:${port}`, accessToken: TOKEN });
  await expect(client.events().next()).rejects.toMatchObject({ code: 'UNREACHABLE' });
  await expect(client.transcriptions().next()).rejects.toMatchObject({
    code: 'ACCESS_TOKEN_REQUIRED',
  });
  // After a 401 Node may try again.
  expect(new Set(tokens())).toEqual(new Set([`Bearer ${TOKEN}`]));
  const addresses = new Set(heard.map(({ url }) => url));
  expect(addresses).toEqual(new Set(['/ws/events?images=false', '/sse/transcriptions']));
});
