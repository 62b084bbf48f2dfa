/** Parameters and shapes of `/meetings`. */
import { type Static, Type } from 'typebox';
import { endTime, id, limit, offset, parameters, startTime } from '#serve/request/query.ts';
import { nullableText, Timestamp } from '#serve/request/schema.ts';

export const meetingParameters = parameters({ id: id('The id of the meeting.') });

export const listParameters = parameters({
  start_time: startTime(),
  end_time: endTime(),
  limit: limit({ fallback: 20, max: 1000 }),
  offset: offset(),
});

const Meeting = Type.Object({
  id: Type.Integer(),
  meeting_start: Timestamp,
  meeting_end: nullableText('Null while it goes on.'),
  meeting_app: Type.String(),
  title: nullableText(),
  attendees: nullableText('Names of those who were heard, separated by commas.'),
  detection_source: Type.Unsafe<'app' | 'speech' | 'manual'>({
    type: 'string',
    enum: ['app', 'speech', 'manual'],
    description: 'app: a call window. speech: a conversation. manual: by hand.',
  }),
  created_at: Timestamp,
});
export type WireMeeting = Static<typeof Meeting>;

const Time = Type.Union([Type.String(), Type.Number()], {
  description: 'Any accepted form of time.',
});
const text = Type.Union([Type.String({ maxLength: 1000 }), Type.Null()]);

const Change = Type.Object({
  meeting_start: Type.Optional(Time),
  meeting_end: Type.Optional(Type.Union([Time, Type.Null()])),
  meeting_app: Type.Optional(Type.String({ maxLength: 1000 })),
  title: Type.Optional(text),
  attendees: Type.Optional(text),
});
export type ChangeBody = Static<typeof Change>;

const meetings = { tags: ['meetings'] };
const one = { 200: Meeting };

export const listSchema = {
  ...meetings,
  summary: 'Meetings, the newest first',
  description: 'A bare list of those that reach into the range.',
  querystring: listParameters.schema,
  response: { 200: Type.Array(Meeting) },
};

export const readSchema = {
  ...meetings,
  summary: 'One meeting',
  params: meetingParameters.schema,
  response: one,
};

export const changeSchema = {
  ...meetings,
  summary: 'Correct a meeting',
  description: 'What is not given stays. From then on it is not changed by itself.',
  params: meetingParameters.schema,
  body: Change,
  response: one,
};

export const deleteSchema = {
  ...meetings,
  summary: 'It was no meeting',
  description: 'What was seen and heard stays, and it is not found again.',
  params: meetingParameters.schema,
  response: { 200: Type.Object({ deleted: Type.Integer() }) },
};

export const startSchema = {
  ...meetings,
  summary: 'A meeting begins now',
  body: Type.Object({
    app: Type.String({ minLength: 1, maxLength: 1000 }),
    title: Type.Optional(text),
    attendees: Type.Optional(text),
  }),
  response: one,
};

export const stopSchema = {
  ...meetings,
  summary: 'The meeting that goes on ends now',
  description: 'The newest one that has no end. 404 when there is none.',
  response: one,
};

export const mergeSchema = {
  ...meetings,
  summary: 'Several meetings were one',
  body: Type.Object({
    ids: Type.Array(Type.Integer({ minimum: 0 }), {
      minItems: 2,
      maxItems: 100,
      uniqueItems: true,
    }),
  }),
  response: one,
};
