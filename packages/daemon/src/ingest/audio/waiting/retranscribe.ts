/** Transcribes a recording again, for `POST /audio/retranscribe`: with another model, or with words that people know better. */
import { errorText, ServiceError } from '#core/errors.ts';
import { samplesOf } from '#core/sound/pcm.ts';
import type { Utterance } from '#extract/asr/recogniser.ts';
import type { VoiceDetector } from '#extract/vad/engine.ts';
import type { SpeechSegment } from '#extract/vad/segmenter.ts';
import { voiceStream } from '#extract/vad/voice-stream.ts';
import type { AudioChunk, Retranscribed, SaidLine } from '#store/audio/audio-records.ts';
import type { AudioMedia } from '#store/media/audio/audio-media.ts';
import type { NewTranscription } from '#store/records.ts';
import type { Store } from '#store/store.ts';
import { LIKELY_SPEECH, partOf, pieceOf, SAMPLES_PER_MS } from '../job.ts';
import type { Recognition } from '../recognition.ts';

class EngineNotSetUpError extends ServiceError {
  constructor(wanted: string, current: string) {
    super(errorText('ENGINE_NOT_SET_UP', { current, wanted }));
  }
}

interface Wanted {
  engine?: string | undefined;
  prompt?: string | undefined;
  vocabulary: readonly { word: string; replacement?: string | undefined }[];
}

/** One recording, and how its sound becomes text now. */
interface Read {
  readonly samples: Int16Array;
  /** Undefined when nothing was understood. */
  words(utterance: Utterance): Promise<{ text: string; engine: string } | undefined>;
}

export function makeRetranscribe(deps: {
  store: Store;
  media: Pick<AudioMedia, 'readSamples'>;
  recognition: Recognition;
  makeDetector: () => VoiceDetector;
}) {
  const { store, media, recognition } = deps;

  /** For a recording that was added by hand, which may be of any length, or has no final text yet. */
  async function piecesOf(samples: Int16Array, signal: AbortSignal): Promise<SpeechSegment[]> {
    const pieces: SpeechSegment[] = [];
    const voice = voiceStream({
      detector: deps.makeDetector(),
      signal,
      onSegment({ kind, segment }) {
        if (kind === 'final') pieces.push(segment);
      },
    });
    voice.push(samples, 0);
    await voice.flush();
    return pieces;
  }

  /** Each stretch of a recording of ours again, in its own row: so it keeps its time, its voice, and what it waits for. Nothing is written before all is read. */
  async function readRowsAgain(chunk: AudioChunk, read: Read): Promise<Retranscribed> {
    const found: Awaited<ReturnType<Read['words']>>[] = [];
    for (const [sequence, said] of chunk.transcriptions.entries()) {
      const samples = partOf(read.samples, said);
      const startAtMs = (said.startSecs ?? 0) * 1000;
      const endAtMs = startAtMs + samples.length / SAMPLES_PER_MS;
      const { voicedFrom, voicedTo } = pieceOf({ startMs: startAtMs, endMs: endAtMs, samples });
      const times = { startAtMs, endAtMs, voicedFrom, voicedTo };
      found.push(await read.words({ sequence, samples, meanProbability: LIKELY_SPEECH, ...times }));
    }
    const lines: SaidLine[] = [];
    for (const [i, { id, text: oldText }] of chunk.transcriptions.entries()) {
      const words = found[i];
      const isThere = words === undefined || (await store.audio.updateTranscription(id, words));
      if (isThere) lines.push({ id, text: words?.text ?? oldText });
    }
    return { lines, removedIds: [] };
  }

  async function readPieces(
    chunk: AudioChunk,
    read: Read,
    signal: AbortSignal,
  ): Promise<NewTranscription[]> {
    const { deviceName, isInput } = chunk.recordedBy ??
      chunk.transcriptions[0] ?? { deviceName: '', isInput: true };
    const rows: NewTranscription[] = [];
    for (const piece of await piecesOf(read.samples, signal)) {
      const words = await read.words(piece);
      if (words === undefined) continue;
      const { startAtMs, endAtMs } = piece;
      const times = { startSecs: startAtMs / 1000, endSecs: endAtMs / 1000 };
      const atMs = Math.round(chunk.atMs + startAtMs);
      rows.push({ atMs, ...words, deviceName, isInput, ...times });
    }
    return rows;
  }

  async function keep(chunk: AudioChunk, rows: readonly NewTranscription[]): Promise<number[]> {
    // One of ours had no final text yet: from now on it waits for who spoke.
    if (chunk.recordedBy) return store.audio.setSegmentText(chunk.id, rows, true, true);
    // It was added by hand and never waited for its text.
    for (const [i, { atMs, text, engine, startSecs, endSecs }] of rows.entries()) {
      const known = chunk.transcriptions[i];
      const said = { atMs, text, engine, startSecs, endSecs };
      if (known) await store.audio.updateTranscription(known.id, said);
    }
    const added = rows.slice(chunk.transcriptions.length);
    const { transcriptions } = await store.content.add({
      transcriptions: added.map((row) => ({ ...row, chunkId: chunk.id })),
    });
    const ids = chunk.transcriptions.map(({ id }) => id);
    const surplus = ids.slice(rows.length);
    if (surplus.length > 0) await store.content.delete('audio', surplus);
    return [...ids.slice(0, rows.length), ...transcriptions.map(({ id }) => id)];
  }

  return async (chunk: AudioChunk, wanted: Wanted, signal: AbortSignal): Promise<Retranscribed> => {
    const engine = await recognition.engineName();
    if (wanted.engine !== undefined && wanted.engine !== engine) {
      throw new EngineNotSetUpError(wanted.engine, engine);
    }
    const read: Read = {
      samples: samplesOf(await media.readSamples(chunk, signal)),
      async words(utterance) {
        const asked = { ...utterance, prompt: wanted.prompt };
        const found = await recognition.recognise(undefined, asked, signal, true);
        if (!found.text) return undefined;
        return { text: withVocabulary(found.text, wanted.vocabulary), engine: found.engine };
      },
    };
    if (chunk.recordedBy?.isTextFinal && chunk.transcriptions.length > 0) {
      return readRowsAgain(chunk, read);
    }
    const rows = await readPieces(chunk, read, signal);
    // Nothing was understood: what is stored stays.
    if (rows.length === 0) return { lines: chunk.transcriptions, removedIds: [] };
    const ids = await keep(chunk, rows);
    return {
      lines: ids.map((id, i) => ({ id, text: rows[i]?.text ?? '' })),
      removedIds: chunk.transcriptions.map(({ id }) => id).filter((id) => !ids.includes(id)),
    };
  };
}

/** Whole words, whatever their case. A word without a replacement says how it is written. */
export function withVocabulary(text: string, vocabulary: Wanted['vocabulary']): string {
  return vocabulary.reduce((sofar, { word, replacement = word }) => {
    const literal = word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
    return sofar.replace(
      new RegExp(`(?<![\\p{L}\\p{N}])${literal}(?![\\p{L}\\p{N}])`, 'giu'),
      () => replacement,
    );
  }, text);
}
