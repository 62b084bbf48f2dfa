/**
 * Transcribes a recording again: with another model, in the language that a person named, or with words that people know better. What it
 * said before is kept as its older text. Called for `POST /audio/retranscribe`, `POST /audio/language` and by `second-readings.ts`.
 */
import type { Clock } from '#core/clock.ts';
import { serviceError } from '#core/errors.ts';
import { samplesOf } from '#core/sound/pcm.ts';
import type { Utterance } from '#extract/asr/recogniser.ts';
import type { VoiceDetector } from '#extract/vad/engine.ts';
import type { SpeechSegment } from '#extract/vad/segmenter.ts';
import { voiceStream } from '#extract/vad/voice-stream.ts';
import type {
  AudioChunk,
  LineChange,
  Retranscribed,
  SecondReadingReason,
} from '#store/audio/audio-records.ts';
import type { AudioMedia } from '#store/media/audio/audio-media.ts';
import type { NewTranscription } from '#store/new-records.ts';
import type { Store } from '#store/store.ts';
import { LIKELY_SPEECH, partOf, pieceOf, SAMPLES_PER_MS } from '../job.ts';
import type { Recognition } from '../recognition.ts';

/** A recording takes half a minute at most; soon after it has its file and its text. */
const FINISHED_WITHIN_MS = 60_000;
const LOOK_EVERY_MS = 200;

export interface Wanted {
  /** What is spoken; without it, what is heard. */
  language?: string | undefined;
  /** The largest installed model reads each line in the language it has. */
  isLargest?: boolean | undefined;
  /** Only these lines; all when absent. */
  lineIds?: readonly number[] | undefined;
  reason?: SecondReadingReason | undefined;
  engine?: string | undefined;
  prompt?: string | undefined;
  vocabulary: readonly { word: string; replacement?: string | undefined }[];
}

/** One recording, and how its sound becomes text now. */
interface Read {
  readonly samples: Int16Array;
  /** Undefined when nothing was understood. `known` is the language of the line until now. */
  words(
    utterance: Utterance,
    known?: string | null,
  ): Promise<{ text: string; engine: string; language: string | null } | undefined>;
  readonly wanted: Wanted;
}

export function makeRetranscribe(deps: {
  store: Store;
  media: Pick<AudioMedia, 'readSamples'>;
  recognition: Recognition;
  makeDetector: () => VoiceDetector;
  clock: Clock;
}) {
  const { store, media, recognition, clock } = deps;

  /** The recording as it is when its first text is final: before that its file may not be there, and its text would be written over. */
  async function whenFinished(chunk: AudioChunk, signal: AbortSignal): Promise<AudioChunk> {
    let found = chunk;
    while (
      found.recordedBy?.isTextFinal === false &&
      clock.now() - found.atMs < FINISHED_WITHIN_MS
    ) {
      await clock.sleep(LOOK_EVERY_MS, signal);
      signal.throwIfAborted();
      const now = await store.audio.findChunk(chunk.id, signal);
      // It was an echo, or no speech after all.
      if (!now) return found;
      found = now;
    }
    return found;
  }

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
    const { language, lineIds, reason = 'request' } = read.wanted;
    const changes: LineChange[] = [];
    for (const [sequence, said] of chunk.transcriptions.entries()) {
      if (lineIds && !lineIds.includes(said.id)) continue;
      const samples = partOf(read.samples, said);
      const startAtMs = (said.startSecs ?? 0) * 1000;
      const endAtMs = startAtMs + samples.length / SAMPLES_PER_MS;
      const { voicedFrom, voicedTo } = pieceOf({ startMs: startAtMs, endMs: endAtMs, samples });
      const times = { startAtMs, endAtMs, voicedFrom, voicedTo };
      const piece = { sequence, samples, meanProbability: LIKELY_SPEECH, ...times };
      const words = await read.words(piece, said.language);
      // Of a line that is not understood the text stays; what language it is, the person knows.
      changes.push({ id: said.id, ...(words ?? { language }) });
    }
    const lines = await store.audio.rewriteLines(chunk.id, changes, reason, clock.now());
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
      const language = words.language ?? undefined;
      rows.push({ atMs, ...words, language, deviceName, isInput, ...times });
    }
    return rows;
  }

  async function keep(chunk: AudioChunk, rows: readonly NewTranscription[]): Promise<number[]> {
    // One of ours had no final text yet: from now on it waits for who spoke.
    if (chunk.recordedBy) return store.audio.setSegmentText(chunk.id, rows, true, true);
    // It was added by hand and never waited for its text.
    for (const [i, { atMs, text, engine, language, startSecs, endSecs }] of rows.entries()) {
      const known = chunk.transcriptions[i];
      const said = { atMs, text, engine, language, startSecs, endSecs };
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

  return async (asked: AudioChunk, wanted: Wanted, signal: AbortSignal): Promise<Retranscribed> => {
    const engine = await recognition.engineName();
    if (wanted.engine !== undefined && wanted.engine !== engine) {
      throw serviceError('ENGINE_NOT_SET_UP', { current: engine, wanted: wanted.engine });
    }
    const chunk = await whenFinished(asked, signal);
    const read: Read = {
      wanted,
      samples: samplesOf(await media.readSamples(chunk, signal)),
      async words(utterance, known) {
        const asked = { ...utterance, prompt: wanted.prompt };
        const { isLargest = false } = wanted;
        const language = wanted.language ?? (isLargest ? known : undefined) ?? undefined;
        const found =
          language === undefined
            ? await recognition.recognise(undefined, asked, signal, true)
            : await recognition.readIn({ language, isLargest }, asked, signal);
        if (!found?.text) return undefined;
        const text = withVocabulary(found.text, wanted.vocabulary);
        return { text, engine: found.engine, language: found.language ?? null };
      },
    };
    if (chunk.recordedBy?.isTextFinal && chunk.transcriptions.length > 0) {
      return readRowsAgain(chunk, read);
    }
    const rows = await readPieces(chunk, read, signal);
    // Nothing was understood: what is stored stays.
    if (rows.length === 0) return { lines: chunk.transcriptions, removedIds: [] };
    const ids = await keep(chunk, rows);
    const lines = ids.map((id, i) => ({ id, text: rows[i]?.text ?? '' }));
    const removedIds = chunk.transcriptions.map(({ id }) => id).filter((id) => !ids.includes(id));
    const before = chunk.transcriptions.map((line) => ({
      ...line,
      wasRemoved: removedIds.includes(line.id),
    }));
    const texts = { before, after: lines };
    await store.audio.keepOlderText(chunk.id, texts, wanted.reason ?? 'request', clock.now());
    return { lines, removedIds };
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
