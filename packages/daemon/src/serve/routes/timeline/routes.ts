/** `GET /timeline`. */
import { withSignal } from '#serve/deadline.ts';
import { readPage } from '#serve/items/read-page.ts';
import { sendPage } from '#serve/items/send-page.ts';
import type { App, ServerDeps } from '#serve/server-deps.ts';
import { timelineParameters, timelineSchema } from './schema.ts';

export function timelineRoutes(app: App, deps: ServerDeps): void {
  const deadline = { code: 'SEARCH_TIMEOUT', limitMs: deps.limits.searchTimeoutMs } as const;

  app.get('/timeline', { schema: timelineSchema }, async (request, reply) => {
    const query = timelineParameters.parse(request.query, deps.nowMs());
    const filter = {
      kinds: query.content_type,
      limit: query.limit,
      offset: query.offset,
      order: query.order,
      startMs: query.start_time,
      endMs: query.end_time,
      appName: query.app_name,
      windowName: query.window_name,
    };
    const page = await withSignal(reply, deadline, (signal) =>
      readPage(deps.store, filter, signal),
    );
    return sendPage(deps, reply, page, query.include_frames);
  });
}
