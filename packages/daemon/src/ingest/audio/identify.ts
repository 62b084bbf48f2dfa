/** Who spoke: the voice of a piece of speech, compared with those that are known. */
import { type SpeakerBook, speakerBook } from '#extract/speakers/speaker-book.ts';
import type { SpeechProcess } from '#extract/speech-process/speech-process.ts';
import type { Store } from '#store/store.ts';

/** Second thoughts about who said what, after this many turns. */
const RECLUSTER_EVERY = 20;
const SAMPLES_PER_MS = 16;

/** What one person said at a stretch. */
export interface Turn {
  transcriptionId: number;
  device: string;
  samples: Int16Array;
}

export type Identify = (turn: Turn, signal: AbortSignal) => Promise<void>;

export function makeIdentify(deps: { store: Store; speech: Pick<SpeechProcess, 'run'> }): Identify {
  const book: SpeakerBook = speakerBook(deps.store.speakers);
  let turns = 0;
  return async ({ transcriptionId, device, samples }, signal) => {
    const embedding = await deps.speech.run('speaker.xvector', samples, signal);
    if (!embedding) return;
    const durationMs = samples.length / SAMPLES_PER_MS;
    await book.identify({ transcriptionId, embedding, durationMs, device });
    turns += 1;
    if (turns % RECLUSTER_EVERY === 0) await book.recluster();
  };
}
