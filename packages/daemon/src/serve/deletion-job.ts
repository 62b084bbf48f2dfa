/** A deletion as it goes over the wire: how far it is, and when it is done its receipt. Routes that start one share it. */

import { type Static, Type } from 'typebox';
import type { ContentCounts, DeletionJob as Job, JobStep } from '#store/deletion/records.ts';
import { nullableText } from './request/schema.ts';
import { iso, isoOrNull } from './request/time.ts';

const Count = Type.Integer();
const described = (description: string) => Type.Integer({ description });

const Receipt = Type.Object({
  frames: Count,
  texts: Count,
  transcriptions: Count,
  recordings: Count,
  recordings_cut: Count,
  pictures: Count,
  accessibility: Count,
  ui_events: Count,
  memories: Count,
  meetings: Count,
  speakers: Count,
  embeddings: described('Voices.'),
  index_entries: Count,
  names: described('Names of applications, windows and pages that nothing has any more.'),
  redacted_texts: Count,
  redactions: Count,
  pipe_outputs: described(
    'Runs of pipes whose printed lines were cleared, values that pipes kept, and files in their output folders. Those since `start`; without a start, all.',
  ),
  image_files: Count,
  audio_files: Count,
  video_files: Count,
  videos_rewritten: Count,
  offloaded_files: described('Files that had been moved to the place of retention.offload.'),
  devices_told: described('Deletions that other devices are notified of.'),
  bytes_freed: described('Of files; the database gives its space back later.'),
});

export const DeletionJob = Type.Object(
  {
    id: Type.Integer(),
    kind: Type.Union(
      [
        Type.Literal('delete'),
        Type.Literal('retention'),
        Type.Literal('rule'),
        Type.Literal('tidy'),
      ],
      { description: '`tidy`: what a deletion on another device left here.' },
    ),
    state: Type.Union([Type.Literal('running'), Type.Literal('done')]),
    step: Type.Union([
      Type.Literal('rows'),
      Type.Literal('files'),
      Type.Literal('videos'),
      Type.Literal('index'),
      Type.Literal('done'),
    ]),
    progress: Type.Number({ description: 'From 0 to 1.' }),
    criteria: Type.Array(Type.String(), { description: 'By what, without the values.' }),
    start: nullableText(),
    end: nullableText(),
    created_at: Type.String(),
    finished_at: nullableText(),
    verified: Type.Boolean({
      description:
        'Looked through at the end: nothing matches any more, no video holds its pixels, no meeting is named after it, no file or folder of pipes from then is left, the log of the database is empty.',
    }),
    offloaded_files_left: described(
      'Deleted files that are still at the place of retention.offload; they go when it answers, and `verified` is false until then.',
    ),
    error_code: nullableText(),
    counts: Receipt,
  },
  { description: 'A deletion; when it is done, its receipt.' },
);
export type WireJob = Static<typeof DeletionJob>;

/** Of a job at the beginning of its step; deleting rows is most of it. */
const PROGRESS: Record<JobStep, number> = { rows: 0, files: 0.6, videos: 0.7, index: 0.9, done: 1 };

export function wireJob(job: Job): WireJob {
  const { counts } = job;
  return {
    id: job.id,
    kind: job.kind,
    state: job.state,
    step: job.step,
    progress: progressOf(job),
    criteria: [...job.criteria],
    start: isoOrNull(job.startMs),
    end: isoOrNull(job.endMs),
    created_at: iso(job.createdMs),
    finished_at: isoOrNull(job.finishedMs),
    verified: job.isVerified && job.offloadedLeft === 0,
    offloaded_files_left: job.offloadedLeft,
    error_code: job.errorCode,
    counts: {
      ...wireContent(counts),
      embeddings: counts.embeddings,
      index_entries: counts.indexEntries,
      names: counts.contexts,
      redacted_texts: counts.redactedTexts,
      redactions: counts.redactions,
      pipe_outputs: counts.pipeOutputs,
      image_files: counts.imageFiles,
      audio_files: counts.audioFiles,
      video_files: counts.videoFiles,
      videos_rewritten: counts.videosRewritten,
      offloaded_files: counts.offloadedFiles,
      devices_told: counts.devicesTold,
      bytes_freed: counts.bytesFreed,
    },
  };
}

/** The part that a forecast and a receipt share. */
export function wireContent(counts: ContentCounts) {
  return {
    frames: counts.frames,
    texts: counts.texts,
    transcriptions: counts.transcriptions,
    recordings: counts.audioChunks,
    recordings_cut: counts.sounds,
    pictures: counts.pictures,
    accessibility: counts.uiTexts,
    ui_events: counts.inputEvents,
    memories: counts.memories,
    meetings: counts.meetings,
    speakers: counts.speakers,
  };
}

function progressOf({ step, counts, expected }: Job): number {
  if (step !== 'rows' || expected === 0) return PROGRESS[step];
  const { frames, transcriptions, uiTexts, inputEvents, pictures, sounds } = counts;
  const done = frames + transcriptions + uiTexts + inputEvents + pictures + sounds;
  return PROGRESS.files * Math.min(1, done / expected);
}
