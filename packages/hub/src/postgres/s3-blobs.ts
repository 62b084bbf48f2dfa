/** Blobs in a bucket of any S3-compatible store: three signed requests, put, get and delete. */
import { AwsClient } from 'aws4fetch';
import type { Blobs } from '../storage.ts';

const PATIENCE_MS = 30_000;

export interface S3Options {
  /** With the bucket: `https://s3.example/bucket`. */
  url: string;
  keyId: string;
  secret: string;
  /** Most stores that are not Amazon's accept any. */
  region?: string | undefined;
}

class S3Error extends Error {
  constructor(what: string, status: number) {
    super(`the blob store answered ${what} with status ${status}`);
  }
}

export function s3Blobs({ url, keyId, secret, region = 'us-east-1' }: S3Options): Blobs {
  const client = new AwsClient({
    ...{ accessKeyId: keyId, secretAccessKey: secret, service: 's3', region },
    // The library tries again by itself after 429 and 5xx.
    retries: 3,
  });
  const addressOf = (key: string) => `${url.replace(/\/+$/, '')}/${key}`;
  const send = (key: string, init: RequestInit) =>
    client.fetch(addressOf(key), { ...init, signal: AbortSignal.timeout(PATIENCE_MS) });

  return {
    async write(key, bytes) {
      const headers = { 'content-type': 'application/octet-stream' };
      const response = await send(key, { method: 'PUT', headers, body: new Uint8Array(bytes) });
      await response.arrayBuffer();
      if (!response.ok) throw new S3Error('a write', response.status);
    },
    async read(key) {
      const response = await send(key, {});
      const body = Buffer.from(await response.arrayBuffer());
      if (response.status === 404) return undefined;
      if (!response.ok) throw new S3Error('a read', response.status);
      return body;
    },
    async remove(key) {
      const response = await send(key, { method: 'DELETE' });
      await response.arrayBuffer();
      if (!response.ok && response.status !== 404) throw new S3Error('a removal', response.status);
    },
  };
}
