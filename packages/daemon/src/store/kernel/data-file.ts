/**
 * Whether the database file is still the one that was opened. SQLite goes on writing into a file that was removed or replaced, and
 * all of that is lost; only its name shows it. The file is never opened here: closing it would give up SQLite's locks on it.
 */
import { constants, statSync } from 'node:fs';
import { access, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { serviceError } from '#core/errors.ts';
import { DATABASE_FILE_NAME } from './database.ts';

export interface DataFile {
  /** Rejects with DATA_FILE_GONE or DATA_FILE_REFUSED. */
  check(): Promise<void>;
  /** Room on the disk of the data folder for somebody who is not the administrator. */
  freeBytes(): Promise<number>;
}

/** To be called when the store is open. */
export async function watchDataFile(dataDir: string): Promise<DataFile> {
  const file = join(dataDir, DATABASE_FILE_NAME);
  const opened = await stat(file);
  return {
    async check() {
      const found = await stat(file).catch(() => undefined);
      if (found?.ino !== opened.ino || found.dev !== opened.dev)
        throw serviceError('DATA_FILE_GONE', { file });
      await access(file, constants.R_OK | constants.W_OK).catch((cause: unknown) => {
        throw serviceError('DATA_FILE_REFUSED', { file, cause });
      });
    },
    async freeBytes() {
      const { bavail, bsize } = await statfs(dataDir);
      return bavail * bsize;
    },
  };
}

/** For the thread that writes, which waits for the disk anyway: throws DATA_FILE_GONE. To be called when the file is open. */
export function dataFileGuard(file: string): () => void {
  const opened = statSync(file);
  return () => {
    const found = statSync(file, { throwIfNoEntry: false });
    if (found?.ino !== opened.ino || found.dev !== opened.dev)
      throw serviceError('DATA_FILE_GONE', { file });
  };
}
