/**
 * Writes finished JPEGs as `YYYY-MM-DD/<unix ms>_<device>.jpg`, days in UTC. A file appears whole or
 * not at all, under a name nothing else had, and is on the disk (not only in its cache) before the
 * call ends, so that a row stored afterwards never outlives its file.
 */
import { randomUUID } from 'node:crypto';
import { lstat, mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { DiskFullError } from '../errors.ts';
import { hasCode } from './system-error.ts';

const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;

export interface SnapshotFolder {
  /** The absolute path of the new file. Rejects with DiskFullError or the system's error, leaving nothing behind. */
  write(jpeg: Buffer, atMs: number, deviceName: string): Promise<string>;
}

/**
 * The caller holds the lock of the data folder: unfinished files were left by a killed process and
 * are removed.
 */
export async function openSnapshotFolder(folder: string): Promise<SnapshotFolder> {
  // One place for unfinished files, on the same file system as the days: cleaning up at start does
  // not have to list a million finished ones.
  const unfinishedDir = join(folder, '.unfinished');
  await rm(unfinishedDir, { recursive: true, force: true });
  const namesInUse = new Set<string>();

  /** A path that is free on disk and not being written by another call; it stays in `namesInUse`. */
  async function reservePath(atMs: number, deviceName: string): Promise<string> {
    const [day = ''] = new Date(atMs).toISOString().split('T');
    const stem = join(folder, day, `${Math.trunc(atMs)}_${safeName(deviceName)}`);
    for (let copy = 1; ; copy += 1) {
      const path = copy === 1 ? `${stem}.jpg` : `${stem}_${copy}.jpg`;
      if (namesInUse.has(path)) continue;
      namesInUse.add(path);
      if (!(await isTaken(path))) return path;
      namesInUse.delete(path);
    }
  }

  async function publish(jpeg: Buffer, path: string): Promise<void> {
    const unfinished = join(unfinishedDir, `${randomUUID()}.jpg`);
    try {
      // Not when opening: a service on a full disk still starts and reads.
      await mkdir(unfinishedDir, { recursive: true, mode: FOLDER_MODE });
      await mkdir(dirname(path), { recursive: true, mode: FOLDER_MODE });
      await writeDurably(unfinished, jpeg);
      await rename(unfinished, path);
      await syncFolder(dirname(path));
    } catch (cause) {
      await rm(unfinished, { force: true });
      await rm(path, { force: true });
      throw hasCode(cause, 'ENOSPC', 'EDQUOT') ? new DiskFullError(cause) : cause;
    }
  }

  return {
    async write(jpeg, atMs, deviceName) {
      const path = await reservePath(atMs, deviceName);
      try {
        await publish(jpeg, path);
        return path;
      } finally {
        namesInUse.delete(path);
      }
    },
  };
}

/** Device names come from the system or from a caller: only what every file system takes is kept. */
function safeName(deviceName: string): string {
  const safe = deviceName.replace(/[^A-Za-z0-9-]+/g, '-').replace(/^-+|-+$/g, '');
  return safe.slice(0, 40) || 'device';
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
  const file = await open(path, 'wx', FILE_MODE);
  try {
    await file.writeFile(bytes);
    // Before the rename: otherwise a power cut can leave the name with an empty file behind it.
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Makes the new name itself durable. */
async function syncFolder(path: string): Promise<void> {
  // Windows cannot open a folder as a file, and its file system logs names by itself.
  if (process.platform === 'win32') return;
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
