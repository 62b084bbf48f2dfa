/** A recording that is played is closed again, however its playing ends. */
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { portOf } from '#serve/http/raw-exchange.fixture.ts';
import { type TestServer, testServer } from '#serve/server.fixture.ts';
import { recorded } from './recorded.fixture.ts';

const PATIENCE = { timeout: 20_000 };

/** A server, and how many of its recordings are open. `before` a caller gets one, something may happen. */
async function watched(before = async () => {}) {
  let open = 0;
  const server = await testServer((real) => ({
    audioMedia: {
      ...real.audioMedia,
      async openPlayable(chunk) {
        const file = await real.audioMedia.openPlayable(chunk);
        open += 1;
        await before();
        const note = () => {
          open -= 1;
        };
        return {
          ...file,
          // The end of the stream closes the file.
          read: (start, end) => file.read(start, end).once('close', note),
          close: () => file.close().then(note),
        };
      },
    },
  }));
  const id = await recorded(server, 'good morning');
  const port = await portOf(server.app);
  return { server, id, port, url: `http://127.0.0.1:${port}/audio/${id}`, open: () => open };
}

test('closes its file after every answer', async () => {
  const { server, id, port, url, open } = await watched();
  await using _server = server;
  const ask = async (options: RequestInit = {}) => {
    const reply = await fetch(url, options);
    await reply.arrayBuffer();
    return reply;
  };
  const etag = (await ask()).headers.get('etag') ?? '';
  expect((await ask({ headers: { range: 'bytes=2-5' } })).status).toBe(206);
  expect((await ask({ headers: { range: 'bytes=999999-' } })).status).toBe(416);
  expect((await ask({ headers: { 'if-none-match': etag } })).status).toBe(304);
  expect((await ask({ method: 'HEAD' })).status).toBe(200);
  await expect.poll(open, PATIENCE).toBe(0);
  const leaving = connect(port, '127.0.0.1');
  leaving.once('data', () => leaving.destroy());
  leaving.write(`GET /audio/${id} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
  await expect.poll(() => leaving.destroyed, PATIENCE).toBe(true);
  await expect.poll(open, PATIENCE).toBe(0);
});

test('closes a file that is open only when its caller has left', async () => {
  const isOpen = Promise.withResolvers<void>();
  const hasLeft = Promise.withResolvers<void>();
  const { server, url, open } = await watched(() => {
    isOpen.resolve();
    return hasLeft.promise;
  });
  await using _server = server;
  const client = new AbortController();
  const asked = fetch(url, { signal: client.signal }).catch((error: Error) => error.name);
  await isOpen.promise;
  client.abort();
  expect(await asked).toBe('AbortError');
  await expect.poll(() => connections(server), PATIENCE).toBe(0);
  expect(open()).toBe(1);
  hasLeft.resolve();
  await expect.poll(open, PATIENCE).toBe(0);
});

function connections({ app }: TestServer): Promise<number> {
  return new Promise((resolve, reject) =>
    app.server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
  );
}
