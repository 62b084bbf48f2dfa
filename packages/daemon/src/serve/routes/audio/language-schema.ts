/** Parameters and shapes of the routes about the language of recordings and their older text. */
import { type Static, Type } from 'typebox';
import { nullableNumber, nullableText, Timestamp } from '#serve/request/schema.ts';
import { chunkParameters, Failure, Retranscription } from './schema.ts';

const Id = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });

const selection = {
  audio_chunk_ids: Type.Optional(Type.Array(Id, { minItems: 1, maxItems: 100 })),
  speaker_id: Type.Optional(Id),
  everything: Type.Optional(Type.Boolean({ description: 'All recordings.' })),
};
const Selection = Type.Object(selection);
export type WireSelection = Static<typeof Selection>;

export const languagesSchema = {
  tags: ['audio'],
  summary: 'The languages that speech can be read in',
  response: {
    200: Type.Object({
      data: Type.Array(
        Type.Object({
          code: Type.String({ description: 'Such as `de`.' }),
          name: Type.String({ description: 'In English.' }),
        }),
      ),
    }),
  },
};

export const languageSchema = {
  tags: ['audio'],
  summary: 'Correct the language of recordings',
  description:
    'Names the language that is spoken in the recordings of `audio_chunk_ids`, in all that a speaker said, or in everything; exactly one of the three. Their text is made again from the sound by a model for that language, and the older text is kept: `/audio/restore-text` takes it back. Recordings that are named are read at once. Those of a speaker, or everything, are read one after the other in the background (`second_readings` of `/audio/metrics`); `everything` also adds it to `audio.languages`. 409 `LANGUAGE_MODEL_MISSING` when no installed model reads the language, 410 `AUDIO_GONE` when the sound is not there any more.',
  body: Type.Object({
    language: Type.String({ minLength: 1, maxLength: 20, description: 'Such as `de`.' }),
    ...selection,
  }),
  response: {
    200: Type.Object({
      asked_at: Timestamp,
      chunks_processed: Type.Integer(),
      chunks_waiting: Type.Integer({ description: 'Recordings that are read in the background.' }),
      transcriptions: Type.Array(Retranscription),
      failed: Type.Array(Failure),
    }),
  },
};

export const restoreSchema = {
  tags: ['audio'],
  summary: 'Give recordings the text they had before they were read again',
  description:
    'Of the recordings of `audio_chunk_ids`, whoever had them read; of a speaker or of everything, those whose language was corrected, and what still waits for that does not any more. Exactly one of the three. A recording that was changed since stays as it is. 404 `OLDER_TEXT_MISSING` when a named recording has no older text.',
  body: Type.Object({
    ...selection,
    since: Type.Optional(
      Type.String({
        maxLength: 100,
        description:
          'Of a speaker or everything: only what was read again since; `asked_at` of the correction. Corrections from before stay.',
      }),
    ),
  }),
  response: {
    200: Type.Object({ chunks_restored: Type.Integer() }),
  },
};

const Line = Type.Object({
  transcription_id: Type.Integer(),
  timestamp: Timestamp,
  text: Type.String(),
  engine: Type.String(),
  language: nullableText('Such as `de`. Null when it is not known.'),
  start_time: nullableNumber('Seconds within the file.'),
  end_time: nullableNumber('Seconds within the file.'),
});
export type WireLine = Static<typeof Line>;

const Older = Type.Object({
  reason: Type.String({
    enum: ['language', 'model', 'request'],
    description:
      'Why it was replaced: its language was corrected, a larger model read it in a pause, or a program asked for it.',
  }),
  replaced_at: Timestamp,
  lines: Type.Array(Line),
});

export const textSchema = {
  tags: ['audio'],
  summary: 'What is said in a recording, and was before it was read again',
  params: chunkParameters.schema,
  response: {
    200: Type.Object({
      chunk_id: Type.Integer(),
      lines: Type.Array(Line),
      older: Type.Unsafe<Static<typeof Older> | null>({ ...Older, type: ['object', 'null'] }),
    }),
  },
};
