/** Wire shapes of forgetting: `/data/delete-range`, `/data/delete-device`, `/data/device-storage`. */
import { type Static, Type } from 'typebox';
import { errorReplies, nullableText } from '#serve/schema.ts';

const Time = Type.Union([Type.String(), Type.Number()], {
  description: 'Any accepted form of time.',
});

const dryRun = Type.Optional(
  Type.Boolean({ description: 'Only count: nothing is deleted, and three frames are shown.' }),
);

const RangeBody = Type.Object({
  start: Type.Optional(Time),
  end: Type.Optional(Time),
  app_name: Type.Optional(
    Type.String({ minLength: 1, description: 'Only this application; its exact name.' }),
  ),
  site: Type.Optional(
    Type.String({ minLength: 1, description: 'Only this site, such as `bank.example`.' }),
  ),
  frame_ids: Type.Optional(
    Type.Array(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }), {
      minItems: 1,
      maxItems: 10_000,
      description: 'These frames and nothing else.',
    }),
  ),
  dry_run: dryRun,
});
export type RangeBody = Static<typeof RangeBody>;

const Count = Type.Integer();
const Deleted = Type.Object({
  frames_deleted: Count,
  ocr_deleted: Count,
  audio_transcriptions_deleted: Count,
  audio_chunks_deleted: Count,
  video_chunks_deleted: Count,
  accessibility_deleted: Count,
  ui_events_deleted: Count,
  video_files_deleted: Count,
  audio_files_deleted: Count,
  dry_run: Type.Boolean({ description: 'True: this is what would be deleted.' }),
  sample_frame_ids: Type.Optional(
    Type.Array(Type.Integer(), { description: 'With `dry_run`: up to three of the frames.' }),
  ),
});
export type WireDeleted = Static<typeof Deleted>;

const data = { tags: ['data'] };

export const rangeSchema = {
  ...data,
  summary: 'Forget a range of time, an application, a site or single frames',
  description:
    'All that is given must hold; `start` and `end`, both inclusive, may be left out when something else is given. Cannot be undone: ask with `dry_run` first. Sound has neither application nor site, so these leave it alone. Pictures inside a video cannot be reached any more at once; their pixels go with the last frame of that video.',
  body: RangeBody,
  response: { 200: Deleted, ...errorReplies },
};

export const deviceSchema = {
  ...data,
  summary: 'Forget everything that came from another machine',
  body: Type.Object({ machine_id: Type.String({ minLength: 1 }), dry_run: dryRun }),
  response: { 200: Deleted, ...errorReplies },
};

export const storageSchema = {
  ...data,
  summary: 'What is kept of each machine',
  description: 'This machine first; its id is null.',
  response: {
    200: Type.Array(
      Type.Object({ machine_id: nullableText(), frames: Count, audio_chunks: Count }),
    ),
    ...errorReplies,
  },
};
