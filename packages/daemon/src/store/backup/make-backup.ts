/**
 * Makes a backup of a data folder while the service writes to it. Media first, as far as rows name it now, so that little is left to do
 * after the database; then the rows of the database as they are at one instant; then the media that only its rows name. A file that was removed in
 * between (compaction, deletion) means that the rows have changed: the database is copied again.
 */
import { mkdir, readdir, stat, statfs } from 'node:fs/promises';
import { basename, join, relative, resolve, sep } from 'node:path';
import { DiskFullError } from '../errors.ts';
import { DATABASE_FILE_NAME } from '../kernel/database.ts';
import type { DatabaseKey } from '../sealing/store-key.ts';
import { type BackupFolder, openBackupFolder } from './backup-folder.ts';
import type { BackupFile, Manifest, RowCounts } from './manifest.ts';
import { listNamedMedia } from './named-media.ts';
import { backUpRows, ROWS_FOLDER, sizeOfRows } from './rows/back-up-rows.ts';
import { writeCopyList } from './rows/copy-list.ts';

/** What a person has set up, and what an encrypted store cannot be opened without. Keys of sync stay where they are. */
const OTHER_FILES = ['config.json', 'vault.json', 'audio-devices.json'];
const OTHER_FOLDERS = ['pipes'];
const SPOOL_FOLDER = 'data/.spool';
/** Each ends with rows that are newer; a store whose files go faster than they can be copied does not exist. */
const MOST_ROUNDS = 4;
const SPARE_BYTES = 64 << 20;
/** What its rows take of the size of a database, at most. */
const ROWS_SHARE = 0.5;

export interface BackupJob {
  readonly dataDir: string;
  readonly folder: string;
  /** Of an encrypted store. */
  readonly key?: DatabaseKey | undefined;
}

export interface MadeBackup {
  readonly folder: string;
  readonly madeAtMs: number;
  readonly files: number;
  /** Of them, those that an earlier backup had already. */
  readonly kept: number;
  readonly bytes: number;
  readonly missing: number;
  readonly rows: RowCounts | undefined;
}

export interface BackupProgress {
  readonly step: 'media' | 'database';
  readonly done: number;
  readonly total: number;
}

type Tell = (progress: BackupProgress) => void;

/** Rejects with BACKUP_PLACE_REFUSED, DISK_FULL or STORE_CORRUPT; the backup that was there is still there then. */
export async function makeBackup(job: BackupJob, tell: Tell = () => {}): Promise<MadeBackup> {
  const dataDir = resolve(job.dataDir);
  const source = join(dataDir, DATABASE_FILE_NAME);
  const folder = await openBackupFolder(job.folder, dataDir);
  const madeAtMs = Date.now();
  await assertRoom(job.folder, (await stat(source)).size * ROWS_SHARE);

  await takeMedia(folder, listNamedMedia(source, job.key).paths, tell);
  const { database, databaseBytes, media, missing, rows } = await takeRows(job, folder, tell);
  const files = [...media, ...(await takeOthers(folder, dataDir))];
  const isEncrypted = job.key !== undefined;
  const manifest = { madeAtMs, source: dataDir, isEncrypted, rows, missing, files, database };
  await folder.finish(manifest);
  return madeOf(job.folder, manifest, folder, databaseBytes);
}

/**
 * Without the key of an encrypted store, which then must be closed: all its files as they are. The caller holds the lock of
 * the data folder.
 */
export async function copyClosedStore(
  job: Omit<BackupJob, 'key'>,
  tell: Tell = () => {},
): Promise<MadeBackup> {
  const dataDir = resolve(job.dataDir);
  const folder = await openBackupFolder(job.folder, dataDir);
  const madeAtMs = Date.now();
  const paths = await listFiles(dataDir, 'data');
  const isWanted = (path: string) => !path.startsWith('data/.unfinished/');
  const media = await takeMedia(folder, paths.filter(isWanted), tell);
  const database: BackupFile[] = [];
  for (const path of [DATABASE_FILE_NAME, `${DATABASE_FILE_NAME}-wal`]) {
    const file = await folder.take(path, { grows: true });
    if (file) database.push(file);
  }
  const files = [...database, ...media.files, ...(await takeOthers(folder, dataDir))];
  await folder.finish({ madeAtMs, source: dataDir, isEncrypted: true, missing: [], files });
  return madeOf(job.folder, { madeAtMs, rows: undefined, missing: [], files }, folder);
}

