/** `ctx.query`: the typed client of the service, whose requests go to the host. */
import { hindcastClient, type PipeQuery } from '@hindcast/client';
import type { CallHost, WireResponse } from './call-host.ts';

export function openQuery(call: CallHost): PipeQuery {
  async function askService(url: string, init: RequestInit): Promise<Response> {
    const { pathname, search } = new URL(url);
    const method = init.method ?? 'GET';
    const body = typeof init.body === 'string' ? init.body : undefined;
    const asked = call<WireResponse>('query', method, pathname + search, body);
    const { status, headers, body: answer } = await untilAborted(asked, init.signal);
    return new Response(Buffer.from(answer, 'base64'), { status, headers });
  }

  return hindcastClient({ baseUrl: 'http://localhost', fetch: askService });
}

function untilAborted<T>(work: Promise<T>, signal: AbortSignal | null | undefined): Promise<T> {
  if (!signal) return work;
  signal.throwIfAborted();
  const aborted = new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  return Promise.race([work, aborted]);
}
