/**
 * A multilingual Whisper network: an encoder over ten seconds of sound, and a decoder that first detects the language and then gives one
 * token after the other, always the likeliest. Runs where it is called, for seconds: only the speech process uses this file.
 */
import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { sessionOptions } from '#extract/speech-process/session-options.ts';
import type { Transcript } from '../engine.ts';
import { free } from '../onnx-file.ts';
import { HEARD, SCORES, THOUGHT, takeApart, WORD, WORD_IDS } from './decoder-parts.ts';
import { isWrittenAs, presenceOf, removesDoubt } from './is-speech.ts';
import { BANDS, FRAMES_PER_SECOND, melOf } from './mel.ts';
import { withPositions } from './shorter-encoder.ts';
import { readVocabulary } from './vocabulary.ts';
import { windowsOf } from './windows.ts';

const ENCODER_FILE = 'encoder_model_quantized.onnx';
const DECODER_FILE = 'decoder_model_merged_quantized.onnx';

const SAMPLE_RATE = 16_000;
const SHORTEST_SAMPLES = SAMPLE_RATE / 10;
// Fast speech is below this; more is a decoder that runs in circles. A sign of an eastern script takes up to three tokens.
const TOKENS_PER_SECOND = 7;
const SIGNS_PER_SECOND = 20;
const WRITTEN_IN_SIGNS = [
  'am',
  'bn',
  'gu',
  'hi',
  'ja',
  'ka',
  'km',
  'kn',
  'ko',
  'lo',
  'ml',
  'mr',
  'my',
  'ne',
].concat(['pa', 'sa', 'si', 'ta', 'te', 'th', 'yue', 'zh']);
const WITHOUT_SPACES = ['ja', 'km', 'lo', 'my', 'th', 'yue', 'zh'];
const MOST_TOKENS = 224;
/** Of the likeliest language over the expected one, as a logarithm: ten to one. */
const LEAST_LEAD = Math.log(10);
const HEAD_SIZE = 64;
const PAST = 'past_key_values.';
const PRESENT = 'present.';

/** The runtime warns of results that are smaller than the file says. */
const ERRORS_ONLY = 3;
const SESSION = { ...sessionOptions(2), logSeverityLevel: ERRORS_ONLY } as const;

/** Steps of the encoder, of two frames each: ten seconds. With half a minute it needs a gigabyte more, and hears little better. */
const STEPS = 512;
const FRAMES = 2 * STEPS;
/** With less than a second of silence after the last word the decoder invents more of them. */
const LONGEST_SECS = FRAMES / FRAMES_PER_SECOND - 1;
const ENCODED = 'last_hidden_state';

export interface WhisperInput {
  readonly samples: Int16Array;
  /** Codes such as `de`: the language is one of these. All that the network knows when there is none. */
  readonly languages: readonly string[];
  /** The language is known and not to be doubted. */
  readonly isGiven?: boolean;
  /** What was spoken a moment ago; where the network is not sure, people go on in their language. */
  readonly expected?: string | undefined;
}

export interface WhisperModel {
  transcribe(input: WhisperInput, signal: AbortSignal): Promise<Transcript>;
  release(): Promise<void>;
}

