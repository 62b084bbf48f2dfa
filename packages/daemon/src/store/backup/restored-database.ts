/**
 * A database that takes the place of another one. It lies next to it under its own name until it is whole, and from then on every
 * opening finishes what a killed process left: at no point is there no database, or one without its newest rows. The one
 * that was there before is kept under a third name.
 */
import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { link, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { copyFile } from './copy-file.ts';

const DRAFT = '.restoring';
const READY = '.restored';
const ASIDE = '.before-restore-';

/** Keeps what is there under another name, which is the answer, and puts `draft`, on the same disk, in its place. */
export async function replaceDatabase(database: string, draft: string): Promise<string> {
  const aside = `${database}${ASIDE}${new Date().toISOString().replace(/[:.]/g, '-')}`;
  // Its newest rows are in the WAL.
  for (const end of ['', '-wal']) {
    if (existsSync(database + end)) await keep(database + end, aside + end);
  }
  renameSync(draft, database + READY);
  finishReplacing(database);
  return aside;
}

/** Before a database is opened. The caller holds the lock of the data folder. */
export function finishReplacing(database: string): void {
  if (!existsSync(database + READY)) return;
  syncFolder(dirname(database));
  // Those of the old one must not meet another database.
  for (const end of ['-wal', '-shm']) rmSync(database + end, { force: true });
  renameSync(database + READY, database);
  syncFolder(dirname(database));
}

/** Where a copy lies until it is known to be whole. */
export function draftOfDatabase(database: string): string {
  return database + DRAFT;
}

/** Such a copy, or what was made of it on the way. */
export function isDraftOfDatabase(name: string): boolean {
  return name.includes(`.sqlite${DRAFT}`);
}

/** What a restore that was killed has left. The caller holds the lock of the data folder: none is under way. */
export function removeDrafts(dataDir: string): void {
  for (const name of readdirSync(dataDir).filter(isDraftOfDatabase)) {
    rmSync(join(dataDir, name), { force: true });
  }
}

/** They hold what was deleted since, or lie there in the clear. The caller holds the lock of the data folder. */
export async function removeReplaced(dataDir: string): Promise<void> {
  removeDrafts(dataDir);
  const names = readdirSync(dataDir).filter((name) => name.includes(ASIDE));
  for (const name of names) await rm(join(dataDir, name), { force: true });
}

async function keep(from: string, to: string): Promise<void> {
  // Not every file system has second names.
  await link(from, to).catch(() => copyFile(from, to));
}

function syncFolder(folder: string): void {
  // As in the media folder: Windows cannot open one.
  if (process.platform === 'win32') return;
  const opened = openSync(folder, 'r');
  try {
    fsyncSync(opened);
  } finally {
    closeSync(opened);
  }
}
