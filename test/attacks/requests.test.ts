/**
 * The promise: no request keeps the service from answering others, or ends it. Callers send the largest body that each endpoint takes,
 * right and wrong, with and without a token, while another one asks for health.
 */
import { existsSync, readFileSync } from 'node:fs';
import { request } from 'node:http';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { NOTHING_CAPTURED, type RunningDaemon, startDaemon } from '../support/start-daemon.ts';
import { largeBodies, longest, manyKeys, overlong, type Schema } from './largest-bodies.ts';
import { sized } from './plan.ts';

const MB = 1024 * 1024;
/** Of the whole interface. */
const MOST_BYTES = 32 * MB;
/** For a service that no longer answers at all. */
const PATIENCE_MS = 30_000;
/** Processor time that the thread that answers may spend on others before it answers one, in readings of an object with many fields: so it is the same on every machine. */
const MOST_READINGS = 5;
/** An error that repeats what it was sent would be longer. */
const MOST_ERROR_CHARACTERS = 2_000;

let daemon: RunningDaemon;
let port: number;
let token: string;
let readingMs: number;
beforeAll(async () => {
  readingMs = costOfReading();
  daemon = await startDaemon({ args: NOTHING_CAPTURED });
  port = Number(new URL(daemon.baseUrl).port);
  const made = await send('POST', '/access-tokens', {
    body: JSON.stringify({ name: 'reader', permissions: { allow_apps: ['Editor'] } }),
  });
  token = JSON.parse(made.body).token;
});
afterAll(() => daemon?.stop());

interface Answer {
  status: number;
  body: string;
}

/** One that is refused while it is still sending is refused, whatever the socket says about that. */
function send(
  method: string,
  path: string,
  options: { body?: string; token?: string; isChunked?: boolean } = {},
): Promise<Answer> {
  const { body = '' } = options;
  const headers = {
    'content-type': 'application/json',
    ...(options.token ? { authorization: `Bearer ${options.token}` } : {}),
    ...(options.isChunked ? {} : { 'content-length': Buffer.byteLength(body) }),
  };
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, method, path, headers }, (reply) => {
      const parts: Buffer[] = [];
      reply.on('data', (part: Buffer) => parts.push(part));
      reply.on('error', () => resolve({ status: reply.statusCode ?? 0, body: '' }));
      reply.on('end', () =>
        resolve({ status: reply.statusCode ?? 0, body: Buffer.concat(parts).toString() }),
      );
    });
    sent.on('error', (error: NodeJS.ErrnoException) => {
      const isCutOff = error.code === 'EPIPE' || error.code === 'ECONNRESET';
      if (isCutOff) resolve({ status: 413, body: '{"code":"BODY_TOO_LARGE"}' });
      else reject(error);
    });
    sent.end(body);
  });
}

/** Of the thread that answers: unlike time by the clock, it does not grow with what else the machine does. Always 0 where it is unknown. */
function cpuMs(): number {
  const path = `/proc/${daemon.pid}/task/${daemon.pid}/schedstat`;
  if (!existsSync(path)) return 0;
  return Number(readFileSync(path, 'utf8').split(' ')[0]) / 1e6;
}

