import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { openPlace } from './places.ts';

const { signal } = new AbortController();

test('what goes to a bucket and comes from it keeps to the limit of bandwidth', async () => {
  const objects = new Map<string, Buffer>();
  const server = createServer(async (request, response) => {
    if (request.method === 'PUT') objects.set(request.url ?? '', await buffer(request));
    response.end(objects.get(request.url ?? ''));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const taken: number[] = [];
  const bandwidth = {
    limitBytesPerSec: 1,
    take: async (bytes: number) => void taken.push(bytes),
  };
  const url = `s3+http://127.0.0.1:${port}/bucket`;
  const keys = { keyId: 'key', secret: 'secret', region: 'us-east-1' };
  const place = openPlace({ url, ...keys, bandwidth, holder: 'test' }, 'store');
  const spot = { name: 'f-1', part: 0 };
  await place.write(spot, Buffer.alloc(1000), signal);
  expect(taken).toEqual([1000]);
  expect(await place.read(spot, signal)).toHaveLength(1000);
  expect(taken.reduce((sum, bytes) => sum + bytes, 0)).toBe(2000);
  server.close();
  server.closeAllConnections();
});
