/** Parameters and shapes of the recordings under `/audio`. */
import { type Static, Type } from 'typebox';
import {
  endTime,
  id,
  limit,
  parameters,
  startTime,
  wholeNumber,
  withDefault,
} from '#serve/request/query.ts';
import { nullableNumber, nullableText, Timestamp } from '#serve/request/schema.ts';

export const chunkParameters = parameters({
  chunk_id: id('The id of the audio chunk, as `chunk_id` of search results.'),
});

const audio = { schema: { type: 'string', contentMediaType: 'audio/ogg' } };
const content = { 'audio/ogg': audio, 'audio/wav': audio, 'audio/mpeg': audio, 'audio/mp4': audio };

export const playSchema = {
  tags: ['audio'],
  summary: 'The sound of an audio chunk',
  description:
    'Opus in Ogg. `Range` requests give a part. 410 when the file of a known chunk is missing.',
  params: chunkParameters.schema,
  response: {
    200: { description: 'The whole file.', content },
    206: {
      description: 'The part asked for.',
      headers: { 'content-range': { type: 'string', description: 'Such as `bytes 0-99/1234`.' } },
      content,
    },
    304: { description: 'The file that the caller already has.', type: 'null' },
  },
};

export const peakParameters = parameters({
  n: withDefault(wholeNumber('How many values.', { min: 1, max: 4000 }), 200),
});

export const peakSchema = {
  tags: ['audio'],
  summary: 'The outline of an audio chunk, for drawing it',
  description: 'The loudest moment of each of `n` equal parts, 0 to 1.',
  params: chunkParameters.schema,
  querystring: peakParameters.schema,
  response: {
    200: Type.Object({
      chunk_id: Type.Integer(),
      duration_secs: Type.Number(),
      peaks: Type.Array(Type.Number()),
    }),
  },
};

export const unreadParameters = parameters({
  start_time: startTime(),
  end_time: endTime(),
  limit: limit({ fallback: 100, max: 1000 }),
});

export const unreadSchema = {
  tags: ['audio'],
  summary: 'Recordings that have no text',
  description:
    'The newest first. `language_not_understood`: somebody speaks a language that the recogniser does not know; nothing is invented, the recording is kept, and `POST /audio/retranscribe` reads it with another model.',
  querystring: unreadParameters.schema,
  response: {
    200: Type.Object({
      data: Type.Array(
        Type.Object({
          chunk_id: Type.Integer({ description: 'Play it with `GET /audio/chunks/{chunk_id}`.' }),
          timestamp: Timestamp,
          device_name: Type.String(),
          duration_secs: Type.Number(),
          state: Type.String({
            enum: ['pending', 'deferred', 'failed', 'language_not_understood'],
          }),
          error_code: nullableText('Why it failed last.'),
        }),
      ),
    }),
  },
};

const Time = Type.Union([Type.String(), Type.Number()], {
  description: 'Any accepted form of time.',
});

const RetranscribeBody = Type.Object({
  audio_chunk_ids: Type.Optional(
    Type.Array(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }), {
      maxItems: 10_000,
    }),
  ),
  start: Type.Optional(Time),
  end: Type.Optional(Time),
  engine: Type.Optional(Type.String({ maxLength: 200 })),
  vocabulary: Type.Optional(
    Type.Array(
      Type.Object({
        word: Type.String({ minLength: 1, maxLength: 200 }),
        replacement: Type.Optional(Type.String({ maxLength: 200 })),
      }),
      { maxItems: 1_000 },
    ),
  ),
  prompt: Type.Optional(
    Type.String({
      maxLength: 10_000,
      description:
        'What was said around it, or words to expect. Heeded by the engine openai-compatible; the Moonshine networks take no prompt, and it is left out.',
    }),
  ),
});
export type RetranscribeBody = Static<typeof RetranscribeBody>;

const Id = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });

const OldLine = Type.Object({
  transcription_id: Id,
  timestamp: Timestamp,
  text: Type.String(),
  engine: Type.String({ maxLength: 200 }),
  language: Type.Optional(nullableText('Such as `de`. Without it the language stays.')),
  start_time: nullableNumber('Seconds into the recording.'),
  end_time: nullableNumber('Seconds into the recording.'),
  speaker_id: Type.Union([Id, Type.Null()]),
  was_removed: Type.Boolean({ description: 'The new text has no row for it.' }),
});
export type WireOldLine = Static<typeof OldLine>;

const NewLine = Type.Object({ transcription_id: Id, text: Type.String() });

export const Retranscription = Type.Object({
  audio_chunk_id: Type.Integer(),
  old_text: Type.String(),
  new_text: Type.String(),
  old_lines: Type.Array(OldLine),
  new_lines: Type.Array(NewLine),
});
export type WireRetranscription = Static<typeof Retranscription>;

export const Failure = Type.Object({
  audio_chunk_id: Type.Integer(),
  code: Type.String({ description: 'Why, such as `AUDIO_GONE`.' }),
});
export type WireFailure = Static<typeof Failure>;

export const retranscribeSchema = {
  tags: ['audio'],
  summary: 'Transcribe recordings again',
  description:
    'Those of `audio_chunk_ids`, or all from `start` to `end`. Those that `failed` say what they said; when all have, the answer is the first error. Send `transcriptions`, or some of them, to `/audio/undo-retranscribe` to take it back.',
  body: RetranscribeBody,
  response: {
    200: Type.Object({
      chunks_processed: Type.Integer(),
      transcriptions: Type.Array(Retranscription),
      failed: Type.Array(Failure),
    }),
  },
};

export const undoSchema = {
  tags: ['audio'],
  summary: 'Undo a transcription made again',
  description:
    'The lines of these recordings have the text and the times they had before. A recording of which something was deleted or changed since stays as it is.',
  body: Type.Object({
    transcriptions: Type.Array(
      Type.Object({
        audio_chunk_id: Id,
        old_lines: Type.Array(OldLine, { maxItems: 10_000 }),
        new_lines: Type.Array(NewLine, { maxItems: 10_000 }),
      }),
      { maxItems: 10_000 },
    ),
  }),
  response: {
    200: Type.Object({
      chunks_restored: Type.Integer({
        description: 'Those that said what the new transcription made of them.',
      }),
    }),
  },
};
