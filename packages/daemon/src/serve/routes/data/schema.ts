/** Wire shapes of forgetting. */
import { type Static, Type } from 'typebox';
import { DeletionJob } from '#serve/deletion-job.ts';
import { id, parameters } from '#serve/request/query.ts';
import { nullableText } from '#serve/request/schema.ts';

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
    Type.String({
      minLength: 1,
      description: 'Only this site with its subdomains, such as `bank.example`.',
    }),
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

const DeleteBody = Type.Object({
  ...RangeBody.properties,
  speaker_id: Type.Optional(
    Type.Integer({
      minimum: 1,
      description:
        'Only what this speaker said. Without a time also the speaker: name, voice, everything.',
    }),
  ),
  machine_id: Type.Optional(
    Type.String({ minLength: 1, description: 'Only what came from this other machine.' }),
  ),
  wait: Type.Optional(
    Type.Boolean({ description: 'Answer when the job is done, with its receipt.' }),
  ),
});
export type DeleteBody = Static<typeof DeleteBody>;

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
  pipe_outputs_deleted: Type.Integer({
    description:
      'Printed outputs, kept values and files of pipes, which may quote what was deleted.',
  }),
  dry_run: Type.Boolean({ description: 'True: this is what would be deleted.' }),
  sample_frame_ids: Type.Optional(
    Type.Array(Type.Integer(), { description: 'With `dry_run`: up to three of the frames.' }),
  ),
});
export type WireDeleted = Static<typeof Deleted>;

const described = (description: string) => Type.Integer({ description });

const WouldDelete = Type.Object(
  {
    dry_run: Type.Literal(true),
    frames: Count,
    texts: described('Frames with text.'),
    transcriptions: Count,
    recordings: described('With all that was said in them.'),
    recordings_cut: described('Recordings that lose their sound, while other words of them stay.'),
    pictures: described('Frames that lose their pictures and stay.'),
    accessibility: Count,
    ui_events: Count,
    memories: Count,
    meetings: Count,
    speakers: Count,
    pipe_outputs: described(
      'Printed outputs, kept values and files of pipes, which may quote it: those since `start`; without a start, all.',
    ),
    videos_rewritten: described('Videos that other frames share.'),
    bytes: described('On the disk, about.'),
    sample_frame_ids: Type.Array(Type.Integer(), { description: 'Up to three of the frames.' }),
  },
  { description: 'What would be deleted.' },
);
export type WireWouldDelete = Static<typeof WouldDelete>;

const data = { tags: ['data'] };

export const deleteSchema = {
  ...data,
  summary: 'Delete a range of time, an application, a site, a speaker, a device',
  description:
    'All that is given must hold; `start` and `end`, both inclusive, may be left out when something else is given. Cannot be undone: ask with `dry_run` first. Rows, index entries, voices, pictures, recordings and what refers to them go; videos that other frames share are rewritten; other devices are notified. A recording that only reaches into the range loses its sound. The job goes on after a restart. The daily copies of the database go too, and so does what pipes printed, kept as state and wrote into their output folders since `start` (without a start: all of it), unless nothing matched; runs of pipes in progress are stopped; backups that somebody made and exported videos stay and are theirs to delete.',
  body: DeleteBody,
  response: {
    200: Type.Union([WouldDelete, DeletionJob], { description: 'With `dry_run`, or with `wait`.' }),
    202: DeletionJob,
  },
};

export const jobsSchema = {
  ...data,
  summary: 'Deletions and their receipts, the newest first',
  response: { 200: Type.Object({ data: Type.Array(DeletionJob) }) },
};

export const jobParameters = parameters({ deletion_id: id('The number of the deletion.') });
export const jobSchema = {
  ...data,
  summary: 'A deletion: how far it is, or its receipt',
  params: jobParameters.schema,
  response: { 200: DeletionJob },
};

export const leftoversSchema = {
  ...data,
  summary: 'What is left of deleted things',
  description:
    'Counts over the whole store; all are 0 when nothing is left. Right after new content was stored some are above 0 for a moment: texts that were read better are marked as deleted until the next merge.',
  response: {
    200: Type.Object({
      marked_index_pages: Count,
      unused_names: Count,
      unused_tags: Count,
      stale_videos: Count,
      discarded_files: Count,
      offloaded_files: described('Deleted files that are still at the place of retention.offload.'),
      broken_packs: Count,
      stray_texts: Count,
      stray_passages: Count,
      stray_older_texts: described('Older texts of recordings with words of a deleted speaker.'),
      unshown_meetings: Count,
      pipe_files: described('Files and folders of pipes that a deletion had to remove.'),
    }),
  },
};

export const rangeSchema = {
  ...data,
  summary: 'Forget a range of time, an application, a site or single frames',
  description:
    'All that is given must hold; `start` and `end`, both inclusive, may be left out when something else is given. Cannot be undone: ask with `dry_run` first. Sound has neither application nor site, so these leave it alone. Answers when nothing of it can be found or read any more; videos that hold pixels of it are then rewritten, see `GET /data/deletions`.',
  body: RangeBody,
  response: { 200: Deleted },
};

export const deviceSchema = {
  ...data,
  summary: 'Forget everything that came from another machine',
  description:
    'Also where devices meet: a machine that syncs takes back itself what it has sent; of one that has not been there for a week, and of a former name of this one (GET /sync/status), all that it has sent is removed with the next round.',
  body: Type.Object({ machine_id: Type.String({ minLength: 1 }), dry_run: dryRun }),
  response: {
    200: Type.Object({
      ...Deleted.properties,
      log_removal_noted: Type.Boolean({
        description:
          'Whether what it has sent is to be removed where devices meet, with the next round, unless that finds it alive. False: it is alive and takes it back itself, or has nothing there, or with `dry_run`.',
      }),
    }),
  },
};

export const storageSchema = {
  ...data,
  summary: 'What is kept of each machine',
  description: 'This machine first; its id is null.',
  response: {
    200: Type.Array(
      Type.Object({ machine_id: nullableText(), frames: Count, audio_chunks: Count }),
    ),
  },
};
