/** Which storage the settings ask for: everything in one folder unless a database is named. */
import { join } from 'node:path';
import { embeddedStorage } from './embedded/embedded-storage.ts';
import { folderBlobs } from './embedded/folder-blobs.ts';
import { postgresMetadata } from './postgres/postgres-metadata.ts';
import { s3Blobs } from './postgres/s3-blobs.ts';
import type { HubStorage } from './storage.ts';

export interface StorageOptions {
  dataDir: string;
  s3Url?: string;
  env: NodeJS.ProcessEnv;
}

export async function openStorage({ dataDir, s3Url, env }: StorageOptions): Promise<HubStorage> {
  const databaseUrl = env.HINDCAST_HUB_DATABASE_URL;
  if (!databaseUrl && s3Url === undefined) return embeddedStorage(dataDir);
  if (!databaseUrl) throw new Error('--s3-url needs HINDCAST_HUB_DATABASE_URL');
  const keyId = env.HINDCAST_HUB_S3_KEY_ID;
  const secret = env.HINDCAST_HUB_S3_SECRET;
  if (s3Url !== undefined && !(keyId && secret)) {
    throw new Error('--s3-url needs HINDCAST_HUB_S3_KEY_ID and HINDCAST_HUB_S3_SECRET');
  }
  const blobs =
    s3Url === undefined || !keyId || !secret
      ? folderBlobs(join(dataDir, 'blobs'))
      : s3Blobs({
          url: s3Url,
          keyId,
          secret,
          region: env.HINDCAST_HUB_S3_REGION,
          spoolFolder: join(dataDir, 'incoming'),
        });
  return { metadata: await postgresMetadata(databaseUrl), blobs };
}
