/**
 * Encrypts a store that has content, or decrypts it: first the database, then every media file. The phase in the key file says
 * that it was begun, so that a conversion which was broken off is taken up again by whoever opens the store next.
 */
import { existsSync } from 'node:fs';
import { stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { callOnce } from '#core/worker/create-worker.ts';
import { finishReplacing, removeReplaced } from '../backup/restored-database.ts';
import { removeSnapshots } from '../backup/snapshots.ts';
import { DATABASE_FILE_NAME, openWriter } from '../kernel/database.ts';
import { assertNotLost } from '../kernel/lost-database.ts';
import { LOST_FOLDER } from '../repair/media-files.ts';
import { type StoreKey, sealingOf } from '../sealing/store-key.ts';
import type { DatabaseConversion } from './convert-database.ts';
import { convertMedia, listFiles } from './convert-media.ts';
import { NoRoomToConvertError } from './errors.ts';
import type { KeyFile, VaultDocument } from './key-file.ts';

/** The rest of the machine needs room too. */
const RESERVE_BYTES = 64 * 1024 * 1024;

export interface ConversionProgress {
  readonly doneBytes: number;
  readonly totalBytes: number;
}

export interface Conversion {
  readonly dataDir: string;
  readonly keyFile: KeyFile;
  /** As it is to be in the end. */
  readonly document: VaultDocument;
  readonly key: StoreKey;
  readonly to: 'sealed' | 'clear';
  onProgress?(progress: ConversionProgress): void;
  readonly signal?: AbortSignal | undefined;
}

/** The caller holds the lock of the data folder, and the store is closed. Rejects with DISK_FULL before anything was changed. */
export async function convertStore(conversion: Conversion): Promise<void> {
  const { dataDir, keyFile, document, key, to, signal } = conversion;
  const folders = [join(dataDir, 'data'), join(dataDir, LOST_FOLDER)];
  const file = join(dataDir, DATABASE_FILE_NAME);
  // One that takes its place later would be as it was.
  finishReplacing(file);
  // A conversion removes the snapshots, which are all that is left of a lost database.
  assertNotLost(file);
  const [databaseBytes, ...media] = await Promise.all([
    sizeOfDatabase(dataDir),
    ...folders.map(listFiles),
  ]);
  const mediaBytes = media.flat().map(({ sizeBytes }) => sizeBytes);
  await assertRoom(dataDir, databaseBytes, largestOf(mediaBytes));
  const totalBytes = databaseBytes + mediaBytes.reduce((sum, bytes) => sum + bytes, 0);
  let doneBytes = 0;
  const advance = (bytes: number) => {
    doneBytes += bytes;
    conversion.onProgress?.({ doneBytes, totalBytes });
  };

  // Before anything is sealed: the key must be safe first.
  keyFile.write({ ...document, phase: to === 'sealed' ? 'encrypting' : 'decrypting' });
  advance(0);
  await inThread({ file, key, to });
  // Copies of the database are as it was.
  await removeSnapshots(dataDir);
  await removeReplaced(dataDir);
  advance(databaseBytes);
  const sealing = sealingOf(key, undefined);
  for (const folder of folders) {
    await convertMedia({ folder, sealing, to, onFile: advance, signal });
  }
  if (to === 'sealed') {
    // From now on a key without a database is the trace of a lost one.
    if (!existsSync(file)) openWriter(dataDir, key).close();
    keyFile.write({ ...document, phase: 'encrypted' });
  } else keyFile.remove();
}

/** Of any number: as arguments of a call a hundred thousand are too many. */
function largestOf(sizes: readonly number[]): number {
  return sizes.reduce((most, bytes) => Math.max(most, bytes), 0);
}

async function sizeOfDatabase(dataDir: string): Promise<number> {
  const names = [DATABASE_FILE_NAME, `${DATABASE_FILE_NAME}-wal`];
  const sizes = await Promise.all(
    names.map(async (name) => (await stat(join(dataDir, name)).catch(() => undefined))?.size ?? 0),
  );
  return sizes.reduce((sum, bytes) => sum + bytes, 0);
}

/** A copy of the database and what SQLite needs to rewrite it, or the largest media file as often as they are written at once. */
async function assertRoom(dataDir: string, databaseBytes: number, largestBytes: number) {
  const { bavail, bsize } = await statfs(dataDir);
  const needed = Math.max(2 * databaseBytes, 8 * largestBytes) + RESERVE_BYTES;
  if (bavail * bsize < needed) throw new NoRoomToConvertError(needed, bavail * bsize);
}

/** It takes minutes, and the service answers meanwhile. */
function inThread(conversion: DatabaseConversion): Promise<void> {
  return callOnce<ConvertApi, 'convert'>(
    {
      kind: 'thread',
      entry: new URL('./convert-thread.ts', import.meta.url),
      name: 'conversion',
      stopped: (cause) => new Error('the conversion of the database ended early', { cause }),
    },
    'convert',
    [conversion],
  );
}

export interface ConvertApi {
  convert(conversion: DatabaseConversion): void;
}
