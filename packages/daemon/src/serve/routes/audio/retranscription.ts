/** What `POST /audio/retranscribe` needs done, and to which recordings; does it one after the other, and reports what failed. */
import { ServiceError, serviceError } from '#core/errors.ts';
import type { Log } from '#core/log/log.ts';
import { InvalidBodyError } from '#serve/request/request-errors.ts';
import { ACCEPTED_TIMES, parseEndTime, parseTime } from '#serve/request/time.ts';
import type {
  AudioChunk,
  ChunkRange,
  Retranscribed,
  SecondReadingReason,
} from '#store/audio/audio-records.ts';
import type { Store } from '#store/store.ts';
import { toWireRetranscription } from './old-lines.ts';
import type { RetranscribeBody, WireFailure, WireRetranscription } from './schema.ts';

export interface RetranscriptionWish {
  /** The one that is set up, when absent. */
  engine?: string | undefined;
  /** What was said around it, for engines that listen to that. */
  prompt?: string | undefined;
  vocabulary: readonly { word: string; replacement?: string | undefined }[];
  /** What is spoken; without it, what is heard. */
  language?: string | undefined;
  reason?: SecondReadingReason | undefined;
}

/** Transcribes a recording again and resolves to what is stored then: the old lines when nothing was understood. Rejects with AUDIO_GONE. */
export type Retranscribe = (
  chunk: AudioChunk,
  wanted: RetranscriptionWish,
  signal: AbortSignal,
) => Promise<Retranscribed>;

export function chunkRangeOf(body: RetranscribeBody, nowMs: number): ChunkRange {
  const { audio_chunk_ids: ids, start, end } = body;
  if (ids !== undefined) return { ids };
  if (start === undefined || end === undefined)
    throw serviceError('INVALID_BODY/recordings', { context: { field: 'audio_chunk_ids' } });
  const startMs = parseTime(String(start), nowMs);
  if (startMs === undefined) throw new InvalidBodyError('start', `must be ${ACCEPTED_TIMES}`);
  const endMs = parseEndTime(String(end), nowMs);
  if (endMs === undefined) throw new InvalidBodyError('end', `must be ${ACCEPTED_TIMES}`);
  if (endMs < startMs) throw new InvalidBodyError('end', 'must not be before start');
  return { startMs, endMs };
}

/**
 * What was done stays done and is reported, so that it can be taken back, whatever becomes of the others. Rejects only when nothing
 * was changed.
 */
export async function retranscribeAll(
  deps: { store: Store; log: Log; retranscribe: Retranscribe },
  range: ChunkRange,
  wanted: RetranscriptionWish,
  signal: AbortSignal,
) {
  const { store, log, retranscribe } = deps;
  const transcriptions: WireRetranscription[] = [];
  const failures: { id: number; error: unknown }[] = [];

  async function transcribe(id: number): Promise<void> {
    // As it is now: the ones before took their time, and something may have been deleted meanwhile.
    const chunk = await store.audio.findChunk(id, signal);
    if (!chunk) return;
    try {
      transcriptions.push(toWireRetranscription(chunk, await retranscribe(chunk, wanted, signal)));
    } catch (error) {
      signal.throwIfAborted();
      // It would be so with all of them.
      if (!isGone(error) && transcriptions.length === 0) throw error;
      // Nobody asked for this one by its number.
      if (isGone(error) && 'startMs' in range) return;
      log.warn({ chunkId: id, err: error }, 'a recording was not transcribed again');
      failures.push({ id, error });
    }
  }

  for (const { id } of await store.audio.listChunks(range, signal)) {
    signal.throwIfAborted();
    await transcribe(id);
  }
  if (transcriptions.length === 0 && failures[0]) throw failures[0].error;
  const failed: WireFailure[] = failures.map(({ id, error }) => ({
    audio_chunk_id: id,
    code: error instanceof ServiceError ? error.code : 'INTERNAL_ERROR',
  }));
  return { chunks_processed: transcriptions.length, transcriptions, failed };
}

function isGone(error: unknown): boolean {
  return error instanceof ServiceError && error.code === 'AUDIO_GONE';
}
