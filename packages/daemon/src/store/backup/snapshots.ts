/**
 * Daily copies of the database alone, in `snapshots/` of the data folder, against damage and mistakes: the newest three days and one of
 * the week before. Each is a list of row ranges, whose files the days share (`rows/`); older releases made whole databases, which can still
 * be restored. They hold no media. When something is deleted for good, or the store is encrypted, they go with it. What only grew
 * too old is in them for nine days at most, whether new ones are made or not. Only the newest one of a lost database stays until a person decides.
 */
import { existsSync, readdirSync, statSync } from 'node:fs';
import { mkdir, rm, stat, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { DATABASE_FILE_NAME, findIdentity } from '../kernel/database.ts';
import { holdsLostContent } from '../kernel/lost-database.ts';
import { syncFolder } from '../media/snapshot-folder.ts';
import { databaseKey, type StoreKey } from '../sealing/store-key.ts';
import { isSealedDatabase } from '../vault/convert-database.ts';
import { runRowCopy } from './backup-process.ts';
import { quickCheck } from './named-media.ts';
import { removeOtherChunks } from './rows/chunk-files.ts';
import { chunksOf, isCopyWhole, LIST_ENDING, readCopyList } from './rows/copy-list.ts';

const FOLDER = 'snapshots';
const NAME = /^db-(\d{4}-\d{2}-\d{2})\.(?:list|sqlite)$/;
/** The same, also while it is being made. */
const DATED = /^db-(\d{4}-\d{2}-\d{2})\.(?:list|sqlite)/;
const DAYS_KEPT = 3;
/** The first of a week, when three days of the next one are there. */
const OLDEST_DAYS = 9;
const DAY_MS = 24 * 3_600_000;
/** What stays free next to the copy: recording goes first. */
const SPARE_BYTES = 2 ** 30;
const FIRST_COPY_SHARE = 0.5;

export interface Snapshot {
  /** As in 2026-11-15, UTC. */
  readonly date: string;
  /** Its list, or a whole database of an older release. */
  readonly file: string;
}

/** The newest first. */
export function listSnapshots(dataDir: string): Snapshot[] {
  return listNames(dataDir)
    .flatMap((name) => {
      const date = NAME.exec(name)?.[1];
      const file = join(dataDir, FOLDER, name);
      const found = statSync(file, { throwIfNoEntry: false });
      return date === undefined || !found?.isFile() ? [] : [{ date, file }];
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

/** The newest that is whole by its checksums; of whole databases the newest that can be read, or is encrypted. */
export function newestGoodSnapshot(dataDir: string): Snapshot | undefined {
  return listSnapshots(dataDir).find(({ file }) => isSnapshotWhole(file));
}

export function isSnapshotWhole(file: string): boolean {
  if (file.endsWith(LIST_ENDING)) {
    const list = readCopyList(file);
    return list !== undefined && isCopyWhole(list, dirname(file));
  }
  try {
    return isSealedDatabase(file) || quickCheck(file, undefined) === 'ok';
  } catch {
    return false;
  }
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

/** Notes of changed rows, so that the next copy reads only those. Without them every row is read. */
export interface ChangeNotes {
  begin(): Promise<void>;
  finish(listId: string): Promise<void>;
}

export type SnapshotOutcome = 'made' | 'there' | 'disk_short' | 'store_empty';

/** Today's, when it is not there yet; none of an empty store, which would push good ones out. Rejects with STORE_CORRUPT, and the earlier ones stay. */
export async function makeSnapshot(options: {
  dataDir: string;
  key?: StoreKey | undefined;
  isStoreEmpty: () => Promise<boolean>;
  changes?: ChangeNotes | undefined;
  nowMs: number;
  signal: AbortSignal;
}): Promise<SnapshotOutcome> {
  const { dataDir, key, isStoreEmpty, changes, nowMs, signal } = options;
  const date = dateOf(nowMs);
  if (listSnapshots(dataDir).some((snapshot) => snapshot.date === date)) return 'there';
  if (await isStoreEmpty()) return 'store_empty';
  const folder = join(dataDir, FOLDER);
  if (await isDiskShort(dataDir)) {
    // What a copy left that did not come to its end may be what fills the disk.
    removeUnlistedRows(folder);
    if (await isDiskShort(dataDir)) return 'disk_short';
  }
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await changes?.begin();
  const database = join(dataDir, DATABASE_FILE_NAME);
  const list = join(folder, `db-${date}${LIST_ENDING}`);
  const job = { database, folder, list, key: key && databaseKey(key), nowMs };
  const listId = await runRowCopy(job, signal);
  await syncFolder(folder);
  await changes?.finish(listId);
  const lost = findLostSnapshot(dataDir, key)?.date;
  const own = listSnapshots(dataDir).filter((snapshot) => snapshot.date !== lost);
  for (const old of outdated(own)) await rm(old.file, { force: true });
  removeUnlistedRows(folder);
  return 'made';
}

/** The first copy takes a part of the database, the others what a day has changed. */
async function isDiskShort(dataDir: string): Promise<boolean> {
  const [{ size }, { bavail, bsize }] = await Promise.all([
    stat(join(dataDir, DATABASE_FILE_NAME)),
    statfs(dataDir),
  ]);
  const isFirst = !listSnapshots(dataDir).some(({ file }) => file.endsWith(LIST_ENDING));
  return bavail * bsize < SPARE_BYTES + (isFirst ? size * FIRST_COPY_SHARE : 0);
}

/** A list that cannot be read may be readable later: its rows stay as long as its file. */
function removeUnlistedRows(folder: string, writtenBeforeMs?: number): void {
  if (!existsSync(folder)) return;
  const lists = readdirSync(folder)
    .filter((name) => name.endsWith(LIST_ENDING))
    .map((name) => readCopyList(join(folder, name)));
  if (!lists.every((list) => list !== undefined)) return;
  removeOtherChunks(folder, new Set(lists.flatMap(chunksOf)), writtenBeforeMs);
}

/** Even when there is no newer one: what was to be forgotten must not stay in them because the disk is full, say. */
export async function removeOldSnapshots(
  dataDir: string,
  nowMs: number,
  key?: StoreKey | undefined,
): Promise<void> {
  const lastGone = dateOf(nowMs - OLDEST_DAYS * DAY_MS);
  const isOld = (name: string) => (DATED.exec(name)?.[1] ?? '~') <= lastGone;
  const old = listNames(dataDir).filter(isOld);
  const folder = join(dataDir, FOLDER);
  const lost = old.length === 0 ? undefined : findLostSnapshot(dataDir, key)?.file;
  for (const file of old.map((name) => join(folder, name))) {
    if (file !== lost) await rm(file);
  }
  // Also rows of a copy that never came to its end. Newer ones serve the next copy.
  removeUnlistedRows(folder, old.length > 0 ? undefined : nowMs - OLDEST_DAYS * DAY_MS);
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
