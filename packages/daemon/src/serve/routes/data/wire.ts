/** Counts of deletions as they go over the wire. */

import { wireContent } from '#serve/deletion-job.ts';
import type { DeletionForecast, DoneCounts } from '#store/deletion/records.ts';
import type { WireDeleted, WireWouldDelete } from './schema.ts';

export function wireCounts(counts: DeletionForecast): WireWouldDelete {
  return {
    dry_run: true,
    ...wireContent(counts),
    pipe_outputs: counts.pipeOutputs,
    videos_rewritten: counts.videosShared,
    bytes: counts.bytes,
    sample_frame_ids: counts.sampleFrameIds,
  };
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
    pipe_outputs_deleted: counts.pipeOutputs,
    dry_run: false,
  };
}

export function wireWouldDelete(counts: DeletionForecast): WireDeleted {
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
    pipe_outputs_deleted: counts.pipeOutputs,
    dry_run: true,
    sample_frame_ids: counts.sampleFrameIds,
  };
}
