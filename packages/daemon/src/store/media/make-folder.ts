/**
 * Folders of the media folder, as deep as they are needed. Never the data folder itself: where that is missing (a drive that was
 * unplugged, a folder that was moved) a new one would take pictures that nobody finds when the real one is back.
 */
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { serviceError } from '#core/errors.ts';
import { DATABASE_FILE_NAME } from '../kernel/database.ts';
import { hasCode } from './system-error.ts';

const FOLDER_MODE = 0o700;

/** Rejects with DATA_FILE_GONE when the data folder, a parent of `path`, is not there. */
export async function makeFolder(dataDir: string, path: string): Promise<void> {
  try {
    await mkdir(path, { mode: FOLDER_MODE });
  } catch (cause) {
    if (hasCode(cause, 'EEXIST')) return;
    if (!hasCode(cause, 'ENOENT')) throw cause;
    const parent = dirname(path);
    if (parent === dataDir || parent === path) {
      throw serviceError('DATA_FILE_GONE', { file: join(dataDir, DATABASE_FILE_NAME) });
    }
    await makeFolder(dataDir, parent);
    await makeFolder(dataDir, path);
  }
}
