/**
 * WebSockets and event streams as one thing: a `Stream` that a route sends to until it ends. All of them share one limit, one rule for
 * slow readers and one clean end. Upgrades pass the same hooks as every request, so the guard holds for them too.
 */
import websocket, { type WebSocket } from '@fastify/websocket';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { serviceError } from '#core/errors.ts';
import type { App, StreamFigures } from '../server-deps.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether a client may leave HTTP here. */
    isSocket?: boolean;
  }
}

/** All kinds together: each holds a descriptor and, when its reader is slow, up to a megabyte. */
const MOST_STREAMS = 100;
/** A reader that is this far behind will not catch up; the pipeline does not wait for it. */
const MOST_UNSENT_BYTES = 1024 * 1024;
/** What a client may send: a request for a range, a small event, the ids of ten thousand frames. */
const MOST_RECEIVED_BYTES = 128 * 1024;
const PING_EVERY_MS = 1_000;
/** A peer that answers no ping for this long has disconnected without saying so. */
const GONE_AFTER_MS = 30_000;
const ASK_AFTER_MS = 10_000;
/** Slow readers get no close frame before their backlog; they are cut off. */
const CLOSE_WITHIN_MS = 1_000;

const CODE_GOING_AWAY = 1001;
const CODE_TRY_AGAIN_LATER = 1013;

export interface Stream {
  /** False for server-sent events, which can only be listened to. */
  readonly isSocket: boolean;
  /** False when it has ended or was ended because its reader is too slow. */
  send(text: string): boolean;
  /** What its reader has not taken yet. */
  unsentBytes(): number;
  /** Called once, whoever ended it. */
  onEnd(listener: () => void): void;
  /** Never called on an event stream. */
  onMessage(listener: (text: string) => void): void;
  close(reason: string): void;
  /** As `close`, because its reader is too slow; counted. */
  drop(reason: string): void;
}

export interface StreamRoute<T> {
  path: string;
  /** `events` is a plain GET whose answer never ends (server-sent events), `both` is decided by what the client asks for. */
  kind: 'socket' | 'events' | 'both';
  /** For the document; WebSockets have no place in it. */
  schema?: object;
  /** Reads the query before anything is opened: what it throws is a plain answer. */
  read: (query: unknown) => T;
  serve: (stream: Stream, wanted: T) => void;
}

export interface Streams {
  add<T>(route: StreamRoute<T>): void;
}

/** Has to come before every hook that may refuse a request: only then is the socket of a refused upgrade closed. */
export async function acceptUpgrades(app: App): Promise<void> {
  await app.register(websocket, {
    options: { maxPayload: MOST_RECEIVED_BYTES, perMessageDeflate: false },
    // The reason may hold what the client sent; the socket ends either way.
    errorHandler: (_error, socket) => socket.terminate(),
    // Ours reports the reason.
    preClose: (done) => done(),
  });
}

/** Has to come before the routes. */
export function openStreams(app: App, figures: StreamFigures): Streams {
  const open = new Set<Stream>();
  app.addHook('onRequest', async (request) => {
    if (request.ws && !request.routeOptions.config.isSocket) throw serviceError('ROUTE_NOT_FOUND');
  });
  app.addHook('preClose', async () => {
    for (const stream of open) stream.close('the service stops');
  });

  const onTooSlow = () => {
    figures.dropped += 1;
  };
  function begin(stream: Stream, serve: (stream: Stream) => void): void {
    open.add(stream);
    figures.open = open.size;
    stream.onEnd(() => {
      open.delete(stream);
      figures.open = open.size;
    });
    serve(stream);
  }

  return {
    add<T>({ path, kind, schema = {}, read, serve }: StreamRoute<T>) {
      const requested = new WeakMap<object, T>();
      const serveWish = (request: FastifyRequest) => (stream: Stream) =>
        serve(stream, requested.get(request.raw) as T);
      const asSocket = (socket: WebSocket, request: FastifyRequest) =>
        begin(socketStream(socket, onTooSlow), serveWish(request));
      const asEvents = async (request: FastifyRequest, reply: FastifyReply) =>
        begin(eventStream(reply, onTooSlow), serveWish(request));
      app.route({
        method: 'GET',
        url: path,
        schema: kind === 'socket' ? { hide: true } : schema,
        config: { isSocket: kind !== 'events' },
        preValidation: async (request) => {
          if (kind === 'socket' && !request.ws) throw serviceError('WEBSOCKET_REQUIRED');
          if (open.size >= MOST_STREAMS)
            throw serviceError('TOO_MANY_STREAMS', { most: MOST_STREAMS });
          requested.set(request.raw, read(request.query));
        },
        handler: asEvents,
        ...(kind !== 'events' && { wsHandler: asSocket }),
      });
    },
  };
}

