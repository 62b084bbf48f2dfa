/** A bucket of any S3-compatible store as the place: signed requests to put, get, look at and delete one object. */
import { AwsClient } from 'aws4fetch';
import { serviceError } from '#core/errors.ts';
import { SyncAnswerError } from '#sync/errors.ts';
import type { OffloadPlace } from '../place.ts';

const PATIENCE_MS = 30_000;
/** A part and what sealing adds to it. */
const MOST_BYTES = 4 * 1024 * 1024;

export function s3Place(options: {
  /** With the bucket, and a folder in it if wanted: `https://s3.example/bucket/folder`. */
  url: string;
  keyId: string;
  secret: string;
  region: string;
  storeName: string;
}): OffloadPlace {
  const { url, keyId, secret, region, storeName } = options;
  const client = new AwsClient({
    accessKeyId: keyId,
    secretAccessKey: secret,
    service: 's3',
    region,
    // The job and the person who looks try again themselves.
    retries: 0,
  });
  const base = `${url.replace(/\/+$/, '')}/${storeName}`;

  /** Resolves to success and 404. */
  async function send(path: string, init: RequestInit, signal: AbortSignal): Promise<Response> {
    let response: Response;
    try {
      response = await client.fetch(`${base}/${path}`, {
        ...init,
        redirect: 'error',
        signal: AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)]),
      });
    } catch (cause) {
      signal.throwIfAborted();
      throw serviceError('SYNC_UNREACHABLE', { cause: withoutSecrets(cause) });
    }
    if (response.ok || response.status === 404) return response;
    await response.body?.cancel();
    if (response.status === 401 || response.status === 403)
      throw serviceError('SYNC_TOKEN_REFUSED');
    if (response.status >= 500) {
      throw serviceError('SYNC_UNREACHABLE', { cause: new Error(`status ${response.status}`) });
    }
    throw new SyncAnswerError(`status ${response.status}`);
  }

  const partOf = (name: string, part: number) => `${name}/${part}`;

  return {
    async write({ name, part }, bytes, signal) {
      const headers = { 'content-type': 'application/octet-stream' };
      const body = bytes as Uint8Array<ArrayBuffer>;
      const response = await send(partOf(name, part), { method: 'PUT', headers, body }, signal);
      await response.body?.cancel();
      // A bucket that is not there.
      if (!response.ok) throw new SyncAnswerError(`status ${response.status}`);
    },
    async read({ name, part }, signal) {
      const response = await send(partOf(name, part), {}, signal);
      if (response.ok) return readBody(response, signal);
      await response.body?.cancel();
      return undefined;
    },
    async has(name, parts, signal) {
      for (let part = 0; part < parts; part += 1) {
        const response = await send(partOf(name, part), { method: 'HEAD' }, signal);
        if (!response.ok) return false;
      }
      return true;
    },
    async remove(name, parts, signal) {
      for (let part = 0; part < parts; part += 1) {
        const response = await send(partOf(name, part), { method: 'DELETE' }, signal);
        await response.body?.cancel();
      }
    },
  };
}

async function readBody(response: Response, signal: AbortSignal): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const part of response.body ?? []) {
      length += part.length;
      if (length > MOST_BYTES) throw new SyncAnswerError('more than a part can hold');
      parts.push(part);
    }
  } catch (cause) {
    signal.throwIfAborted();
    throw cause instanceof SyncAnswerError
      ? cause
      : serviceError('SYNC_UNREACHABLE', { cause: withoutSecrets(cause) });
  }
  return Buffer.concat(parts);
}

/** Errors about a request quote its address and headers, and end up in the log. */
function withoutSecrets(cause: unknown): Error {
  const inner =
    cause instanceof Error ? (cause.cause as { code?: unknown } | undefined) : undefined;
  return new Error(`the request failed: ${String(inner?.code ?? (cause as Error).name)}`);
}
