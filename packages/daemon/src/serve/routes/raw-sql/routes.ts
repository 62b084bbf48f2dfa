/** `POST /raw_sql`. What makes it read-only and bounded is in `store/raw-sql`. */
import type { FastifyReply } from 'fastify';
import { withSignal } from '#serve/request/deadline.ts';
import type { App, ServerDeps } from '#serve/server-deps.ts';
import { rawSqlSchema } from './schema.ts';

export function rawSqlRoutes(app: App, { rawSql }: ServerDeps): void {
  const run = (query: string, reply: FastifyReply) =>
    withSignal(reply, undefined, (signal) => rawSql.run(query, signal));

  app.post('/raw_sql', { schema: rawSqlSchema }, async ({ body }, reply) =>
    // Already JSON: the process that ran the statement has also written its rows.
    sendJson(reply, await run(body.query, reply)),
  );
}

function sendJson(reply: FastifyReply, rows: Buffer): FastifyReply {
  return reply.type('application/json; charset=utf-8').send(rows);
}