function socketStream(socket: WebSocket, onTooSlow: () => void): Stream {
  let isLive = true;
  let lastPongMs = performance.now();
  let isQuiet = true;
  const beat = setInterval(() => {
    const sinceMs = performance.now() - lastPongMs;
    if (sinceMs > GONE_AFTER_MS) socket.terminate();
    // A reader that hears something needs no sign of life; that it is there must be asked now and then.
    else if (isQuiet || sinceMs > ASK_AFTER_MS) socket.ping();
    isQuiet = true;
  }, PING_EVERY_MS);
  socket.on('pong', () => {
    lastPongMs = performance.now();
  });
  socket.once('close', () => {
    isLive = false;
    clearInterval(beat);
  });

  function end(code: number, reason: string): void {
    if (!isLive) return;
    isLive = false;
    socket.close(code, reason);
    setTimeout(() => socket.terminate(), CLOSE_WITHIN_MS).unref();
  }

  function drop(reason: string): void {
    if (isLive) onTooSlow();
    end(CODE_TRY_AGAIN_LATER, reason);
  }

  return {
    isSocket: true,
    send(text) {
      if (!isLive) return false;
      if (socket.bufferedAmount > MOST_UNSENT_BYTES) {
        drop('too slow: more than a megabyte was waiting');
        return false;
      }
      isQuiet = false;
      socket.send(text);
      return true;
    },
    unsentBytes: () => socket.bufferedAmount,
    onEnd: (listener) => void socket.once('close', listener),
    onMessage: (listener) =>
      void socket.on('message', (data, isBinary) => {
        if (!isBinary) listener(data.toString());
      }),
    close: (reason) => end(CODE_GOING_AWAY, reason),
    drop,
  };
}

function eventStream(reply: FastifyReply, onTooSlow: () => void): Stream {
  const response = reply.raw;
  let isLive = true;
  // The headers that the hooks have set go with it: the guard's answer for this origin among them.
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (value !== undefined) response.setHeader(name, value);
  }
  reply.hijack();
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
  // The first bytes at once, so that the reader knows that it is connected.
  response.write(': keep-alive-text\n\n');
  // Whatever it is, 'close' follows.
  response.on('error', () => {});
  const beat = setInterval(() => write(': keep-alive-text\n\n'), PING_EVERY_MS);
  response.once('close', () => {
    isLive = false;
    clearInterval(beat);
  });

  function end(reason: string): void {
    if (!isLive) return;
    isLive = false;
    clearInterval(beat);
    response.end(`event: end\ndata: ${JSON.stringify({ message: reason })}\n\n`);
    setTimeout(() => response.destroy(), CLOSE_WITHIN_MS).unref();
  }
  function write(text: string): boolean {
    if (!isLive) return false;
    if (response.writableLength > MOST_UNSENT_BYTES) {
      onTooSlow();
      isLive = false;
      response.destroy();
      return false;
    }
    response.write(text);
    return true;
  }

  return {
    isSocket: false,
    send(text) {
      return write(`data: ${text}\n\n`);
    },
    unsentBytes: () => response.writableLength,
    onEnd: (listener) => void response.once('close', listener),
    onMessage: () => {},
    close: end,
    drop(reason) {
      if (isLive) onTooSlow();
      end(reason);
    },
  };
}
