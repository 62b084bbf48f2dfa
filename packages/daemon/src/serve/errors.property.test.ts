/**
 * Sends nonsense to every route of the OpenAPI document. Whatever comes, the answer is a success as
 * documented or an error in JSON with a code; never a 500, never a silence. A failure prints the
 * seed and the smallest request that shows it.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Document, deviations, documentOf, type Operation } from './document.fixture.ts';
import { exchange } from './http/raw-exchange.fixture.ts';
import { type TestServer, testServer } from './server.fixture.ts';

const RUNS_PER_ROUTE = 60;
const RAW_RUNS = 80;

let server: TestServer;
let document: Document;
let routes: { method: string; path: string }[];

beforeAll(async () => {
  server = await testServer((real) => ({ limits: { ...real.limits, bodyBytes: 100_000 } }));
  document = await documentOf(server.app);
  routes = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations)
      // Answers that never end cannot be waited for; `streams.test.ts` asks them.
      .filter(([, operation]) => !JSON.stringify(operation.responses).includes('text/event-stream'))
      .map(([method]) => ({ method, path })),
  );
  await server.add('frames', {
    file_path: await server.makeImage(),
    ocr_results: [{ text: 'some words' }],
    tags: ['tag'],
  });
  await server.add('transcription', { transcription: 'some words' });
});
afterAll(() => server.close());

const oddText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.constantFrom(
    '',
    ' ',
    '0',
    '-1',
    '1.5',
    '1e309',
    '9007199254740993',
    '99999999999999999999',
    'NaN',
    'null',
    'true',
    '"',
    '"unclosed',
    '*',
    'a*',
    '^',
    'NEAR(',
    'AND OR NOT',
    "'; DROP TABLE frames; --",
    '../../etc/passwd',
    '%',
    '100 %',
    '%zz',
    '%00',
    '+',
    '\u0000',
    '\ufeff',
    '\u202e',
    '👩‍👩‍👧‍👦',
    '検索',
    '0001-01-01',
    '9999-12-31T23:59:59Z',
    '-8640000000000000',
    '8640000000000000',
    '2h ago',
    '999999999999999w ago',
    '__proto__',
    'constructor',
    'backward',
    'ascending',
    'all',
    'audio+ui',
    'vision',
    'x'.repeat(5000),
    '語'.repeat(2000),
  ),
);

const oddJson = fc.oneof(
  fc.jsonValue({ maxDepth: 4 }),
  fc.anything({ maxDepth: 3, withNullPrototype: false }).filter((value) => {
    try {
      return JSON.stringify(value) !== undefined;
    } catch {
      return false;
    }
  }),
  oddText,
);

const oddNumber = fc.constantFrom(0, -1, 0.5, 1e15, 1e300, -1e300, 2 ** 53, 2 ** 32);
const oddValue = fc.oneof(oddJson, oddNumber, fc.array(oddText, { maxLength: 3 }));

const sql = fc
  .array(
    fc.constantFrom(
      ...['SELECT', '*', 'count(*)', 'FROM', 'frames', 'WHERE', "app_name = 'x'", ',', '(', ')'],
      ...['LIMIT 3', ';', '--', '/*', 'WITH t AS (SELECT 1)', 'DELETE', 'PRAGMA', "'", '"', '1'],
      ...['frames_fts', 'MATCH', "'a*'", 'randomblob(9)', '9223372036854775807', '1e999', '\u0000'],
    ),
    { maxLength: 8 },
  )
  .map((words) => words.join(' '));

/** One item for `/add` whose fields are each sensible or odd. */
function newItem(sensible: Record<string, fc.Arbitrary<unknown>>) {
  const fields = Object.entries(sensible).map(([name, values]) => [
    name,
    fc.oneof({ weight: 12, arbitrary: values }, { weight: 1, arbitrary: oddValue }),
  ]);
  return fc.record(Object.fromEntries(fields), { requiredKeys: [] });
}

const box = fc.record({
  text: oddText,
  left: fc.constantFrom('0.1', 0, 1, '1e-9', 5, null),
  top: fc.constant(0.5),
  width: fc.constantFrom('0.5', 0, -1, 'x'),
  height: fc.constant('0.25'),
});
const ocrResults = fc.array(
  fc.record(
    {
      text: oddText,
      text_json: fc.oneof(
        fc.array(box, { maxLength: 2 }).map((list) => JSON.stringify(list)),
        oddText,
      ),
    },
    { requiredKeys: ['text'] },
  ),
  { maxLength: 2 },
);
const elements = fc.array(
  fc.record(
    {
      role: oddText,
      text: oddText,
      parent: fc.nat(2),
      confidence: oddNumber,
      bounds: fc.constant({ left: 0, top: 0, width: 1, height: 1e300 }),
    },
    { requiredKeys: ['role'] },
  ),
  { maxLength: 3 },
);

