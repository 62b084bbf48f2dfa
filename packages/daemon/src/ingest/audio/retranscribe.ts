/** Transcribes a recording again, for `POST /audio/retranscribe`: with another model, or with words that people know better. */
import { ServiceError } from '#core/errors.ts';
import { samplesOf } from '#core/pcm.ts';
import type { VoiceDetector } from '#extract/vad/engine.ts';
import type { SpeechSegment } from '#extract/vad/segmenter.ts';
import { voiceStream } from '#extract/vad/voice-stream.ts';
import type { AudioChunk } from '#store/audio-records.ts';
import type { AudioMedia } from '#store/media/audio/audio-media.ts';
import type { NewTranscription } from '#store/records.ts';
import type { Store } from '#store/store.ts';
import type { Recognition } from './recognition.ts';
import { errorCodeOf } from './scribe.ts';

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

export function makeRetranscribe(deps: {
  store: Store;
  media: Pick<AudioMedia, 'readSamples'>;
  recognition: Recognition;
  makeDetector: () => VoiceDetector;
}) {
  const { store, media, recognition } = deps;

  /** A recording of ours is one piece of speech; one that was added by hand may be of any length. */
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

  async function keep(chunk: AudioChunk, said: NewTranscription): Promise<void> {
    try {
      await store.setSegmentText(chunk.id, [said], true);
    } catch (error) {
      if (errorCodeOf(error) !== 'AUDIO_CHUNK_NOT_FOUND') throw error;
      // It was added by hand and never waited for its text.
      const [first, ...others] = chunk.transcriptions;
      if (first)
        await store.updateTranscription(first.id, { text: said.text, engine: said.engine });
      else await store.add({ transcriptions: [{ ...said, chunkId: chunk.id }] });
      const ids = others.map(({ id }) => id);
      if (ids.length > 0) await store.delete('audio', ids);
    }
  }

  return async (chunk: AudioChunk, wish: Wish, signal: AbortSignal): Promise<string> => {
    const engine = await recognition.engineName();
    if (wish.engine !== undefined && wish.engine !== engine) {
      throw new EngineNotSetUpError(wish.engine, engine);
    }
    const heard = await media.readSamples(chunk, signal);
    const samples = samplesOf(heard);
    const texts: string[] = [];
    for (const piece of await piecesOf(samples, signal)) {
      const { text } = await recognition.recognise(
        undefined,
        { ...piece, prompt: wish.prompt },
        signal,
      );
      if (text !== undefined) texts.push(text);
    }
    const text = withVocabulary(texts.join(' '), wish.vocabulary);
    const device = chunk.transcriptions[0] ?? chunk.recordedBy;
    // Nothing was understood: what is stored stays.
    if (text === '') return chunk.transcriptions.map((said) => said.text).join(' ');
    await keep(chunk, {
      atMs: chunk.atMs,
      text,
      engine,
      deviceName: device?.deviceName ?? '',
      isInput: device?.isInput ?? true,
      startSecs: 0,
      endSecs: samples.length / 16_000,
    });
    return text;
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
