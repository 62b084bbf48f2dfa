import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isPublicAddress } from '../../public-address.ts';
import { fetchFor, grantFor } from './host.ts';

let server: Server;
let port: number;
let seen: IncomingMessage[] = [];

beforeAll(async () => {
  server = createServer((request: IncomingMessage, response: ServerResponse) => {
    seen.push(request);
    const url = new URL(request.url ?? '', 'http://localhost');
    const target = url.searchParams.get('to');
    if (target !== null) response.writeHead(302, { location: target }).end();
    else if (url.pathname === '/endless') {
      const piece = Buffer.alloc(1024 * 1024);
      const more = () => response.write(piece, (error) => error ?? more());
      more();
    } else response.writeHead(200, { 'x-kind': 'test' }).end(`${request.method} answered`);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  port = (server.address() as AddressInfo).port;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const never = new AbortController().signal;
async function ask(hosts: string[], url: string, request: object = {}, servicePort?: number) {
  seen = [];
  const settings = { servicePort: () => servicePort };
  return fetchFor(hosts, settings, url, request, never).then(
    ({ status, body }) => `${status} ${Buffer.from(body, 'base64')}`,
    ({ code }: { code: string }) => code,
  );
}

describe('ctx.fetch', () => {
  test('reaches a host that was granted by name, with method, headers and body', async () => {
    const headers = { 'X-Own': 'a', Host: 'elsewhere' };
    const answer = await ask(['localhost'], `http://localhost:${port}/`, {
      method: 'POST',
      headers,
      body: 'b',
    });
    expect(answer).toBe('200 POST answered');
    expect(seen[0]?.headers).toMatchObject({ 'x-own': 'a', host: `localhost:${port}` });
  });

  test.each([
    [['example.com'], 'by another name'],
    [['*'], 'by the pattern for all'],
    [[], 'not at all'],
  ])('does not reach this machine granted %j: %s', async (hosts) => {
    expect(await ask(hosts, `http://127.0.0.1:${port}/`)).toBe('PIPE_NOT_PERMITTED');
    expect(await ask(hosts, `http://localhost:${port}/`)).toBe('PIPE_NOT_PERMITTED');
    expect(seen).toEqual([]);
  });

  test('never reaches the service itself', async () => {
    const hosts = ['localhost', '127.0.0.1'];
    for (const host of hosts) {
      expect(await ask(hosts, `http://${host}:${port}/`, {}, port)).toBe('PIPE_NOT_PERMITTED');
    }
    expect(seen).toEqual([]);
  });

  test('holds redirects to the same hosts, and leaves headers behind', async () => {
    const start = (to: string) => `http://localhost:${port}/?to=${encodeURIComponent(to)}`;
    const headers = { authorization: 'secret' };
    expect(await ask(['localhost'], start('http://example.invalid/'))).toBe('PIPE_NOT_PERMITTED');
    expect(await ask(['localhost'], start(`http://127.0.0.1:${port}/`))).toBe('PIPE_NOT_PERMITTED');
    const both = ['localhost', '127.0.0.1'];
    expect(await ask(both, start(`http://127.0.0.1:${port}/`), { headers })).toBe(
      '200 GET answered',
    );
    expect(seen.map((request) => request.headers.authorization)).toEqual(['secret', undefined]);
    expect(await ask(both, start('?to=%2F%3Fto%3D1'), {})).toMatch(/PIPE_REQUEST_FAILED|200/);
  });

  test('ends with redirects that lead in circles and with answers without end', async () => {
    const circle = `http://localhost:${port}/?to=${encodeURIComponent('/?to=%2F')}`;
    const loop = async () => {
      const self = encodeURIComponent(`http://localhost:${port}/loop?to=%2Floop`);
      return ask(['localhost'], `http://localhost:${port}/?to=${self}`);
    };
    expect(await ask(['localhost'], circle)).toBe('200 GET answered');
    expect(await loop()).toBe('200 GET answered');
    expect(await ask(['localhost'], `http://localhost:${port}/endless`)).toBe(
      'PIPE_REQUEST_FAILED',
    );
  });

  test.each(['file:///etc/passwd', 'ftp://localhost/', 'nonsense', 7])(
    'refuses %s',
    async (url) => {
      expect(await ask(['*', 'localhost'], url as string)).toBe('PIPE_NOT_PERMITTED');
    },
  );
});

test.each([
  ['127.0.0.1', false],
  ['10.1.2.3', false],
  ['192.168.7.7', false],
  ['169.254.169.254', false],
  ['::1', false],
  ['::ffff:127.0.0.1', false],
  ['fd00::1', false],
  ['fe80::1', false],
  ['64:ff9b::127.0.0.1', false],
  ['64:ff9b::a00:1', false],
  ['64:ff9b:1::1', false],
  ['64:ff9b::5db8:d822', true],
  ['93.184.216.34', true],
  ['2606:2800:220:1::1', true],
])('the address %s is public: %s', (address, isPublic) => {
  expect(isPublicAddress(address)).toBe(isPublic);
});

test.each([
  [['example.com'], 'https://example.com/x', 'named'],
  [['example.com:8443'], 'https://example.com:8443/', 'named'],
  [['example.com:8443'], 'https://example.com/', undefined],
  [['*.example.com'], 'https://a.example.com/', 'named'],
  [['*.example.com'], 'https://badexample.com/', undefined],
  [['example.com'], 'https://example.com.evil.test/', undefined],
  [['*'], 'https://anything.test/', 'any'],
])('%j grants %s: %s', (hosts, url, granted) => {
  expect(grantFor(hosts, new URL(url))).toBe(granted);
});
