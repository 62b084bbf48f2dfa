/** Deleting for good: first how much it would be, then the deed. Without a count there is no deletion. */
import { call } from './api.ts';

export interface DeleteRequest {
  start?: string;
  end?: string;
  app_name?: string;
  site?: string;
  frame_ids?: number[];
}

export interface DeleteCounts {
  frames_deleted: number;
  audio_transcriptions_deleted: number;
  audio_chunks_deleted: number;
  ui_events_deleted: number;
  accessibility_deleted: number;
  /** Of services that count it. */
  pipe_outputs_deleted?: number;
  sample_frame_ids?: number[];
}

export function countDeletion(request: DeleteRequest, signal: AbortSignal) {
  return call<DeleteCounts>('/data/delete-range', {
    signal,
    method: 'POST',
    body: { ...request, dry_run: true },
  });
}

export function deleteForGood(request: DeleteRequest) {
  return call<DeleteCounts>('/data/delete-range', { method: 'POST', body: request });
}
