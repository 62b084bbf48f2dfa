/**
 * Installs a pipe wholly or not at all: everything is fetched, unpacked and judged in a folder next to the installed ones, and one
 * rename makes it a pipe. Whatever goes wrong before leaves nothing behind, and no code of the package runs.
 */
import { mkdir, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { serviceError } from '#core/errors.ts';
import { readManifest } from '../catalog.ts';
import { InvalidPipeError } from '../errors.ts';
import { installDependencies } from './dependencies.ts';
import { makePrivate } from './private-modes.ts';
import { fetchSource } from './sources.ts';

export interface Installer {
  /** Rejects with what is wrong, and then nothing has changed. */
  install(source: string, signal: AbortSignal): Promise<{ id: string }>;
  /** Another version in the place of an installed pipe; what it has written stays. `onReady` is called before anything changes. */
  replace(
    id: string,
    source: string,
    signal: AbortSignal,
    onReady: () => Promise<void>,
  ): Promise<void>;
}

const STAGING = '.staging-';
/** Where a pipe writes. */
const OUTPUT = 'output';

export function pipeInstaller(options: { pipesFolder: string }): Installer {
  const { pipesFolder } = options;

  /** `check` sees the id twice: before the dependencies, so that a clash costs nothing, and after. */
  async function prepared<T>(
    source: string,
    signal: AbortSignal,
    check: (id: string) => Promise<void>,
    use: (folder: string, id: string, staging: string) => Promise<T>,
  ): Promise<T> {
    await mkdir(pipesFolder, { recursive: true, mode: 0o700 });
    const staging = await mkdtemp(join(pipesFolder, STAGING));
    try {
      const folder = join(staging, 'pipe');
      await fetchSource(source, { folder, workFolder: staging, signal });
      const id = await judge(folder);
      await check(id);
      await installDependencies(folder, { workFolder: staging, signal });
      await makePrivate(folder);
      signal.throwIfAborted();
      await check(id);
      return await use(folder, id, staging);
    } finally {
      await rm(staging, { recursive: true, force: true });
    }
  }

  return {
    install(source, signal) {
      const check = (id: string) => assertAbsent(join(pipesFolder, id), id);
      return prepared(source, signal, check, async (folder, id) => {
        await rename(folder, join(pipesFolder, id)).catch(async (error) => {
          // Another installation of the same name was faster.
          await check(id);
          throw error;
        });
        return { id };
      });
    },
    replace(id, source, signal, onReady) {
      const check = async (found: string) => {
        if (found !== id) throw new InvalidPipeError(`it is called "${found}", not "${id}"`);
      };
      return prepared(source, signal, check, async (folder, _id, staging) => {
        await onReady();
        const target = join(pipesFolder, id);
        const before = join(staging, 'before');
        await rename(target, before);
        try {
          await rm(join(folder, OUTPUT), { recursive: true, force: true });
          await moveIfThere(join(before, OUTPUT), join(folder, OUTPUT));
          await rename(folder, target);
        } catch (error) {
          await moveIfThere(join(folder, OUTPUT), join(before, OUTPUT));
          await rename(before, target);
          throw error;
        }
      });
    },
  };
}

/** Most pipes have written nothing. */
async function moveIfThere(from: string, to: string): Promise<void> {
  await rename(from, to).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
}

async function judge(folder: string): Promise<string> {
  const manifest = await readManifest(folder);
  if (typeof manifest === 'string') throw new InvalidPipeError(manifest);
  const entry = await stat(join(folder, manifest.entry)).catch(() => undefined);
  if (!entry?.isFile()) throw new InvalidPipeError(`its entry "${manifest.entry}" is missing`);
  return manifest.id;
}

async function assertAbsent(target: string, id: string): Promise<void> {
  const present = await stat(target).catch(() => undefined);
  if (present !== undefined) throw serviceError('PIPE_EXISTS', { id });
}

/** What a killed service left half installed or half removed. */
export async function removeLeftovers(pipesFolder: string): Promise<void> {
  const names = await readdir(pipesFolder).catch(() => []);
  const leftovers = names.filter((name) => name.startsWith(STAGING));
  await Promise.all(
    leftovers.map((name) => rm(join(pipesFolder, name), { recursive: true, force: true })),
  );
}

/** Out of the list in one step, whatever the removal of its files then meets. */
export async function removeFolder(pipesFolder: string, id: string): Promise<void> {
  const away = await mkdtemp(join(pipesFolder, STAGING));
  await rename(join(pipesFolder, id), join(away, id));
  await rm(away, { recursive: true, force: true });
}
