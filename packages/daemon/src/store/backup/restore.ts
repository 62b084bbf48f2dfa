/**
 * Brings a backup back as a data folder. Everything is copied next to the place first and compared with the list of the backup; the
 * database is examined there; only then does it take its place, in one step. A folder with data is refused, or kept aside.
 */
import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm, rmdir } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { serviceError } from '#core/errors.ts';
import { claimDataFolder, LOCK_FILE } from '#core/folders/data-folder.ts';
import { DiskFullError } from '../errors.ts';
import { DATABASE_FILE_NAME } from '../kernel/database.ts';
import { RESERVE_FILES } from '../media/disk-reserve.ts';
import { syncFolder } from '../media/snapshot-folder.ts';
import { hasCode } from '../media/system-error.ts';
import { examineStore, type Finding } from '../repair/examine.ts';
import type { StoreKey } from '../sealing/store-key.ts';
import { copyFile } from './copy-file.ts';
import { asideOfFolder, draftOfFolder } from './kept-folders.ts';
import { type Manifest, readManifest } from './manifest.ts';
import { restoreRows } from './restore-snapshot.ts';

export interface Restored {
  readonly dataDir: string;
  readonly manifest: Pick<Manifest, 'madeAtMs' | 'rows' | 'isEncrypted'>;
  readonly files: number;
  /** Media that was missing already when the backup was made. */
  readonly missing: number;
  /** Where the data is that was there before. */
  readonly aside: string | undefined;
}

/** What a folder has that was only ever claimed. */
const NO_DATA: readonly string[] = [LOCK_FILE, 'owner.json', 'logs', ...RESERVE_FILES];

/**
 * Rejects with BACKUP_DAMAGED, VAULT_LOCKED, FOLDER_HAS_DATA, DATA_FOLDER_IN_USE or DISK_FULL; the data folder is as it was then.
 * `force` keeps a folder with data aside.
 */
export async function restoreBackup(options: {
  backup: string;
  dataDir: string;
  force: boolean;
  /** The key of an encrypted backup, whose key file lies in this folder. */
  findKey?: ((folder: string) => Promise<StoreKey | undefined>) | undefined;
  onProgress?: (done: number, total: number) => void;
}): Promise<Restored> {
  const { force, onProgress = () => {} } = options;
  const backup = resolve(options.backup);
  const dataDir = resolve(options.dataDir);
  const manifest = await readManifest(backup);
  if (!manifest)
    throw serviceError('BACKUP_DAMAGED', { folder: backup, why: 'there is no list of its files' });
  const existed = existsSync(dataDir);
  // Held until the end: no service starts in a folder that is being replaced.
  const claim = await claimDataFolder(dataDir);
  const draft = draftOfFolder(dataDir);
  let isReplaced = false;
  try {
    const hasData = (await readdir(dataDir)).some((name) => !NO_DATA.includes(name));
    if (hasData && !force) throw serviceError('FOLDER_HAS_DATA', { dataDir });
    await rm(draft, { recursive: true, force: true });
    await mkdir(draft, { mode: 0o700 });
    await copyAll(manifest, backup, draft, onProgress);
    if (manifest.database !== undefined) {
      const key = manifest.isEncrypted ? await options.findKey?.(draft) : undefined;
      restoreRows(join(backup, manifest.database), join(draft, DATABASE_FILE_NAME), key);
    }
    if (!manifest.isEncrypted) assertIntact(backup, examineStore(draft));
    await syncFolder(draft);
    const aside = await moveAside(dataDir, hasData);
    isReplaced = true;
    await rename(draft, dataDir).catch(async (cause: unknown) => {
      // Somebody was quicker: what was there before must not stay away.
      if (aside !== undefined) await rename(aside, dataDir);
      throw cause;
    });
    await syncFolder(dirname(dataDir));
    const { madeAtMs, rows, isEncrypted, missing, files } = manifest;
    return {
      dataDir,
      aside,
      files: files.length + (manifest.database === undefined ? 0 : 1),
      missing: missing.length,
      manifest: { madeAtMs, rows, isEncrypted },
    };
  } catch (cause) {
    await rm(draft, { recursive: true, force: true });
    throw hasCode(cause, 'ENOSPC', 'EDQUOT') ? new DiskFullError(cause) : cause;
  } finally {
    claim.release();
    if (!existed && !isReplaced) await rm(dataDir, { recursive: true, force: true });
  }
}

async function copyAll(
  manifest: Manifest,
  from: string,
  to: string,
  onProgress: (done: number, total: number) => void,
): Promise<void> {
  for (const [done, { path, file, sha256 }] of manifest.files.entries()) {
    onProgress(done, manifest.files.length);
    let copied: string;
    try {
      copied = (await copyFile(join(from, file), join(to, path))).sha256;
    } catch (cause) {
      if (hasCode(cause, 'ENOSPC', 'EDQUOT')) throw cause;
      throw serviceError('BACKUP_DAMAGED', { folder: from, why: `${file} cannot be read`, cause });
    }
    if (copied !== sha256)
      throw serviceError('BACKUP_DAMAGED', { folder: from, why: `${file} was changed` });
  }
  onProgress(manifest.files.length, manifest.files.length);
}

function assertIntact(backup: string, findings: readonly Finding[]): void {
  const faults = findings.filter(({ isOk }) => !isOk).map(({ check }) => check);
  if (faults.length === 0) return;
  throw serviceError('BACKUP_DAMAGED', {
    folder: backup,
    why: `its database has faults (${faults.join(', ')})`,
  });
}

/** The way is free afterwards. */
async function moveAside(dataDir: string, hasData: boolean): Promise<string | undefined> {
  if (!hasData) {
    for (const name of NO_DATA) await rm(join(dataDir, name), { recursive: true, force: true });
    await rmdir(dataDir);
    return undefined;
  }
  const aside = asideOfFolder(dataDir, Date.now());
  await rename(dataDir, aside);
  for (const name of ['owner.json', ...RESERVE_FILES]) {
    await rm(join(aside, name), { force: true });
  }
  return aside;
}
