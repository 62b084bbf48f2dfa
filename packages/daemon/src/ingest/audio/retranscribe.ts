/** Transcribes a recording again, for `POST /audio/retranscribe`: with another model, or with words that people know better. */
import { ServiceError } from '#core/errors.ts';
import { samplesOf } from '#core/pcm.ts';
import type { Utterance } from '#extract/asr/recogniser.ts';
import type { VoiceDetector } from '#extract/vad/engine.ts';
import type { SpeechSegment } from '#extract/vad/segmenter.ts';
import { voiceStream } from '#extract/vad/voice-stream.ts';
import type { AudioChunk } from '#store/audio-records.ts';
import type { AudioMedia } from '#store/media/audio/audio-media.ts';
import type { NewTranscription } from '#store/records.ts';
import type { Store } from '#store/store.ts';
import { LIKELY_SPEECH, partOf, pieceOf, SAMPLES_PER_MS } from './job.ts';
import type { Recognition } from './recognition.ts';

class EngineNotSetUpError extends ServiceError {
  constructor(wanted: string, current: string) {
    super('ENGINE_NOT_SET_UP', `speech is recognised by ${current}, not by ${wanted}`, {
      hint: 'Leave out `engine`, or choose another model with "hindcast models use".',
    });
  }
}

interface Wish {
  engine?: string | undefined;
  prompt?: string | undefined;
  vocabulary: readonly { word: string; replacement?: string | undefined }[];
}

/** One recording, and how its sound becomes text now. */
interface Read {
  readonly samples: Int16Array;
  readonly engine: string;
  /** Undefined when nothing was understood. */
  text(utterance: Utterance): Promise<string | undefined>;
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

  /** Each stretch of a recording of ours again, in its own row: so it keeps its time, its voice, and what it waits for. */
  async function readRowsAgain(chunk: AudioChunk, read: Read): Promise<string> {
    const texts: string[] = [];
    for (const [sequence, said] of chunk.transcriptions.entries()) {
      const samples = partOf(read.samples, said);
      const startAtMs = (said.startSecs ?? 0) * 1000;
      const endAtMs = startAtMs + samples.length / SAMPLES_PER_MS;
      const { voicedFrom, voicedTo } = pieceOf({ startMs: startAtMs, endMs: endAtMs, samples });
      const times = { startAtMs, endAtMs, voicedFrom, voicedTo };
      const text = await read.text({
        ...{ sequence, samples, meanProbability: LIKELY_SPEECH },
        ...times,
      });
      if (text !== undefined) {
        await store.updateTranscription(said.id, { text, engine: read.engine });
      }
      texts.push(text ?? said.text);
    }
    return texts.join(' ');
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
      const text = await read.text(piece);
      if (text === undefined) continue;
      const { startAtMs, endAtMs } = piece;
      const times = { startSecs: startAtMs / 1000, endSecs: endAtMs / 1000 };
      const atMs = Math.round(chunk.atMs + startAtMs);
      rows.push({ atMs, text, engine: read.engine, deviceName, isInput, ...times });
    }
    return rows;
  }

  async function keep(chunk: AudioChunk, rows: readonly NewTranscription[]): Promise<void> {
    // One of ours had no final text yet: from now on it waits for who spoke.
    if (chunk.recordedBy) return void (await store.setSegmentText(chunk.id, rows, true, true));
    // It was added by hand and never waited for its text.
    for (const [i, { atMs, text, engine, startSecs, endSecs }] of rows.entries()) {
      const known = chunk.transcriptions[i];
      const said = { atMs, text, engine, startSecs, endSecs };
      if (known) await store.updateTranscription(known.id, said);
    }
    const added = rows.slice(chunk.transcriptions.length);
    if (added.length > 0) {
      await store.add({ transcriptions: added.map((row) => ({ ...row, chunkId: chunk.id })) });
    }
    const surplus = chunk.transcriptions.slice(rows.length).map(({ id }) => id);
    if (surplus.length > 0) await store.delete('audio', surplus);
  }

  return async (chunk: AudioChunk, wish: Wish, signal: AbortSignal): Promise<string> => {
    const engine = await recognition.engineName();
    if (wish.engine !== undefined && wish.engine !== engine) {
      throw new EngineNotSetUpError(wish.engine, engine);
    }
    const read: Read = {
      samples: samplesOf(await media.readSamples(chunk, signal)),
      engine,
      async text(utterance) {
        const asked = { ...utterance, prompt: wish.prompt };
        const { text } = await recognition.recognise(undefined, asked, signal);
        return text && withVocabulary(text, wish.vocabulary);
      },
    };
    if (chunk.recordedBy?.isTextFinal && chunk.transcriptions.length > 0) {
      return readRowsAgain(chunk, read);
    }
    const rows = await readPieces(chunk, read, signal);
    // Nothing was understood: what is stored stays.
    const stored = rows.length === 0 ? chunk.transcriptions : rows;
    if (rows.length > 0) await keep(chunk, rows);
    return stored.map(({ text }) => text).join(' ');
  };
}

/** Whole words, whatever their case. A word without a replacement says how it is written. */
export function withVocabulary(text: string, vocabulary: Wish['vocabulary']): string {
  return vocabulary.reduce((sofar, { word, replacement = word }) => {
    const literal = word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
    return sofar.replace(
      new RegExp(`(?<![\\p{L}\\p{N}])${literal}(?![\\p{L}\\p{N}])`, 'giu'),
      () => replacement,
    );
  }, text);
}
