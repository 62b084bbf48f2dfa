/**
 * Programs of this machine, careless or hostile, against the real service: paths that lead out of its folder, bodies and pictures
 * that explode, connections that never end, words that look like queries, and another user. Afterwards it still answers, holds
 * what it held, and its log has nothing of it.
 */
import { execFile, execFileSync } from 'node:child_process';
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pngOf } from './support/content/empty-png.ts';
import { type RunningDaemon, startDaemon, temporaryFolder } from './support/start-daemon.ts';

const run = promisify(execFile);
/** Stands in a file next to the data folder that nobody may get through the service. */
const OUTSIDE = 'outside-quagga-2291';
/** Stored, asked for and sent as a secret: never to be found in a log. */
const CAPTURED = 'captured-okapi-8841';
const TOKEN = 'token-serval-6602-abcdef';

let home: string;
let daemon: RunningDaemon;
let port: number;

beforeAll(async () => {
  home = temporaryFolder();
  // Others may go as far as the data folder itself.
  execFileSync('chmod', ['755', home]);
  writeFileSync(join(home, 'outside.txt'), OUTSIDE);
  mkdirSync(join(home, 'linked'));
  symlinkSync(join(home, 'outside.txt'), join(home, 'linked', 'picture.jpg'));
  daemon = await startDaemon({
    dataDir: join(home, 'data'),
    env: { HINDCAST_ACCESS_TOKEN: TOKEN, HINDCAST_LOG_LEVEL: 'debug' },
  });
  port = Number(new URL(daemon.baseUrl).port);
  expect((await post('/add', framesWith({ ocr_results: [{ text: CAPTURED }] }))).status).toBe(200);
});

afterAll(async () => {
  await daemon?.stop();
  execFileSync('rm', ['-rf', home]);
});

interface Answer {
  status: number;
  body: string;
}

/** Sends a path as it is: `fetch` would tidy it first. */
function ask(path: string, method = 'GET', body?: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const headers = body === undefined ? {} : { 'content-type': 'application/json' };
    const sent = request({ host: '127.0.0.1', port, path, method, headers }, (reply) =>
      resolve(readAnswer(reply)),
    );
    sent.on('error', reject).end(body);
  });
}

async function readAnswer(reply: IncomingMessage): Promise<Answer> {
  const isEndless = String(reply.headers['content-type']).startsWith('text/event-stream');
  const parts: Buffer[] = [];
  if (isEndless) reply.destroy();
  else for await (const part of reply) parts.push(part as Buffer);
  return { status: reply.statusCode ?? 0, body: Buffer.concat(parts).toString('latin1') };
}

const post = (path: string, body: unknown) => ask(path, 'POST', JSON.stringify(body));

function framesWith(frame: object) {
  return { device_name: 'monitor', content: { content_type: 'frames', data: [frame] } };
}

/** The service is as it was: quick enough to be used, and everything is there. */
async function expectUnharmed(): Promise<void> {
  const found = await ask(`/search?q=${CAPTURED}`);
  expect(JSON.parse(found.body)).toMatchObject({ pagination: { total: 1 } });
}

interface Parameter {
  name: string;
  in: string;
  schema?: { type?: string };
}
type Operations = Record<string, { parameters?: Parameter[] }>;

