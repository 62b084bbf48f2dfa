/** Blobs as files below one folder, 256 folders wide. */
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { receiveFile } from '../spool.ts';
import type { Blobs } from '../storage.ts';

export function folderBlobs(root: string): Blobs {
  const fileOf = (key: string) => join(root, key.slice(0, 2), key);
  return {
    async write(key, bytes, size) {
      const file = fileOf(key);
      await mkdir(dirname(file), { recursive: true, mode: 0o700 });
      const hash = await receiveFile(`${file}.tmp`, bytes, size);
      await rename(`${file}.tmp`, file);
      return hash;
    },
    async read(key) {
      try {
        const file = await open(fileOf(key));
        // It closes the file at its end, also when nobody reads so far.
        return { size: (await file.stat()).size, bytes: file.createReadStream() };
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
        throw error;
      }
    },
    async remove(key) {
      await rm(fileOf(key), { force: true });
      // What a killed hub had begun to write.
      await rm(`${fileOf(key)}.tmp`, { force: true });
    },
  };
}
