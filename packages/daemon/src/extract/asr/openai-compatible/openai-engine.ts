/**
 * A recogniser behind HTTP that speaks the transcription interface of OpenAI, as many local servers do. The audio goes to the address
 * the user has configured and to no other: redirects are refused.
 */
import { ServiceError, serviceError } from '#core/errors.ts';
import type { AsrEngine, Transcript } from '../engine.ts';
import { AsrEndpointRefusedError } from '../errors.ts';
import { wavOf } from './wav.ts';

const SAMPLE_RATE = 16_000;
const SHORTEST_SAMPLES = SAMPLE_RATE / 10;
const PATH = '/audio/transcriptions';
// A large model without a graphics card takes longer than the speech lasts.
const ANSWERS_WITHIN_MS = 120_000;
const MOST_ANSWER_BYTES = 4 * 1024 * 1024;
const BAD_REQUEST = 400;

export interface Endpoint {
  /** Of the interface (`http://127.0.0.1:8000/v1`) or of the transcription call itself. */
  readonly url: string;
  readonly model: string;
  /** Sent as bearer token; empty: none. */
  readonly key: string;
}

/** By their names in the form. */
interface Hints {
  readonly language: string | undefined;
  readonly prompt: string | undefined;
}

type ResponseFormat = 'verbose_json' | 'json';

export function openAiEngine(
  endpoint: Endpoint,
  limits = { answersWithinMs: ANSWERS_WITHIN_MS },
): AsrEngine {
  const url = new URL(endpoint.url);
  if (!url.pathname.endsWith(PATH)) url.pathname = url.pathname.replace(/\/*$/, PATH);
  const closing = new AbortController();
  // The verbose form reports how sure the recogniser was, but not every server knows it.
  let format: ResponseFormat = 'verbose_json';

  async function post(wav: Uint8Array<ArrayBuffer>, hints: Hints, stop: AbortSignal) {
    const form = new FormData();
    form.set('file', new Blob([wav], { type: 'audio/wav' }), 'speech.wav');
    form.set('model', endpoint.model);
    form.set('response_format', format);
    form.set('temperature', '0');
    for (const [name, hint] of Object.entries(hints)) if (hint !== undefined) form.set(name, hint);
    const headers = endpoint.key === '' ? {} : { authorization: `Bearer ${endpoint.key}` };
    const options = { method: 'POST', body: form, headers, redirect: 'error' as const };
    const response = await fetch(url, { ...options, signal: stop });
    const body = await limitedText(response);
    if (!response.ok) throw new AsrEndpointRefusedError(url.host, response.status);
    return transcriptOf(body, url.host);
  }

  async function ask(
    wav: Uint8Array<ArrayBuffer>,
    hints: Hints,
    stop: AbortSignal,
  ): Promise<Transcript> {
    try {
      return await post(wav, hints, stop);
    } catch (error) {
      const isFormat = error instanceof AsrEndpointRefusedError && error.status === BAD_REQUEST;
      if (!isFormat || format === 'json') throw error;
      format = 'json';
      return post(wav, hints, stop);
    }
  }

  return {
    name: endpoint.model,
    async transcribe(samples, { signal, language, prompt }) {
      const stop = AbortSignal.any([signal, closing.signal]);
      stop.throwIfAborted();
      if (samples.length < SHORTEST_SAMPLES) return { text: '', meanLogProbability: undefined };
      const tooLate = AbortSignal.timeout(limits.answersWithinMs);
      try {
        const hints = { language, prompt };
        return await ask(wavOf(samples, SAMPLE_RATE), hints, AbortSignal.any([stop, tooLate]));
      } catch (cause) {
        stop.throwIfAborted();
        if (cause instanceof ServiceError) throw cause;
        const reason = tooLate.aborted ? 'did not answer in time' : 'cannot be reached';
        throw serviceError('ASR_ENDPOINT_UNREACHABLE', { host: url.host, reason, cause });
      }
    },
    async close() {
      closing.abort(serviceError('ASR_CLOSED'));
    },
  };
}

async function limitedText(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for await (const piece of response.body ?? []) {
    bytes += piece.length;
    if (bytes > MOST_ANSWER_BYTES) throw new Error('the answer is too long');
    text += decoder.decode(piece, { stream: true });
  }
  return text;
}

interface Answer {
  readonly text?: unknown;
  readonly segments?: readonly { readonly avg_logprob?: unknown; readonly text?: unknown }[];
}

function transcriptOf(body: string, host: string): Transcript {
  let answer: Answer;
  try {
    answer = JSON.parse(body) as Answer;
  } catch {
    // The parser's message would repeat the body, which is what was said.
    throw serviceError('ASR_ENDPOINT_ANSWER', { host });
  }
  if (typeof answer.text !== 'string') throw serviceError('ASR_ENDPOINT_ANSWER', { host });
  return {
    text: answer.text.replace(/\s+/g, ' ').trim(),
    meanLogProbability: meanLogProbability(answer.segments ?? []),
  };
}

/** Weighed by length; undefined unless every segment reports. */
function meanLogProbability(segments: NonNullable<Answer['segments']>): number | undefined {
  let sum = 0;
  let letters = 0;
  for (const { avg_logprob: log, text } of segments) {
    if (typeof log !== 'number' || typeof text !== 'string') return undefined;
    sum += log * text.length;
    letters += text.length;
  }
  return letters === 0 ? undefined : sum / letters;
}