describe('paths that lead elsewhere', () => {
  const WAYS_OUT = [
    '../../outside.txt',
    '..%2f..%2foutside.txt',
    '%2e%2e/%2e%2e/outside.txt',
    '..%5c..%5coutside.txt',
    '....//....//outside.txt',
    '/etc/passwd',
    '%2fetc%2fpasswd',
    'x%00.jpg',
    'file:///etc/passwd',
  ];

  function expectNothingLeaked({ status, body }: Answer, path: string): void {
    expect(status, path).not.toBe(500);
    expect(body, path).not.toContain(OUTSIDE);
    expect(body, path).not.toContain('root:x:');
  }

  test('are refused in every part of every documented address', async () => {
    const { paths } = JSON.parse((await ask('/openapi.json')).body) as {
      paths: Record<string, Operations>;
    };
    const texts = Object.entries(paths).flatMap(([path, operations]) => {
      const names = (operations.get?.parameters ?? []).filter(
        ({ in: place, schema }) => place === 'query' && schema?.type === 'string',
      );
      return names.map(({ name }) => `${path.replace(/\{\w+\}/g, '1')}?${name}=`);
    });
    const parameters = Object.keys(paths).filter((path) => path.includes('{'));
    // A document that lost its routes would let everything pass.
    expect(texts.length).toBeGreaterThan(60);
    expect(parameters.length).toBeGreaterThan(20);
    for (const way of WAYS_OUT) {
      const addresses = [
        ...texts.map((text) => text + encodeURIComponent(way)),
        ...parameters.map((path) => path.replace(/\{\w+\}/g, way)),
        ...['/', '/app/', '/assets/', '/docs/static/', '/frames/', '/audio/'].map((at) => at + way),
      ];
      for (const address of addresses) expectNothingLeaked(await ask(address), address);
    }
    await expectUnharmed();
  }, 120_000);

  test('are refused where a body names a file', async () => {
    execFileSync('mkfifo', [join(home, 'pipe.jpg')]);
    const files = [
      '/etc/passwd',
      '/dev/zero',
      '/proc/self/environ',
      '../../outside.txt',
      home,
      join(home, 'outside.txt'),
      join(home, 'linked', 'picture.jpg'),
      join(home, 'pipe.jpg'),
    ];
    for (const file of files) {
      for (const [path, body] of [
        ['/add', framesWith({ file_path: file })],
        ['/backup', { path: file }],
        ['/experimental/validate/media', { file_path: file }],
        ['/experimental/frames/merge', { video_paths: [file, file] }],
        ['/pipes/install', { source: `file://${file}` }],
        ['/pipes/install', { source: file }],
        ['/pipes/download', { url: `file://${file}` }],
        ['/pipes/update-version', { pipe_id: file, source: file }],
        ...['delete', 'enable', 'disable', 'update'].map(
          (what) => [`/pipes/${what}`, { pipe_id: file }] as const,
        ),
      ] as const) {
        const answer = await post(path, body);
        expectNothingLeaked(answer, `${path} ${file}`);
        expect(path.startsWith('/pipes') && answer.status === 200, `${path} ${file}`).toBe(false);
      }
    }
    expect(readFileSync(join(home, 'outside.txt'), 'utf8')).toBe(OUTSIDE);
    await expectUnharmed();
  }, 60_000);

  test('are not followed when a recording is said to lie there', async () => {
    const ids: number[] = [];
    for (const file of ['/etc/passwd', '/proc/self/environ', join(home, 'outside.txt')]) {
      const said = { transcription: 'said', file_path: file };
      const content = { content_type: 'transcription', data: [said] };
      const answer = await post('/add', { device_name: 'mic', content });
      expectNothingLeaked(answer, file);
      ids.push(...((JSON.parse(answer.body) as { ids?: number[] }).ids ?? []));
    }
    for (const id of ids) expectNothingLeaked(await ask(`/audio/${id}`), `/audio/${id}`);
    await expectUnharmed();
  });
});

