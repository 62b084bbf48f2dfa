import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestServer, testServer } from './server.fixture.ts';

const SCRIPT = 'document.documentElement.dataset.theme = "dark"';
const CODE = `export const text = "${'long enough to be worth compressing '.repeat(60)}";`;

let folder: string;
let server: TestServer;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hindcast-web-'));
  await mkdir(join(folder, 'assets'));
  await writeFile(
    join(folder, 'index.html'),
    `<html><head><script>${SCRIPT}</script></head></html>`,
  );
  await writeFile(join(folder, 'assets', 'index-abc.js'), CODE);
  await writeFile(join(folder, '.sources'), 'a stamp, not an asset');
  server = await testServer(() => ({ webFolder: folder }));
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

const browserHeaders = { accept: 'text/html,application/xhtml+xml', 'sec-fetch-site': 'none' };

describe('the document', () => {
  test.each(['/', '/app', '/app/timeline', '/app/frame/812'])(
    'is the answer to a browser at %s',
    async (url) => {
      const reply = await server.app.inject({ url, headers: browserHeaders });
      expect(reply.statusCode).toBe(200);
      expect(reply.headers['content-type']).toBe('text/html; charset=utf-8');
      expect(reply.headers['cache-control']).toBe('no-store');
    },
  );

  test('runs its own scripts only, and has a new word for styles each time', async () => {
    const policies = await Promise.all(
      [1, 2].map(async () => {
        const reply = await server.app.inject({ url: '/app', headers: browserHeaders });
        const policy = String(reply.headers['content-security-policy']);
        const nonce = /'nonce-([^']+)'/.exec(policy)?.[1];
        expect(reply.body).toContain(`<meta property="csp-nonce" nonce="${nonce}">`);
        return policy;
      }),
    );
    const hash = createHash('sha256').update(SCRIPT).digest('base64');
    expect(policies[0]).toContain(`script-src 'self' 'sha256-${hash}'`);
    expect(policies[0]).not.toContain('unsafe');
    expect(policies[0]).not.toBe(policies[1]);
  });

  test('is not what programs get at the root, nor anybody at an unknown path of the interface', async () => {
    const root = await server.app.inject({ url: '/', headers: { accept: '*/*' } });
    expect(root.json()).toMatchObject({ name: 'hindcast', docs: '/docs', page: '/app' });
    const unknown = await server.app.inject({ url: '/nothing', headers: browserHeaders });
    expect(unknown.statusCode).toBe(404);
    expect(unknown.json()).toMatchObject({ code: 'ROUTE_NOT_FOUND' });
  });

  test('is refused to pages of other sites like everything else', async () => {
    const reply = await server.app.inject({
      url: '/app',
      headers: { origin: 'https://evil.example' },
    });
    expect(reply.statusCode).toBe(403);
  });
});

describe('the files', () => {
  test('come compressed and may be kept for ever, because their names hold their hash', async () => {
    const reply = await server.app.inject({
      url: '/app/assets/index-abc.js',
      headers: { 'accept-encoding': 'gzip, br' },
    });
    expect(reply.headers['cache-control']).toBe('private, max-age=31536000, immutable');
    expect(reply.headers['content-encoding']).toBe('br');
    expect(brotliDecompressSync(reply.rawPayload).toString()).toBe(CODE);
    const plain = await server.app.inject('/app/assets/index-abc.js');
    expect(plain.body).toBe(CODE);
  });

  test.each(['/app/assets/old-hash.js', '/app/..%2f..%2fsecret.js'])(
    '%s is no document',
    async (url) => {
      expect((await server.app.inject({ url, headers: browserHeaders })).statusCode).toBe(404);
    },
  );

  test('nothing but assets is served from the folder', async () => {
    const reply = await server.app.inject({ url: '/app/.sources', headers: browserHeaders });
    expect(reply.body).not.toContain('a stamp');
  });
});

test('a service whose page is not built says so', async () => {
  await using bare = await testServer(() => ({ webFolder: join(folder, 'nowhere') }));
  const reply = await bare.app.inject({ url: '/', headers: browserHeaders });
  expect(reply.statusCode).toBe(503);
  expect(reply.body).toContain('npm start');
  expect(reply.body).toContain('install Hindcast again');
});
