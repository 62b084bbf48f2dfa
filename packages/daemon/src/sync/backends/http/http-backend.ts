/** A hub, reached over HTTP. Bodies go in slices where bandwidth is limited, so that the limit holds within a blob too. */
import {
  HOLDER_HEADER,
  HUB_NAME,
  HUB_PREFIX,
  type HubHeads,
  type HubRefusal,
  type HubStream,
  MAX_BLOB_BYTES,
  SIZE_HEADER,
  SLOWEST_BYTES_PER_SEC,
} from '@hindcast/client/hub-wire';
import { serviceError } from '#core/errors.ts';
import type { Heads, Spot, SyncBackend } from '#sync/backend.ts';
import {
  SyncAnswerError,
  SyncDeviceClonedError,
  SyncLeaseHeldError,
  SyncLostDataError,
} from '#sync/errors.ts';
import type { Bandwidth } from '#sync/media/bandwidth.ts';

/** Until an answer begins, and from one piece of it to the next; a request with a body gets as long as its size takes besides. */
const PATIENCE_MS = 30_000;
/** What can be in a header. Anything else would be shown by the error about it. */
const TOKEN = /^[\x21-\x7e]{1,200}$/;
/** The last millisecond that is a date. */
const LATEST_MS = 8.64e15;
const SLICE_BYTES = 16 * 1024;

interface Call {
  method?: 'GET' | 'PUT' | 'DELETE';
  headers?: Record<string, string>;
  body?: Uint8Array;
  signal: AbortSignal;
}

function headersOf(body: Uint8Array, holder: string): Record<string, string> {
  return {
    'content-type': 'application/octet-stream',
    [HOLDER_HEADER]: holder,
    [SIZE_HEADER]: String(body.length),
  };
}

interface HttpSettings {
  url: string;
  token: string;
  bandwidth: Bandwidth;
  /** For tests. */
  patienceMs?: number;
}

export function httpBackend(settings: HttpSettings): SyncBackend {
  const { bandwidth, patienceMs = PATIENCE_MS } = settings;
  const base = settings.url.replace(/\/+$/, '') + HUB_PREFIX;
  const { call, json } = hubRequests({ settings, patienceMs, base, bandwidth });

  return {
    async readHeads(machineId, signal): Promise<Heads> {
      const heads = await json<HubHeads>(`/heads?device=${machineId}`, signal);
      if (!Array.isArray(heads.devices)) throw new SyncAnswerError('something that is no list');
      const { keys_revision: revision = null, used_bytes: usedBytes } = heads;
      if (revision !== null && typeof revision !== 'string') {
        throw new SyncAnswerError('a revision that is no text');
      }
      if (!isCount(usedBytes)) throw new SyncAnswerError('a size that is no number');
      return {
        keysRevision: revision ?? undefined,
        devices: heads.devices.map(toDevice),
        usedBytes,
      };
    },
    async readKeys(signal) {
      const { response, bytes } = await call('/keys', { signal });
      if (response.status === 404 && codeOf(bytes) === 'NOT_FOUND') return undefined;
      const revision = response.headers.get('etag');
      if (!response.ok || revision === null) throw refusal(response, bytes, undefined);
      return { document: bytes, revision: unquoted(revision) };
    },
    async writeKeys(document, expected, signal) {
      const condition: Record<string, string> =
        expected === undefined ? { 'if-none-match': '*' } : { 'if-match': `"${expected}"` };
      const headers = { 'content-type': 'application/octet-stream', ...condition };
      const call_ = { method: 'PUT', headers, body: document, signal } as const;
      const { response, bytes } = await call('/keys', call_);
      if (response.status === 412) return undefined;
      const revision = response.headers.get('etag');
      if (!response.ok || revision === null) throw refusal(response, bytes, undefined);
      return unquoted(revision);
    },
    async append(spot, body, holder, signal) {
      const headers = headersOf(body, holder);
      const { response, bytes } = await call(pathOf(spot), {
        method: 'PUT',
        headers,
        body,
        signal,
      });
      if (!response.ok) throw refusal(response, bytes, spot.machineId);
    },
    async replace(spot, body, expectedHash, holder, signal) {
      const headers = {
        ...headersOf(body, holder),
        'if-match': `"${expectedHash}"`,
      };
      const { response, bytes } = await call(pathOf(spot), {
        method: 'PUT',
        headers,
        body,
        signal,
      });
      if (!response.ok) throw refusal(response, bytes, spot.machineId);
    },
    async removeStream(machineId, stream, holder, signal) {
      const headers = { [HOLDER_HEADER]: holder };
      const path = `/devices/${machineId}/streams/${stream}`;
      const { response, bytes } = await call(path, { method: 'DELETE', headers, signal });
      if (!response.ok) throw refusal(response, bytes, machineId);
    },
    async removeDevice(machineId, holder, signal) {
      const headers = { [HOLDER_HEADER]: holder };
      const wanted = { method: 'DELETE', headers, signal } as const;
      const { response, bytes } = await call(`/devices/${machineId}`, wanted);
      if (!response.ok) throw refusal(response, bytes, machineId);
    },
    async read(spot, signal) {
      const { response, bytes } = await call(pathOf(spot), { signal });
      if (!response.ok) throw refusal(response, bytes, spot.machineId);
      return bytes;
    },
    async countSegments(machineId, stream, signal) {
      const path = `/devices/${machineId}/streams/${stream}`;
      const { segments } = await json<HubStream>(path, signal);
      if (!isCount(segments)) throw new SyncAnswerError('a count that is no number');
      return segments;
    },
  };
}

