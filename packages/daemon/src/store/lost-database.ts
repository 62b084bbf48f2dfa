/**
 * Tells a new store from one that lost its database: media, snapshots or a WAL are left where the database is missing or empty. SQLite would
 * begin a new database there and discard the WAL. `openWriter` and `hindcast doctor` call it before they open the file.
 */
import { type Dirent, opendirSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { CorruptStoreError, LostDatabaseError } from './errors.ts';

/** Throws when `file` is no file, or is missing or empty beside a store. */
export function assertNotLost(file: string): void {
  const found = statSync(file, { throwIfNoEntry: false });
  if (found && !found.isFile()) throw new CorruptStoreError(file);
  if (!found || found.size === 0) assertNoStoreBeside(file);
}

/** Throws when media, snapshots or a WAL are there: a database without tables is not the one that belongs to them. */
export function assertNoStoreBeside(file: string): void {
  const dataDir = dirname(file);
  const wal = statSync(`${file}-wal`, { throwIfNoEntry: false });
  const hasWal =
    (wal?.size ?? 0) > 0 && (statSync(file, { throwIfNoEntry: false })?.size ?? 0) === 0;
  const hasSnapshot = listNames(join(dataDir, 'snapshots')).some((name) =>
    name.endsWith('.sqlite'),
  );
  if (hasWal || hasSnapshot || hasFile(join(dataDir, 'data'))) throw new LostDatabaseError(file);
}

function listNames(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    // No snapshot was ever made.
    return [];
  }
}

/** Stops at the first file: a store can have millions. */
function hasFile(folder: string): boolean {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return false;
  const opened = opendirSync(folder);
  try {
    for (let entry = opened.readSync(); entry !== null; entry = opened.readSync()) {
      if (isMedia(folder, entry)) return true;
    }
    return false;
  } finally {
    opened.closeSync();
  }
}

function isMedia(folder: string, entry: Dirent): boolean {
  return entry.isDirectory() ? hasFile(join(folder, entry.name)) : entry.isFile();
}