async function takeRows({ dataDir, key, ...job }: BackupJob, folder: BackupFolder, tell: Tell) {
  const source = join(dataDir, DATABASE_FILE_NAME);
  await mkdir(join(job.folder, ROWS_FOLDER), { recursive: true, mode: 0o700 });
  const database = await folder.freshName(`${ROWS_FOLDER}/db.list`);
  for (let round = 1; ; round += 1) {
    tell({ step: 'database', done: 0, total: 1 });
    const { list, named } = backUpRows({ source, dataDir, key, folder: job.folder });
    tell({ step: 'database', done: 1, total: 1 });
    const media = await takeMedia(folder, named.paths, tell);
    const spools = await takeSpools(folder, dataDir, media.missing);
    const missing = media.missing.filter(
      (path) => !spools.finished.has(path) && !named.away.has(path),
    );
    // Those that were not there in the round before either are no file that went meanwhile.
    if (missing.length === 0 || round === MOST_ROUNDS || (await isSettled(missing))) {
      writeCopyList(join(job.folder, database), list);
      const databaseBytes = sizeOfRows(list, join(job.folder, ROWS_FOLDER));
      const files = [...media.files, ...spools.files];
      return { database, databaseBytes, media: files, missing, rows: named.rows };
    }
  }

  /** Rows of the store itself still name all of them, and none was moved elsewhere meanwhile. */
  async function isSettled(missing: readonly string[]): Promise<boolean> {
    const { paths, away } = listNamedMedia(source, key);
    const named = new Set(paths);
    return missing.every((path) => named.has(path) && !away.has(path));
  }
}

async function takeMedia(folder: BackupFolder, paths: readonly string[], tell: Tell) {
  const files: BackupFile[] = [];
  const missing: string[] = [];
  for (const [done, path] of paths.entries()) {
    tell({ step: 'media', done, total: paths.length });
    const file = await folder.take(path, { orEarlier: true });
    if (file) files.push(file);
    else missing.push(path);
  }
  return { files, missing };
}

/** Recordings that are being made: their samples so far, of which a start makes the file that rows name. */
async function takeSpools(folder: BackupFolder, dataDir: string, missing: readonly string[]) {
  const files: BackupFile[] = [];
  const finished = new Set<string>();
  for (const path of await listFiles(dataDir, SPOOL_FOLDER)) {
    const stem = basename(path, '.pcm');
    const of = missing.find((each) => basename(each, '.ogg') === stem);
    const file = of === undefined ? undefined : await folder.take(path, { grows: true });
    if (of === undefined || file === undefined) continue;
    files.push(file);
    finished.add(of);
  }
  return { files, finished };
}

async function takeOthers(folder: BackupFolder, dataDir: string): Promise<BackupFile[]> {
  const inFolders = await Promise.all(OTHER_FOLDERS.map((name) => listFiles(dataDir, name)));
  const files: BackupFile[] = [];
  for (const path of [...OTHER_FILES, ...inFolders.flat()]) {
    // Unlike media these are written in place, so they are never shared with the store.
    const file = await folder.take(path, { grows: true });
    if (file) files.push(file);
  }
  return files;
}

/** Regular files only, relative to the data folder. */
async function listFiles(dataDir: string, below: string): Promise<string[]> {
  const found = await readdir(join(dataDir, below), { recursive: true, withFileTypes: true }).catch(
    () => [],
  );
  return found
    .filter((entry) => entry.isFile())
    .map((entry) => relative(dataDir, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter((path) => !path.endsWith('.tmp'));
}

async function assertRoom(folder: string, databaseBytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize < databaseBytes + SPARE_BYTES) throw new DiskFullError();
}

function madeOf(
  path: string,
  made: Pick<Manifest, 'madeAtMs' | 'rows' | 'missing' | 'files' | 'database'>,
  folder: BackupFolder,
  databaseBytes = 0,
): MadeBackup {
  return {
    folder: path,
    madeAtMs: made.madeAtMs,
    files: made.files.length + (made.database === undefined ? 0 : 1),
    kept: folder.kept(),
    bytes: made.files.reduce((sum, { bytes }) => sum + bytes, databaseBytes),
    missing: made.missing.length,
    rows: made.rows,
  };
}
