/** Parameters and shapes of `GET /coverage`. */
import { type Static, Type } from 'typebox';
import { endTime, parameters, startTime } from '#serve/request/query.ts';
import { nullableText, Timestamp } from '#serve/request/schema.ts';

export const coverageParameters = parameters({ start_time: startTime(), end_time: endTime() });

const Span = Type.Object({
  start_time: Timestamp,
  end_time: Timestamp,
  state: Type.String({
    enum: ['captured', 'idle', 'paused', 'excluded', 'locked', 'off', 'failed'],
    description:
      'captured: rows were written. idle: the source lived and there was nothing new. paused: stopped by a person. excluded: only what is kept out was shown. locked: the screen was locked. off: turned off, or the service did not run. failed: it should have worked and did not.',
  }),
  cause: nullableText('Why it failed or was off.'),
});

const Stream = Type.Object({
  spans: Type.Array(Span, { description: 'Everything, in order and without holes.' }),
  minutes: Type.Record(Type.String(), Type.Number(), {
    description: 'How long each state lasted, in minutes.',
  }),
  gaps: Type.Array(Span, { description: 'The spans that failed or were off.' }),
});

const Coverage = Type.Object({
  since: nullableText('The first moment that is accounted for; null when there is none yet.'),
  start_time: Timestamp,
  end_time: Timestamp,
  streams: Type.Object({ screen: Stream, audio: Stream, input: Stream }),
});
export type Coverage = Static<typeof Coverage>;

export const coverageSchema = {
  tags: ['health'],
  summary: 'What was recorded when, and where the gaps are',
  description: 'The last 24 hours unless a range is given. Nothing is known from before `since`.',
  querystring: coverageParameters.schema,
  response: { 200: Coverage },
};
