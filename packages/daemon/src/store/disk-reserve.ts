/**
 * Space on the disk that only a deletion, and a start, may use: without it nothing can be deleted on a full disk, because a deletion
 * writes before it frees. It is a file of random bytes, which no file system makes smaller. Pictures and sound are refused until the
 * space is taken again, so that they cannot use it up.
 */
import { randomBytes } from 'node:crypto';
import { rmSync, statfsSync } from 'node:fs';
import { open, rename, rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { DiskFullError } from './errors.ts';

const FILE = 'reserve.bin';
const MB = 1024 * 1024;
const RESERVE_BYTES = 32 * MB;
/** Of what is free, so that a small disk is not filled by this. */
const MOST_SHARE = 0.1;
const SMALLEST_BYTES = 2 * MB;
/** What a start needs: the lock, the log and the index of the WAL. */
const START_BYTES = MB;

export interface DiskReserve {
  /** Throws DISK_FULL while the space is given to a deletion. */
  assertKept(): void;
  /** Gives the space away. False when there is none to give. */
  release(): Promise<boolean>;
  /** Takes the space when the disk has it; to be called now and then. */
  restore(): Promise<void>;
}

/** Keeps nothing, for stores that are only read or tested. */
export const NO_RESERVE: DiskReserve = {
  assertKept() {},
  release: async () => false,
  async restore() {},
};

/** The caller holds the lock of the data folder, and calls `restore` soon. */
export async function openDiskReserve(dataDir: string): Promise<DiskReserve> {
  const file = join(dataDir, FILE);
  const takeable = async () => Math.min(RESERVE_BYTES, (await freeBytes(dataDir)) * MOST_SHARE);
  let isGiven = !(await exists(file)) && (await takeable()) < SMALLEST_BYTES;

  async function restore(): Promise<void> {
    if (await exists(file)) return;
    const bytes = await takeable();
    if (bytes < SMALLEST_BYTES) return;
    const draft = `${file}.draft`;
    try {
      await fill(draft, bytes);
      await rename(draft, file);
      isGiven = false;
    } catch {
      // The disk has filled meanwhile: the next call tries again.
      await rm(draft, { force: true });
    }
  }

  return {
    assertKept() {
      if (isGiven) throw new DiskFullError();
    },
    async release() {
      if (!(await exists(file))) return false;
      isGiven = true;
      await rm(file, { force: true });
      return true;
    },
    restore,
  };
}

/** Gives the space away when the disk is too full to start at all. Called before anything is written. */
export function makeRoomToStart(dataDir: string): void {
  try {
    const { bavail, bsize } = statfsSync(dataDir);
    if (bavail * bsize < START_BYTES) rmSync(join(dataDir, FILE), { force: true });
  } catch {
    // There is no such folder yet, or its disk says nothing: the start meets that itself.
  }
}

async function fill(file: string, bytes: number): Promise<void> {
  await using handle = await open(file, 'w', 0o600);
  for (let left = bytes; left > 0; left -= MB) {
    await handle.writeFile(randomBytes(Math.min(MB, Math.ceil(left))));
  }
}

async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

async function exists(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    () => false,
  );
}
