/** `GET /ui-events` and `GET /ui-events/stats`. */

import { withSignal } from '#serve/request/deadline.ts';
import { iso } from '#serve/request/time.ts';
import type { App, ServerDeps } from '#serve/server-deps.ts';
import type { InputItem } from '#store/records.ts';
import {
  type UiEvent,
  uiEventParameters,
  uiEventStatsParameters,
  uiEventStatsSchema,
  uiEventsSchema,
} from './schema.ts';

export function uiEventRoutes(app: App, { store, vision, limits, nowMs }: ServerDeps): void {
  const deadline = { code: 'SEARCH_TIMEOUT', limitMs: limits.searchTimeoutMs } as const;

  app.get('/ui-events', { schema: uiEventsSchema }, async (request, reply) => {
    const query = uiEventParameters.parse(request.query, nowMs());
    const { limit, offset } = query;
    const { items, total } = await withSignal(reply, deadline, (signal) =>
      store.input.list(
        {
          query: query.q,
          eventType: query.event_type,
          appName: query.app_name,
          windowName: query.window_name,
          startMs: query.start_time,
          endMs: query.end_time,
          limit,
          offset,
        },
        signal,
      ),
    );
    return {
      data: items.map(toUiEvent),
      pagination: { limit, offset, total },
      available: [...vision.inputKinds()],
    };
  });

  app.get('/ui-events/stats', { schema: uiEventStatsSchema }, async (request, reply) => {
    const query = uiEventStatsParameters.parse(request.query, nowMs());
    const counts = await withSignal(reply, deadline, (signal) =>
      store.input.count({ startMs: query.start_time, endMs: query.end_time }, signal),
    );
    return counts.map(({ appName, eventType, count }) => ({
      app_name: appName || 'unknown',
      event_type: eventType,
      count,
    }));
  });
}

function toUiEvent(event: InputItem): UiEvent {
  return {
    id: event.id,
    timestamp: iso(event.atMs),
    session_id: event.sessionId,
    relative_ms: event.relativeMs,
    event_type: event.eventType,
    x: event.x,
    y: event.y,
    delta_x: event.deltaX,
    delta_y: event.deltaY,
    button: event.button,
    click_count: event.clickCount,
    key_code: event.keyCode,
    modifiers: event.modifiers,
    text_content: event.textContent,
    text_length: event.textLength,
    app_name: event.appName,
    app_pid: event.appPid,
    window_title: event.windowTitle,
    browser_url: event.browserUrl,
    element: toUiElement(event),
    frame_id: event.frameId,
  };
}

function toUiElement(event: InputItem): UiEvent['element'] {
  const element = {
    role: event.elementRole,
    name: event.elementName,
    value: event.elementValue,
    description: event.elementDescription,
    automation_id: event.elementAutomationId,
    bounds: event.elementBounds,
  };
  return Object.values(element).every((value) => value === null) ? null : element;
}
