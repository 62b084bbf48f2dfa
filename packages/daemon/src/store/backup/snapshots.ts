/**
 * Daily copies of the database alone, in `snapshots/` of the data folder, against damage and mistakes: the newest three days and one of
 * the week before. They hold no media. When something is deleted for good, or the store is encrypted, they go with it. What only grew
 * too old is in them for nine days at most, whether new ones are made or not. Only the newest one of a lost database stays until a person decides.
 */
import { existsSync, readdirSync, statSync } from 'node:fs';
import { mkdir, rename, rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { DATABASE_FILE_NAME, findIdentity } from '../kernel/database.ts';
import { holdsLostContent } from '../kernel/lost-database.ts';
import { syncFolder } from '../media/snapshot-folder.ts';
import { databaseKey, type StoreKey } from '../sealing/store-key.ts';
import { isSealedDatabase } from '../vault/convert-database.ts';
import { runDatabaseCopy } from './backup-process.ts';
import { quickCheck } from './copy-database.ts';
import { BackupDamagedError } from './errors.ts';

const FOLDER = 'snapshots';
const NAME = /^db-(\d{4}-\d{2}-\d{2})\.sqlite$/;
/** The same, also while it is being made. */
const DATED = /^db-(\d{4}-\d{2}-\d{2})\.sqlite/;
const DAYS_KEPT = 3;
/** The first of a week, when three days of the next one are there. */
const OLDEST_DAYS = 9;
const DAY_MS = 24 * 3_600_000;
/** What stays free next to the copy: recording goes first. */
const SPARE_BYTES = 1 << 30;

export interface Snapshot {
  /** As in 2026-11-15, UTC. */
  readonly date: string;
  readonly file: string;
  readonly bytes: number;
}

/** The newest first. */
export function listSnapshots(dataDir: string): Snapshot[] {
  return listNames(dataDir)
    .flatMap((name) => {
      const date = NAME.exec(name)?.[1];
      const file = join(dataDir, FOLDER, name);
      const found = statSync(file, { throwIfNoEntry: false });
      return date === undefined || !found?.isFile() ? [] : [{ date, file, bytes: found.size }];
    })
    .sort((a, b) => (a.date < b.date ? 1 : -1));
}

function listNames(dataDir: string): string[] {
  try {
    return readdirSync(join(dataDir, FOLDER));
  } catch {
    // None was ever made.
    return [];
  }
}

/** The newest that can be read and is whole; of an encrypted store the newest, for nobody can look into it. */
export function newestGoodSnapshot(dataDir: string): Snapshot | undefined {
  return listSnapshots(dataDir).find(({ file }) => {
    try {
      return isSealedDatabase(file) || quickCheck(file, undefined) === 'ok';
    } catch {
      return false;
    }
  });
}

/** The newest snapshot of a database that was here before the present one, when that was lost with its content. */
export function findLostSnapshot(
  dataDir: string,
  key?: StoreKey | undefined,
): Snapshot | undefined {
  const live = findIdentity(join(dataDir, DATABASE_FILE_NAME), key);
  if (!live) return undefined;
  return listSnapshots(dataDir).find(({ file }) => holdsLostContent(findIdentity(file, key), live));
}

/** Remembers the answer, and forgets it when a person has deleted the file. */
export function lostSnapshotWatch(dataDir: string, key?: StoreKey | undefined) {
  let lost = findLostSnapshot(dataDir, key);
  return {
    found: () => (lost && existsSync(lost.file) ? lost : undefined),
    lookAgain(): void {
      lost = findLostSnapshot(dataDir, key);
    },
  };
}

export type SnapshotOutcome = 'made' | 'there' | 'disk_short' | 'store_empty';

/** Today's, when it is not there yet; none of an empty store, which would push good ones out. Rejects with STORE_CORRUPT, and the earlier ones stay. */
export async function makeSnapshot(options: {
  dataDir: string;
  key?: StoreKey | undefined;
  isStoreEmpty: () => Promise<boolean>;
  nowMs: number;
  signal: AbortSignal;
}): Promise<SnapshotOutcome> {
  const { dataDir, key, isStoreEmpty, nowMs, signal } = options;
  const date = dateOf(nowMs);
  if (listSnapshots(dataDir).some((snapshot) => snapshot.date === date)) return 'there';
  if (await isStoreEmpty()) return 'store_empty';
  const from = join(dataDir, DATABASE_FILE_NAME);
  const [{ size }, { bavail, bsize }] = await Promise.all([stat(from), statfs(dataDir)]);
  if (bavail * bsize < 2 * size + SPARE_BYTES) return 'disk_short';
  const folder = join(dataDir, FOLDER);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, `db-${date}.sqlite`);
  const draft = `${file}.part`;
  try {
    const copy = { from, to: draft, key: key && databaseKey(key) };
    const found = await runDatabaseCopy(copy, signal);
    if (found !== 'ok') throw new BackupDamagedError(draft, found);
    await rename(draft, file);
    await syncFolder(folder);
  } finally {
    await rm(draft, { force: true });
    await rm(`${draft}-journal`, { force: true });
  }
  const lost = findLostSnapshot(dataDir, key)?.date;
  const own = listSnapshots(dataDir).filter((snapshot) => snapshot.date !== lost);
  for (const old of outdated(own)) await rm(old.file, { force: true });
  return 'made';
}

/** Even when there is no newer one: what was to be forgotten must not stay in them because the disk is full, say. */
export async function removeOldSnapshots(
  dataDir: string,
  nowMs: number,
  key?: StoreKey | undefined,
): Promise<void> {
  const lastGone = dateOf(nowMs - OLDEST_DAYS * DAY_MS);
  const lost = findLostSnapshot(dataDir, key)?.file;
  for (const name of listNames(dataDir)) {
    const date = DATED.exec(name)?.[1];
    const file = join(dataDir, FOLDER, name);
    if (date !== undefined && date <= lastGone && file !== lost) await rm(file);
  }
}

/** Whatever they hold was deleted, or must not lie there in the clear. */
export async function removeSnapshots(dataDir: string): Promise<void> {
  await rm(join(dataDir, FOLDER), { recursive: true, force: true });
}

/** All but the newest days and the first one of the newest week before them. */
export function outdated(newestFirst: readonly Snapshot[]): Snapshot[] {
  const older = newestFirst.slice(DAYS_KEPT);
  const [newestOlder] = older;
  if (!newestOlder) return [];
  const weekly = older.findLast(({ date }) => weekOf(date) === weekOf(newestOlder.date));
  return older.filter((snapshot) => snapshot !== weekly);
}

function dateOf(atMs: number): string {
  return new Date(atMs).toISOString().slice(0, 10);
}

/** Weeks begin on Mondays; 1970 began on a Thursday. */
function weekOf(date: string): number {
  return Math.floor((Date.parse(date) / DAY_MS + 3) / 7);
}
