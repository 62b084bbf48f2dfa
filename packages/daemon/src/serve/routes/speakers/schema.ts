/** Parameters, bodies and shapes of the routes under `/speakers`. */
import { Type } from 'typebox';
import { id, idList, limit, offset, parameters, text, wholeNumber } from '#serve/request/query.ts';
import { AnyFields, nullableInteger } from '#serve/request/schema.ts';

const Id = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });
const Name = Type.String({ maxLength: 200 });
const optionalName = Type.Optional(Type.Union([Name, Type.Null()]));

const Speaker = Type.Object({
  id: Type.Integer(),
  name: Type.String({ description: 'Empty when nobody has named the speaker.' }),
  metadata: Type.String({ description: 'JSON text, or empty.' }),
});

const SAMPLES =
  'The `metadata` of each has `audio_samples`: up to three of `{path, transcript, start_time, end_time, chunk_id}`, the newest first.';
const HeardSpeakers = Type.Array(Speaker, { description: SAMPLES });

const OldAssignment = Type.Object({
  transcription_id: Id,
  old_speaker_id: nullableInteger('Null: it was unknown.'),
});

const Success = Type.Object({ success: Type.Boolean() });

const about = (summary: string, description?: string) => ({
  tags: ['speakers'],
  summary,
  ...(description === undefined ? {} : { description }),
});

export const unnamedParameters = parameters({
  limit: limit({ fallback: 20, max: 1000 }),
  offset: offset(),
  speaker_ids: idList('Only these speakers: ids separated by commas.'),
});

export const unnamedSchema = {
  ...about(
    'Speakers without a name',
    'Those that can be listened to, the most heard first. Name one with `/speakers/update`.',
  ),
  querystring: unnamedParameters.schema,
  response: { 200: HeardSpeakers },
};

export const hiddenSchema = {
  ...about(
    'Speakers marked as hallucinations',
    'The last one first. `/speakers/hallucination` with false brings one back.',
  ),
  response: { 200: HeardSpeakers },
};

export const updateSchema = {
  ...about(
    'Name a speaker',
    'What is absent stays. An empty name makes the speaker unnamed again.',
  ),
  body: Type.Object({
    id: Id,
    name: optionalName,
    metadata: Type.Optional(
      Type.Union([Type.String(), AnyFields, Type.Null()], {
        description: 'An object, or JSON text of one.',
      }),
    ),
  }),
  response: {
    200: Type.Object({ ...Speaker.properties, success: Type.Boolean() }),
  },
};

const search = about(
  'Find speakers by name',
  'Those whose name begins with the text, whatever the case; of equal names the oldest. Without a text, all that have a name.',
);

export const searchParameters = parameters({ name: text('How the name begins.') });

export const searchSchema = {
  ...search,
  querystring: searchParameters.schema,
  response: { 200: Type.Array(Speaker) },
};

export const searchByPostSchema = {
  ...search,
  body: Type.Object({
    name: optionalName,
    query: Type.Optional(Type.Union([Name, Type.Null()], { description: 'Same as `name`.' })),
    q: Type.Optional(Type.Union([Name, Type.Null()], { description: 'Same as `name`.' })),
  }),
  response: { 200: Type.Array(Speaker) },
};

const remove = about(
  'Delete a speaker',
  'With the voice, everything said, and the recordings in which nobody else speaks.',
);

export const deleteParameters = parameters({
  id: wholeNumber('The id of the speaker, when there is no body.'),
});

export const deleteSchema = {
  ...remove,
  querystring: deleteParameters.schema,
  body: Type.Object({ id: Type.Optional(Id) }),
  response: { 200: Success },
};

export const deleteByPostSchema = {
  ...remove,
  body: Type.Object({ id: Id }),
  response: { 200: Success },
};

export const hallucinationSchema = {
  ...about(
    'Mark a speaker as hallucination',
    'Hides the speaker, and everything it said, from every search and list. New words of this voice are hidden too.',
  ),
  body: Type.Object({
    speaker_id: Id,
    hallucination: Type.Optional(
      Type.Boolean({ default: true, description: 'False takes the mark away.' }),
    ),
  }),
  response: { 200: Success },
};

export const mergeSchema = {
  ...about(
    'Merge two speakers',
    'Everything of the second becomes the first’s; the second is then deleted. Send `old_assignments` to `/speakers/undo-reassign` to take it back.',
  ),
  body: Type.Object({ speaker_to_keep_id: Id, speaker_to_merge_id: Id }),
  response: {
    200: Type.Object({ ...Success.properties, old_assignments: Type.Array(OldAssignment) }),
  },
};

export const similarParameters = parameters({
  speaker_id: id('The speaker to compare with.'),
  limit: limit({ fallback: 5, max: 100 }),
});

export const similarSchema = {
  ...about('Speakers who sound alike', 'The most alike first.'),
  querystring: similarParameters.schema,
  response: {
    200: Type.Array(
      Type.Object({
        ...Speaker.properties,
        distance: Type.Number({ description: 'From 0, the same voice; under 0.55 it is similar.' }),
      }),
      { description: SAMPLES },
    ),
  },
};

export const reassignSchema = {
  ...about(
    'Say who speaks in a recording',
    'Everything in the audio chunk becomes the speaker’s of that name, who is made when there is none. What was so far unnamed and sounds like it follows, unless `propagate_similar` is false. Send `old_assignments` to `/speakers/undo-reassign` to take it back.',
  ),
  body: Type.Object({
    audio_chunk_id: Id,
    new_speaker_name: Type.String({ maxLength: 200 }),
    propagate_similar: Type.Optional(Type.Boolean({ default: true })),
  }),
  response: {
    200: Type.Object({
      new_speaker_id: Type.Integer(),
      new_speaker_name: Type.String(),
      transcriptions_updated: Type.Integer(),
      embeddings_moved: Type.Integer(),
      old_assignments: Type.Array(OldAssignment),
    }),
  },
};

export const undoSchema = {
  ...about(
    'Undo a reassignment',
    'Restores the rows, the voices and the speakers as they were before it.',
  ),
  body: Type.Object({
    old_assignments: Type.Array(
      Type.Object({
        transcription_id: Id,
        old_speaker_id: Type.Optional(Type.Union([Id, Type.Null()])),
      }),
      { maxItems: 1_000_000 },
    ),
  }),
  response: {
    200: Type.Object({ restored: Type.Integer() }),
  },
};
