/** Work on what is stored: sound transcribed again, pictures made into a video. Both take a while. */
import { isoOf } from '../parts/format.ts';
import { routes } from './api.ts';
import type { Span } from './day.ts';

export type Retranscription = Awaited<ReturnType<typeof retranscribe>>[number];

export async function retranscribe(chunkIds: number[]) {
  const body = { audio_chunk_ids: chunkIds };
  return (await routes.post('/audio/retranscribe', { body })).transcriptions;
}

export function undoRetranscribe(transcriptions: readonly Retranscription[]) {
  const old = transcriptions.map(({ audio_chunk_id, old_lines }) => ({
    audio_chunk_id,
    old_lines,
  }));
  return routes.post('/audio/undo-retranscribe', { body: { transcriptions: old } });
}

/** The pictures of a stretch of time as one video, in the folder of the service. */
export function exportVideo({ startMs, endMs }: Span) {
  return routes.post('/frames/export', {
    body: { start_time: isoOf(startMs), end_time: isoOf(endMs) },
  });
}
