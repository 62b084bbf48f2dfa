/**
 * Distinguishes a new store from one that lost its database: media, snapshots, a WAL or a key are left where the database is missing or
 * empty. SQLite would begin a new database there and discard the WAL. `openWriter` and `hindcast doctor` call it before they
 * change the file.
 */
import { type Dirent, opendirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { serviceError } from '#core/errors.ts';
import { LIST_ENDING } from '../backup/rows/copy-list.ts';
import { isOfAnotherStore, type StoreIdentity } from './store-identity.ts';

/** A picture that was written in the same moment as the first row. */
const CLOCK_SLACK_MS = 60_000;

/** Throws when `file` is no file, or is missing or empty next to a store. */
export function assertNotLost(file: string): void {
  const found = statSync(file, { throwIfNoEntry: false });
  if (found && !found.isFile()) throw serviceError('STORE_CORRUPT', { file });
  if (!found || found.size === 0) assertNoStoreBeside(file);
}

/** Throws when media, snapshots or a WAL are there: a database without tables is not the one that belongs to them. */
export function assertNoStoreBeside(file: string): void {
  const dataDir = dirname(file);
  const wal = statSync(`${file}-wal`, { throwIfNoEntry: false });
  const hasWal =
    (wal?.size ?? 0) > 0 && (statSync(file, { throwIfNoEntry: false })?.size ?? 0) === 0;
  const isLost =
    hasWal || listSnapshotFiles(dataDir).length > 0 || hasKey(dataDir) || hasFile(mediaOf(dataDir));
  if (isLost) throw serviceError('STORE_CORRUPT/lost', { file });
}

/**
 * Throws when the database has no content and snapshots with content of another database, or media from before it was created, are
 * there. A store that retention has emptied is not refused: its snapshots are its own.
 */
export function assertNotReplaced(
  file: string,
  live: StoreIdentity,
  /** Undefined for a snapshot that cannot be read. */
  readSnapshot: (file: string) => StoreIdentity | undefined,
): void {
  if (!live.isEmpty) return;
  const dataDir = dirname(file);
  const { createdAtMs } = live;
  const isReplaced =
    listSnapshotFiles(dataDir).some((snapshot) => holdsLostContent(readSnapshot(snapshot), live)) ||
    (createdAtMs !== undefined && hasFile(mediaOf(dataDir), createdAtMs - CLOCK_SLACK_MS));
  if (isReplaced) throw serviceError('STORE_CORRUPT/lost', { file });
}

/** Whether a copy has content that the present database never had. */
export function holdsLostContent(copy: StoreIdentity | undefined, live: StoreIdentity): boolean {
  return copy !== undefined && !copy.isEmpty && isOfAnotherStore(copy, live);
}

function mediaOf(dataDir: string): string {
  return join(dataDir, 'data');
}

/** The newest first. */
function listSnapshotFiles(dataDir: string): string[] {
  const folder = join(dataDir, 'snapshots');
  const names = listNames(folder).filter(
    (name) => name.endsWith('.sqlite') || name.endsWith(LIST_ENDING),
  );
  return names
    .sort()
    .map((name) => join(folder, name))
    .reverse();
}

/** A store that was encrypted has a database: encrypting a new store creates it. */
function hasKey(dataDir: string): boolean {
  try {
    const { phase } = JSON.parse(readFileSync(join(dataDir, 'vault.json'), 'utf8'));
    return phase === 'encrypted';
  } catch {
    // No key file, or a damaged one, which unlocking the store reports.
    return false;
  }
}

function listNames(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    // No snapshot was ever made.
    return [];
  }
}

/** Stops at the first file that was written before the given time: a store can have millions. */
function hasFile(folder: string, beforeMs = Number.POSITIVE_INFINITY): boolean {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return false;
  const opened = opendirSync(folder);
  try {
    for (let entry = opened.readSync(); entry !== null; entry = opened.readSync()) {
      if (isMedia(folder, entry, beforeMs)) return true;
    }
    return false;
  } finally {
    opened.closeSync();
  }
}

function isMedia(folder: string, entry: Dirent, beforeMs: number): boolean {
  const path = join(folder, entry.name);
  if (entry.isDirectory()) return hasFile(path, beforeMs);
  return entry.isFile() && (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0) < beforeMs;
}
