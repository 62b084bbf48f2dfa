/** What `POST /audio/retranscribe` needs done, and to which recordings. */
import { InvalidBodyError } from '#serve/request-errors.ts';
import { ACCEPTED_TIMES, parseEndTime, parseTime } from '#serve/time.ts';
import type { AudioChunk, ChunkRange } from '#store/audio-records.ts';
import { NothingToTranscribeError } from './errors.ts';
import type { RetranscribeBody } from './schema.ts';

export interface RetranscriptionWish {
  /** The one that is set up, when absent. */
  engine?: string | undefined;
  /** What was said around it, for engines that listen to that. */
  prompt?: string | undefined;
  vocabulary: readonly { word: string; replacement?: string | undefined }[];
}

/** Transcribes a recording again and resolves to the text that is stored then: the old one when nothing was understood. Rejects with AUDIO_GONE. */
export type Retranscribe = (
  chunk: AudioChunk,
  wish: RetranscriptionWish,
  signal: AbortSignal,
) => Promise<string>;

export function chunkRangeOf(body: RetranscribeBody, nowMs: number): ChunkRange {
  const { audio_chunk_ids: ids, start, end } = body;
  if (ids !== undefined) return { ids };
  if (start === undefined || end === undefined) throw new NothingToTranscribeError();
  const startMs = parseTime(String(start), nowMs);
  if (startMs === undefined) throw new InvalidBodyError('start', `must be ${ACCEPTED_TIMES}`);
  const endMs = parseEndTime(String(end), nowMs);
  if (endMs === undefined) throw new InvalidBodyError('end', `must be ${ACCEPTED_TIMES}`);
  if (endMs < startMs) throw new InvalidBodyError('end', 'must not be before start');
  return { startMs, endMs };
}
