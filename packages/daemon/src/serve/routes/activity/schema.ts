/** Parameters and shape of `/activity-summary`. */
import { type Static, Type } from 'typebox';
import {
  choice,
  endTime,
  parameters,
  required,
  startTime,
  text,
  timeZone,
  withDefault,
} from '#serve/request/query.ts';
import { Timestamp } from '#serve/request/schema.ts';

export const activityParameters = parameters({
  start_time: required(startTime()),
  end_time: required(endTime()),
  app_name: text('Only this application; its exact name.'),
  bucket: choice(['hour', 'day'], 'Tell hours or days one by one as well.'),
  by: withDefault(choice(['app', 'site'], 'What `buckets` are reported by.'), 'app'),
  timezone: withDefault(
    timeZone('Where a day begins: a name such as Europe/Lisbon, or `local`.'),
    'UTC',
  ),
});

const Share = Type.Object({
  name: Type.String(),
  frame_count: Type.Integer(),
  minutes: Type.Number(),
  first_seen: Timestamp,
  last_seen: Timestamp,
});
export type WireShare = Static<typeof Share>;

export const activitySchema = {
  tags: ['activity'],
  summary: 'What a range of time was spent on',
  description:
    'Minutes are counted between frames of one application that are less than five minutes apart. The 20 applications and sites with the most time; `buckets` have them all.',
  querystring: activityParameters.schema,
  response: {
    200: Type.Object({
      apps: Type.Array(Share),
      sites: Type.Array(Share),
      recent_texts: Type.Array(
        Type.Object({ text: Type.String(), app_name: Type.String(), timestamp: Timestamp }),
        { description: 'The newest ten different texts, shortened.' },
      ),
      audio_summary: Type.Object({
        segment_count: Type.Integer(),
        speakers: Type.Array(Type.Object({ name: Type.String(), segment_count: Type.Integer() })),
      }),
      total_frames: Type.Integer(),
      total_minutes: Type.Number({
        description:
          'Between frames of any application; less than the sum of those that took turns.',
      }),
      time_range: Type.Object({ start: Timestamp, end: Timestamp }),
      buckets: Type.Optional(
        Type.Array(Type.Object({ start: Timestamp, name: Type.String(), minutes: Type.Number() })),
      ),
    }),
  },
};
