/** The pipes that lie on the disk. A folder whose manifest cannot be used is listed with its fault, so that a person can see why it does not run. */
import { mkdir, readdir, readFile, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type ForeignPipe, findForeign } from './foreign.ts';
import { isPipeId, type PipeManifest, parseManifest } from './manifest.ts';

export interface InstalledPipe {
  readonly id: string;
  /** Real path: what links point to outside of it is not readable for the pipe. */
  readonly folder: string;
  /** Or the sentence that says what is wrong. */
  readonly manifest: PipeManifest | string;
  /** Of one that was written for another server. */
  readonly foreign: ForeignPipe | undefined;
}

/** A manifest is some kilobytes; a larger one is none. */
const MOST_MANIFEST_BYTES = 256 * 1024;

export async function listInstalled(pipesFolder: string): Promise<InstalledPipe[]> {
  await mkdir(pipesFolder, { recursive: true, mode: 0o700 });
  const names = (await readdir(pipesFolder)).filter(isPipeId).sort();
  const found = await Promise.all(
    names.map((name) => readInstalled(join(pipesFolder, name), name)),
  );
  return found.filter((pipe) => pipe !== undefined);
}

async function readInstalled(path: string, id: string): Promise<InstalledPipe | undefined> {
  try {
    const folder = await realpath(path);
    if (!(await stat(folder)).isDirectory()) return undefined;
    const manifest = await readManifest(folder);
    const foreign = typeof manifest === 'string' ? await findForeign(folder) : undefined;
    return { id, folder, manifest: foreign?.fault ?? manifest, foreign };
  } catch {
    // Removed while we looked, or a link to nowhere: then it is not there.
    return undefined;
  }
}

/** A manifest, or the sentence that says what is wrong. */
export async function readManifest(folder: string): Promise<PipeManifest | string> {
  const file = join(folder, 'package.json');
  try {
    if ((await stat(file)).size > MOST_MANIFEST_BYTES) return 'its package.json is too large';
    return parseManifest(await readFile(file, 'utf8'));
  } catch {
    return 'it has no package.json that can be read';
  }
}