const addedContent = fc.oneof(
  ...Object.entries({
    frames: newItem({
      file_path: fc.constantFrom('', '/nowhere.png', '/dev/null', 'relative.png', '/'),
      timestamp: oddText,
      app_name: oddText,
      browser_url: oddText,
      ocr_results: ocrResults,
      elements,
      tags: fc.array(oddText, { maxLength: 2 }),
      focused: fc.boolean(),
    }),
    transcription: newItem({
      transcription: oddText,
      speaker_id: fc.oneof(fc.nat(), oddNumber),
      start_time: oddNumber,
      is_input: fc.boolean(),
      file_path: oddText,
    }),
    ui: newItem({ text: oddText, app_name: oddText, initial_traversal_at: oddText }),
    input: newItem({
      event_type: fc.constantFrom('click', 'key', 'wink'),
      text_content: oddText,
      x: oddNumber,
      relative_ms: oddNumber,
      frame_id: fc.oneof(fc.nat(), oddNumber),
      element_bounds: oddText,
    }),
  }).map(([name, item]) =>
    fc.record({
      content_type: fc.constant(name),
      data: fc.oneof(fc.array(item, { maxLength: 3 }), item, fc.record({ [name]: item })),
    }),
  ),
);

/** Bodies that get past the first checks, by the last word of the path. */
const SENSIBLE_BODIES: Record<string, fc.Arbitrary<unknown>> = {
  add: fc.record({ device_name: oddText, content: addedContent }),
  raw_sql: fc.record({ query: fc.oneof(sql, oddText) }),
  batch: fc.record({ frame_ids: fc.array(fc.oneof(fc.nat(5), oddNumber), { maxLength: 4 }) }),
  '{id}': fc.record({ tags: fc.array(oddText, { maxLength: 4 }) }),
};

function bodyFor(path: string): fc.Arbitrary<string | undefined> {
  const sensible = SENSIBLE_BODIES[path.split('/').at(-1) ?? ''] ?? fc.constant({});
  return fc.oneof(
    { weight: 6, arbitrary: sensible.map((value) => JSON.stringify(value)) },
    { weight: 1, arbitrary: oddValue.map((value) => JSON.stringify(value)) },
    { weight: 1, arbitrary: fc.string({ unit: 'binary' }) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        undefined,
        '{',
        'null',
        '"\\ud800"',
        '{"a":1}{"b":2}',
        '['.repeat(50_000),
        `{"query":"${'x'.repeat(200_000)}"}`,
        '{"__proto__":{"polluted":true}}',
        '{"constructor":{"prototype":{"polluted":true}}}',
        '\ufeff{"query":"SELECT 1"}',
      ),
    },
  );
}

// What the guard looks at is left alone here: `guard.test.ts` is about it.
const oddHeaders = fc.dictionary(
  fc.constantFrom(
    ...['content-type', 'accept', 'accept-version', 'range', 'if-none-match', 'authorization'],
    ...['access-control-request-headers', 'content-encoding', 'expect', 'cookie'],
  ),
  fc.oneof(
    fc.string({ unit: fc.constantFrom(...'abcXYZ019 ,;:/*"=-_.@[]?#%\\'), maxLength: 40 }),
    fc.constantFrom('*', 'null', 'application/json', 'gzip', 'bytes=0-1'),
  ),
  { maxKeys: 3 },
);

type Parameter = NonNullable<Operation['parameters']>[number];

/** Mostly what the parameter asks for, so that the odd values meet working requests. */
function valueFor({ name, schema }: Parameter): fc.Arbitrary<string> {
  const odd = oddText.map((value) => value.toWellFormed());
  const sensible: Record<string, fc.Arbitrary<string>> = {
    integer: fc.integer({ min: 0, max: 3 }).map(String),
    boolean: fc.constantFrom('true', 'false', '0', '1'),
    string: name.endsWith('_time') ? fc.constantFrom('2h ago', '2026-02-03', '1770109200') : odd,
  };
  const fitting = schema.enum === undefined ? sensible[schema.type ?? ''] : undefined;
  return fc.oneof(
    { weight: 8, arbitrary: fitting ?? fc.constantFrom(...(schema.enum ?? ['x'])) },
    { weight: 1, arbitrary: odd },
  );
}

