/**
 * A typed client for a running service. It uses only `fetch` and `WebSocket`, so it works in browsers and in Node alike. It does not
 * retry and keeps nothing: every call is one request.
 */
import type { AskParameters, AskReply, MeantPage, RelatedParameters } from './ask-wire.ts';
import { refusal } from './errors.ts';
import { type PipeClient, pipeClient } from './pipes.ts';
import {
  queryOf,
  type Routes,
  readAnswer,
  readBytes,
  readJson,
  request,
  routesOf,
} from './request.ts';
import { type LiveStreams, streamsOf } from './streams.ts';
import type {
  CallOptions,
  Coverage,
  FrameMetadata,
  FrameText,
  Health,
  ItemPage,
  SearchParameters,
  SyncInit,
  SyncInitReply,
  SyncStatus,
  TimelineParameters,
} from './wire.ts';

export type * from './ask-wire.ts';
export { isUnproven } from './ask-wire.ts';
export { HindcastError } from './errors.ts';
export type { PipeClient, PipeExecution, PipeInfo, PipeLogEntry } from './pipes.ts';
export type { Answer, Routes } from './request.ts';
export type { FinishedVideo, FrameBatch, LiveEvent, VideoProgress, VideoWish } from './streams.ts';
export { tokenLimits } from './token-limits.ts';
export type * from './wire.ts';

const DEFAULT_BASE_URL = 'http://127.0.0.1:3030';

/** The part that reads what was captured; pipes get this. */
export interface PipeQuery {
  /** Newest first. */
  search(parameters: SearchParameters, options?: CallOptions): Promise<ItemPage>;
  /** In the order in which it happened. */
  timeline(parameters: TimelineParameters, options?: CallOptions): Promise<ItemPage>;
  frameMetadata(frameId: number, options?: CallOptions): Promise<FrameMetadata>;
  frameText(frameId: number, options?: CallOptions): Promise<FrameText>;
  /** A JPEG, as stored or at most so wide; with `redact_pii` personal data is covered. */
  frameImage(
    frameId: number,
    options?: CallOptions & { width?: number | undefined; redact_pii?: boolean | undefined },
  ): Promise<Uint8Array>;
  /** The rows of one read-only SELECT. */
  sql(query: string, options?: CallOptions): Promise<Record<string, unknown>[]>;
}

/** Every route by its path, the live streams, and shorter names for what is asked most. */
export interface HindcastClient extends PipeQuery, Routes, LiveStreams {
  /** Answers a question with the moments that prove it; `askParts` is the same as a stream. */
  ask(parameters: AskParameters, options?: CallOptions): Promise<AskReply>;
  /** Moments like a frame or a recording, the most similar first. */
  related(parameters: RelatedParameters, options?: CallOptions): Promise<MeantPage>;
  /** A recording, as Opus in Ogg. */
  audio(chunkId: number, options?: CallOptions): Promise<Uint8Array>;
  readonly pipes: PipeClient;
  /** A degraded service is an answer, not an error. */
  health(options?: CallOptions): Promise<Health>;
  /** What was recorded in the last 24 hours, and the gaps; another range with `get('/coverage', …)`. */
  coverage(options?: CallOptions): Promise<Coverage>;
  syncStatus(options?: CallOptions): Promise<SyncStatus>;
  syncInit(wanted: SyncInit, options?: CallOptions): Promise<SyncInitReply>;
  /** Resolves when the round is done, or goes on in the background. */
  syncNow(options?: CallOptions): Promise<{ message: string }>;
  syncPassword(
    change: { password: string; new_password: string },
    options?: CallOptions,
  ): Promise<{ message: string }>;
  syncLock(options?: CallOptions): Promise<{ message: string }>;
}

export function hindcastClient(settings: {
  baseUrl?: string;
  /** Needed only when the service runs on another machine. */
  accessToken?: string;
  /** Which program asks, as the access log will name it. Browsers say it themselves. */
  userAgent?: string;
  /** Carries the requests in place of the global `fetch`. */
  fetch?: (url: string, init: RequestInit) => Promise<Response>;
}): HindcastClient {
  const baseUrl = (settings.baseUrl ?? DEFAULT_BASE_URL).replace(/\/+$/, '');
  const headers: Record<string, string> = { accept: 'application/json' };
  if (settings.userAgent) headers['user-agent'] = settings.userAgent;
  if (settings.accessToken) headers.authorization = `Bearer ${settings.accessToken}`;

  const connection = { baseUrl, headers, fetch: settings.fetch ?? fetch };

  const ask = (path: string, options?: CallOptions, init?: Omit<RequestInit, 'signal'>) =>
    request(connection, path, { ...init, ...options });

  async function read<T>(
    path: string,
    options?: CallOptions,
    init?: Omit<RequestInit, 'signal'>,
  ): Promise<T> {
    return (await readAnswer(await ask(path, options, init))) as T;
  }

  return {
    ...routesOf(connection),
    ...streamsOf(connection),
    pipes: pipeClient(read),
    search: (parameters, options) => read(`/search?${queryOf(parameters)}`, options),
    timeline: (parameters, options) => read(`/timeline?${queryOf(parameters)}`, options),
    ask: (parameters, options) => read(`/ask?${queryOf(parameters)}`, options),
    related: (parameters, options) => read(`/search/related?${queryOf(parameters)}`, options),
    frameMetadata: (frameId, options) => read(`/frames/${frameId}/metadata`, options),
    frameText: (frameId, options) => read(`/frames/${frameId}/ocr`, options),

    frameImage: async (frameId, { width, redact_pii, signal } = {}) =>
      readBytes(await ask(`/frames/${frameId}?${queryOf({ width, redact_pii })}`, { signal })),

    audio: async (chunkId, options) => readBytes(await ask(`/audio/chunks/${chunkId}`, options)),

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

    coverage: (options) => read('/coverage', options),
    syncStatus: (options) => read('/sync/status', options),
    syncInit: (wanted, options) =>
      read('/sync/init', options, { method: 'POST', body: JSON.stringify(wanted) }),
    syncPassword: (change, options) =>
      read('/sync/password', options, { method: 'POST', body: JSON.stringify(change) }),
    syncNow: (options) => read('/sync/now', options, { method: 'POST' }),
    syncLock: (options) => read('/sync/lock', options, { method: 'POST' }),
  };
}
