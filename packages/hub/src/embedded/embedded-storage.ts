/** Everything in one folder: `hub.sqlite` and `blobs/`. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { HubStorage } from '../storage.ts';
import { folderBlobs } from './folder-blobs.ts';
import { sqliteMetadata } from './sqlite-metadata.ts';

export function embeddedStorage(dataDir: string): HubStorage {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  return {
    metadata: sqliteMetadata(join(dataDir, 'hub.sqlite')),
    blobs: folderBlobs(join(dataDir, 'blobs')),
  };
}
