/** Blobs as files below one folder, 256 folders wide. */
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Blobs } from '../storage.ts';

export function folderBlobs(root: string): Blobs {
  const fileOf = (key: string) => join(root, key.slice(0, 2), key);
  return {
    async write(key, bytes) {
      const file = fileOf(key);
      const draft = `${file}.tmp`;
      await mkdir(dirname(file), { recursive: true, mode: 0o700 });
      try {
        const written = await open(draft, 'wx', 0o600);
        try {
          await written.writeFile(bytes);
          await written.sync();
        } finally {
          await written.close();
        }
        await rename(draft, file);
      } catch (error) {
        await rm(draft, { force: true });
        throw error;
      }
    },
    async read(key) {
      try {
        return await readFile(fileOf(key));
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
