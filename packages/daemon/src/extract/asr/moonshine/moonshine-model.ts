/**
 * A Moonshine network: an encoder over the raw samples, and a decoder that gives one token after the other, always the likeliest.
 * Runs where it is called, and a piece takes a second: only the speech process uses this file.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import llamaTokenizer from 'llama-tokenizer-js';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { floatsOf } from '#core/sound/pcm.ts';
import { sessionOptions } from '#extract/speech-process/session-options.ts';
import type { Transcript } from '../engine.ts';
import { free } from '../onnx-file.ts';
import { withByteScores } from './byte-scores.ts';
import { type Draft, draftOf } from './draft.ts';

const ENCODER_FILE = 'encoder_model.onnx';
const DECODER_FILE = 'decoder_model_merged.onnx';

const SAMPLE_RATE = 16_000;
/** The convolutions of the encoder need a few frames. */
const SHORTEST_SAMPLES = SAMPLE_RATE / 10;
const START_TOKEN = 1;
const END_TOKEN = 2;
// Fast speech is below this; more is a decoder that runs in circles.
const TOKENS_PER_SECOND = 6.5;
const HEADS = 8;
const NEGLIGIBLE = -20;
const PAST = 'past_key_values';

const SESSION = sessionOptions(2);

export interface MoonshineInput {
  readonly samples: Int16Array;
  /** As in `TranscribeOptions`. */
  readonly draft?: string | undefined;
}

export interface MoonshineModel {
  transcribe(input: MoonshineInput, signal: AbortSignal): Promise<Transcript>;
  release(): Promise<void>;
}

export async function loadMoonshine(folder: string): Promise<MoonshineModel> {
  const encoder = await InferenceSession.create(join(folder, ENCODER_FILE), SESSION);
  const decoder = await loadDecoder(join(folder, DECODER_FILE));
  const cacheNames = decoder.inputNames.filter((name) => name.startsWith(PAST));
  const ownCacheNames = cacheNames.filter((name) => name.includes('.decoder.'));
  const empty = new Tensor('float32', new Float32Array(0), [0, HEADS, 1, headSizeOf(decoder)]);
  const flag = { first: new Tensor('bool', [false], [1]), later: new Tensor('bool', [true], [1]) };

  async function encode(samples: Int16Array): Promise<Tensor> {
    const sound = floatsOf(samples);
    const input_values = new Tensor('float32', sound, [1, sound.length]);
    return output(await encoder.run({ input_values }), 'last_hidden_state');
  }

  /** Gives the tokens that follow, one or, as long as a guess is right, more. Remembers what it was given before. */
  function decoding(heard: Tensor) {
    const cache: Record<string, Tensor> = Object.fromEntries(
      cacheNames.map((name) => [name, empty]),
    );
    let cached = 0;
    return async (last: number, guess: readonly number[]): Promise<Choice[]> => {
      const input = [last, ...guess];
      const outputs = await decoder.run({
        input_ids: new Tensor('int64', BigInt64Array.from(input, BigInt), [1, input.length]),
        encoder_hidden_states: heard,
        use_cache_branch: cached === 0 ? flag.first : flag.later,
        ...cache,
      });
      const chosen = choose(output(outputs, 'logits').data as Float32Array, guess);
      // What the decoder saw of the encoder never changes, and later steps leave it empty.
      const changed = cached === 0 ? cacheNames : ownCacheNames;
      for (const name of changed) cache[name] = output(outputs, name.replace(PAST, 'present'));
      cached += chosen.length;
      // Of a guess that went wrong the cache holds too much.
      const spoilt = chosen.length < input.length ? ownCacheNames : [];
      for (const name of spoilt) cache[name] = firstPositions(output(cache, name), cached);
      return chosen;
    };
  }

  /** Always the likeliest token. `draft` changes how fast that is; where two tokens are about as likely, some processors also choose the other one. */
  async function decode(heard: Tensor, draft: Draft, mostTokens: number, signal: AbortSignal) {
    const next = decoding(heard);
    const tokens: number[] = [];
    let logProbability = 0;
    while (tokens.length < mostTokens) {
      signal.throwIfAborted();
      for (const choice of await next(tokens.at(-1) ?? START_TOKEN, draft.guess(tokens))) {
        logProbability += choice.logProbability;
        if (choice.token === END_TOKEN) return { tokens, logProbability };
        tokens.push(choice.token);
      }
    }
    return { tokens: tokens.slice(0, mostTokens), logProbability };
  }

  return {
    async transcribe({ samples, draft = '' }, signal) {
      if (samples.length < SHORTEST_SAMPLES) return { text: '', meanLogProbability: undefined };
      const mostTokens = Math.ceil((samples.length / SAMPLE_RATE) * TOKENS_PER_SECOND) + 2;
      const guesses = draftOf(draft === '' ? [] : llamaTokenizer.encode(draft, false, true));
      const heard = await encode(samples);
      const { tokens, logProbability } = await decode(heard, guesses, mostTokens, signal);
      return {
        text: llamaTokenizer.decode(tokens, false, false).replace(/\s+/g, ' ').trim(),
        meanLogProbability: logProbability / (tokens.length + 1),
      };
    },
    async release() {
      await encoder.release();
      await decoder.release();
    },
  };
}

