/**
 * Disk space that only a deletion, or a start, may use: a deletion writes before it frees, so it needs space on a full disk. The
 * reserve is a file of random bytes, which no file system compresses. While it is released, new media files are refused; rows of
 * the database, and recordings that have begun, are not. The reserve comes back whole or not at all.
 */
import { randomBytes } from 'node:crypto';
import { open, rename, rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { ServiceError } from '#core/errors.ts';
import { claimDataFolder, type DataFolder } from '#core/folders/data-folder.ts';
import { DiskFullError } from '../errors.ts';
import { hasCode } from './system-error.ts';

const FILE = 'reserve.bin';
const DRAFT = `${FILE}.draft`;
/** In the data folder; they hold no data. */
export const RESERVE_FILES: readonly string[] = [FILE, DRAFT];

const MB = 1024 * 1024;
const MAX_BYTES = 32 * MB;
/** Of the whole disk, so that the size does not depend on what is free. */
const MAX_SHARE = 0.1;
/** What a start needs: the log and the index of the WAL. */
const START_BYTES = MB;

type ReadDisk = (folder: string) => Promise<{ blocks: number; bavail: number; bsize: number }>;

export interface DiskReserve {
  /** Throws DISK_FULL while the reserve is released. */
  assertKept(): void;
  /** Frees the space for a deletion. False when there is none to free. */
  release(): Promise<boolean>;
  /** Takes the space again if the disk has twice as much free. The caller repeats this regularly. */
  restore(): Promise<void>;
}

/** Keeps nothing, for stores that are only read or tested. */
export const NO_RESERVE: DiskReserve = {
  assertKept() {},
  release: async () => false,
  async restore() {},
};

/** The caller holds the lock of the data folder, and calls `restore` soon. */
export async function openDiskReserve(
  dataDir: string,
  readDisk: ReadDisk = statfs,
): Promise<DiskReserve> {
  const file = join(dataDir, FILE);
  const draft = join(dataDir, DRAFT);

  /** Undefined when less than twice the reserve is free. */
  async function affordableBytes(): Promise<number | undefined> {
    const { blocks, bavail, bsize } = await readDisk(dataDir);
    const bytes = Math.min(MAX_BYTES, Math.floor(blocks * bsize * MAX_SHARE));
    return bavail * bsize >= 2 * bytes ? bytes : undefined;
  }

  let isReleased = !(await exists(file)) && (await affordableBytes()) === undefined;

  return {
    assertKept() {
      if (isReleased) throw new DiskFullError();
    },
    async release() {
      if (!(await exists(file)) && !(await exists(draft))) return false;
      isReleased = true;
      await removeReserve(dataDir);
      return true;
    },
    async restore() {
      if (await exists(file)) return;
      try {
        const bytes = await affordableBytes();
        if (bytes === undefined) throw new DiskFullError();
        await fill(draft, bytes);
        await rename(draft, file);
        isReleased = false;
      } catch {
        // The next call tries again.
        isReleased = true;
        await rm(draft, { force: true });
      }
    },
  };
}

/** Claims the data folder for a start, which may use the reserve on a full disk. Rejects as `claimDataFolder`. */
export async function claimWithRoom(
  dataDir: string,
  readDisk: ReadDisk = statfs,
): Promise<DataFolder> {
  // First without the reserve: it may belong to a service that runs.
  const folder = await claimDataFolder(dataDir).catch(async (error: unknown) => {
    if (!(error instanceof ServiceError && hasCode(error.cause, 'ENOSPC', 'EDQUOT'))) throw error;
    await removeReserve(dataDir);
    return claimDataFolder(dataDir);
  });
  try {
    // A start that was killed while it wrote the reserve left this.
    await rm(join(dataDir, DRAFT), { force: true });
    const { bavail, bsize } = await readDisk(dataDir);
    if (bavail * bsize < START_BYTES) await removeReserve(dataDir);
  } catch {
    // The disk does not answer, or refuses the removal: the start itself meets and reports that.
  }
  return folder;
}

async function removeReserve(dataDir: string): Promise<void> {
  for (const name of RESERVE_FILES) await rm(join(dataDir, name), { force: true });
}

async function fill(file: string, bytes: number): Promise<void> {
  await using handle = await open(file, 'w', 0o600);
  for (let left = bytes; left > 0; left -= MB) {
    await handle.writeFile(randomBytes(Math.min(MB, left)));
  }
}

async function exists(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    () => false,
  );
}
