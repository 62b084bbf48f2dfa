/**
 * The rows of a database in the folder of a backup. What did not change since the newest daily snapshot is not read again: its files are
 * copied from there, unless the backup has them already.
 */
import { copyFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseKey } from '../../sealing/store-key.ts';
import { type NamedMedia, namedMediaOf, withDatabase } from '../named-media.ts';
import {
  chunkPath,
  isChunkWhole,
  makeChunkFolders,
  openChunkFiles,
  removeDamagedChunks,
  sizeOfChunk,
  syncChunkFolders,
} from './chunk-files.ts';
import { type CopyList, chunksOf, findListById } from './copy-list.ts';
import { copyRows } from './copy-rows.ts';

/** In a backup and in the data folder. */
export const ROWS_FOLDER = 'snapshots';

/** The list, which the caller writes, and the media that these rows name. Throws the fault of SQLite. */
export function backUpRows(job: {
  source: string;
  dataDir: string;
  folder: string;
  key: DatabaseKey | undefined;
}): { list: CopyList; named: NamedMedia } {
  const { source, key } = job;
  const [from, to] = [job.dataDir, job.folder].map((each) => join(each, ROWS_FOLDER)) as [
    string,
    string,
  ];
  const nowMs = Date.now();
  makeChunkFolders(to);
  removeDamagedChunks(to, nowMs);
  const near = openChunkFiles(from, key);
  const own = openChunkFiles(to, key);
  const taken = new Set<string>();

  function has(id: string): boolean {
    if (own.has(id) || taken.has(id)) return true;
    if (!near.has(id)) return false;
    const draft = `${chunkPath(to, id)}.part`;
    try {
      copyFileSync(chunkPath(from, id), draft);
    } catch (error) {
      // The service has removed it meanwhile: the rows are read from the database.
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
      throw error;
    }
    renameSync(draft, chunkPath(to, id));
    if (!isChunkWhole(to, id)) return false;
    taken.add(id);
    return true;
  }

  const copied = withDatabase(source, key, (db) => {
    db.exec('BEGIN');
    const findList = (id: string) => findListById(from, id);
    const files = { idOf: own.idOf, has, write: own.write };
    const list = copyRows({ db, files, findList, isEncrypted: key !== undefined, nowMs });
    return { list, named: namedMediaOf(db) };
  });
  syncChunkFolders(to);
  return copied;
}

export function sizeOfRows(list: CopyList, folder: string): number {
  return [...new Set(chunksOf(list))].reduce((sum, id) => sum + sizeOfChunk(folder, id), 0);
}