function urlFor(path: string, parameters: readonly Parameter[]): fc.Arbitrary<string> {
  const inPath = parameters.filter((parameter) => parameter.in === 'path');
  const inQuery = parameters.filter((parameter) => parameter.in === 'query');
  const query =
    inQuery.length === 0
      ? fc.constant([])
      : fc.uniqueArray(
          fc
            .constantFrom(...inQuery)
            .chain((parameter) => fc.tuple(fc.constant(parameter.name), valueFor(parameter))),
          { maxLength: 4, selector: ([name]) => name },
        );
  return fc.tuple(fc.tuple(...inPath.map(valueFor)), query).map(([values, pairs]) => {
    // Nothing at all in place of an id is the address of the list.
    const filled = inPath.reduce(
      (url, { name }, index) => url.replace(`{${name}}`, encodeURIComponent(values[index] || 'x')),
      path,
    );
    return `${filled}?${new URLSearchParams(pairs as [string, string][])}`;
  });
}

async function probe(method: string, path: string, url: string, options: object): Promise<void> {
  const reply = await server.app.inject({ method: method as 'GET', url, ...options });
  expect(reply.statusCode).not.toBe(500);
  if (reply.statusCode >= 200 && reply.statusCode < 300) {
    expect(deviations(document, method, path, reply)).toEqual([]);
  } else if (reply.statusCode !== 304 && !(path === '/health' && reply.statusCode === 503)) {
    expect(reply.headers['content-type']).toContain('application/json');
    const body = reply.json();
    expect(body).toMatchObject({ success: false, code: expect.stringMatching(/^[A-Z][A-Z_]+$/) });
    expect(body.error).toBe(body.message);
  }
}

describe('every documented route', () => {
  test('answers nonsense with a documented success or a JSON error', async () => {
    // A document that lost its routes would let everything pass.
    expect(routes.length).toBeGreaterThan(15);
    for (const { method, path } of routes) {
      const { parameters = [] } = document.paths[path]?.[method] ?? {};
      await fc.assert(
        fc.asyncProperty(
          urlFor(path, parameters),
          oddHeaders,
          bodyFor(path),
          async (url, headers, payload) => {
            const body = payload === undefined || method === 'get' ? {} : { payload };
            await probe(method, path, url, { headers, ...body });
          },
        ),
        { numRuns: RUNS_PER_ROUTE },
      );
    }
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
    // Nobody was killed on the way: ordinary requests are answered as before.
    const after = await server.app.inject('/search?q=words');
    expect(after.json().pagination.total).toBeGreaterThanOrEqual(2);
  }, 240_000);

  test('survives bytes that no client would send', async () => {
    const odd = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 60 }),
      fc.constantFrom('\r\n', '\u0000', ' ', ': :', 'x'.repeat(70_000)),
    );
    const line = fc.oneof(
      odd,
      odd.map((value) => `X-Odd: ${value.replace(/[\r\n]/g, '')}`),
      fc.constantFrom(
        ...['Transfer-Encoding: chunked', 'Content-Length: 0', 'Content-Length: -1', 'Host: a'],
        ...['Expect: 100-continue', 'Expect: x', 'Upgrade: websocket', 'Connection: Upgrade'],
        ...['Content-Type: \u00ff', 'Origin: \u00ff', 'Accept-Version: 9'],
      ),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.nat(1000),
        fc.option(odd, { nil: '', freq: 3 }),
        fc.array(line, { maxLength: 3 }),
        async (index, suffix, extra) => {
          const { method, path } = routes[index % routes.length] ?? { method: 'get', path: '/' };
          const head = [
            `${method.toUpperCase()} ${path.replace(/\{\w+\}/g, '1')}${suffix} HTTP/1.1`,
            'Host: localhost',
            'Connection: close',
            ...extra,
          ];
          // Bytes after a request without a body would be a separate fault.
          const body = extra.includes('Transfer-Encoding: chunked') ? '0\r\n\r\n' : '';
          const reply = await exchange(server.app, `${head.join('\r\n')}\r\n\r\n${body}`);
          expect(reply.status).not.toBe(500);
          expect(reply.status).toBeGreaterThanOrEqual(100);
          if (reply.status >= 400 && path !== '/health') {
            expect(JSON.parse(reply.body)).toMatchObject({ success: false });
          }
        },
      ),
      { numRuns: RAW_RUNS },
    );
    expect((await server.app.inject('/search')).statusCode).toBe(200);
  }, 120_000);
});
