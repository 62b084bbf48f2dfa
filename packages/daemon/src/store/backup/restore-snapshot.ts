/** Puts a daily snapshot in the place of the database. Media stays as it is, and what was there before is kept next to it. */
import { rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { errorText, ServiceError, serviceError } from '#core/errors.ts';
import { claimDataFolder } from '#core/folders/data-folder.ts';
import { DiskFullError } from '../errors.ts';
import { DATABASE_FILE_NAME, storeFault } from '../kernel/database.ts';
import { databaseKey, type StoreKey } from '../sealing/store-key.ts';
import { isSealedDatabase } from '../vault/convert-database.ts';
import { copyFile } from './copy-file.ts';
import { quickCheck } from './named-media.ts';
import { draftOfDatabase, replaceDatabase } from './restored-database.ts';
import { buildDatabase } from './rows/build-database.ts';
import { openChunkFiles } from './rows/chunk-files.ts';
import { LIST_ENDING, readCopyList } from './rows/copy-list.ts';
import { listSnapshots } from './snapshots.ts';

class SnapshotNotFoundError extends ServiceError {
  constructor(date: string, dates: readonly string[]) {
    super(
      errorText('SNAPSHOT_NOT_FOUND', {
        date,
        hint:
          dates.length === 0 ? 'There is none at all.' : `There are those of ${dates.join(', ')}.`,
      }),
    );
  }
}

/**
 * Where the database is that was there before; `key` of an encrypted store. Rejects with SNAPSHOT_NOT_FOUND, BACKUP_DAMAGED,
 * VAULT_LOCKED or DATA_FOLDER_IN_USE.
 */
export async function restoreSnapshot(
  dataDir: string,
  date: string,
  key?: StoreKey | undefined,
): Promise<string> {
  const snapshots = listSnapshots(dataDir);
  const chosen = snapshots.find((snapshot) => snapshot.date === date);
  if (!chosen)
    throw new SnapshotNotFoundError(
      date,
      snapshots.map((each) => each.date),
    );
  const claim = await claimDataFolder(dataDir);
  try {
    const database = join(dataDir, DATABASE_FILE_NAME);
    const draft = draftOfDatabase(database);
    if (chosen.file.endsWith(LIST_ENDING)) restoreRows(chosen.file, draft, key);
    else {
      await copyFile(chosen.file, draft);
      await assertWhole(draft, chosen.file);
    }
    return await replaceDatabase(database, draft);
  } finally {
    claim.release();
  }
}

/** Builds the database of a list at `draft`. Throws BACKUP_DAMAGED or VAULT_LOCKED, and leaves nothing then. */
export function restoreRows(file: string, draft: string, key: StoreKey | undefined): void {
  const list = readCopyList(file);
  if (!list) throw serviceError('BACKUP_DAMAGED', { folder: file, why: 'its list cannot be read' });
  if (list.isEncrypted && !key) throw serviceError('VAULT_LOCKED/restore');
  const databaseKeyOf = list.isEncrypted && key ? databaseKey(key) : undefined;
  try {
    const files = openChunkFiles(dirname(file), databaseKeyOf);
    buildDatabase(list, files, { to: draft, key: databaseKeyOf });
  } catch (cause) {
    const fault = storeFault(cause, draft);
    if (fault instanceof DiskFullError) throw fault;
    throw serviceError('BACKUP_DAMAGED', { folder: file, why: 'its rows are damaged', cause });
  }
}

async function assertWhole(draft: string, file: string): Promise<void> {
  try {
    const found = isSealedDatabase(draft) ? 'ok' : quickCheck(draft, undefined);
    if (found !== 'ok') throw new TypeError(found);
  } catch (cause) {
    await rm(draft, { force: true });
    throw serviceError('BACKUP_DAMAGED', { folder: file, why: 'the copy is damaged', cause });
  }
}