export async function loadWhisper(folder: string): Promise<WhisperModel> {
  const decoder = await loadDecoder(join(folder, DECODER_FILE));
  const encoderFile = await readFile(join(folder, ENCODER_FILE));
  const shorter = withPositions(encoderFile, STEPS);
  free(encoderFile);
  // Its memory is needed for a moment only.
  const encoder = await sessionOf(shorter, { ...SESSION, enableCpuMemArena: false });
  const vocabulary = readVocabulary(folder);

  async function encode(samples: Int16Array): Promise<Tensor> {
    const input_features = new Tensor('float32', melOf(samples, FRAMES), [1, BANDS, FRAMES]);
    // The other results are maps of what was attended to, of hundreds of megabytes.
    const outputs = await encoder.run({ input_features }, [ENCODED]);
    freeNumbers(input_features);
    return output(outputs, ENCODED);
  }

  /** Its code, and its token. */
  function languageOf(logits: Float32Array, input: WhisperInput): [string, number] {
    const { languages: allowed, expected } = input;
    const known = [...vocabulary.languages].filter(
      ([code]) => allowed.length === 0 || allowed.includes(code),
    );
    const choice = known.length > 0 ? known : [...vocabulary.languages];
    const likelihood = ([, token]: [string, number]) => logits[token] ?? -Infinity;
    const likeliest = choice.reduce((a, b) => (likelihood(b) > likelihood(a) ? b : a));
    const usual = choice.find(([code]) => code === expected);
    return usual && likelihood(usual) >= likelihood(likeliest) - LEAST_LEAD ? usual : likeliest;
  }

  async function decode({ next }: Decoding, input: WhisperInput, signal: AbortSignal) {
    const atStart = await next(vocabulary.start);
    const [language, languageToken] = languageOf(atStart, input);
    const nobody = { language, tokens: [], logProbability: 0 };
    const presence = presenceOf({
      noSpeech: probabilityOf(atStart, vocabulary.noSpeech),
      language: probabilityOf(atStart, languageToken),
      isGiven: input.isGiven === true,
      isExpected: language === input.expected,
    });
    if (presence === 'nobody') return nobody;
    await next(languageToken);
    await next(vocabulary.transcribe);
    let logits = await next(vocabulary.withoutTimes);
    const tokens: number[] = [];
    let logProbability = 0;
    const most = mostTokens(language, input.samples.length / SAMPLE_RATE);
    while (tokens.length < most) {
      signal.throwIfAborted();
      const isAllowed = (token: number) =>
        !vocabulary.isSuppressed(token) &&
        (tokens.length > 0 || !vocabulary.notFirst.includes(token));
      const choice = likeliest(logits, isAllowed);
      logProbability += choice.logProbability;
      if (choice.token === vocabulary.end) break;
      tokens.push(choice.token);
      const repeated = repeatedEnd(tokens);
      if (repeated > 0) {
        tokens.length -= repeated;
        break;
      }
      logits = await next(choice.token);
    }
    const isRead = presence === 'speech' || removesDoubt(logProbability / (tokens.length + 1));
    return isRead ? { language, tokens, logProbability } : nobody;
  }

  async function transcribeWindow(input: WhisperInput, signal: AbortSignal) {
    const heard = await encode(input.samples);
    signal.throwIfAborted();
    const decoding = await decoder.start(heard);
    const { language, tokens, logProbability } = await decode(decoding, input, signal).finally(
      decoding.end,
    );
    const text = vocabulary.textOf(tokens).replace(/\s+/g, ' ').trim();
    if (!isWrittenAs(language, text)) return { text: '', language, tokens: 0, logProbability: 0 };
    return { text, language, tokens: tokens.length, logProbability };
  }

  return {
    async transcribe(input, signal) {
      if (input.samples.length < SHORTEST_SAMPLES) {
        return { text: '', meanLogProbability: undefined };
      }
      const parts: Awaited<ReturnType<typeof transcribeWindow>>[] = [];
      for (const samples of windowsOf(input.samples, LONGEST_SECS)) {
        // Nobody changes the language in the middle of a sentence.
        const said = parts.find(({ tokens }) => tokens > 0);
        const known = said && { languages: [said.language], expected: said.language };
        parts.push(await transcribeWindow({ ...input, ...known, samples }, signal));
      }
      const sum = (of: (part: (typeof parts)[number]) => number) =>
        parts.reduce((total, part) => total + of(part), 0);
      const language = (parts.find(({ tokens }) => tokens > 0) ?? parts[0])?.language ?? '';
      const texts = parts.map(({ text }) => text).filter((text) => text !== '');
      return {
        text: texts.join(WITHOUT_SPACES.includes(language) ? '' : ' '),
        meanLogProbability:
          sum((part) => part.logProbability) / (sum((part) => part.tokens) + parts.length),
        language,
      };
    },
    async release() {
      await encoder.release();
      await decoder.release();
    },
  };
}

function mostTokens(language: string, seconds: number): number {
  const perSecond = WRITTEN_IN_SIGNS.includes(language) ? SIGNS_PER_SECOND : TOKENS_PER_SECOND;
  return Math.min(MOST_TOKENS, Math.ceil(seconds * perSecond) + 4);
}

interface Decoding {
  /** Gives the logits that follow a token, which are valid until the next call. Remembers what it was given before. */
  next(token: number): Promise<Float32Array>;
  /** Frees what it remembers. */
  end(): void;
}

