/**
 * What listens. Behind it stands the service while its store is open, and one that can only be unlocked while it is not: whoever is
 * connected stays so, and a lock is answered when it is done. Requests in flight get a moment when what answers them goes.
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { httpServer } from './http-server.ts';

/** Requests in flight when the service is asked to stop; the whole stop must stay below five seconds. */
const FINISH_REQUESTS_MS = 2_000;

export interface Front {
  readonly server: Server;
  /** Answers everything from now on but what `vaultApp` keeps. */
  use(app: FastifyInstance): void;
  /** Hands no more requests to it, waits for those in flight for a moment, and closes it. */
  retire(app: FastifyInstance): Promise<void>;
}

/** `vaultApp` answers `/vault` and `/agreement`, always, and everything else while there is no other. */
export function openFront(vaultApp: FastifyInstance): Front {
  let current: FastifyInstance | undefined;
  const inFlight = new Map<FastifyInstance, Set<Duplex>>([[vaultApp, new Set()]]);

  const appFor = (request: IncomingMessage) =>
    current === undefined || outlivesService(request.url ?? '/') ? vaultApp : current;

  function count(app: FastifyInstance, socket: Duplex, end: ServerResponse | Duplex): void {
    const sockets = inFlight.get(app);
    sockets?.add(socket);
    end.once('close', () => sockets?.delete(socket));
  }

  function answer(request: IncomingMessage, response: ServerResponse): void {
    const app = appFor(request);
    count(app, request.socket, response);
    app.server.emit('request', request, response);
  }

  const server = httpServer(answer);
  server.on('upgrade', (request, socket, head) => {
    const app = appFor(request);
    count(app, socket, socket);
    app.server.emit('upgrade', request, socket, head);
  });

  return {
    server,
    use(app) {
      inFlight.set(app, new Set());
      current = app;
    },
    async retire(app) {
      if (current === app) current = undefined;
      const sockets = inFlight.get(app) ?? new Set();
      const closing = app.close();
      await emptied(sockets, FINISH_REQUESTS_MS);
      // A caller that goes away cancels its query, so this also ends long searches.
      for (const socket of sockets) socket.destroy();
      inFlight.delete(app);
      await closing;
    },
  };
}

/** Both may stop the service and start it again before they answer. */
function outlivesService(url: string): boolean {
  const path = url.startsWith('/') ? url : (URL.parse(url)?.pathname ?? '/');
  return /^\/(?:vault|agreement)(?:[/?]|$)/.test(path);
}

async function emptied(sockets: ReadonlySet<unknown>, withinMs: number): Promise<void> {
  const untilMs = performance.now() + withinMs;
  while (sockets.size > 0 && performance.now() < untilMs) {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
