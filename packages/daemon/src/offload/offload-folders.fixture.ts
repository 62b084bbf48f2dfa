/** A data folder and an offload place for each test of a file. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import { type TemporaryFolder, temporaryFolder } from '#store/testing/temporary-store.ts';
import { openOffloadParts, type PartOptions } from './offload.fixture.ts';

export let dataDir: string;
export let place: string;

/** Called once by a test file. */
export function useFolders(): void {
  let folder: TemporaryFolder;
  beforeEach(async () => {
    folder = await temporaryFolder();
    dataDir = join(folder.path, 'store');
    place = join(folder.path, 'place');
    await mkdir(dataDir);
    await mkdir(place);
  });
  afterEach(() => folder[Symbol.asyncDispose]());
}

export const openParts = (options: Partial<PartOptions> = {}) =>
  openOffloadParts(dataDir, { to: place, ...options });
