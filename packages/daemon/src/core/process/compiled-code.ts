/** Where compiled code is kept between starts (`main.ts`). Compiling again costs memory and time in each process and thread. */
import { flushCompileCache, getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';

/** All that child processes get of our own environment, which may hold secrets. */
export function whereCompiled(): NodeJS.ProcessEnv {
  // Of this version of Node; a folder for that is added to what is set.
  const folder = getCompileCacheDir();
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: dirname(folder) };
}

/** For processes that are killed in the end, and their threads: others keep their code when they exit. */
export const keepCompiled = (): void => flushCompileCache();
