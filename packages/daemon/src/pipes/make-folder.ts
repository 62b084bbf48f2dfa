/**
 * Makes a folder that a person has named, with those above it. Not with the runtime's own `recursive`: that never ends where a
 * system says "no such folder" to something it will not make, as below `/proc`.
 */
import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { serviceError } from '#core/errors.ts';

/** One that is there already is fine. Rejects with PIPE_BROKEN and the reason of the system. */
export async function makeFolder(pipeId: string, folder: string): Promise<void> {
  try {
    await make(folder);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw serviceError('PIPE_BROKEN', {
      id: pipeId,
      fault: `the folder ${folder} cannot be made (${code})`,
    });
  }
}

async function make(folder: string): Promise<void> {
  try {
    await mkdir(folder, { mode: 0o700 });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' && dirname(folder) !== folder) {
      await make(dirname(folder));
      await mkdir(folder, { mode: 0o700 });
    } else if (!(await isFolder(folder))) throw error;
  }
}

function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}
