import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { Header } from 'tar';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { writePipe } from '../pipe-folder.fixture.ts';
import { pipeInstaller, removeLeftovers } from './install.ts';

let folder: string;
let pipesFolder: string;
let source: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hindcast-pipes-'));
  pipesFolder = join(folder, 'pipes');
  source = writePipe(join(folder, 'sources'), { id: 'fine', process: 'return 1;' });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const files = new Map<string, Buffer>();
let server: Server;
let base: string;
beforeAll(async () => {
  server = createServer((request, response) => {
    if (request.url === '/moved') {
      response.writeHead(302, { location: '/fine.tgz' }).end();
      return;
    }
    if (request.url === '/to-file') {
      response.writeHead(302, { location: 'file:///etc/passwd' }).end();
      return;
    }
    if (request.url === '/endless') {
      const piece = Buffer.alloc(1024 * 1024);
      const more = () => response.write(piece, (error) => error ?? more());
      more();
      return;
    }
    const body = files.get(request.url ?? '');
    response.writeHead(body ? 200 : 404).end(body);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const install = (from: string) =>
  pipeInstaller({ pipesFolder }).install(from, new AbortController().signal);

async function refusal(from: string): Promise<string> {
  const error = await install(from).then(
    () => ({ code: 'INSTALLED' }),
    (reason: { code: string }) => reason,
  );
  // Nothing is left behind, whatever went wrong.
  const left = existsSync(pipesFolder) ? readdirSync(pipesFolder) : [];
  expect(left.filter((name) => name !== 'fine')).toEqual([]);
  return error.code;
}

function tgzOf(parent: string, name: string): Buffer {
  return execFileSync('tar', ['-czf', '-', '-C', parent, name]);
}

/** An archive as no honest program would write it. */
function strangeTar(
  entries: { path: string; type?: 'SymbolicLink' | 'Link'; to?: string; text?: string }[],
) {
  const blocks = entries.flatMap(({ path, type, to, text = '' }) => {
    const header = new Header({
      ...{ path, mode: 0o644, size: text.length, type: type ?? 'File' },
      ...(to === undefined ? {} : { linkpath: to }),
    });
    header.encode();
    const body = Buffer.alloc(Math.ceil(text.length / 512) * 512);
    body.write(text);
    return [header.block ?? Buffer.alloc(512), body];
  });
  return gzipSync(Buffer.concat([...blocks, Buffer.alloc(1024)]));
}

function put(name: string, content: Buffer): string {
  const file = join(folder, name);
  writeFileSync(file, content);
  return `file://${file}`;
}

describe('a pipe comes whole', () => {
  test('from a folder, without its history and what it wrote', async () => {
    mkdirSync(join(source, '.git'));
    mkdirSync(join(source, 'output'));
    expect(await install(`file://${source}`)).toEqual({ id: 'fine' });
    expect(readdirSync(join(pipesFolder, 'fine')).sort()).toEqual(['index.ts', 'package.json']);
    expect(readdirSync(pipesFolder)).toEqual(['fine']);
  });

  test('from an archive on the disk', async () => {
    await install(put('fine.tgz', tgzOf(join(folder, 'sources'), 'fine')));
    expect(readdirSync(join(pipesFolder, 'fine')).sort()).toEqual(['index.ts', 'package.json']);
  });

  test('from an address, also one that moved', async () => {
    files.set('/fine.tgz', tgzOf(join(folder, 'sources'), 'fine'));
    await install(`${base}/moved`);
    expect(existsSync(join(pipesFolder, 'fine', 'index.ts'))).toBe(true);
  });

  test('from a zip', async () => {
    const script = `import shutil; shutil.make_archive(${JSON.stringify(join(folder, 'z'))}, 'zip', ${JSON.stringify(join(folder, 'sources'))})`;
    execFileSync('python3', ['-c', script]);
    await install(`file://${join(folder, 'z.zip')}`);
    expect(readFileSync(join(pipesFolder, 'fine', 'index.ts'), 'utf8')).toContain('definePipe');
  });
});

describe('nothing is installed', () => {
  test.each([
    ['bare', 'INVALID_PIPE_SOURCE'],
    ['ftp://example.com/x.tgz', 'INVALID_PIPE_SOURCE'],
    ['file:///no/such/folder', 'PIPE_SOURCE_UNREACHABLE'],
    ['http://127.0.0.1:1/x.tgz', 'PIPE_SOURCE_UNREACHABLE'],
    ['npm:--version', 'INVALID_PIPE_SOURCE'],
    ['npm:../outside', 'INVALID_PIPE_SOURCE'],
    ['npm:git+https://example.com/x.git', 'INVALID_PIPE_SOURCE'],
  ])('from %s', async (from, code) => {
    expect(await refusal(from)).toBe(code);
  });

  test('from an address that has nothing, or never ends', async () => {
    expect(await refusal(`${base}/absent.tgz`)).toBe('PIPE_SOURCE_UNREACHABLE');
    expect(await refusal(`${base}/endless`)).toBe('PIPE_SOURCE_UNREACHABLE');
  });

  test('over a pipe of the same name', async () => {
    await install(`file://${source}`);
    writeFileSync(join(pipesFolder, 'fine', 'mark'), 'mine');
    expect(await refusal(`file://${source}`)).toBe('PIPE_EXISTS');
    expect(existsSync(join(pipesFolder, 'fine', 'mark'))).toBe(true);
  });

  test.each([
    ['is not JSON', '{'],
    ['has no name', '{"hindcast":{}}'],
    ['has a name that leads out', '{"name":"..","hindcast":{}}'],
    ['has a reserved name', '{"name":"list","main":"index.ts","hindcast":{}}'],
    ['has the name of a device', '{"name":"con","main":"index.ts","hindcast":{}}'],
    ['has a name that ends with a dot', '{"name":"fine.","main":"index.ts","hindcast":{}}'],
    ['is of another package', '{"name":"fine","main":"index.ts"}'],
    ['has an entry outside', '{"name":"fine","main":"../../x.js","hindcast":{}}'],
    ['has an entry that is missing', '{"name":"fine","main":"gone.js","hindcast":{}}'],
    ['has a strange trigger', '{"name":"fine","main":"index.ts","hindcast":{"cron":"x"}}'],
    [
      'depends on a path',
      '{"name":"fine","main":"index.ts","hindcast":{},"dependencies":{"a":"file:/etc"}}',
    ],
    [
      'depends on an address',
      '{"name":"fine","main":"index.ts","hindcast":{},"dependencies":{"a":"https://x.test/a.tgz"}}',
    ],
  ])('when its manifest %s', async (_what, manifest) => {
    writeFileSync(join(source, 'package.json'), manifest);
    expect(await refusal(`file://${source}`)).toBe('INVALID_PIPE');
  });

  const MANIFEST = {
    path: 'package/package.json',
    text: '{"name":"fine","main":"index.js","hindcast":{}}',
  };
  const ENTRY = { path: 'package/index.js', text: 'export default {}' };
  test.each([
    ['that leads out', [MANIFEST, ENTRY, { path: 'package/../../escaped.txt', text: 'x' }]],
    ['with an absolute name', [MANIFEST, ENTRY, { path: '/tmp/hindcast-escaped.txt', text: 'x' }]],
    ['with a link', [MANIFEST, ENTRY, { path: 'package/etc', type: 'SymbolicLink', to: '/etc' }]],
    ['with a hard link', [MANIFEST, ENTRY, { path: 'package/p', type: 'Link', to: '/etc/passwd' }]],
    ['with the name of a device', [MANIFEST, ENTRY, { path: 'package/nul.txt', text: 'x' }]],
    ['without a manifest', [ENTRY]],
  ] as const)('from an archive %s', async (_what, entries) => {
    const archive = strangeTar([...entries]);
    expect(await refusal(put('strange.tgz', archive))).toBe('INVALID_PIPE');
    expect(existsSync(join(folder, 'escaped.txt'))).toBe(false);
    expect(existsSync('/tmp/hindcast-escaped.txt')).toBe(false);
  });

  test('from what only begins like an archive', async () => {
    expect(await refusal(put('a.tgz', Buffer.from('1f8b080000', 'hex')))).toBe('INVALID_PIPE');
    expect(await refusal(put('a.zip', Buffer.from('PK\u0003\u0004nothing')))).toBe('INVALID_PIPE');
    expect(await refusal(put('a.txt', Buffer.from('text')))).toBe('PIPE_SOURCE_UNREACHABLE');
  });

  test('from an archive that unpacks to far more than it is', async () => {
    const bomb = join(folder, 'sources', 'fine', 'zeros');
    writeFileSync(bomb, '');
    truncateSync(bomb, 300 * 1024 * 1024);
    expect(await refusal(put('bomb.tgz', tgzOf(join(folder, 'sources'), 'fine')))).toBe(
      'INVALID_PIPE',
    );
    expect(await refusal(`file://${source}`)).toBe('INVALID_PIPE');
  });

  test('from an archive of which the first entry is wrong, without unpacking the rest', async () => {
    // Half a gigabyte of zeros behind a link, as half a megabyte.
    const zeros = gzipSync(Buffer.alloc(64 * 1024 * 1024));
    const link = strangeTar([{ path: 'package/l', type: 'SymbolicLink', to: '/etc' }, MANIFEST]);
    const archive = put('long.tgz', Buffer.concat([link, ...Array(8).fill(zeros)]));
    expect(await refusal(archive)).toBe('INVALID_PIPE');
  });

  test('from an address that leads to a file of this machine', async () => {
    expect(await refusal(`${base}/to-file`)).toBe('PIPE_SOURCE_UNREACHABLE');
  });

  test('twice when two ask for the same at once', async () => {
    const both = await Promise.allSettled([
      install(`file://${source}`),
      install(`file://${source}`),
    ]);
    const codes = both.map((one) => (one.status === 'fulfilled' ? 'ok' : one.reason.code));
    expect(codes.sort()).toEqual(['PIPE_EXISTS', 'ok']);
    expect(readdirSync(pipesFolder)).toEqual(['fine']);
  });

  test('from a folder with links', async () => {
    symlinkSync('/etc', join(source, 'etc'));
    expect(await refusal(`file://${source}`)).toBe('INVALID_PIPE');
  });
});

test('another version that cannot take its place leaves the pipe and its output as they were', async () => {
  await install(`file://${source}`);
  const output = join(pipesFolder, 'fine', 'output');
  mkdirSync(output);
  writeFileSync(join(output, 'kept.md'), 'mine');
  const installer = pipeInstaller({ pipesFolder });
  const replace = (onReady: () => Promise<void>) =>
    installer.replace('fine', `file://${source}`, new AbortController().signal, onReady);
  // The new version vanishes in the last moment.
  const sabotage = async () => {
    const [staging = ''] = readdirSync(pipesFolder).filter((name) => name.startsWith('.staging-'));
    rmSync(join(pipesFolder, staging, 'pipe'), { recursive: true });
  };
  await expect(replace(sabotage)).rejects.toThrow();
  expect(readFileSync(join(output, 'kept.md'), 'utf8')).toBe('mine');
  expect(existsSync(join(pipesFolder, 'fine', 'index.ts'))).toBe(true);
  await replace(async () => {});
  expect(readFileSync(join(output, 'kept.md'), 'utf8')).toBe('mine');
  expect(readdirSync(pipesFolder)).toEqual(['fine']);
});

test('what a killed service left half installed goes at the next start', async () => {
  mkdirSync(join(pipesFolder, '.staging-abc', 'pipe'), { recursive: true });
  await install(`file://${source}`);
  await removeLeftovers(pipesFolder);
  expect(readdirSync(pipesFolder)).toEqual(['fine']);
});
