/** The HTTP server as Node makes it: limits of what may arrive, and answers to what is no request at all. */
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerOptions,
} from 'node:http';
import { watchForOtherUsers } from '../access/peer-user.ts';
import { answerClientError, isWebSocketUpgrade } from './raw-socket.ts';

/** Room for a query of 10 kB in which every byte is escaped. */
export const MAX_HEADER_BYTES = 64 * 1024;

/** For a whole request to arrive: far above any local caller, and the end of those that stall. */
export const REQUEST_ARRIVAL_MS = 60_000;

/** Above what proxies and browsers keep a connection for, so that they close it and not we. */
const KEEP_ALIVE_MS = 72_000;

export const HTTP_OPTIONS = {
  maxHeaderSize: MAX_HEADER_BYTES,
  // A request without a Host is the guard's to refuse: node's own answer is not JSON.
  requireHostHeader: false,
  shouldUpgradeCallback: isWebSocketUpgrade as (request: IncomingMessage) => boolean,
} satisfies ServerOptions;

export function httpServer(onRequest: RequestListener): Server {
  const timeouts = { requestTimeout: REQUEST_ARRIVAL_MS, keepAliveTimeout: KEEP_ALIVE_MS };
  const server = createServer({ ...HTTP_OPTIONS, ...timeouts }, onRequest);
  // Expectations that we do not know may be ignored, and node's refusal is not JSON.
  server.on('checkExpectation', onRequest);
  watchForOtherUsers(server);
  return server.on('clientError', answerClientError);
}