describe('what explodes when it is opened', () => {
  test('a picture of a few kB that says it has 40,000 million pixels', async () => {
    const bomb = join(home, 'bomb.png');
    writeFileSync(bomb, pngOf(200_000, 200_000));
    expect((await post('/add', framesWith({ file_path: bomb }))).status).toBe(400);
  });

  test('a drawing that multiplies itself, a recording and a video that are longer than they say', async () => {
    const laughs = Array.from(
      { length: 12 },
      (_, at) => `<!ENTITY l${at + 1} "${`&l${at};`.repeat(10)}">`,
    );
    const wav = Buffer.alloc(4_000);
    wav.write('RIFF\xff\xff\xff\xffWAVEfmt \x10\0\0\0\x01\0\xff\xff', 0, 'latin1');
    wav.writeUInt32LE(0xffffffff, 24);
    wav.write('data\xff\xff\xff\xff', 36, 'latin1');
    // Boxes in boxes, each of which says that it is four gigabytes long.
    const boxes = Buffer.from('\xff\xff\xff\xffmoov'.repeat(20_000), 'latin1');
    const bombs = {
      'laughs.svg': `<!DOCTYPE svg [<!ENTITY l0 "ha">${laughs.join('')}]>
        <svg xmlns="http://www.w3.org/2000/svg" width="90000" height="90000"><text>&l12;</text></svg>`,
      'endless.wav': wav,
      'endless.mp4': Buffer.concat([Buffer.from('\0\0\0\x10ftypisom\0\0\0\0', 'latin1'), boxes]),
    };
    for (const [name, content] of Object.entries(bombs)) {
      const path = join(home, name);
      writeFileSync(path, content);
      expect((await post('/add', framesWith({ file_path: path }))).status, name).toBe(400);
      const checked = await post('/experimental/validate/media', { file_path: path });
      expect(checked.status, name).toBeLessThan(500);
      expect(checked.body, name).not.toMatch(/"status":"valid"|"valid":true/);
    }
    await expectUnharmed();
  }, 60_000);

  test('bodies that are too large or too deep', async () => {
    const deep = `{"query": ${'['.repeat(200_000)}${']'.repeat(200_000)}}`;
    expect((await ask('/raw_sql', 'POST', deep)).status).toBe(400);
    const wide = `{${Array.from({ length: 100_000 }, (_, at) => `"k${at}":1`).join(',')}}`;
    expect((await ask('/raw_sql', 'POST', wide)).status).toBe(400);
    const huge = await ask('/add', 'POST', `"${'x'.repeat(40 * 1024 * 1024)}"`).catch(
      () => undefined,
    );
    // Reported, or cut off while it was still sending.
    expect(huge?.status ?? 413).toBe(413);
    await expectUnharmed();
  });

  test('statements that make much of little', async () => {
    const queries = [
      `SELECT hex(zeroblob(900000000)) AS big`,
      `SELECT replace(hex(zeroblob(50000000)), '0', hex(zeroblob(1000))) AS big`,
    ];
    const answers = await Promise.all(queries.map((query) => post('/raw_sql', { query })));
    for (const { status, body } of answers) {
      expect(status).toBeGreaterThanOrEqual(400);
      expect(JSON.parse(body)).toMatchObject({ success: false });
    }
    await expectUnharmed();
  }, 120_000);
});

describe('callers that take their time', () => {
  test('hundreds of connections that never finish their request do not keep others waiting', async () => {
    const sockets = await Promise.all(Array.from({ length: 500 }, () => open()));
    for (const [index, socket] of sockets.entries()) {
      socket.write(
        index % 2 === 0
          ? 'GET /health HT'
          : 'POST /add HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99\r\n\r\n{',
      );
    }
    await expectUnharmed();
    expect((await ask('/health')).status).toBeLessThanOrEqual(503);
    for (const socket of sockets) socket.destroy();
  }, 60_000);

  test('floods of headers are refused', async () => {
    for (const lines of [
      Array.from({ length: 5_000 }, (_, at) => `X-${at}: ${'z'.repeat(9)}`),
      [`X: ${'y'.repeat(70_000)}`],
    ]) {
      const socket = await open();
      const answer = new Promise<string>((resolve) => {
        socket.once('data', (part) => resolve(String(part)));
        socket.once('close', () => resolve(' 431 '));
      });
      socket.write(`GET /health HTTP/1.1\r\nHost: localhost\r\n${lines.join('\r\n')}\r\n\r\n`);
      expect(await answer).toContain(' 431 ');
      socket.destroy();
    }
    await expectUnharmed();
  });

  function open(): Promise<Socket> {
    return new Promise((resolve, reject) => {
      const socket = connect(port, '127.0.0.1', () => resolve(socket));
      socket.on('error', reject);
    });
  }
});

