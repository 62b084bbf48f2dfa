/** Which storage the settings ask for: everything in one folder unless a database is named. */
import { embeddedStorage } from './embedded/embedded-storage.ts';
import type { HubStorage } from './storage.ts';

export interface StorageOptions {
  dataDir: string;
  s3Url?: string;
  env: NodeJS.ProcessEnv;
}

export async function openStorage(options: StorageOptions): Promise<HubStorage> {
  return embeddedStorage(options.dataDir);
}
