/** Talks to a server byte by byte, for tests of what no HTTP client would send. */
import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import type { FastifyInstance } from 'fastify';

export interface RawReply {
  status: number;
  head: string;
  body: string;
}

/** Listens on a free loopback port, if the server does not listen yet. */
export async function portOf(app: FastifyInstance): Promise<number> {
  if (!app.server.listening) await app.listen({ host: '127.0.0.1', port: 0 });
  return (app.server.address() as AddressInfo).port;
}

/** Sends `bytes` and collects the answer until the server ends the connection. */
export async function exchange(app: FastifyInstance, bytes: string): Promise<RawReply> {
  const socket = connect(await portOf(app), '127.0.0.1');
  let text = '';
  socket.setEncoding('utf8').on('data', (chunk) => {
    text += chunk;
  });
  socket.write(bytes);
  await once(socket, 'close');
  const [head = '', ...body] = text.split('\r\n\r\n');
  return { status: Number(head.split(' ')[1]), head, body: body.join('\r\n\r\n') };
}

export function lines(...parts: string[]): string {
  return `${parts.join('\r\n')}\r\n\r\n`;
}