test('words that look like statements or queries are only words', async () => {
  const words = [
    `'; DROP TABLE frames; --`,
    `" OR 1=1 --`,
    `text:* NEAR(a b, 10) AND NOT`,
    `{text} : "x" ^ + - ( ) *`,
    `%_\\%`,
    `\u0000\u0001\ud800`,
    `a`.repeat(5_000),
  ];
  const routes = [
    '/search?q=',
    '/search?app_name=',
    '/search?window_name=',
    '/search?speaker_name=',
    '/search?browser_url=',
    '/search?tags=',
    '/search/keyword?query=',
    '/elements?q=',
    '/ui-events?q=',
    '/memories?q=',
    '/speakers/search?name=',
    '/timeline?app_name=',
  ];
  for (const word of words) {
    for (const route of routes) {
      const { status, body } = await ask(route + encodeURIComponent(word.toWellFormed()));
      expect([200, 400], `${route} ${word}`).toContain(status);
      // None of them is in what was captured: whatever matched everything was taken for a query.
      expect(body, `${route} ${word}`).not.toContain(CAPTURED);
    }
  }
  await expectUnharmed();
});

const isRoot = process.getuid?.() === 0;

describe.skipIf(!isRoot || process.platform !== 'linux')(
  'another user of this machine (needs the superuser to become one)',
  () => {
    const asNobody = (...command: string[]) =>
      run('setpriv', ['--reuid=65534', '--regid=65534', '--clear-groups', ...command]);

    test('can read no file of the data folder', async () => {
      for (const path of everyFile(join(home, 'data'))) {
        await expect(asNobody('cat', path), path).rejects.toThrow('Permission denied');
      }
      await expect(asNobody('ls', join(home, 'data'))).rejects.toThrow('Permission denied');
    });

    test.each(['127.0.0.1', '[::1]'])('is refused by the service at %s', async (host) => {
      const url = `http://${host}:${port}/search?q=${CAPTURED}`;
      const { stdout } = await asNobody('curl', '-sg', url);
      expect(JSON.parse(stdout)).toMatchObject({ success: false, code: 'OTHER_USER' });
      const header = ['-H', `Authorization: Bearer ${TOKEN}`];
      const { stdout: allowed } = await asNobody('curl', '-sg', ...header, url);
      expect(JSON.parse(allowed)).toMatchObject({ pagination: { total: 1 } });
    });

    test('sees the part that it was given a token for', async () => {
      const made = await post('/access-tokens', {
        name: 'other user',
        permissions: { allow_apps: ['nothing of that name'] },
      });
      const { token } = JSON.parse(made.body) as { token: string };
      const url = `http://127.0.0.1:${port}/search?q=${CAPTURED}`;
      const { stdout } = await asNobody('curl', '-s', '-H', `Authorization: Bearer ${token}`, url);
      expect(JSON.parse(stdout)).toMatchObject({ pagination: { total: 0 } });
    });

    test('cannot write anything by hanging up before anybody looks', async () => {
      const body = JSON.stringify({ content: 'remember this' });
      const lines = [
        'POST /memories HTTP/1.1',
        'Host: localhost',
        'Content-Type: application/json',
        `Content-Length: ${body.length}`,
        '',
        body,
      ];
      const script = `for i in $(seq 20); do
        exec 3<>/dev/tcp/127.0.0.1/${port}
        printf '${lines.join('\\r\\n')}' >&3
        exec 3>&-; exec 3<&-
      done`;
      await asNobody('bash', '-c', script);
      await expectUnharmed();
      expect(JSON.parse((await ask('/memories')).body)).toMatchObject({ pagination: { total: 0 } });
    });
  },
);

test('nothing of all that is in the log or was printed', () => {
  const logs = everyFile(join(home, 'data', 'logs')).map((path) => readFileSync(path, 'utf8'));
  expect(logs.join('')).toContain('"msg"');
  for (const text of [...logs, daemon.output()]) {
    for (const secret of [CAPTURED, TOKEN, OUTSIDE, 'DROP TABLE'])
      expect(text).not.toContain(secret);
  }
});

function everyFile(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile());
}
