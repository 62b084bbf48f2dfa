/**
 * From a piece of speech to text that can be stored, or the reason why there is none: engine, second tries, guards. The last
 * answer of each stream is kept, because a final segment mostly holds the same audio as the provisional one before it.
 */
import { loudnessOf } from '../vad/frame.ts';
import { levelledSpeech } from '../vad/leveller.ts';
import type { AsrEngine, TranscribeOptions, Transcript } from './engine.ts';
import { type Judgement, judgeText, wordsOf } from './guards.ts';
import { transcribeInHalves } from './halves.ts';
import { isUnderstood } from './understood.ts';

const SAMPLES_PER_MS = 16;
// Long pieces need silence around them; of short ones Moonshine often understands nothing then. With 800 ms before and 512 ms after, 15
// of 44 prompts below 1.5 s came back empty and 7 of 8 phrases of a second speaker; with the first of these none and one; with the
// second none at all, but it costs some first sounds. From 4 s on there is no difference.
const SHORT_MS = 4_000;
const SHORT_ROLLS_MS = [
  { before: 320, after: 200 },
  { before: 200, after: 200 },
];
const OWN_LANGUAGE = 'en';
/** Somebody whose last words were in another language speaks on in it for about so long. */
const GOES_ON_FOR_MS = 60_000;
// An empty answer to less than that is believed.
const CLEARLY_VOICED = 0.8;

/** What is looked at of a segment; `vad` makes them. */
export interface Utterance {
  readonly sequence: number;
  readonly startAtMs: number;
  readonly endAtMs: number;
  readonly samples: Int16Array;
  /** Where in `samples` the first voiced sample is, and the end of the last. */
  readonly voicedFrom: number;
  readonly voicedTo: number;
  readonly meanProbability: number;
  /** As in `TranscribeOptions`. */
  readonly prompt?: string | undefined;
}

export interface Recognition {
  /** The engine whose answer it is, with the language where it knows several: `whisper-base:de`. */
  readonly engine: string;
  /** A code such as `de`; undefined when the engine does not know. */
  readonly language: string | undefined;
  readonly judgement: Judgement;
  /** True when the answer was known from the provisional segment. */
  readonly isReused: boolean;
}

export interface Recogniser {
  /** `stream` names the device; without one nothing is remembered. Rejects as `AsrEngine.transcribe` does. */
  recognise(
    stream: string | undefined,
    utterance: Utterance,
    signal: AbortSignal,
    isFinal?: boolean,
  ): Promise<Recognition>;
}

/** Opens the engine for other languages; undefined while there is none. */
export type OpenForeign = () => Promise<AsrEngine | undefined>;

type Span = Pick<Utterance, 'startAtMs' | 'endAtMs'>;

/** Of the last segment of a stream. */
interface Last {
  readonly key: string;
  readonly sequence: number;
  readonly transcript: Promise<Transcript>;
  /** Once it is known. */
  text?: string;
}

function levelledOf({ samples, voicedFrom, voicedTo }: Utterance): Int16Array {
  return levelledSpeech(samples, loudnessOf(samples.subarray(voicedFrom, voicedTo)));
}

/** Pending recordings of an earlier time are recognised in between. Starts are compared, because times of a device jitter. */
function goesOn(before: Span, { startAtMs }: Span): boolean {
  return startAtMs >= before.startAtMs && startAtMs - before.endAtMs < GOES_ON_FOR_MS;
}

/** Moonshine's answer, with second tries where it gives nothing. */
async function transcribeUtterance(
  engine: AsrEngine,
  utterance: Utterance,
  given: TranscribeOptions,
): Promise<Transcript> {
  const { voicedFrom, voicedTo, meanProbability, prompt } = utterance;
  const samples = levelledOf(utterance);
  const options = { ...given, prompt };
  if (voicedTo - voicedFrom >= SHORT_MS * SAMPLES_PER_MS) {
    return transcribeInHalves(engine, samples, { ...options, meanProbability });
  }
  let transcript: Transcript = { text: '', meanLogProbability: undefined };
  for (const { before, after } of SHORT_ROLLS_MS) {
    const from = Math.max(0, voicedFrom - before * SAMPLES_PER_MS);
    const part = samples.subarray(from, voicedTo + after * SAMPLES_PER_MS);
    transcript = await engine.transcribe(part, options);
    if (wordsOf(transcript.text).length > 0 || meanProbability < CLEARLY_VOICED) break;
  }
  return transcript;
}

