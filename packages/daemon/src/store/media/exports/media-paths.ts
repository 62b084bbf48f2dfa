/**
 * Paths that callers name, checked twice: as they are written, so that nobody learns which files exist
 * elsewhere, and as they really are, so that a link does not lead out of the folders.
 */
import { realpath } from 'node:fs/promises';
import { join, resolve, sep } from 'node:path';
import { MediaPathRefusedError } from './errors.ts';

/** Resolves a path, absolute or relative to the data folder, to a real one in one of the folders, or rejects with MediaPathRefusedError. */
export function mediaPaths(
  dataDir: string,
  folderNames: readonly string[],
): (path: string) => Promise<string> {
  const folders = folderNames.map((name) => join(dataDir, name));

  return async (path) => {
    const named = resolve(dataDir, path);
    if (path.includes('\0') || !isInside(named, folders)) throw new MediaPathRefusedError();
    // A folder may itself be a link, to a larger disk.
    const realFolders = await Promise.all(
      folders.map((folder) => realpath(folder).catch(() => folder)),
    );
    const real = await realpath(named).catch(() => undefined);
    if (real !== undefined && !isInside(real, realFolders)) throw new MediaPathRefusedError();
    return real ?? named;
  };
}

function isInside(path: string, folders: readonly string[]): boolean {
  return folders.some((folder) => path.startsWith(folder + sep));
}
