/** The promise: a hub that answers with anything at all gets its own refusal code, never an unexpected error of the service. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemClock } from '../../packages/daemon/src/core/clock.ts';
import { httpBackend } from '../../packages/daemon/src/sync/backends/http/http-backend.ts';
import { makeBandwidth } from '../../packages/daemon/src/sync/media/bandwidth.ts';
import { sized } from './plan.ts';

const SIGNAL = new AbortController().signal;
const SPOT = { machineId: 'a', stream: 'log', sequence: 0 };

let status = 200;
let body = '';
const server = createServer((_request, response) => {
  response.writeHead(status, { 'content-type': 'application/json', etag: '"x"' }).end(body);
});
beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
afterAll(() => void server.close());

async function expectKnownErrors(): Promise<void> {
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const bandwidth = makeBandwidth(undefined, systemClock);
  const backend = httpBackend({ url, token: 't', bandwidth });
  const calls = [
    () => backend.readHeads('a', SIGNAL),
    () => backend.countSegments('a', 'log', SIGNAL),
    () => backend.readKeys(SIGNAL),
    () => backend.writeKeys(Buffer.from('k'), undefined, SIGNAL),
    () => backend.append(SPOT, Buffer.from('x'), 'h', SIGNAL),
    () => backend.removeStream('a', 'other', 'h', SIGNAL),
  ];
  for (const call of calls) {
    const error = await call().then(
      () => undefined,
      (cause: Error) => cause,
    );
    if (error) expect(error).toMatchObject({ code: expect.stringMatching(/^SYNC_/) });
  }
}

const device = fc.record(
  { device_id: fc.jsonValue(), segments: fc.jsonValue(), last_seen_ms: fc.jsonValue() },
  { requiredKeys: [] },
);
const heads = fc.record({
  devices: fc.array(fc.oneof(device, fc.jsonValue()), { maxLength: 3 }),
  keys_revision: fc.jsonValue(),
  used_bytes: fc.jsonValue(),
});
const refusal = fc.record({ code: fc.jsonValue() });

test.each([
  'null',
  '0',
  '""',
  '[]',
  '[null]',
  '{"devices":[null],"used_bytes":1}',
  '{"devices":null}',
])('a hub that answers %s', async (answer) => {
  body = answer;
  for (status of [200, 404, 500]) await expectKnownErrors();
});

test('a hub that answers anything', async () => {
  const answers = fc.oneof(heads, refusal, fc.jsonValue()).map((value) => JSON.stringify(value));
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(answers, fc.string()),
      fc.constantFrom(200, 201, 304, 400, 404, 412, 500),
      async (answer, withStatus) => {
        [status, body] = [withStatus, withStatus === 304 ? '' : answer];
        await expectKnownErrors();
      },
    ),
    { numRuns: sized({ short: 100, whole: 3_000 }) },
  );
}, 120_000);
