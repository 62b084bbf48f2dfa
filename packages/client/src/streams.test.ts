import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
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
