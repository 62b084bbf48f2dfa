/**
 * A sum (CRC-32) of all that a video has, in a separate last box that every reader of MP4 passes over (`free`). Decoders show most
 * flipped bits as a slightly other picture and say nothing, so this is how scrubbing finds them. An encrypted file needs none: it is
 * proven block by block. 16 bytes for a video of hundreds of frames, and a few milliseconds when it is made.
 */
import { open } from 'node:fs/promises';
import { crc32 } from 'node:zlib';

const BOX_BYTES = 16;
const NAME = 'freehsum';

/** Of a clear file that nobody has named yet; on the disk when it resolves. */
export async function appendSum(path: string): Promise<void> {
  await using file = await open(path, 'r+');
  const bytes = await file.readFile();
  const box = Buffer.alloc(BOX_BYTES);
  box.writeUInt32BE(BOX_BYTES, 0);
  box.write(NAME, 4, 'latin1');
  box.writeUInt32BE(crc32(bytes), BOX_BYTES - 4);
  await file.write(box, 0, BOX_BYTES, bytes.length);
  await file.sync();
}

/** Undefined where there is no sum: pictures, recordings, and videos from before there were any. */
export function isAsWritten(file: Buffer): boolean | undefined {
  const end = file.length - BOX_BYTES;
  if (end < 0 || file.toString('latin1', end + 4, end + 12) !== NAME) return undefined;
  return crc32(file.subarray(0, end)) === file.readUInt32BE(file.length - 4);
}
