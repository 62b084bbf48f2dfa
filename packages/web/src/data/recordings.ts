/** Work on what is stored: sound transcribed again, pictures made into a video. Both take a while. */
import { isoOf } from '../parts/format.ts';
import { routes } from './api.ts';
import type { Span } from './day.ts';

export type Retranscribed = Awaited<ReturnType<typeof retranscribe>>;
export type Retranscription = Retranscribed['transcriptions'][number];

export function retranscribe(chunkIds: number[]) {
  return routes.post('/audio/retranscribe', { body: { audio_chunk_ids: chunkIds } });
}

/** Resolves to how many of them say again what they said. */
export async function undoRetranscribe(
  transcriptions: readonly Retranscription[],
): Promise<number> {
  const old = transcriptions.map(({ audio_chunk_id, old_lines, new_lines }) => ({
    audio_chunk_id,
    old_lines,
    new_lines,
  }));
  const body = { transcriptions: old };
  return (await routes.post('/audio/undo-retranscribe', { body })).chunks_restored;
}

/** The pictures of a stretch of time as one video, in the folder of the service. */
export function exportVideo({ startMs, endMs }: Span) {
  return routes.post('/frames/export', {
    body: { start_time: isoOf(startMs), end_time: isoOf(endMs) },
  });
}
