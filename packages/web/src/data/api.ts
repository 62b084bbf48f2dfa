/**
 * Every request of the page goes through here: same origin, the service's own errors (`HindcastError`), an abort signal. `routes` is
 * typed by the interface; `call` is for answers the page reads in its own shape, and `callIfThere` for routes a service may lack.
 */
import { type HindcastClient, HindcastError, hindcastClient, type Routes } from '@hindcast/client';
import { t } from '../language/message.ts';

export { HindcastError };

const client: HindcastClient = hindcastClient({
  baseUrl: globalThis.location?.origin ?? '',
  fetch: (address, init) => reach(address, init),
});

/** Every route by its path, with the types of the interface. */
export const routes: Routes = client;

/** What is asked by meaning. */
export const { askParts, related } = client;

export interface CallOptions {
  signal?: AbortSignal;
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  body?: unknown;
  query?: Readonly<
    Record<string, string | number | boolean | readonly string[] | undefined | null>
  >;
  /** Statuses in addition to 2xx whose body is an answer. */
  accept?: readonly number[];
}

function addressOf(path: string, query: CallOptions['query'] = {}): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined || value === null) continue;
    for (const one of [value].flat()) if (one !== '') parameters.append(name, String(one));
  }
  const text = parameters.toString();
  return text === '' ? path : `${path}?${text}`;
}

export async function call<Answer>(path: string, options: CallOptions = {}): Promise<Answer> {
  const { signal, method = 'GET', body, query, accept = [] } = options;
  const response = await reach(addressOf(path, query), {
    method,
    headers: {
      accept: 'application/json',
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(signal && { signal }),
  });
  const answer: unknown = await response.json().catch(() => undefined);
  if (response.ok || accept.includes(response.status)) return answer as Answer;
  throw refusal(response.status, answer);
}

/** For routes that a service may lack. */
export async function callIfThere<Answer>(
  path: string,
  options: CallOptions = {},
): Promise<Answer | null> {
  return (await isOffered(path)) ? call<Answer>(path, options) : null;
}

let offered: Promise<ReadonlySet<string>> | undefined;

/** Whether the service describes such a route. Asking for one it lacks would be an error in the browser's own log. */
async function isOffered(path: string): Promise<boolean> {
  offered ??= call<{ paths: object }>('/openapi.json').then(
    ({ paths }) => new Set(Object.keys(paths)),
  );
  try {
    return (await offered).has(path);
  } catch (error) {
    offered = undefined;
    throw error;
  }
}

export function isMissingRoute(error: unknown): boolean {
  return (
    error instanceof HindcastError &&
    (error.code === 'ROUTE_NOT_FOUND' || error.code === 'METHOD_NOT_ALLOWED')
  );
}

export async function reach(address: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(address, init);
  } catch (cause) {
    init.signal?.throwIfAborted();
    throw new HindcastError('UNREACHABLE', t('Hindcast is not answering.'), {
      hint: t('The page tries again by itself.'),
      cause,
    });
  }
}

export function refusal(status: number, answer: unknown): HindcastError {
  const { code, message, hint } = (answer ?? {}) as Record<string, unknown>;
  return new HindcastError(
    typeof code === 'string' ? code : 'BAD_ANSWER',
    typeof message === 'string'
      ? message
      : t('the service answered with status {status}', { status }),
    { status, hint: typeof hint === 'string' ? hint : undefined },
  );
}

/** The address of a stored picture; a width asks for a smaller one where the service can make it. */
export function pictureAddress(frameId: number, width?: number): string {
  return addressOf(`/frames/${frameId}`, { width });
}
