/** `GET /ask`. */
import { ask } from '#ask/ask.ts';
import { asksWithToken } from '#serve/access/token-access.ts';
import { withSignal } from '#serve/request/deadline.ts';
import type { App, ServerDeps } from '#serve/server-deps.ts';
import { askSchema } from './schema.ts';
import { toRequest, toWireReply } from './wire.ts';

export function askRoutes(app: App, deps: ServerDeps): void {
  app.get('/ask', { schema: askSchema }, async (request, reply) => {
    const isOwner = !asksWithToken();
    const read = toRequest(request.query, deps.nowMs(), isOwner);
    // A pipe or token has no network: it sends nothing to the person's model either.
    const asked = { ...read, wantsAssistant: read.wantsAssistant && isOwner };
    // A model of the person's own may take its time; the asker may leave.
    const answered = await withSignal(reply, undefined, (signal) => ask(deps, asked, signal));
    return toWireReply(answered, asked.timeZone, deps.nowMs());
  });
}
