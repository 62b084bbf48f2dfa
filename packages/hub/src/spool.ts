/** Receives the bytes of an upload into a file, piece by piece, so that no upload is ever held in memory. */
import { createHash } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { HubError } from './hub-errors.ts';

/** Durable when it resolves, to the SHA-256 of the bytes. Rejects, and leaves no file, when there are not exactly `size`. */
export async function receiveFile(file: string, bytes: Readable, size: number): Promise<string> {
  const hash = createHash('sha256');
  let received = 0;
  try {
    const written = await open(file, 'wx', 0o600);
    try {
      for await (const piece of bytes as AsyncIterable<Buffer>) {
        received += piece.length;
        if (received > size) throw new HubError('BAD_REQUEST');
        hash.update(piece);
        await written.writeFile(piece);
      }
      if (received !== size) throw new HubError('BAD_REQUEST');
      await written.sync();
    } finally {
      await written.close();
    }
  } catch (error) {
    await rm(file, { force: true });
    throw error;
  }
  return hash.digest('hex');
}