function costOfReading(): number {
  const before = process.cpuUsage();
  JSON.parse(`{${manyKeys}}`);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

/**
 * `during` is what a failure names. On a busy machine an answer may miss its own deadline, and is asked for again: its processor
 * time shows whether the service is to blame.
 */
async function health(during: string): Promise<void> {
  const signal = AbortSignal.timeout(PATIENCE_MS);
  let answer: { code?: string };
  do {
    const spentMs = cpuMs();
    const reply = await fetch(`${daemon.baseUrl}/health`, { signal });
    answer = (await reply.json()) as { code?: string };
    expect(cpuMs() - spentMs, during).toBeLessThan(MOST_READINGS * readingMs);
  } while (answer.code === 'HEALTH_TIMEOUT');
  expect(answer, during).toMatchObject({ status: expect.any(String) });
}

/** Asks for health all the while, and once more afterwards. */
async function meanwhile(answer: Promise<Answer>, during = ''): Promise<Answer> {
  let isOver = false;
  const done = answer.finally(() => {
    isOver = true;
  });
  const asking = (async () => {
    do await health(during);
    while (!isOver);
  })();
  const [given] = await Promise.all([done, asking]);
  await health(during);
  return given;
}

/** As many as fit. */
function filled(head: string, item: string, tail: string, bytes = MOST_BYTES): string {
  const count = Math.floor((bytes - head.length - tail.length) / (item.length + 1));
  return `${head}${`${item},`.repeat(count - 1)}${item}${tail}`;
}

const add = (type: string, item: string, bytes = MOST_BYTES) =>
  filled(`{"device_name":"d","content":{"content_type":"${type}","data":[`, item, ']}}', bytes);

const addBody = (type: string, data: unknown[]) =>
  JSON.stringify({ device_name: 'd', content: { content_type: type, data } });
const frames = (count: number, frame: object) => addBody('frames', Array(count).fill(frame));

/** The words of a frame as public clients send them. */
function wordsAsText(count: number) {
  const words = Array.from({ length: count }, (_, at) => ({
    text: `w${at}`,
    left: '0.1',
    top: '0.2',
    width: '0.05',
    height: '0.02',
    conf: '0.9',
  }));
  return { text: 'words', text_json: JSON.stringify(words) };
}

/** Texts of a million characters, with words that no other text has. */
function uiTexts(count: number): string {
  let next = 0;
  const words = () => Array.from({ length: 142_000 }, () => (next++).toString(36).padStart(6, 'q'));
  return addBody(
    'ui',
    Array.from({ length: count }, () => ({ text: words().join(' ') })),
  );
}

describe('a body as large as any may be', { timeout: 300_000 }, () => {
  const bodies: [what: string, path: string, body: () => string][] = [
    ['millions of wrong ids', '/tags/vision/batch', () => filled('{"frame_ids":[', '"1"', ']}')],
    ['millions of right ids', '/tags/vision/batch', () => filled('{"frame_ids":[', '1', ']}')],
    ['millions of empty frames', '/add', () => add('frames', '{}')],
    ['millions of wrong frames', '/add', () => add('frames', '5')],
    [
      'millions of words of a frame',
      '/add',
      () => {
        const words = filled('[', '{"text":"a"}', ']', 20 * MB);
        const data = [{ ocr_results: [{ text: 'a', text_json: words }] }];
        const content = { content_type: 'frames', data };
        return JSON.stringify({ device_name: 'd', content });
      },
    ],
    [
      'millions of elements of a frame',
      '/add',
      () =>
        filled(
          '{"device_name":"d","content":{"content_type":"frames","data":[{"elements":[',
          '{}',
          ']}]}}',
        ),
    ],
    [
      'one text',
      '/add',
      () => add('ui', JSON.stringify({ text: 'word '.repeat(5 * MB) }), 26 * MB),
    ],
    [
      'one text in many pieces',
      '/add',
      () => {
        const piece = { text: 'word '.repeat(100_000) };
        const data = [{ ocr_results: Array(50).fill(piece) }];
        return JSON.stringify({ content: { content_type: 'frames', data } });
      },
    ],
    ['words of many frames', '/add', () => frames(22, { ocr_results: [wordsAsText(9_000)] })],
    [
      'elements of many frames',
      '/add',
      () => frames(49, { elements: Array(10_000).fill({ role: 'a' }) }),
    ],
    ['different words', '/add', () => uiTexts(25)],
    ['millions of fields', '/raw_sql', () => filled('{', '"a":1', '}')],
    [
      'one statement',
      '/raw_sql',
      () => JSON.stringify({ query: `SELECT '${'x'.repeat(30 * MB)}'` }),
    ],
    ['brackets', '/add', () => `{"content":${'[]'.repeat(10 * MB)}`],
    ['brackets that open', '/add', () => '['.repeat(20 * MB)],
    ['quotes', '/add', () => `{"content":"${'\\"'.repeat(10 * MB)}`],
  ];
  const short = new Set([
    'millions of wrong ids',
    'millions of empty frames',
    'millions of words of a frame',
    'one text',
    'millions of fields',
    'words of many frames',
    'elements of many frames',
    'different words',
  ]);
  test.each(sized({ short: bodies.filter(([what]) => short.has(what)), whole: bodies }))(
    'of %s is refused while others are answered: %s',
    async (_what, path, body) => {
      const text = body();
      const { status, body: reported } = await meanwhile(send('POST', path, { body: text }));
      expect([400, 413]).toContain(status);
      expect(JSON.parse(reported)).toMatchObject({ code: expect.stringMatching(/^[A-Z_]+$/) });
      if (path !== '/tags/vision/batch' && path !== '/raw_sql') return;
      for (const isChunked of [false, true]) {
        const answer = await meanwhile(send('POST', path, { body: text, token, isChunked }));
        expect([400, 403, 413]).toContain(answer.status);
      }
    },
  );

  test('that is right is stored while others are answered', async () => {
    const item = JSON.stringify({ text: 'wandering words', app_name: 'Editor' });
    const body = `{"device_name":"d","content":{"content_type":"ui","data":[${Array(
      sized({ short: 2_000, whole: 10_000 }),
    )
      .fill(item)
      .join(',')}]}}`;
    const { status } = await meanwhile(send('POST', '/add', { body }));
    expect(status).toBe(200);
  });

  const largest: [what: string, body: () => string][] = [
    ['elements', () => frames(5, { elements: Array(9_999).fill({ role: 'a' }) })],
    ['words', () => frames(5, { ocr_results: [wordsAsText(9_900)] })],
    ['text', () => uiTexts(2)],
    ['tags', () => frames(8_000, { tags: ['a', 'b', 'c', 'd', 'e', 'f'] })],
  ];
  test.each(sized({ short: largest.slice(0, 2), whole: largest }))(
    'and has as much of %s as is allowed is stored while others are answered',
    async (_what, body) => {
      expect((await meanwhile(send('POST', '/add', { body: body() }))).status).toBe(200);
    },
  );

  test('of a token is smaller', async () => {
    const body = filled('{"frame_ids":[', '1', ']}', 300_000);
    for (const isChunked of [false, true]) {
      const answer = await send('POST', '/tags/vision/batch', { body, token, isChunked });
      expect([answer.status, JSON.parse(answer.body).code]).toEqual([413, 'BODY_TOO_LARGE']);
    }
  });
});

interface Operation {
  requestBody?: { content: Record<string, { schema: Schema }> };
}

interface Endpoint {
  method: string;
  path: string;
  /** Undefined for one that takes no body, which may be sent one nevertheless. */
  schema: Schema | undefined;
}

async function endpoints(): Promise<Endpoint[]> {
  const { paths } = JSON.parse((await send('GET', '/openapi.json')).body) as {
    paths: Record<string, Record<string, Operation>>;
  };
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations)
      .filter(([method]) => method !== 'get')
      .map(([method, { requestBody }]) => ({
        method: method.toUpperCase(),
        path: path.replace(/\{\w+\}/g, '1'),
        schema: requestBody?.content['application/json']?.schema,
      })),
  );
}

