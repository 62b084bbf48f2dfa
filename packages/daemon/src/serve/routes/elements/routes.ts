/** `GET /elements`. */

import { toWireElement } from '#serve/elements.ts';
import { withSignal } from '#serve/request/deadline.ts';
import type { App, ServerDeps } from '#serve/server-deps.ts';
import { elementParameters, elementsSchema } from './schema.ts';

export function elementRoutes(app: App, { store, limits, nowMs }: ServerDeps): void {
  const deadline = { code: 'SEARCH_TIMEOUT', limitMs: limits.searchTimeoutMs } as const;

  app.get('/elements', { schema: elementsSchema }, async (request, reply) => {
    const query = elementParameters.parse(request.query, nowMs());
    const { limit, offset } = query;
    const { items, total } = await withSignal(reply, deadline, (signal) =>
      store.frames.listElements(
        {
          query: query.q,
          frameId: query.frame_id,
          source: query.source,
          role: query.role,
          startMs: query.start_time,
          endMs: query.end_time,
          appName: query.app_name,
          limit,
          offset,
        },
        signal,
      ),
    );
    return { data: items.map(toWireElement), pagination: { limit, offset, total } };
  });
}
