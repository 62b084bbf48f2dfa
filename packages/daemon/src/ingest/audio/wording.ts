/** The words of a recording: each of its pieces recognised, without those that only repeat what a loudspeaker said at that moment. */
import { isRepeated, type Said } from '#extract/echo/repeated-words.ts';
import type { NewTranscription } from '#store/new-records.ts';
import type { TranscriptItem } from '#store/records.ts';
import type { Store } from '#store/store.ts';
import type { Job, Piece } from './job.ts';
import type { Recognition } from './recognition.ts';

/** What a loudspeaker said begins at most a long segment before the microphone heard it. */
const LOOK_BACK_MS = 30_000;

export interface Worded {
  readonly row: NewTranscription;
  readonly piece: Piece;
  readonly words: number;
}

/** Rejects when it cannot be recognised now. The listeners are notified of pieces that are left out. */
export type Wording = (
  job: Job,
  signal: AbortSignal,
  listeners?: {
    onEcho(piece: Piece): Promise<void>;
    onNotUnderstood(): void;
  },
) => Promise<Worded[]>;

export function makeWording(deps: {
  store: Pick<Store, 'search'>;
  recognition: Pick<Recognition, 'recognise'>;
}): Wording {
  /** Rows of the loudspeakers around that time, as they are stored. */
  async function playedAround({ startMs, endMs }: Piece): Promise<Said[]> {
    const { items } = await deps.store.search.find({
      kinds: ['audio'],
      limit: 100,
      offset: 0,
      order: 'ascending',
      startMs: startMs - LOOK_BACK_MS,
      endMs,
    });
    return items
      .filter((item): item is TranscriptItem => item.kind === 'audio' && !item.isInput)
      .map(({ atMs, text, startSecs, endSecs }) => ({
        startMs: atMs,
        endMs: atMs + ((endSecs ?? 0) - (startSecs ?? 0)) * 1000,
        text,
      }));
  }

  return async (job, signal, listeners) => {
    const said: Worded[] = [];
    for (const [i, piece] of job.pieces.entries()) {
      const { startMs, endMs } = piece;
      const { text, isUnderstood, words, engine, language } = await deps.recognition.recognise(
        job.deviceName,
        utteranceOf(job, piece, i),
        signal,
        // Of provisional text nobody is notified.
        listeners !== undefined,
      );
      if (!isUnderstood) listeners?.onNotUnderstood();
      if (text === undefined) continue;
      const isDoubtful = piece.needsTextCheck ?? job.needsTextCheck;
      if (isDoubtful && isRepeated({ startMs, endMs, text }, await playedAround(piece))) {
        await listeners?.onEcho(piece);
        continue;
      }
      const row: NewTranscription = {
        atMs: Math.round(startMs),
        text,
        engine,
        language,
        deviceName: job.deviceName,
        isInput: job.isInput,
        startSecs: (startMs - job.startAtMs) / 1000,
        endSecs: (endMs - job.startAtMs) / 1000,
      };
      said.push({ row, piece, words });
    }
    return said;
  };
}

function utteranceOf({ sequence, meanProbability }: Job, piece: Piece, index: number) {
  const { startMs, endMs, samples, voicedFrom, voicedTo } = piece;
  return {
    sequence: sequence * 1000 + index,
    startAtMs: startMs,
    endAtMs: endMs,
    samples,
    voicedFrom,
    voicedTo,
    meanProbability,
  };
}
