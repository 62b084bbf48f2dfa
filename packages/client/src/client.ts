/**
 * A small typed client for a running service. It uses only `fetch`, so it works in browsers and in Node alike. It does not retry and
 * keeps nothing: every call is one request.
 */
import type {
  Coverage,
  FrameMetadata,
  FrameText,
  Health,
  ItemPage,
  SearchParameters,
  TimelineParameters,
} from './wire.ts';

export type * from './wire.ts';

const DEFAULT_BASE_URL = 'http://127.0.0.1:3030';

/** What went wrong, for programs (`code`) and for people (`message`, `hint`). */
export class HindcastError extends Error {
  /** The service's own code, or `UNREACHABLE` or `BAD_ANSWER` when there was no answer to read. */
  readonly code: string;
  /** What the person can do about it, when the service said so. */
  readonly hint: string | undefined;
  /** The HTTP status; undefined when there was no answer. */
  readonly status: number | undefined;

  constructor(
    code: string,
    message: string,
    options: { hint?: string | undefined; status?: number; cause?: unknown } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'HindcastError';
    this.code = code;
    this.hint = options.hint;
    this.status = options.status;
  }
}

export interface CallOptions {
  /** Ends the request; the call then rejects with the signal's reason. */
  signal?: AbortSignal;
}

/** The part that reads what was captured; pipes get this. */
export interface PipeQuery {
  /** Newest first. */
  search(parameters: SearchParameters, options?: CallOptions): Promise<ItemPage>;
  /** In the order in which it happened. */
  timeline(parameters: TimelineParameters, options?: CallOptions): Promise<ItemPage>;
  frameMetadata(frameId: number, options?: CallOptions): Promise<FrameMetadata>;
  frameText(frameId: number, options?: CallOptions): Promise<FrameText>;
  /** A JPEG. */
  frameImage(frameId: number, options?: CallOptions): Promise<Uint8Array>;
  /** The rows of one read-only SELECT. */
  sql(query: string, options?: CallOptions): Promise<Record<string, unknown>[]>;
}

export interface HindcastClient extends PipeQuery {
  /** A degraded service is an answer, not an error. */
  health(options?: CallOptions): Promise<Health>;
  /** What was recorded in the last 24 hours, and the gaps. */
  coverage(options?: CallOptions): Promise<Coverage>;
}

export function hindcastClient(settings: {
  baseUrl?: string;
  /** Needed only when the service runs on another machine. */
  accessToken?: string;
  /** Carries the requests in place of the global `fetch`. */
  fetch?: (url: string, init: RequestInit) => Promise<Response>;
}): HindcastClient {
  const baseUrl = (settings.baseUrl ?? DEFAULT_BASE_URL).replace(/\/+$/, '');
  const headers: Record<string, string> = { accept: 'application/json' };
  if (settings.accessToken) headers.authorization = `Bearer ${settings.accessToken}`;

  const send = settings.fetch ?? fetch;

  async function ask(
    path: string,
    { signal }: CallOptions = {},
    init: RequestInit = {},
  ): Promise<Response> {
    try {
      return await send(baseUrl + path, { headers, ...init, ...(signal ? { signal } : {}) });
    } catch (cause) {
      signal?.throwIfAborted();
      throw new HindcastError('UNREACHABLE', `no Hindcast service answers on ${baseUrl}`, {
        hint: 'Start it with: npm start',
        cause,
      });
    }
  }

  async function read<T>(path: string, options?: CallOptions, init?: RequestInit): Promise<T> {
    const response = await ask(path, options, init);
    const body = await readJson(response);
    if (!response.ok) throw refusal(response.status, body);
    return body as T;
  }

  return {
    search: (parameters, options) => read(`/search?${queryOf(parameters)}`, options),
    timeline: (parameters, options) => read(`/timeline?${queryOf(parameters)}`, options),
    frameMetadata: (frameId, options) => read(`/frames/${frameId}/metadata`, options),
    frameText: (frameId, options) => read(`/frames/${frameId}/ocr`, options),

    async frameImage(frameId, options) {
      const response = await ask(`/frames/${frameId}`, options);
      if (!response.ok) throw refusal(response.status, await readJson(response));
      return new Uint8Array(await response.arrayBuffer());
    },

    sql: (query, options) =>
      read('/raw_sql', options, { method: 'POST', body: JSON.stringify({ query }) }),

    async health(options) {
      const response = await ask('/health', options);
      const body = await readJson(response);
      // 503 is how a degraded service answers; the report is the same.
      const isReport = response.ok || (response.status === 503 && 'frame_status' in body);
      if (!isReport) throw refusal(response.status, body);
      return body as unknown as Health;
    },

    async coverage(options) {
      const response = await ask('/coverage', options);
      const body = await readJson(response);
      if (!response.ok) throw refusal(response.status, body);
      return body as unknown as Coverage;
    },
  };
}

function queryOf(parameters: object): URLSearchParams {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== undefined) query.set(name, String(value));
  }
  return query;
}

async function readJson(response: Response): Promise<Record<string, unknown>> {
  const body: unknown = await response.json().catch(() => undefined);
  if (typeof body === 'object' && body !== null) return body as Record<string, unknown>;
  throw new HindcastError(
    'BAD_ANSWER',
    `${response.url} answered something that is not Hindcast's`,
    {
      hint: 'Another program may be using that port.',
      status: response.status,
    },
  );
}

function refusal(status: number, body: Record<string, unknown>): HindcastError {
  const { code, error, hint } = body;
  return new HindcastError(
    typeof code === 'string' ? code : 'BAD_ANSWER',
    typeof error === 'string' ? error : `the service answered with status ${status}`,
    { status, hint: typeof hint === 'string' ? hint : undefined },
  );
}
