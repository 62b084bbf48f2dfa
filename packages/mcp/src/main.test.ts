/** The access token on the way from `hindcast mcp` to the service, in whose place a listener looks at what comes. */
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { expect, test } from 'vitest';
import { isolatedEnvironment, temporaryFolder } from '../../../test/support/start-daemon.ts';

const CLI = join(import.meta.dirname, '..', '..', 'cli', 'src', 'main.ts');

test('the tools ask the service with the access token', { timeout: 120_000 }, async () => {
  const tokens = new Set<string | undefined>();
  const listener = createServer((request, response) => {
    tokens.add(request.headers.authorization);
    response.writeHead(403, { 'content-type': 'application/json' }).end('{"error":"no"}');
  });
  await once(listener.listen(0, '127.0.0.1'), 'listening');
  const { port } = listener.address() as AddressInfo;
  const home = temporaryFolder();
  const token = 'a-long-secret-token-1';
  const env = isolatedEnvironment(home, { HINDCAST_ACCESS_TOKEN: token }) as Record<string, string>;
  const assistant = new Client({ name: 'test', version: '1' });
  try {
    const args = [CLI, 'mcp', '--port', String(port)];
    await assistant.connect(new StdioClientTransport({ command: process.execPath, args, env }));
    await assistant.callTool({ name: 'status', arguments: {} });
    expect([...tokens]).toEqual([`Bearer ${token}`]);
  } finally {
    await assistant.close();
    listener.close();
    rmSync(home, { recursive: true, force: true });
  }
});
