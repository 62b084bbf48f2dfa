/**
 * A file of a model that was trained further is the downloaded one plus a difference, byte by byte. The difference is part of the program
 * and far smaller than the file (`training/meaning`). What comes of it is compared with its checksum as every file is.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';

export async function applyChange(file: string, change: string): Promise<void> {
  const bytes = await readFile(file);
  const difference = await promisify(brotliDecompress)(await readFile(change));
  for (let i = 0; i < difference.length; i++) {
    bytes[i] = (bytes[i] as number) + (difference[i] as number);
  }
  await writeFile(file, bytes);
}
