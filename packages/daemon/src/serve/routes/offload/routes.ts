/** `/offload`: old pictures and sound at a place of the person's own. The settings are `retention.offload.*`. */
import { toWireOffload } from '#serve/offload-state.ts';
import { withSignal } from '#serve/request/deadline.ts';
import type { App, ServerDeps } from '#serve/server-deps.ts';
import { runSchema, stateSchema, verifySchema } from './schema.ts';

export function offloadRoutes(app: App, { offload }: Pick<ServerDeps, 'offload'>): void {
  app.get('/offload', { schema: stateSchema }, async () => toWireOffload(offload.figures()));

  app.post('/offload/run', { schema: runSchema }, async (_request, reply) => {
    offload.start();
    return reply.code(202).send(toWireOffload(offload.figures()));
  });

  app.post('/offload/verify', { schema: verifySchema }, (_request, reply) =>
    // However long it takes. It ends when the caller goes away.
    withSignal(reply, undefined, (signal) => offload.verify(signal)),
  );
}
