/** Work on what is stored: sound transcribed again, pictures made into a video. Both take a while. */
import { isoOf } from '../parts/format.ts';
import { routes } from './api.ts';
import type { Span } from './day.ts';

export function retranscribe(chunkIds: number[]) {
  return routes.post('/audio/retranscribe', { body: { audio_chunk_ids: chunkIds } });
}

/** The pictures of a stretch of time as one video, in the folder of the service. */
export function exportVideo({ startMs, endMs }: Span) {
  return routes.post('/frames/export', {
    body: { start_time: isoOf(startMs), end_time: isoOf(endMs) },
  });
}
