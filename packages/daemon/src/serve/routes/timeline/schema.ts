/** Parameters and shape of `/timeline`. */
import { contentType } from '#serve/items/content-type.ts';
import { ItemPage } from '#serve/items/schema.ts';
import {
  choice,
  endTime,
  flag,
  limit,
  offset,
  parameters,
  startTime,
  text,
  withDefault,
} from '#serve/query.ts';
import { errorReplies } from '#serve/schema.ts';

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
  response: { 200: ItemPage, ...errorReplies },
};
