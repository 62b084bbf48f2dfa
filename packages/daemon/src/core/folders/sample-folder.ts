/**
 * Distinguishes a data folder of the sample day from one that holds somebody's own memory: the sample day must never be written among real
 * data, also when a person named the folder. A folder is the sample day's when nobody used it before, or when it carries the mark.
 */
import { join } from 'node:path';
import { writeFileAtomically } from './atomic-file.ts';
import { LOCK_FILE } from './data-folder.ts';

const MARK_FILE = 'sample-day.txt';

/** Whether Hindcast kept something in this folder that is not the sample day. */
export function holdsOwnData(path: string, exists: (file: string) => boolean): boolean {
  return exists(join(path, LOCK_FILE)) && !exists(join(path, MARK_FILE));
}

/** The caller holds the folder. */
export function markAsSample(path: string): void {
  writeFileAtomically(
    join(path, MARK_FILE),
    'This folder holds the sample day of Hindcast. It can be deleted at any time.\n',
  );
}
