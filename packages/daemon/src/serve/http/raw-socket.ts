/**
 * The answers that fastify cannot give: to bytes that are no HTTP request. They go straight to the socket, as the same JSON as
 * everywhere else.
 */
import { type IncomingMessage, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { type ServiceError, serviceError } from '#core/errors.ts';
import { errorBody, statusOf } from '../errors.ts';

/** How long a refused client may take to close its side. */
const LINGER_MS = 1000;

/** For `http.createServer`: anything but a WebSocket (curl asks for h2c) stays a plain request. */
export function isWebSocketUpgrade(request: IncomingMessage): boolean {
  return request.headers.upgrade?.toLowerCase() === 'websocket';
}

/** The `clientErrorHandler` of fastify. */
export function answerClientError(error: Error & { code?: string }, socket: Duplex): void {
  if (error.code === 'ECONNRESET') socket.destroy();
  // Not writable: answered already, and the client goes on sending what cannot be read.
  else if (socket.writable) answerOnSocket(socket, clientError(error.code));
}

function clientError(code: string | undefined): ServiceError {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return serviceError('HEADERS_TOO_LARGE');
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return serviceError('REQUEST_INCOMPLETE');
    default:
      return serviceError('BAD_REQUEST', { reason: 'this is not a valid HTTP request' });
  }
}

function answerOnSocket(socket: Duplex, error: ServiceError): void {
  const status = statusOf(error);
  const body = JSON.stringify(errorBody(error));
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? 'Error'}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'X-Content-Type-Options: nosniff',
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
  // The rest of the request is read and dropped: to close with bytes unread resets the connection,
  // and a reset can overtake the answer.
  socket.resume();
  const giveUp = setTimeout(() => socket.destroy(), LINGER_MS).unref();
  socket.once('close', () => clearTimeout(giveUp));
}
