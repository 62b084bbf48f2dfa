/** `POST /raw_sql`. What makes it read-only and bounded is in `store/raw-sql`. */
import { withSignal } from '#serve/request/deadline.ts';
import type { App, ServerDeps } from '#serve/server-deps.ts';
import { rawSqlSchema } from './schema.ts';

export function rawSqlRoutes(app: App, { rawSql }: ServerDeps): void {
  app.post('/raw_sql', { schema: rawSqlSchema }, async (request, reply) => {
    const rows = await withSignal(reply, undefined, (signal) =>
      rawSql.run(request.body.query, signal),
    );
    // Already JSON: the process that ran the statement has also written its rows.
    return reply.type('application/json; charset=utf-8').send(rows);
  });
}
