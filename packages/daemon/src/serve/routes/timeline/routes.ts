/** `GET /timeline`. */
import { withSignal } from '#serve/deadline.ts';
import { readPage } from '#serve/items/read-page.ts';
import { pageSerialiser } from '#serve/items/serialise-page.ts';
import type { App, ServerDeps } from '#serve/server-deps.ts';
import { timelineParameters, timelineSchema } from './schema.ts';

export function timelineRoutes(app: App, deps: ServerDeps): void {
  const deadline = { code: 'SEARCH_TIMEOUT', limitMs: deps.limits.searchTimeoutMs } as const;

  app.get(
    '/timeline',
    { schema: timelineSchema, serializerCompiler: pageSerialiser },
    async (request, reply) => {
      const query = timelineParameters.parse(request.query, deps.nowMs());
      return withSignal(reply, deadline, (signal) =>
        readPage(
          deps,
          {
            filter: {
              kinds: query.content_type,
              limit: query.limit,
              offset: query.offset,
              order: query.order,
              startMs: query.start_time,
              endMs: query.end_time,
              appName: query.app_name,
              windowName: query.window_name,
            },
            includeFrames: query.include_frames,
          },
          signal,
        ),
      );
    },
  );
}