/** A right body would encrypt the store. */
const WRONG_ONLY = '/vault/setup';

function bodiesFor({ path, schema }: Endpoint): string[] {
  if (path === WRONG_ONLY) return largeBodies(schema, '"password":5,');
  if (schema === undefined) return largeBodies();
  const formed = [overlong(schema, 5), overlong(schema, { deep: [{}] }), longest(schema)];
  return [...formed.map((value) => JSON.stringify(value)), ...largeBodies(schema)];
}

test('the largest body of every endpoint, right and wrong, lets others be answered', async () => {
  const all = await endpoints();
  expect(all.length).toBeGreaterThan(70);
  const isInShort = ({ path }: Endpoint, at: number) => path === '/config' || at % 15 === 0;
  for (const endpoint of sized({ short: all.filter(isInShort), whole: all })) {
    const { method, path } = endpoint;
    for (const [at, body] of bodiesFor(endpoint).entries()) {
      const answer = await meanwhile(send(method, path, { body }), `${method} ${path} ${at}`);
      const isError = answer.status >= 400;
      expect({
        ...{ method, path, at },
        isAnswered: answer.status >= 200 && answer.status !== 500,
        isShort: !isError || answer.body.length < MOST_ERROR_CHARACTERS,
      }).toEqual({ method, path, at, isAnswered: true, isShort: true });
    }
  }
}, 600_000);

test('bodies of any form are answered, and so is health', { timeout: 300_000 }, async () => {
  const item = fc.constantFrom('{}', '[]', '0', '"x"', 'null', '{"a":[]}', '[[]]', '"\\ud800"');
  const place = fc.constantFrom(
    ['/add', '{"content":{"content_type":"frames","data":[', ']}}'],
    ['/add', '{"content":{"content_type":"input","data":{"input":[', ']}}}'],
    ['/add', '{"content":{"content_type":"frames","data":[{"tags":[', ']}]}}'],
    ['/tags/vision/batch', '{"frame_ids":[', ']}'],
    ['/tags/vision/1', '{"tags":[', ']}'],
    ['/raw_sql', '{"query":[', ']}'],
    ['/memories', '{"content":"a","tags":[', ']}'],
  );
  await fc.assert(
    fc.asyncProperty(
      place,
      item,
      fc.constantFrom(1, 10, 1_000, 100_000, 1_000_000),
      async (at, each, count) => {
        const [path = '', head = '', tail = ''] = at;
        const body = `${head}${Array(count).fill(each).join(',')}${tail}`;
        const { status } = await meanwhile(send('POST', path, { body }));
        expect([200, 400, 404, 413]).toContain(status);
      },
    ),
    { numRuns: sized({ short: 10, whole: 300 }) },
  );
});
