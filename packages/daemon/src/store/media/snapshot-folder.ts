/**
 * Writes finished JPEGs as `YYYY-MM-DD/<unix ms>_<device>.jpg`, days in UTC, and gives video chunks
 * their place next to them as `.mp4`. A file appears whole or not at all, under a name nothing else
 * had, and is on the disk (not only in its cache) before the call ends, so that a row stored
 * afterwards never outlives its file.
 */
import { randomUUID } from 'node:crypto';
import { chmod, lstat, open, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import { serviceError } from '#core/errors.ts';
import { DiskFullError } from '../errors.ts';
import { DATABASE_FILE_NAME } from '../kernel/database.ts';
import { sealBytes } from '../sealing/sealed-file.ts';
import type { Sealing } from '../sealing/store-key.ts';
import { removeUnnamedFiles, type Swept } from './day-folders.ts';
import { appendSum } from './file-sum.ts';
import { makeFolder } from './make-folder.ts';
import { hasCode } from './system-error.ts';

const FILE_MODE = 0o600;

export interface SnapshotFolder {
  /** The absolute path of the new file. Rejects with DISK_FULL, MEDIA_REFUSED or the system's error, leaving nothing behind. */
  write(file: Buffer, atMs: number, deviceName: string, extension?: string): Promise<string>;
  /** Where a file can be made that `place` is to take; what stays there goes at the next start. */
  makeDraftPath(extension: '.mp4'): Promise<string>;
  /** Gives a video that is already on the disk its sum and its name; otherwise as `write`. A refused draft stays where it is. */
  place(draft: string, atMs: number, deviceName: string): Promise<string>;
  /** Absolute paths of the videos that begin at this time on this device. */
  listVideosAt(atMs: number, deviceName: string): Promise<string[]>;
  /**
   * Removes the few files that a killed process left without a row; see there which. Files of this process are
   * left out, for their rows may be on the way; so it works once, at start, and does nothing when called again.
   */
  removeUnnamed(
    listUnnamed: (paths: readonly string[]) => Promise<readonly string[]>,
    signal: AbortSignal,
  ): Promise<Swept>;
}

/**
 * The caller holds the lock of the data folder: unfinished files were left by a killed process and
 * are removed.
 */
export async function openSnapshotFolder(
  folder: string,
  sealing?: Sealing | undefined,
  /** Whether something has the name of this file (absolute) where old files are moved to. */
  isTakenElsewhere: (path: string) => Promise<boolean> = async () => false,
): Promise<SnapshotFolder> {
  // One place for unfinished files, on the same file system as the days: cleaning up at start does
  // not have to list a million finished ones.
  const unfinishedDir = join(folder, '.unfinished');
  const dataDir = dirname(folder);
  await rm(unfinishedDir, { recursive: true, force: true });
  const namesInUse = new Set<string>();
  /** Until `removeUnnamed` is done; after that nobody asks. */
  let newPaths: Set<string> | undefined = new Set();

  function stemOf(atMs: number, deviceName: string): string {
    const [day = ''] = new Date(atMs).toISOString().split('T');
    return join(folder, day, `${Math.trunc(atMs)}_${safeName(deviceName)}`);
  }

  /** A path that is free on disk and not being written by another call; it stays in `namesInUse`. */
  async function reservePath(atMs: number, deviceName: string, extension: string): Promise<string> {
    const stem = stemOf(atMs, deviceName);
    for (let copy = 1; ; copy += 1) {
      const path = copy === 1 ? `${stem}${extension}` : `${stem}_${copy}${extension}`;
      if (namesInUse.has(path)) continue;
      namesInUse.add(path);
      if (!(await isTaken(path)) && !(isOld(atMs) && (await isTakenElsewhere(path)))) {
        newPaths?.add(path);
        return path;
      }
      namesInUse.delete(path);
    }
  }

  async function makeDraftPath(extension: string): Promise<string> {
    try {
      // Not when opening: a service on a full disk still starts and reads.
      await makeFolder(dataDir, unfinishedDir);
    } catch (cause) {
      throw refusalOr(cause, dataDir);
    }
    return join(unfinishedDir, `${randomUUID()}${extension}`);
  }

  /** The bytes of the draft are on the disk. */
  async function giveName(draft: string, atMs: number, deviceName: string): Promise<string> {
    const path = await reservePath(atMs, deviceName, extname(draft));
    try {
      await makeFolder(dataDir, dirname(path));
      await chmod(draft, FILE_MODE);
      await rename(draft, path);
      await syncFolder(dirname(path));
      return path;
    } catch (cause) {
      await removeIfPossible(path);
      throw refusalOr(cause, dataDir);
    } finally {
      namesInUse.delete(path);
    }
  }

  return {
    makeDraftPath,
    async place(draft, atMs, deviceName) {
      try {
        if (!sealing) await appendSum(draft);
      } catch (cause) {
        throw refusalOr(cause, dataDir);
      }
      return await giveName(draft, atMs, deviceName);
    },
    async write(file, atMs, deviceName, extension = '.jpg') {
      const draft = await makeDraftPath(extension);
      try {
        await writeDurably(draft, sealBytes(file, sealing));
        return await giveName(draft, atMs, deviceName);
      } catch (cause) {
        await removeIfPossible(draft);
        throw refusalOr(cause, dataDir);
      }
    },
    async listVideosAt(atMs, deviceName) {
      const stem = stemOf(atMs, deviceName);
      const names = await readdir(dirname(stem)).catch(() => []);
      const isOne = (name: string) => /^(_\d+)?\.mp4$/.test(name.slice(basename(stem).length));
      const like = names.filter((name) => name.startsWith(basename(stem)) && isOne(name));
      return like.map((name) => join(dirname(stem), name));
    },
    async removeUnnamed(listUnnamed, signal) {
      if (newPaths === undefined) return { removed: 0, left: 0 };
      const isNew = (path: string) => newPaths?.has(path) === true;
      const swept = await removeUnnamedFiles(folder, { listUnnamed, isNew }, signal);
      newPaths = undefined;
      return swept;
    },
  };
}

/** On a disk that takes nothing it stays until the next start. */
async function removeIfPossible(path: string): Promise<void> {
  await rm(path, { force: true }).catch(() => {});
}

function refusalOr(cause: unknown, dataDir: string): unknown {
  // Each folder was just made: it was taken away with all of the data folder.
  if (hasCode(cause, 'ENOENT'))
    return serviceError('DATA_FILE_GONE', { file: join(dataDir, DATABASE_FILE_NAME) });
  if (hasCode(cause, 'ENOSPC', 'EDQUOT')) return new DiskFullError(cause);
  return hasCode(cause, 'EROFS', 'EACCES', 'EPERM')
    ? serviceError('MEDIA_REFUSED', { cause })
    : cause;
}

/** Device names come from the system or from a caller: only what every file system takes is kept. */
function safeName(deviceName: string): string {
  const safe = deviceName.replace(/[^A-Za-z0-9-]+/g, '-').replace(/^-+|-+$/g, '');
  return safe.slice(0, 40) || 'device';
}

/** Only files of past days are offloaded: what is captured now need not be asked about. */
function isOld(atMs: number): boolean {
  return Date.now() - atMs > 12 * 3_600_000;
}

async function isTaken(path: string): Promise<boolean> {
  try {
    await lstat(path);
    return true;
  } catch (cause) {
    if (hasCode(cause, 'ENOENT')) return false;
    throw cause;
  }
}

async function writeDurably(path: string, bytes: Buffer): Promise<void> {
  await using file = await open(path, 'wx', FILE_MODE);
  await file.writeFile(bytes);
  // Before the rename: otherwise a power cut can leave the name with an empty file behind it.
  await file.sync();
}

/** Makes the new name itself durable. */
export async function syncFolder(path: string): Promise<void> {
  // Windows cannot open a folder as a file, and its file system logs names by itself.
  if (process.platform === 'win32') return;
  await using folder = await open(path, 'r');
  await folder.sync();
}
