/** Parameters and shapes of `/ui-events` and `/ui-events/stats`. */
import { type Static, Type } from 'typebox';
import {
  choice,
  endTime,
  limit,
  offset,
  parameters,
  startTime,
  text,
} from '#serve/request/query.ts';
import { nullableInteger, nullableText, Pagination, Timestamp } from '#serve/request/schema.ts';
import { INPUT_EVENT_TYPES } from '#store/records.ts';

export const uiEventParameters = parameters({
  q: text('Part of the text, the application name or the window title.'),
  event_type: choice(INPUT_EVENT_TYPES, 'What happened.'),
  app_name: text('Part of the name of the application.'),
  window_name: text('Part of the title of the window.'),
  start_time: startTime(),
  end_time: endTime(),
  limit: limit({ fallback: 50, max: 1000 }),
  offset: offset(),
});

const UiEvent = Type.Object({
  id: Type.Integer(),
  timestamp: Timestamp,
  session_id: nullableText(),
  relative_ms: Type.Integer({ description: 'Milliseconds since the session began.' }),
  event_type: Type.String(),
  x: nullableInteger(),
  y: nullableInteger(),
  delta_x: nullableInteger(),
  delta_y: nullableInteger(),
  button: nullableInteger(),
  click_count: nullableInteger(),
  key_code: nullableInteger(),
  modifiers: nullableInteger(),
  text_content: nullableText(),
  text_length: nullableInteger(),
  app_name: nullableText(),
  app_pid: nullableInteger(),
  window_title: nullableText(),
  browser_url: nullableText(),
  element: Type.Unsafe<{ [name: string]: string | null } | null>({
    type: ['object', 'null'],
    description: 'What was under the pointer or had the focus.',
    properties: {
      role: nullableText(),
      name: nullableText(),
      value: nullableText(),
      description: nullableText(),
      automation_id: nullableText(),
      bounds: nullableText('JSON text with x, y, width and height.'),
    },
  }),
  frame_id: nullableInteger(),
});
export type UiEvent = Static<typeof UiEvent>;

export const uiEventsSchema = {
  tags: ['ui-events'],
  summary: 'What was clicked, typed, copied and switched to',
  description: 'Newest first.',
  querystring: uiEventParameters.schema,
  response: {
    200: Type.Object({
      data: Type.Array(UiEvent),
      pagination: Pagination,
      available: Type.Array(Type.String(), {
        description:
          'The kinds that are noted now: wanted, and reported by this desktop. Wayland reports no keys and clicks.',
      }),
    }),
  },
};

export const uiEventStatsParameters = parameters({
  start_time: startTime(),
  end_time: endTime(),
});

export const uiEventStatsSchema = {
  tags: ['ui-events'],
  summary: 'How often what happened in which application',
  description: 'Most frequent first, at most 100.',
  querystring: uiEventStatsParameters.schema,
  response: {
    200: Type.Array(
      Type.Object({
        app_name: Type.String({ description: '`unknown` when the application is not known.' }),
        event_type: Type.String(),
        count: Type.Integer(),
      }),
    ),
  },
};
