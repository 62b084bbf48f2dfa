import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type Server, type ServerResponse } from 'node:http';
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
/** What a hostile or broken source does, by path. */
let tricks: Record<string, (response: ServerResponse) => void> = {};
let asked = 0;
let server: Server;
let base: string;
beforeAll(async () => {
  server = createServer((request, response) => {
    if (request.url === '/moved') {
      response.writeHead(302, { location: '/fine.tgz' }).end();
      return;
    }
    const { pathname, searchParams } = new URL(request.url ?? '', base);
    const target = searchParams.get('to');
    if (target !== null) {
      response.writeHead(302, { location: target }).end();
      return;
    }
    const trick = tricks[pathname];
    if (trick !== undefined) {
      asked += 1;
      trick(response);
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

async function refusal(from: string, because = /./): Promise<string> {
  const error = await install(from).then(
    () => ({ code: 'INSTALLED', message: '' }),
    (reason: { code: string; message: string }) => reason,
  );
  expect(error.message).toMatch(because);
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
      path,
      mode: 0o644,
      size: text.length,
      type: type ?? 'File',
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

test.skipIf(process.platform === 'win32')("files of a pipe are its owner's alone", async () => {
  mkdirSync(join(source, 'deep'), { mode: 0o755 });
  writeFileSync(join(source, 'deep', 'tool.sh'), '#!/bin/sh');
  chmodSync(join(source, 'deep'), 0o755);
  chmodSync(join(source, 'deep', 'tool.sh'), 0o755);
  await pipeInstaller({ pipesFolder }).install(source, new AbortController().signal);
  const found = readdirSync(join(pipesFolder, 'fine'), { recursive: true, withFileTypes: true });
  for (const entry of found) {
    const mode = statSync(join(entry.parentPath, entry.name)).mode & 0o777;
    expect(mode, entry.name).toBe(entry.isDirectory() ? 0o700 : 0o600);
  }
  expect(found.map(({ name }) => name)).toContain('tool.sh');
});

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
    ['https://', 'INVALID_PIPE_SOURCE'],
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
    ['has an entry that is missing', '{"name":"fine","main":"missing.js","hindcast":{}}'],
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

  test('from an address that leads to a file, to this machine or in circles', async () => {
    files.set('/fine.tgz', tgzOf(join(folder, 'sources'), 'fine'));
    const { port } = new URL(base);
    const inside = /has to be given itself/;
    const targets: [to: string, because: RegExp][] = [
      ['file:///etc/passwd', /neither http nor https/],
      // Given by the person it is allowed, as in every other test here; by another host it is not.
      [`http://localhost:${port}/fine.tgz`, inside],
      [`http://[::ffff:127.0.0.1]:${port}/fine.tgz`, inside],
      ['http://169.254.169.254/latest/', inside],
      ['http://192.168.0.1/', inside],
    ];
    for (const [to, because] of targets) {
      expect(await refusal(`${base}/?to=${encodeURIComponent(to)}`, because)).toBe(
        'PIPE_SOURCE_UNREACHABLE',
      );
    }
    tricks = { '/circle': (response) => response.writeHead(302, { location: '/circle' }).end() };
    expect(await refusal(`${base}/circle`, /in circles/)).toBe('PIPE_SOURCE_UNREACHABLE');
  });

  describe('from a source that', () => {
    const archive = () => tgzOf(join(folder, 'sources'), 'fine');

    test('breaks off in the middle, however often, and then wholly from what comes at last', async () => {
      const other = writePipe(join(folder, 'others'), { id: 'fine', process: 'return 2;' });
      writeFileSync(join(other, 'more.ts'), '');
      const whole = tgzOf(join(folder, 'others'), 'fine');
      asked = 0;
      tricks = {
        '/flaky': (response) => {
          const bytes = asked < 3 ? archive() : whole;
          response.writeHead(200, { 'content-length': bytes.length });
          if (asked >= 3) response.end(bytes);
          else response.write(bytes.subarray(0, bytes.length / 2), () => response.destroy());
        },
      };
      for (let count = 0; count < 2; count += 1) {
        expect(await refusal(`${base}/flaky`, /broke off/)).toBe('PIPE_SOURCE_UNREACHABLE');
      }
      expect(await install(`${base}/flaky`)).toEqual({ id: 'fine' });
      expect(readdirSync(pipesFolder)).toEqual(['fine']);
      expect(readdirSync(join(pipesFolder, 'fine')).sort()).toEqual([
        'index.ts',
        'more.ts',
        'package.json',
      ]);
    });

    test('says a length that is not that of its answer', async () => {
      const say = (length: number) => (response: ServerResponse) => {
        const head = `HTTP/1.1 200 OK\r\ncontent-length: ${length}\r\nconnection: close\r\n\r\n`;
        response.socket?.end(Buffer.concat([Buffer.from(head), archive()]));
      };
      tricks = { '/short': say(20), '/long': say(10 ** 6), '/negative': say(-1) };
      expect(await refusal(`${base}/short`, /damaged|broke off/)).toMatch(
        /^(INVALID_PIPE|PIPE_SOURCE_UNREACHABLE)$/,
      );
      expect(await refusal(`${base}/long`, /broke off/)).toBe('PIPE_SOURCE_UNREACHABLE');
      expect(await refusal(`${base}/negative`, /answer/)).toBe('PIPE_SOURCE_UNREACHABLE');
    });

    test('sends something else than an archive, or nothing', async () => {
      tricks = {
        '/page': (response) => response.end('<!doctype html><title>Sign in</title>'),
        '/nothing': (response) => response.end(),
      };
      expect(await refusal(`${base}/page`, /neither a .tgz nor a .zip/)).toBe('INVALID_PIPE');
      expect(await refusal(`${base}/nothing`, /neither a .tgz nor a .zip/)).toBe('INVALID_PIPE');
    });

    test('says nothing any more, when the person gives up', async () => {
      tricks = { '/silent': (response) => void response.writeHead(200).write('x') };
      const giveUp = new AbortController();
      const installing = pipeInstaller({ pipesFolder }).install(`${base}/silent`, giveUp.signal);
      const left = () => (existsSync(pipesFolder) ? readdirSync(pipesFolder) : []);
      await expect.poll(() => left().length, { timeout: 20_000 }).toBe(1);
      giveUp.abort();
      await expect(installing).rejects.toThrow();
      expect(left()).toEqual([]);
    });
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
