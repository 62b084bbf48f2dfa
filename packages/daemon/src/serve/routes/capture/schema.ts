/** Wire shapes of pausing. */
import { type Static, Type } from 'typebox';
import { PauseState, StreamName } from '#serve/pause-state.ts';

const streams = Type.Optional(
  Type.Array(StreamName, { minItems: 1, maxItems: 10, description: 'Both when absent.' }),
);

const Outcome = Type.Object({
  success: Type.Boolean(),
  message: Type.String(),
  ...PauseState.properties,
});

export const PauseBody = Type.Union([
  Type.Object({
    minutes: Type.Optional(Type.Number({ exclusiveMinimum: 0, maximum: 525_600 })),
    until: Type.Optional(
      Type.Union([Type.String(), Type.Number()], {
        description: 'Any accepted form of time that is to come, or `tomorrow` (midnight here).',
      }),
    ),
    streams,
  }),
  Type.Null(),
]);
export type PauseBody = Static<typeof PauseBody>;

const capture = { tags: ['capture'] };

export const pauseSchema = {
  ...capture,
  summary: 'Remember nothing for a while',
  description:
    'For `minutes`, `until` a time, or until it is resumed when neither is given. Answers when nothing is captured any more. A restart does not end a pause. What was recorded before stays, and sound that waits for its text still gets it.',
  body: PauseBody,
  response: { 200: Outcome },
};

export const resumeSchema = {
  ...capture,
  summary: 'End a pause',
  description: 'Everything is captured again as it was wished before. No pause is no error.',
  body: Type.Union([Type.Object({ streams }), Type.Null()]),
  response: { 200: Outcome },
};

export const stateSchema = {
  ...capture,
  summary: 'What is paused, and until when',
  response: { 200: PauseState },
};