async function loadDecoder(path: string): Promise<InferenceSession> {
  const file = await readFile(path);
  const network = withByteScores(file);
  const decoder = await InferenceSession.create(network, SESSION);
  new Set([network, file]).forEach(free);
  return decoder;
}

/** Tiny and base differ in their number of layers, and each has one size of head. */
function headSizeOf(decoder: InferenceSession): number {
  const layers = decoder.inputNames.filter((name) => name.endsWith('.decoder.key')).length;
  const size = { 6: 36, 8: 52 }[layers];
  if (size === undefined) throw new Error(`no Moonshine network has ${layers} layers`);
  return size;
}

function output(outputs: Readonly<Record<string, unknown>>, name: string): Tensor {
  const value = outputs[name];
  if (value === undefined) throw new Error(`the network gave no ${name}`);
  return value as Tensor;
}

interface Choice {
  readonly token: number;
  readonly logProbability: number;
}

/** One row of logits follows the last token, and one each token of the guess: those count as long as the guess is right. */
function choose(logits: Float32Array, guess: readonly number[]): Choice[] {
  const vocabulary = logits.length / (guess.length + 1);
  const chosen: Choice[] = [];
  for (let row = 0; row <= guess.length; row++) {
    const next = likeliest(logits.subarray(row * vocabulary, (row + 1) * vocabulary));
    chosen.push(next);
    if (next.token !== guess[row]) break;
  }
  return chosen;
}

function likeliest(logits: Float32Array): Choice {
  let token = 0;
  let most = -Infinity;
  for (let i = 0; i < logits.length; i++) {
    const logit = logits[i] ?? -Infinity;
    if (logit > most) {
      most = logit;
      token = i;
    }
  }
  let sum = 0;
  for (let i = 0; i < logits.length; i++) {
    const below = (logits[i] ?? -Infinity) - most;
    // All of a vocabulary below this is less than a ten-thousandth of the sum, and most of a vocabulary is.
    if (below > NEGLIGIBLE) sum += Math.exp(below);
  }
  return { token, logProbability: -Math.log(sum) };
}

/** A cache is [1, heads, positions, size]. */
function firstPositions(cache: Tensor, count: number): Tensor {
  const [batch = 1, heads = 1, positions = 0, size = 0] = cache.dims;
  const all = cache.data as Float32Array;
  const first = new Float32Array(heads * count * size);
  for (let head = 0; head < heads; head++) {
    const from = head * positions * size;
    first.set(all.subarray(from, from + count * size), head * count * size);
  }
  return new Tensor('float32', first, [batch, heads, count, size]);
}
