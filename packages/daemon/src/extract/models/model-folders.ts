/**
 * Where models lie and whether they are whole. A model is a folder of its id, in one of three places: in the data folder, where `pull`
 * puts what the user asks for; next to the packages of a clone, where its installation puts the smallest one; or inside of a release.
 */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import {
  type Download,
  downloadsOf,
  MODELS,
  type Model,
  type ModelFile,
  type SpeechModel,
} from './manifest.ts';

/** Of the repository, or of whatever holds `node_modules`. */
export const PROGRAM_FOLDER = join(import.meta.dirname, '../../../../..');
/** Survives an installation of packages, and goes with them when they are removed. */
export const SHARED_MODELS = join(PROGRAM_FOLDER, 'node_modules/.cache/hindcast/models');

/** Part of a release. */
export const RELEASED_MODELS = join(PROGRAM_FOLDER, 'models');

export function modelFolders(dataDir: string): string[] {
  return [join(dataDir, 'models'), SHARED_MODELS, RELEASED_MODELS];
}

/** The folder of a model whose files are all there with their right sizes; undefined when no place has one. */
export async function findInstalled(
  model: Model,
  folders: readonly string[],
): Promise<string | undefined> {
  for (const folder of folders) {
    const place = join(folder, model.id);
    for (const { files } of downloadsOf(model)) {
      const sizes = await Promise.all(files.map((file) => sizeOf(join(place, file.name))));
      if (files.every((file, i) => file.bytes === sizes[i])) return place;
    }
  }
  return undefined;
}

/** A file that is missing or not the one that was pinned; undefined when the model is whole, from whichever source. */
export async function findDamage(model: Model, place: string): Promise<ModelFile | undefined> {
  let damage: ModelFile | undefined;
  for (const download of downloadsOf(model)) {
    const found = await findDamageOf(download, place);
    if (found === undefined) return undefined;
    damage ??= found;
  }
  return damage;
}

/** The same for the files of one source. */
export async function findDamageOf(
  { files }: Download,
  place: string,
): Promise<ModelFile | undefined> {
  for (const file of files) {
    const path = join(place, file.name);
    if ((await sizeOf(path)) !== file.bytes || (await sha256Of(path)) !== file.sha256) return file;
  }
  return undefined;
}

/** The best installed model for a machine with so many cores. */
export async function chooseModel(options: {
  folders: readonly string[];
  cores: number;
}): Promise<{ model: SpeechModel; folder: string } | undefined> {
  for (const model of MODELS) {
    if (options.cores < model.coresNeeded) continue;
    const folder = await findInstalled(model, options.folders);
    if (folder !== undefined) return { model, folder };
  }
  return undefined;
}

async function sizeOf(file: string): Promise<number | undefined> {
  try {
    return (await stat(file)).size;
  } catch {
    // Missing, or a folder that may not be read: as good as not installed.
    return undefined;
  }
}

async function sha256Of(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}
