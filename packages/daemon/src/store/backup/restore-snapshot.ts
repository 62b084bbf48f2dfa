/** Puts a daily copy in the place of the database. Media stays as it is, and what was there before is kept next to it. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { errorText, ServiceError } from '#core/errors.ts';
import { claimDataFolder } from '#core/folders/data-folder.ts';
import { DATABASE_FILE_NAME } from '../kernel/database.ts';
import { isSealedDatabase } from '../vault/convert-database.ts';
import { quickCheck } from './copy-database.ts';
import { copyFile } from './copy-file.ts';
import { BackupDamagedError } from './errors.ts';
import { draftOfDatabase, replaceDatabase } from './restored-database.ts';
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

/** Where the database is that was there before. Rejects with SNAPSHOT_NOT_FOUND, BACKUP_DAMAGED or DATA_FOLDER_IN_USE. */
export async function restoreSnapshot(dataDir: string, date: string): Promise<string> {
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
    await copyFile(chosen.file, draft);
    await assertWhole(draft, chosen.file);
    return await replaceDatabase(database, draft);
  } finally {
    claim.release();
  }
}

async function assertWhole(draft: string, file: string): Promise<void> {
  try {
    const found = isSealedDatabase(draft) ? 'ok' : quickCheck(draft, undefined);
    if (found !== 'ok') throw new TypeError(found);
  } catch (cause) {
    await rm(draft, { force: true });
    throw new BackupDamagedError(file, 'the copy is damaged', cause);
  }
}
