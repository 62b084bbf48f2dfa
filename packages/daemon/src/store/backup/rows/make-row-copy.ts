/** Makes a copy by rows of the database of a running service, in the process of `backup-process.ts`. Its list is written last. */
import type { DatabaseKey } from '../../sealing/store-key.ts';
import { withDatabase } from '../named-media.ts';
import {
  makeChunkFolders,
  openChunkFiles,
  removeDamagedChunks,
  syncChunkFolders,
} from './chunk-files.ts';
import { findListById, writeCopyList } from './copy-list.ts';
import { copyRows } from './copy-rows.ts';

export interface RowCopyJob {
  readonly database: string;
  /** An existing folder. */
  readonly folder: string;
  /** The file of the list, in that folder. */
  readonly list: string;
  readonly key?: DatabaseKey | undefined;
  readonly nowMs: number;
}

/** The id of the list. Throws the fault of SQLite when the database is damaged. */
export function makeRowCopy(job: RowCopyJob, open: typeof openChunkFiles = openChunkFiles): string {
  const { database, folder, list, key, nowMs } = job;
  makeChunkFolders(folder);
  removeDamagedChunks(folder, nowMs);
  const files = open(folder, key);
  const copied = withDatabase(database, key, (db) => {
    // One instant for all tables.
    db.exec('BEGIN');
    const findList = (id: string) => findListById(folder, id);
    return copyRows({ db, files, findList, isEncrypted: key !== undefined, nowMs });
  });
  syncChunkFolders(folder);
  writeCopyList(list, copied);
  return copied.id;
}
