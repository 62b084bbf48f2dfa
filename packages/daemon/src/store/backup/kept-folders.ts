/**
 * Folders next to the data folder that a restore of a backup has left: the data that was there before it, which a person may want back, and
 * what a killed one had copied. They are outside the store, so nothing deletes or encrypts what is in them: people are notified.
 */
import { readdirSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';

const DRAFT = '.restoring';
const ASIDE = '.before-restore-';

/** Where a backup is copied to until it is whole. The next restore begins it again. */
export function draftOfFolder(dataDir: string): string {
  return dataDir + DRAFT;
}

/** Where the data goes that was there before a restore. */
export function asideOfFolder(dataDir: string, atMs: number): string {
  return `${dataDir}${ASIDE}${new Date(atMs).toISOString().replace(/[:.]/g, '-')}`;
}

/** All of them, with their whole paths. */
export function listKeptFolders(dataDir: string): string[] {
  const place = resolve(dataDir);
  const name = basename(place);
  return listNames(dirname(place))
    .filter((other) => other === name + DRAFT || other.startsWith(name + ASIDE))
    .map((other) => join(dirname(place), other));
}

function listNames(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    // A folder of somebody else, in which only ours may be opened: nothing could be kept there either.
    return [];
  }
}
