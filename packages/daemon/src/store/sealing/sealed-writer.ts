/**
 * Writes a sealed file piece by piece without ever holding all of it. Writers of videos come back at the end to fill in what they did
 * not know at the start: the first block therefore waits in memory, and every block is sealed once.
 */
import type { FileHandle } from 'node:fs/promises';
import { BLOCK_BYTES, HEADER_BYTES, newBlockCipher, TAG_BYTES } from './format.ts';
import type { Sealing } from './store-key.ts';

export interface SealedWriter {
  /** At the end so far, or inside the first or the last block. One call at a time. */
  write(bytes: Uint8Array, position: number): Promise<void>;
  /** Of what was written so far. */
  sizeBytes(): number;
  /** Writes what is left. The file is on the disk when its owner has synced it. */
  finish(): Promise<void>;
}

export function sealedWriter(file: FileHandle, sealing: Sealing): SealedWriter {
  const cipher = newBlockCipher(sealing.mediaKey, 'file');
  const first = Buffer.alloc(BLOCK_BYTES);
  /** The last block, while it is not the first one. */
  const tail = { index: 0, bytes: Buffer.alloc(0) };
  let size = 0;

  async function put(block: Uint8Array, index: number, isLast: boolean): Promise<void> {
    const place = HEADER_BYTES + index * (BLOCK_BYTES + TAG_BYTES);
    const sealed = cipher.seal(block, index, isLast);
    for (let done = 0; done < sealed.length; ) {
      const { bytesWritten } = await file.write(sealed, done, sealed.length - done, place + done);
      done += bytesWritten;
    }
  }

  /** The block in memory that holds this position; the one before it is sealed when a new one begins. */
  async function blockAt(position: number): Promise<Buffer> {
    const index = Math.floor(position / BLOCK_BYTES);
    if (index === 0) return first;
    if (index === tail.index + 1 && position === size) {
      if (tail.index > 0) await put(tail.bytes, tail.index, false);
      tail.index = index;
      tail.bytes = Buffer.alloc(BLOCK_BYTES);
    }
    if (index !== tail.index) throw new RangeError('this block is sealed already');
    return tail.bytes;
  }

  return {
    sizeBytes: () => size,
    async write(bytes, position) {
      if (position > size) throw new RangeError('a file has no holes');
      for (let done = 0; done < bytes.length; ) {
        const at = position + done;
        const block = await blockAt(at);
        const part = bytes.subarray(done, done + BLOCK_BYTES - (at % BLOCK_BYTES));
        block.set(part, at % BLOCK_BYTES);
        done += part.length;
        size = Math.max(size, at + part.length);
      }
    },
    async finish() {
      await file.write(cipher.header, 0, HEADER_BYTES, 0);
      const isOne = tail.index === 0;
      await put(first.subarray(0, Math.min(size, BLOCK_BYTES)), 0, isOne);
      if (!isOne)
        await put(tail.bytes.subarray(0, size - tail.index * BLOCK_BYTES), tail.index, true);
    },
  };
}
