/**
 * The HTTP side for runs of pipes, without the network in between: the same routes, the same guard, the same checks of the token.
 * That side needs the pipe host and the host needs this, so the app is handed in when it is built.
 */
import type { FastifyInstance } from 'fastify';
import type { AskService } from '#pipes/facilities/facility.ts';

export function serviceAsker(): { ask: AskService; connect(app: FastifyInstance): void } {
  const connected = Promise.withResolvers<FastifyInstance>();
  return {
    connect: (app) => connected.resolve(app),
    async ask({ method, path, token, body }) {
      const app = await connected.promise;
      const reply = await app.inject({
        method: method === 'POST' ? 'POST' : 'GET',
        url: path,
        headers: { authorization: `Bearer ${token}`, host: 'localhost' },
        ...(body === undefined ? {} : { payload: body }),
      });
      const headers = Object.entries(reply.headers).map(([name, value]) => [name, String(value)]);
      return {
        status: reply.statusCode,
        headers: Object.fromEntries(headers),
        body: reply.rawPayload,
      };
    },
  };
}
