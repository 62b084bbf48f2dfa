/** Makes the `PipeContext` that a pipe is given: every facility is a message to the host and its answer. */
import { HindcastError, hindcastClient } from '@hindcast/client';
import type { Json, PipeContext, PipeRequest, PipeResponse } from '@hindcast/pipe-sdk';
import type { FromChild, ToChild } from '../run/protocol.ts';

/** What the host answers to a request, to the service or to the world. */
interface WireResponse {
  status: number;
  headers: Record<string, string>;
  /** Base64. */
  body: string;
}

/** Longer lines are cut by the host anyway. */
const MOST_MESSAGE_CHARACTERS = 8_192;

export function makeContext(tell: (message: FromChild) => void) {
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  const stop = new AbortController();
  let lastCall = 0;

  function call<T>(facility: string, ...args: unknown[]): Promise<T> {
    lastCall += 1;
    const answer = Promise.withResolvers<unknown>();
    waiting.set(lastCall, answer);
    tell({ kind: 'call', call: lastCall, facility, arguments: args });
    return answer.promise as Promise<T>;
  }

  function log(level: 'debug' | 'info' | 'warn' | 'error') {
    return (message: string) =>
      tell({ kind: 'log', level, message: String(message).slice(0, MOST_MESSAGE_CHARACTERS) });
  }

  /** Carries the requests of the typed client over the channel. */
  async function askService(url: string, init: RequestInit): Promise<Response> {
    const { pathname, search } = new URL(url);
    const method = init.method ?? 'GET';
    const body = typeof init.body === 'string' ? init.body : undefined;
    const asked = call<WireResponse>('query', method, pathname + search, body);
    const { status, headers, body: answer } = await untilAborted(asked, init.signal);
    return new Response(Buffer.from(answer, 'base64'), { status, headers });
  }

  return {
    receive(message: Exclude<ToChild, { kind: 'begin' }>): void {
      if (message.kind === 'stop') {
        stop.abort(new Error('the run is to end'));
        return;
      }
      const answer = waiting.get(message.call);
      waiting.delete(message.call);
      if (message.kind === 'answer') answer?.resolve(message.value);
      else {
        const { code, hint } = message;
        answer?.reject(new HindcastError(code, message.message, { hint }));
      }
    },

    open(begin: Extract<ToChild, { kind: 'begin' }>): PipeContext {
      return {
        pipeId: begin.pipeId,
        config: Object.freeze(begin.config),
        outputFolder: begin.outputFolder,
        signal: stop.signal,
        query: hindcastClient({ baseUrl: 'http://localhost', fetch: askService }),
        log: { debug: log('debug'), info: log('info'), warn: log('warn'), error: log('error') },
        state: {
          async get<T extends Json>(key: string) {
            const text = await call<string | null>('state.get', key);
            return text === null ? undefined : (JSON.parse(text) as T);
          },
          set: (key, value) => call('state.set', key, JSON.stringify(value)),
          delete: (key) => call('state.delete', key),
          keys: () => call('state.keys'),
        },
        notify: ({ title, body }) => call('notify', title, body ?? ''),
        async fetch(url, request: PipeRequest = {}) {
          return toResponse(await call<WireResponse>('fetch', String(url), request));
        },
      };
    },
  };
}

function toResponse({ status, headers, body }: WireResponse): PipeResponse {
  const bytes = Buffer.from(body, 'base64');
  return {
    status,
    ok: status >= 200 && status < 300,
    headers,
    bytes: () => new Uint8Array(bytes),
    text: () => bytes.toString('utf8'),
    json: () => JSON.parse(bytes.toString('utf8')) as unknown,
  };
}

function untilAborted<T>(work: Promise<T>, signal: AbortSignal | null | undefined): Promise<T> {
  if (!signal) return work;
  signal.throwIfAborted();
  const aborted = new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  return Promise.race([work, aborted]);
}
