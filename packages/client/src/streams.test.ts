import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { hindcastClient } from './client.ts';

const WEBSOCKET_ID = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';

/** A server whose every socket gets these messages. */
async function serveMessages(messages: readonly string[]) {
  const server = createServer().on('upgrade', (request, socket) => {
    const key = `${request.headers['sec-websocket-key']}${WEBSOCKET_ID}`;
    const accept = createHash('sha1').update(key).digest('base64');
    socket.write(
      'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n' +
        `Sec-WebSocket-Accept: ${accept}\r\n\r\n`,
    );
    // One text frame each: final, unmasked, shorter than 126 bytes.
    for (const text of messages)
      socket.write(Buffer.concat([Buffer.from([0x81, text.length]), Buffer.from(text)]));
    socket.on('data', () => socket.end());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.dispose]: () => void server.close(),
  };
}

test('a message that is not JSON ends the loop with an error, after those before it', async () => {
  using server = await serveMessages(['{"name":"one","data":{}}', '{"name":"secr']);
  const names: string[] = [];
  const reading = (async () => {
    for await (const { name } of hindcastClient(server).events()) names.push(name);
  })();
  const error = await reading.catch((reason: unknown) => reason);
  expect(error).toMatchObject({ name: 'HindcastError', code: 'STREAM_BROKEN' });
  expect(JSON.stringify(error)).not.toContain('secr');
  expect(names).toEqual(['one']);
});

/** A server that answers every request with these events. */
async function serveEvents(events: readonly unknown[]) {
  const asked: string[] = [];
  const answer = (request: IncomingMessage, response: ServerResponse) => {
    asked.push(request.url ?? '');
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    for (const event of events) response.write(`: beat\n\ndata: ${JSON.stringify(event)}\n\n`);
    response.end();
  };
  const server = createServer(answer);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    asked,
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.dispose]: () => void server.close(),
  };
}

const UNDERSTOOD = { name: 'understood', data: { question: 'q', query: 'q', understood: [] } };

test('the parts of an answer come one by one, until it is complete', async () => {
  const after = { name: 'answer', data: {} };
  using server = await serveEvents([UNDERSTOOD, { name: 'done', data: {} }, after]);
  const parts: unknown[] = [];
  const wanted = { q: 'what was agreed?', ignore: ['time', 'app'] as const };
  for await (const part of hindcastClient(server).askParts(wanted)) parts.push(part);
  expect(parts).toEqual([UNDERSTOOD]);
  expect(server.asked).toEqual(['/ask/stream?q=what+was+agreed%3F&ignore=time&ignore=app']);
});

test.each([
  ['an error of the service', { name: 'error', data: { code: 'X', error: 'no' } }, { code: 'X' }],
  ['a service that stops', { message: 'the service stops' }, { code: 'STREAM_BROKEN' }],
])('%s ends the parts of an answer with an error', async (_, last, error) => {
  using server = await serveEvents([UNDERSTOOD, last]);
  const reading = (async () => {
    for await (const _part of hindcastClient(server).askParts({ q: 'q' }));
  })();
  await expect(reading).rejects.toMatchObject(error);
});
