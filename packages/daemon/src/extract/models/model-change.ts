/**
 * A file of a model that was trained further is the downloaded one plus a difference, byte by byte. The difference is part of the program
 * and far smaller than the file (`training/meaning`).
 */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress } from 'node:zlib';

/** What comes of it is compared with its checksum as every file is. */
export async function applyChange(file: string, change: string): Promise<void> {
  const target = `${file}.changed`;
  await writeChanged(file, change, target);
  await rename(target, file);
}

/** Piece by piece, since the process that compares has little room. Gives the sha256 of what was written. */
export async function writeChanged(file: string, change: string, target: string): Promise<string> {
  const sum = createHash('sha256');
  await using source = await open(file);
  await using output = await open(target, 'w');
  await pipeline(
    createReadStream(change),
    createBrotliDecompress(),
    async (pieces: AsyncIterable<Buffer>) => {
      let at = 0;
      for await (const piece of pieces) {
        const bytes = new Uint8Array(piece.length);
        await source.read(bytes, 0, piece.length, at);
        addBytes(bytes, piece);
        await output.write(bytes);
        sum.update(bytes);
        at += piece.length;
      }
    },
  );
  return sum.digest('hex');
}

const LOW_BITS = 0x7f7f7f7f;
const HIGH_BITS = 0x80808080;

/** Four bytes at a time, since this also runs where code is not compiled; most of a difference is nothing. */
function addBytes(bytes: Uint8Array, piece: Buffer): void {
  if (piece.equals(Buffer.alloc(piece.length))) return;
  const words = new Int32Array(bytes.buffer, 0, bytes.length >> 2);
  const added = new Int32Array(new Uint8Array(piece).buffer, 0, words.length);
  for (let i = 0; i < added.length; i++) {
    const more = added[i] as number;
    if (more === 0) continue;
    const before = words[i] as number;
    words[i] = ((before & LOW_BITS) + (more & LOW_BITS)) ^ ((before ^ more) & HIGH_BITS);
  }
  for (let i = added.length * 4; i < piece.length; i++) {
    bytes[i] = (bytes[i] as number) + (piece[i] as number);
  }
}
