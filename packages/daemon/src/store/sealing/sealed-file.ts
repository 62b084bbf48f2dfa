/**
 * Media files, sealed or not: whole ones as bytes, large ones in parts. Everything in `store/` that reads or writes a media file does it
 * through here (and `sealed-log.ts`), with the `sealing` of the store; without one, bytes pass as they are.
 */
import { constants } from 'node:fs';
import { type FileHandle, open, stat } from 'node:fs/promises';
import { sep } from 'node:path';
import { readRegularFile } from '../media/regular-file.ts';
import {
  BLOCK_BYTES,
  type BlockCipher,
  blockCipherOf,
  HEADER_BYTES,
  hasSealedHeader,
  newBlockCipher,
  SealBrokenError,
  TAG_BYTES,
} from './format.ts';
import type { Sealing } from './store-key.ts';

const SEALED_BLOCK_BYTES = BLOCK_BYTES + TAG_BYTES;

/** What is to be written for these bytes. */
export function sealBytes(bytes: Buffer, sealing: Sealing | undefined): Buffer {
  if (sealing === undefined) return bytes;
  const cipher = newBlockCipher(sealing.mediaKey, 'file');
  const parts = [cipher.header];
  const last = blockCount(bytes.length) - 1;
  for (let index = 0; index <= last; index += 1) {
    const from = index * BLOCK_BYTES;
    parts.push(cipher.seal(bytes.subarray(from, from + BLOCK_BYTES), index, index === last));
  }
  return Buffer.concat(parts);
}

function unsealBytes(file: Buffer, sealing: Sealing): Buffer {
  const cipher = blockCipherOf(sealing.mediaKey, file, 'file');
  const { blocks } = layoutOf(file.length);
  const parts: Buffer[] = [];
  for (let index = 0; index < blocks; index += 1) {
    const from = HEADER_BYTES + index * SEALED_BLOCK_BYTES;
    const sealed = file.subarray(from, from + SEALED_BLOCK_BYTES);
    parts.push(cipher.open(sealed, index, index === blocks - 1));
  }
  return Buffer.concat(parts);
}

/** As `readRegularFile`; rejects with SealBrokenError too. */
export async function readMediaFile(
  path: string,
  maxBytes: number,
  sealing: Sealing | undefined,
  signal?: AbortSignal,
): Promise<Buffer> {
  const bytes = await readRegularFile(path, maxBytes, signal);
  const isAsItIs = sealing === undefined || isClear(bytes, path, sealing);
  return isAsItIs ? bytes : unsealBytes(bytes, sealing);
}

/** A media file open for reading. */
export interface MediaFile {
  /** Of what is in it. */
  readonly sizeBytes: number;
  readonly modifiedAtMs: number;
  /** Fewer bytes than asked for only at the end. */
  readAt(position: number, length: number): Promise<Buffer>;
  close(): Promise<void>;
}

/** Rejects with the system's error, a TypeError for what is no regular file, or SealBrokenError. */
export async function openMediaFile(
  path: string,
  sealing: Sealing | undefined,
): Promise<MediaFile> {
  if (!(await stat(path)).isFile()) throw new TypeError('not a regular file');
  // Without O_NONBLOCK a named pipe put in the place of the file since then would hang here.
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const { size, mtimeMs } = await file.stat();
    const base = { modifiedAtMs: mtimeMs, close: () => file.close() };
    const head = await readFrom(file, 0, HEADER_BYTES);
    if (sealing === undefined || isClear(head, path, sealing)) {
      const readAt = (position: number, length: number) => readFrom(file, position, length);
      return { ...base, sizeBytes: size, readAt };
    }
    const cipher = blockCipherOf(sealing.mediaKey, head, 'file');
    const { blocks, sizeBytes } = layoutOf(size);
    return { ...base, sizeBytes, readAt: partReader(file, cipher, { blocks, sizeBytes }) };
  } catch (error) {
    await file.close();
    throw error;
  }
}

/** Whether the file is not sealed and may be read so. Throws SealBrokenError when it may not. */
function isClear(head: Uint8Array, path: string, { strictFolder }: Sealing): boolean {
  if (hasSealedHeader(head)) return false;
  const isRefused = strictFolder !== undefined && path.startsWith(strictFolder + sep);
  if (isRefused) throw new SealBrokenError('is not encrypted');
  return true;
}

function partReader(
  file: FileHandle,
  cipher: BlockCipher,
  { blocks, sizeBytes }: { blocks: number; sizeBytes: number },
): MediaFile['readAt'] {
  // Readers go on where they were, mostly in smaller steps than a block.
  let kept: { index: number; bytes: Promise<Buffer> } | undefined;

  async function openBlock(index: number): Promise<Buffer> {
    const from = HEADER_BYTES + index * SEALED_BLOCK_BYTES;
    const sealed = await readFrom(file, from, SEALED_BLOCK_BYTES);
    return cipher.open(sealed, index, index === blocks - 1);
  }

  function blockAt(index: number): Promise<Buffer> {
    if (kept?.index !== index) kept = { index, bytes: openBlock(index) };
    return kept.bytes;
  }

  return async (position, length) => {
    const end = Math.min(sizeBytes, position + length);
    const parts: Buffer[] = [];
    for (let at = position; at < end; ) {
      const index = Math.floor(at / BLOCK_BYTES);
      const from = at - index * BLOCK_BYTES;
      const part = (await blockAt(index)).subarray(from, from + end - at);
      parts.push(part);
      at += part.length;
    }
    return Buffer.concat(parts);
  };
}

async function readFrom(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length);
  let filled = 0;
  while (filled < length) {
    const { bytesRead } = await file.read(bytes, filled, length - filled, position + filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return bytes.subarray(0, filled);
}

/** An empty file has one block too, so that its emptiness is authenticated. */
function blockCount(sizeBytes: number): number {
  return Math.max(1, Math.ceil(sizeBytes / BLOCK_BYTES));
}

function layoutOf(fileBytes: number): { blocks: number; sizeBytes: number } {
  const body = fileBytes - HEADER_BYTES;
  const blocks = Math.ceil(body / SEALED_BLOCK_BYTES);
  const sizeBytes = body - blocks * TAG_BYTES;
  if (body < TAG_BYTES || blockCount(sizeBytes) !== blocks) throw new SealBrokenError('was cut');
  return { blocks, sizeBytes };
}
