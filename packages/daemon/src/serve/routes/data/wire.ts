/** Counts and jobs of deletions as they go over the wire. */
import type { DeletionCounts, DeletionJob, DoneCounts, JobStep } from '#store/deletion/records.ts';
import type { WireDeleted, WireJob, WireWouldDelete } from './schema.ts';

/** Of a job at the beginning of its step; deleting rows is most of it. */
const PROGRESS: Record<JobStep, number> = { rows: 0, files: 0.6, videos: 0.7, index: 0.9, done: 1 };

export function wireCounts(counts: DeletionCounts): WireWouldDelete {
  return {
    dry_run: true,
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
    videos_rewritten: counts.videosShared,
    bytes: counts.bytes,
    sample_frame_ids: counts.sampleFrameIds,
  };
}

export function wireJob(job: DeletionJob): WireJob {
  const { counts } = job;
  return {
    id: job.id,
    kind: job.kind,
    state: job.state,
    step: job.step,
    progress: progressOf(job),
    criteria: [...job.criteria],
    start: isoOf(job.startMs),
    end: isoOf(job.endMs),
    created_at: new Date(job.createdMs).toISOString(),
    finished_at: isoOf(job.finishedMs),
    verified: job.isVerified,
    error_code: job.errorCode,
    counts: {
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
      devices_told: counts.devicesTold,
      bytes_freed: counts.bytesFreed,
    },
  };
}

function progressOf({ step, counts, expected }: DeletionJob): number {
  if (step !== 'rows' || expected === 0) return PROGRESS[step];
  const { frames, transcriptions, uiTexts, inputEvents, pictures, sounds } = counts;
  const done = frames + transcriptions + uiTexts + inputEvents + pictures + sounds;
  return PROGRESS.files * Math.min(1, done / expected);
}

function isoOf(atMs: number | null): string | null {
  return atMs === null ? null : new Date(atMs).toISOString();
}

/** For `delete-range` and `delete-device`. */
export function wireDeleted(counts: DoneCounts): WireDeleted {
  return {
    frames_deleted: counts.frames,
    ocr_deleted: counts.texts,
    audio_transcriptions_deleted: counts.transcriptions,
    audio_chunks_deleted: counts.audioChunks,
    video_chunks_deleted: counts.videoFiles,
    accessibility_deleted: counts.uiTexts,
    ui_events_deleted: counts.inputEvents,
    video_files_deleted: counts.videoFiles,
    audio_files_deleted: counts.audioFiles,
    dry_run: false,
  };
}

export function wireWouldDelete(counts: DeletionCounts): WireDeleted {
  return {
    frames_deleted: counts.frames,
    ocr_deleted: counts.texts,
    audio_transcriptions_deleted: counts.transcriptions,
    audio_chunks_deleted: counts.audioChunks,
    video_chunks_deleted: 0,
    accessibility_deleted: counts.uiTexts,
    ui_events_deleted: counts.inputEvents,
    video_files_deleted: 0,
    audio_files_deleted: 0,
    dry_run: true,
    sample_frame_ids: counts.sampleFrameIds,
  };
}
