/** `GET /timeline` and `GET /timeline/segments`. */

import { readPage } from '#serve/items/read-page.ts';
import { sendPage } from '#serve/items/send-page.ts';
import { withSignal } from '#serve/request/deadline.ts';
import { iso } from '#serve/request/time.ts';
import type { App, ServerDeps } from '#serve/server-deps.ts';
import type { Segment } from '#store/timeline/overview-records.ts';
import { segmentParameters, segmentSchema, timelineParameters, timelineSchema } from './schema.ts';

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
  app.get('/timeline/segments', { schema: segmentSchema }, async (request, reply) => {
    const query = segmentParameters.parse(request.query, deps.nowMs());
    const filter = {
      startMs: query.start_time,
      endMs: query.end_time ?? deps.nowMs(),
      appName: query.app_name,
      deviceName: query.device_name,
      max: query.max,
    };
    const { segments, granularity } = await withSignal(reply, deadline, (signal) =>
      deps.store.timeline.listSegments(filter, signal),
    );
    return { data: segments.map(toWireSegment), granularity };
  });
}

function toWireSegment({ mixed, ...segment }: Segment) {
  return {
    start: iso(segment.startMs),
    end: iso(segment.endMs),
    app_name: segment.appName,
    window_name: segment.windowName,
    site: segment.site,
    frames: segment.frames,
    first_frame_id: segment.firstFrameId,
    ...(mixed && { mixed: mixed.map(({ appName, share }) => ({ app_name: appName, share })) }),
  };
}