/** The three networks that a decoder consists of here, and its table of words, which stays on the disk. */
async function loadDecoder(path: string) {
  const bytes = await readFile(path);
  const { memory, step, scores, caches, words } = takeApart(bytes);
  // The largest first, while there is nothing else.
  const scoring = await sessionOf(scores(), SESSION);
  const ofSound = await sessionOf(memory(), { ...SESSION, enableCpuMemArena: false });
  const stepping = await sessionOf(step(), SESSION);
  free(bytes);
  const file = await open(path);
  const heads = headsOf(caches.ofWords.length);
  const empty = new Tensor('float32', new Float32Array(0), [1, heads, 0, HEAD_SIZE]);

  async function vectorOf(token: number): Promise<Tensor> {
    const bytes = new Uint8Array(words.width);
    await file.read(bytes, 0, words.width, words.at + token * words.width);
    const vector = Float32Array.from(bytes, (byte) => (byte - words.zeroPoint) * words.scale);
    return new Tensor('float32', vector, [1, 1, words.width]);
  }

  return {
    async start(heard: Tensor): Promise<Decoding> {
      const remembered = await ofSound.run({ [HEARD]: heard });
      freeNumbers(heard);
      const cache: Record<string, Tensor> = {};
      for (const [name, from] of caches.ofSound) {
        cache[PAST + name] = dividedBetween(heads, output(remembered, from));
        freeNumbers(output(remembered, from));
      }
      for (const name of caches.ofWords) cache[PAST + name] = empty;
      let scores: Tensor = empty;
      async function next(token: number): Promise<Float32Array> {
        freeNumbers(scores);
        const outputs = await stepping.run({
          [WORD_IDS]: new Tensor('int64', BigInt64Array.of(BigInt(token)), [1, 1]),
          [WORD]: await vectorOf(token),
          ...cache,
        });
        for (const name of caches.ofWords) {
          freeNumbers(output(cache, PAST + name));
          cache[PAST + name] = output(outputs, PRESENT + name);
        }
        scores = output(await scoring.run({ [THOUGHT]: output(outputs, THOUGHT) }), SCORES);
        return scores.data as Float32Array;
      }
      return { next, end: () => [scores, ...Object.values(cache)].forEach(freeNumbers) };
    },
    async release() {
      await Promise.all([ofSound.release(), stepping.release(), scoring.release(), file.close()]);
    },
  };
}

/** The network is not needed any more once the session is made of it. */
async function sessionOf(
  network: Buffer,
  options: InferenceSession.SessionOptions,
): Promise<InferenceSession> {
  try {
    return await InferenceSession.create(network, options);
  } finally {
    free(network);
  }
}

/** At once: the collector comes by when there are dozens of megabytes of these. */
function freeNumbers({ data, size }: Tensor): void {
  const { buffer } = data as Float32Array;
  // A step that failed has freed some of them.
  if (size > 0 && buffer instanceof ArrayBuffer && !buffer.detached) buffer.transfer(0);
}

/** Each head looks at its part of the numbers of every step. */
function dividedBetween(heads: number, { data, dims }: Tensor): Tensor {
  const steps = dims[1] ?? 0;
  const width = heads * HEAD_SIZE;
  const numbers = data as Float32Array;
  const divided = new Float32Array(numbers.length);
  for (let head = 0; head < heads; head++) {
    for (let step = 0; step < steps; step++) {
      const from = step * width + head * HEAD_SIZE;
      divided.set(numbers.subarray(from, from + HEAD_SIZE), (head * steps + step) * HEAD_SIZE);
    }
  }
  return new Tensor('float32', divided, [1, heads, steps, HEAD_SIZE]);
}

/** Tiny, base and small differ in their number of layers, and each has one number of heads. A layer has two caches of words. */
function headsOf(caches: number): number {
  const heads = { 8: 6, 12: 8, 24: 12 }[caches];
  if (heads === undefined) throw new Error(`no Whisper network has ${caches / 2} layers`);
  return heads;
}

/** Nobody says that many tokens twice in a row; a decoder that begins again does not end by itself. */
const SHORTEST_REPEAT = 6;

/** How many of the last tokens are those before them once more. */
function repeatedEnd(tokens: readonly number[]): number {
  const last = tokens.length;
  for (let length = SHORTEST_REPEAT; 2 * length <= last; length++) {
    if (tokens.slice(last - length).every((token, i) => token === tokens[last - 2 * length + i])) {
      return length;
    }
  }
  return 0;
}

function output(outputs: Readonly<Record<string, unknown>>, name: string): Tensor {
  const value = outputs[name];
  if (value === undefined) throw new Error(`the network gave no ${name}`);
  return value as Tensor;
}

function likeliest(logits: Float32Array, isAllowed: (token: number) => boolean) {
  let token = 0;
  let most = -Infinity;
  for (let i = 0; i < logits.length; i++) {
    const logit = logits[i] as number;
    if (logit > most && isAllowed(i)) {
      most = logit;
      token = i;
    }
  }
  return { token, logProbability: Math.log(probabilityOf(logits, token)) };
}

function probabilityOf(logits: Float32Array, token: number): number {
  const own = logits[token] as number;
  let sum = 0;
  for (let i = 0; i < logits.length; i++) sum += Math.exp((logits[i] as number) - own);
  return 1 / sum;
}
