/**
 * Blobs in a bucket of any S3-compatible store: three signed requests, put, get and delete. Such a store wants to know the length of what
 * it is sent, and a hub its hash, so an upload goes through a file.
 */
import { openAsBlob } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { AwsClient } from 'aws4fetch';
import { receiveFile } from '../spool.ts';
import type { Blobs } from '../storage.ts';

const PATIENCE_MS = 30_000;

export interface S3Options {
  /** With the bucket: `https://s3.example/bucket`. */
  url: string;
  keyId: string;
  secret: string;
  /** Most stores that are not Amazon's accept any. */
  region?: string | undefined;
  /** For uploads on their way. */
  spoolFolder: string;
}

class S3Error extends Error {
  constructor(what: string, status: number) {
    super(`the blob store answered ${what} with status ${status}`);
  }
}

export function s3Blobs(options: S3Options): Blobs {
  const { url, keyId, secret, region = 'us-east-1', spoolFolder } = options;
  const client = new AwsClient({
    accessKeyId: keyId,
    secretAccessKey: secret,
    service: 's3',
    region,
    // The library tries again by itself after 429 and 5xx.
    retries: 3,
  });
  const addressOf = (key: string) => `${url.replace(/\/+$/, '')}/${key}`;
  const send = (key: string, init: RequestInit) =>
    client.fetch(addressOf(key), { ...init, signal: AbortSignal.timeout(PATIENCE_MS) });

  return {
    async write(key, bytes, size) {
      await mkdir(spoolFolder, { recursive: true, mode: 0o700 });
      const file = join(spoolFolder, key);
      const hash = await receiveFile(file, bytes, size);
      try {
        const headers = { 'content-type': 'application/octet-stream' };
        const body = await openAsBlob(file);
        const response = await send(key, { method: 'PUT', headers, body });
        await response.arrayBuffer();
        if (!response.ok) throw new S3Error('a write', response.status);
      } finally {
        await rm(file, { force: true });
      }
      return hash;
    },
    async read(key) {
      const response = await send(key, {});
      if (response.ok && response.body) {
        const bytes = Readable.fromWeb(response.body as ReadableStream);
        return { bytes, size: Number(response.headers.get('content-length')) };
      }
      await response.arrayBuffer();
      if (response.status === 404) return undefined;
      throw new S3Error('a read', response.status);
    },
    async remove(key) {
      // What a killed hub had begun to receive.
      await rm(join(spoolFolder, key), { force: true });
      const response = await send(key, { method: 'DELETE' });
      await response.arrayBuffer();
      if (!response.ok && response.status !== 404) throw new S3Error('a removal', response.status);
    },
  };
}
