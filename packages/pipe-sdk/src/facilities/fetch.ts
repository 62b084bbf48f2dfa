/** `ctx.fetch`: a request to a host that a person has granted. The service sends it. */
import type { CallHost, WireResponse } from './call-host.ts';

export interface PipeResponse {
  readonly status: number;
  readonly ok: boolean;
  readonly headers: Readonly<Record<string, string>>;
  text(): string;
  json(): unknown;
  bytes(): Uint8Array;
}

export interface PipeRequest {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
}

type Fetch = (url: string, request?: PipeRequest) => Promise<PipeResponse>;

export function openFetch(call: CallHost): Fetch {
  return async (url, request = {}) => {
    const { status, headers, body } = await call<WireResponse>('fetch', String(url), request);
    const bytes = Buffer.from(body, 'base64');
    return {
      status,
      ok: status >= 200 && status < 300,
      headers,
      bytes: () => new Uint8Array(bytes),
      text: () => bytes.toString('utf8'),
      json: () => JSON.parse(bytes.toString('utf8')) as unknown,
    };
  };
}
