/** Parameters and shapes of `/timeline` and `/timeline/segments`. */
import { Type } from 'typebox';
import { contentType } from '#serve/items/content-type.ts';
import { ItemPage } from '#serve/items/schema.ts';
import {
  choice,
  endTime,
  flag,
  limit,
  offset,
  parameters,
  required,
  startTime,
  text,
  wholeNumber,
  withDefault,
} from '#serve/request/query.ts';
import { nullableText, Timestamp } from '#serve/request/schema.ts';

/** The interface's own figure. */
const MAX_TIMELINE_LIMIT = 1000;

export const timelineParameters = parameters({
  limit: limit({ fallback: 20, max: MAX_TIMELINE_LIMIT }),
  offset: offset(),
  start_time: startTime(),
  end_time: endTime(),
  content_type: contentType(),
  app_name: text('Part of the name of the application. Leaves audio out.'),
  window_name: text('Part of the title of the window. Leaves audio out.'),
  include_frames: withDefault(flag('Put the images of frames into the items, as base64.'), false),
  order: withDefault(choice(['ascending', 'descending'], 'By time.'), 'ascending'),
});

export const timelineSchema = {
  tags: ['timeline'],
  summary: 'What happened, in order of time',
  description: 'Oldest first, unless `order=descending`.',
  querystring: timelineParameters.schema,
  response: { 200: ItemPage },
};

export const segmentParameters = parameters({
  start_time: required(startTime()),
  end_time: endTime(),
  max: withDefault(
    wholeNumber('No more stretches than this: those too short to be drawn are joined.', {
      min: 10,
      max: 5000,
    }),
    400,
  ),
  app_name: text('Only this application; its exact name.'),
  device_name: text('Only this display; without it, the one that had the focus.'),
});

const Segment = Type.Object({
  start: Timestamp,
  end: Timestamp,
  app_name: Type.String(),
  window_name: Type.String({ description: 'Of the longest part, when several are joined.' }),
  site: nullableText('Host of the web page; null outside of browsers.'),
  frames: Type.Integer(),
  first_frame_id: Type.Integer(),
  mixed: Type.Optional(
    Type.Array(Type.Object({ app_name: Type.String(), share: Type.Number() }), {
      description: 'When several applications are joined: the busiest, and their shares of it.',
    }),
  ),
});

export const segmentSchema = {
  tags: ['timeline'],
  summary: 'A time range as stretches of one application',
  description:
    'Oldest first. A stretch ends where the next begins, or with its last frame when nothing was captured for five minutes. `granularity` is `hour` where there are too many frames to walk: each stretch is then a whole hour.',
  querystring: segmentParameters.schema,
  response: {
    200: Type.Object({
      data: Type.Array(Segment),
      granularity: Type.String({ enum: ['frame', 'hour'] }),
    }),
  },
};
