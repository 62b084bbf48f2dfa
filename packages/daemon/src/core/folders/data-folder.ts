/**
 * Takes possession of the data folder: one process at a time writes there. The lock is the operating system's own file lock, held
 * on `owner.lock` through SQLite, because Node has no portable file lock and a process that is killed must not leave
 * one behind (docs/decisions/0002-data-folder-lock.md). `owner.json` only names the owner for people and programs.
 */
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { errorText, ServiceError } from '../errors.ts';
import { writeFileAtomically } from './atomic-file.ts';

export class DataFolderInUseError extends ServiceError {
  constructor(path: string, pid: number | undefined) {
    const owner = pid === undefined ? 'another Hindcast process' : `the process ${pid}`;
    super(errorText('DATA_FOLDER_IN_USE', { path, owner }), {
      context: pid === undefined ? {} : { pid },
    });
  }
}

class DataFolderUnusableError extends ServiceError {
  constructor(path: string, cause: unknown) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    const isFull = (cause as { code?: unknown }).code === 'ENOSPC';
    super(
      errorText('DATA_FOLDER_UNUSABLE', {
        path,
        reason,
        hint: isFull
          ? 'Free some space on the disk that holds it.'
          : 'Choose a folder of your own with --data-dir, on a disk that can be written to.',
      }),
      { cause },
    );
  }
}

export interface Owner {
  readonly pid: number;
  /** Where it answers; undefined while it is starting. */
  readonly url?: string | undefined;
}

export interface DataFolder {
  /** Publishes where the owner answers, such as http://127.0.0.1:3030. */
  announce(url: string): void;
  /** Gives the folder free. */
  release(): void;
}

/** Stays for good in every folder that was ever used. */
export const LOCK_FILE = 'owner.lock';
const OWNER_FILE = 'owner.json';
const SQLITE_BUSY = 5;
// The owner writes its name right after it got the lock; a start in that instant waits this long to read it.
const OWNER_KNOWN_WITHIN_MS = 500;

/** Throws DataFolderInUseError, or DataFolderUnusableError when it cannot be created or written. */
export async function claimDataFolder(path: string): Promise<DataFolder> {
  let lock: DatabaseSync;
  try {
    createPrivateFolder(path);
    lock = new DatabaseSync(join(path, LOCK_FILE), { timeout: 0 });
  } catch (cause) {
    throw new DataFolderUnusableError(path, cause);
  }
  try {
    // The write lock of a transaction that never writes. Exactly one process gets it, however close the starts are.
    // Without a journal file there is nothing next to it that a killed process could leave to be recovered.
    lock.exec('PRAGMA journal_mode = MEMORY; BEGIN IMMEDIATE');
  } catch (cause) {
    lock.close();
    if ((cause as { errcode?: number }).errcode !== SQLITE_BUSY) {
      throw new DataFolderUnusableError(path, cause);
    }
    throw new DataFolderInUseError(path, (await findOwnerSoon(path))?.pid);
  }

  const ownerFile = join(path, OWNER_FILE);
  const tell = (url?: string) =>
    writeFileAtomically(ownerFile, `${JSON.stringify({ pid: process.pid, url })}\n`);
  try {
    tell();
  } catch (cause) {
    lock.close();
    throw new DataFolderUnusableError(path, cause);
  }
  return {
    announce: tell,
    release() {
      rmSync(ownerFile, { force: true });
      // The lock file stays: removing it would let a second process lock a file that is no longer there.
      lock.close();
    },
  };
}

/** Others on the machine must not read what was captured. A folder that is somebody's own is left as it is. */
function createPrivateFolder(path: string): void {
  makeFolders(path);
  const isOpen = (statSync(path).mode & 0o077) !== 0;
  const isOurs = existsSync(join(path, LOCK_FILE)) || readdirSync(path).length === 0;
  if (isOpen && isOurs) chmodSync(path, 0o700);
}

/** Not `recursive`: Node's own tries for ever where the parent is there but takes no folders (/proc, some network mounts). */
function makeFolders(path: string): void {
  const parent = dirname(path);
  if (!existsSync(parent)) makeFolders(parent);
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

async function findOwnerSoon(path: string): Promise<Owner | undefined> {
  const giveUpAtMs = Date.now() + OWNER_KNOWN_WITHIN_MS;
  for (;;) {
    const owner = findOwner(path);
    if (owner !== undefined || Date.now() > giveUpAtMs) return owner;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Who holds the folder, as it said itself; undefined when it said nothing or has exited. */
export function findOwner(path: string): Owner | undefined {
  try {
    const { pid, url } = JSON.parse(readFileSync(join(path, OWNER_FILE), 'utf8')) as Owner;
    // What a killed owner left may still lie there; its pid is nobody's.
    return Number.isInteger(pid) && isAlive(pid) ? { pid, url } : undefined;
  } catch {
    // No file, or none yet: the owner is unknown.
    return undefined;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // A process of another user cannot be signalled, but it is there.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
