/**
 * Reads a file whose path may lead to anything: a named pipe, a device or a folder is refused
 * instead of waited for, and no more is read than the limit allows.
 */
import { constants } from 'node:fs';
import { type FileHandle, open, stat } from 'node:fs/promises';

/** Rejects with the system's error, with a TypeError or RangeError, or with the signal's reason. */
export async function readRegularFile(
  path: string,
  maxBytes: number,
  signal?: AbortSignal,
): Promise<Buffer> {
  // Before opening, because to open a device can already have an effect (a tape rewinds).
  if (!(await stat(path)).isFile()) throw new TypeError('not a regular file');
  // Without O_NONBLOCK a named pipe put in the place of the file since then would hang here.
  await using file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
  const found = await file.stat();
  if (!found.isFile()) throw new TypeError('not a regular file');
  if (found.size > maxBytes) throw new RangeError(`larger than ${maxBytes} bytes`);
  return await readExactly(file, found.size, signal);
}

/** Not "until the end": a file that grows as fast as it is read has none. */
async function readExactly(file: FileHandle, size: number, signal?: AbortSignal): Promise<Buffer> {
  const bytes = Buffer.allocUnsafe(size);
  let filled = 0;
  while (filled < size) {
    signal?.throwIfAborted();
    const { bytesRead } = await file.read(bytes, filled, size - filled, filled);
    if (bytesRead === 0) throw new RangeError('became shorter while it was read');
    filled += bytesRead;
  }
  return bytes;
}