/** Requests to the hub: in time, within the bandwidth, with errors that say what to do. */
function hubRequests(
  deps: Pick<HttpSettings, 'bandwidth'> & {
    settings: HttpSettings;
    patienceMs: number;
    base: string;
  },
) {
  const { settings, patienceMs, base, bandwidth } = deps;
  /** Resolves to answers that mean something to the caller: success, 404 and 412. */
  async function call(path: string, { signal, body, ...rest }: Call) {
    if (!TOKEN.test(settings.token)) throw serviceError('SYNC_TOKEN_REFUSED');
    const whole = AbortSignal.timeout(PATIENCE_MS + patienceFor(body?.length ?? MAX_BLOB_BYTES));
    const stall = new AbortController();
    const timer = setTimeout(() => stall.abort(), patienceMs + patienceFor(body?.length ?? 0));
    const both = AbortSignal.any([signal, whole, stall.signal]);
    const headers = { authorization: `Bearer ${settings.token}`, ...rest.headers };
    try {
      const response = await fetch(base + path, {
        ...rest,
        headers,
        signal: both,
        redirect: 'error',
        ...(body === undefined ? {} : { body: bodyOf(body, both), duplex: 'half' as const }),
      });
      clearTimeout(timer);
      return { response, bytes: await readBody(response, both, stall) };
    } catch (cause) {
      signal.throwIfAborted();
      // Not the caller's: then it was one of the two clocks.
      throw faultOf(cause, both.aborted);
    } finally {
      clearTimeout(timer);
    }
  }

  function patienceFor(bytes: number): number {
    return Math.ceil((bytes / SLOWEST_BYTES_PER_SEC) * 1000);
  }

  function bodyOf(body: Uint8Array, signal: AbortSignal) {
    if (bandwidth.limitBytesPerSec === undefined) return body as Uint8Array<ArrayBuffer>;
    return ReadableStream.from(slices(body, signal));
  }

  async function* slices(body: Uint8Array, signal: AbortSignal) {
    for (let from = 0; from < body.length; from += SLICE_BYTES) {
      const slice = body.subarray(from, from + SLICE_BYTES);
      await bandwidth.take(slice.length, signal);
      yield slice;
    }
  }

  async function readBody(
    response: Response,
    signal: AbortSignal,
    stall: AbortController,
  ): Promise<Buffer> {
    const parts: Uint8Array[] = [];
    let length = 0;
    let timer = setTimeout(() => stall.abort(), patienceMs);
    try {
      for await (const part of response.body ?? []) {
        clearTimeout(timer);
        length += part.length;
        if (length > MAX_BLOB_BYTES * 2) throw new SyncAnswerError('more than a blob can hold');
        await bandwidth.take(part.length, signal);
        parts.push(part);
        timer = setTimeout(() => stall.abort(), patienceMs);
      }
    } finally {
      clearTimeout(timer);
    }
    return Buffer.concat(parts);
  }

  async function json<T extends object>(path: string, signal: AbortSignal): Promise<T> {
    const { response, bytes } = await call(path, { signal });
    if (!response.ok) throw refusal(response, bytes, undefined);
    return parse<T>(bytes);
  }

  return { call, json };
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

function toDevice(device: HubHeads['devices'][number] | null) {
  if (device === null) throw new SyncAnswerError('a device that cannot be');
  const { device_id, segments, last_seen_ms } = device;
  const isName = typeof device_id === 'string' && HUB_NAME.test(device_id);
  const isTime = Number.isFinite(last_seen_ms) && Math.abs(last_seen_ms) <= LATEST_MS;
  if (!isName || !isCount(segments) || !isTime)
    throw new SyncAnswerError('a device that cannot be');
  return { machineId: device_id, segments, lastSeenAtMs: last_seen_ms };
}

function faultOf(cause: unknown, isLate: boolean): Error {
  if (cause instanceof SyncAnswerError) return cause;
  const shown = withoutSecrets(cause);
  return isLate
    ? serviceError('SYNC_TOO_SLOW', { cause: shown })
    : serviceError('SYNC_UNREACHABLE', { cause: shown });
}

/** Errors about a request quote its address and headers, and end up in the log. */
function withoutSecrets(cause: unknown): Error {
  const inner =
    cause instanceof Error ? (cause.cause as NodeJS.ErrnoException | undefined) : undefined;
  const name = cause instanceof Error ? cause.name : 'Error';
  return new Error(`the request failed: ${inner?.code ?? name}`);
}

function pathOf({ machineId, stream, sequence }: Spot): string {
  return `/devices/${machineId}/streams/${stream}/${sequence}`;
}

function unquoted(etag: string): string {
  return etag.replace(/^W\//, '').replaceAll('"', '');
}

function parse<T extends object>(bytes: Buffer): T {
  let value: unknown;
  try {
    value = JSON.parse(bytes.toString());
  } catch {
    throw new SyncAnswerError('something that is not JSON');
  }
  if (typeof value !== 'object' || value === null) {
    throw new SyncAnswerError('something that is no object');
  }
  return value as T;
}

function codeOf(bytes: Buffer): string | undefined {
  try {
    return (JSON.parse(bytes.toString()) as Partial<HubRefusal>).code;
  } catch {
    return undefined;
  }
}

function refusal(response: Response, bytes: Buffer, machineId: string | undefined): Error {
  const device = machineId ?? 'unknown';
  switch (codeOf(bytes)) {
    case 'TOKEN_REFUSED':
      return serviceError('SYNC_TOKEN_REFUSED');
    case 'QUOTA_EXCEEDED':
      return serviceError('SYNC_FULL');
    case 'SEQUENCE_TAKEN':
    case 'SEQUENCE_GAP':
      return new SyncDeviceClonedError(device);
    case 'LEASE_HELD':
      return new SyncLeaseHeldError();
    case 'NOT_FOUND':
      return new SyncLostDataError(device);
    case 'TOO_MANY_REQUESTS':
      return serviceError('SYNC_BUSY');
    default:
      return response.status >= 500
        ? serviceError('SYNC_UNREACHABLE', { cause: new Error(`status ${response.status}`) })
        : new SyncAnswerError(`status ${response.status}`);
  }
}