/** Reads a piece in a language that is known. Undefined when the guards refuse what came of it. */
export async function readIn(
  engine: AsrEngine,
  utterance: Utterance,
  language: string,
  signal: AbortSignal,
): Promise<{ text: string; engine: string; language: string } | undefined> {
  const isOwn = engine.language !== undefined;
  const { prompt } = utterance;
  const transcript = isOwn
    ? await transcribeUtterance(engine, utterance, { signal })
    : await engine.transcribe(levelledOf(utterance), { signal, language, prompt });
  const judgement = judgeText(transcript, utterance.meanProbability);
  if (judgement.kind !== 'text') return undefined;
  return {
    text: judgement.text,
    language,
    engine: isOwn ? engine.name : `${engine.name}:${language}`,
  };
}

export function recogniser(
  engine: AsrEngine,
  openForeign: OpenForeign = async () => undefined,
): Recogniser {
  const lastOf = new Map<string, Last>();
  /** The last segment of each stream that was not understood, until one is. */
  const unknownOf = new Map<string, Utterance>();
  /** The language of each stream that is not the own one, until that is spoken. */
  const foreignOf = new Map<string, Span & { language: string }>();

  function judge(
    stream: string | undefined,
    utterance: Utterance,
    transcript: Transcript,
  ): Judgement {
    const { sequence, voicedFrom, voicedTo, meanProbability } = utterance;
    const unknown = stream === undefined ? undefined : unknownOf.get(stream);
    const isAfterUnknown =
      unknown !== undefined && unknown.sequence !== sequence && goesOn(unknown, utterance);
    const voicedMs = (voicedTo - voicedFrom) / SAMPLES_PER_MS;
    const judgement = judgeText(transcript, meanProbability);
    if (isUnderstood(transcript, judgement, { meanProbability, voicedMs, isAfterUnknown })) {
      if (stream !== undefined && judgement.kind === 'text') {
        unknownOf.delete(stream);
        foreignOf.delete(stream);
      }
      return judgement;
    }
    if (stream !== undefined) unknownOf.set(stream, utterance);
    return { kind: 'not-understood' };
  }

  /** What was not understood, read by the engine for other languages. It takes seconds: provisional text is not worth them. */
  async function readForeign(
    stream: string | undefined,
    utterance: Utterance,
    signal: AbortSignal,
  ): Promise<Omit<Recognition, 'isReused'> | undefined> {
    const foreign = await openForeign();
    if (foreign === undefined) return undefined;
    const last = stream === undefined ? undefined : foreignOf.get(stream);
    const expected = last && goesOn(last, utterance) ? last.language : undefined;
    const transcript = await foreign.transcribe(levelledOf(utterance), { signal, expected });
    // English is left to the engine that knows it better: it was not sure.
    if (transcript.language === OWN_LANGUAGE) {
      foreignOf.delete(stream ?? '');
      return undefined;
    }
    const judgement = judgeText(transcript, utterance.meanProbability);
    if (judgement.kind !== 'text') return undefined;
    const { language } = transcript;
    if (stream !== undefined && language !== undefined) {
      const { startAtMs, endAtMs } = utterance;
      foreignOf.set(stream, { startAtMs, endAtMs, language });
    }
    return { judgement, engine: `${foreign.name}:${language}`, language };
  }

  async function recogniseOwn(
    stream: string | undefined,
    utterance: Utterance,
    signal: AbortSignal,
  ): Promise<Recognition> {
    const { sequence, startAtMs, endAtMs, samples } = utterance;
    const recognitionOf = (transcript: Transcript) => ({
      judgement: judge(stream, utterance, transcript),
      engine: engine.name,
      language: transcript.language ?? engine.language,
    });
    const key = [sequence, startAtMs, endAtMs, samples.length].join(' ');
    const last = stream === undefined ? undefined : lastOf.get(stream);
    if (last?.key === key) {
      const known = await last.transcript.catch(() => undefined); // then it is asked again
      if (known !== undefined) {
        return { ...recognitionOf(known), isReused: true };
      }
      signal.throwIfAborted();
    }
    const draft = last?.sequence === sequence ? last.text : undefined;
    const next: Last = {
      key,
      sequence,
      transcript: transcribeUtterance(engine, utterance, { signal, draft }),
    };
    if (stream !== undefined) lastOf.set(stream, next);
    const transcript = await next.transcript;
    next.text = transcript.text;
    return { ...recognitionOf(transcript), isReused: false };
  }

  return {
    async recognise(stream, utterance, signal, isFinal = false) {
      const own = await recogniseOwn(stream, utterance, signal);
      if (!isFinal || own.judgement.kind !== 'not-understood') return own;
      // When that fails, what the first engine says still stands, and so do the other pieces of the recording.
      const foreign = await readForeign(stream, utterance, signal).catch(() => undefined);
      signal.throwIfAborted();
      return foreign ? { ...foreign, isReused: false } : own;
    },
  };
}
