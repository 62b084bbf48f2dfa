/** What `hindcast doctor` says about files: those of rows, those of nobody, and what killed processes left. Changes nothing. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { withDatabase } from '../backup/named-media.ts';
import { isSnapshotWhole, listSnapshots } from '../backup/snapshots.ts';
import { DATABASE_FILE_NAME } from '../kernel/database.ts';
import { databaseKey, type StoreKey } from '../sealing/store-key.ts';
import { isSealedDatabase } from '../vault/convert-database.ts';
import type { Finding } from './examine.ts';
import { lookAtMedia } from './media-files.ts';
import { readScrubState } from './scrub-book.ts';

/** Nothing for a database that cannot be read, or only with a key that is not given. */
export function examineMedia(
  dataDir: string,
  nowMs: number,
  key?: StoreKey | undefined,
): Finding[] {
  const file = join(dataDir, DATABASE_FILE_NAME);
  if (!existsSync(file) || (key === undefined && isSealedDatabase(file))) return [];
  try {
    const { named, missing, away, orphans, leftovers } = withDatabase(
      file,
      key && databaseKey(key),
      (db) => lookAtMedia(db, dataDir, nowMs),
    );
    // A damaged one is no fault of the store: the service copies its files again.
    const dates = listSnapshots(dataDir).map(({ date, file: copy }) =>
      isSnapshotWhole(copy) ? date : `${date} (damaged)`,
    );
    return [
      {
        check: 'media',
        isOk: missing.length === 0,
        detail: `${named - missing.length} of ${named}${away > 0 ? `, ${away} of them at the offload place` : ''}`,
      },
      // Nothing is lost with these.
      { check: 'orphans', isOk: true, detail: `${orphans.length} media files that no row names` },
      { check: 'leftovers', isOk: true, detail: `${leftovers.length} unfinished files` },
      scrubFinding(dataDir),
      { check: 'snapshots', isOk: true, detail: dates.join(', ') || 'none yet' },
    ];
  } catch {
    // The other checks say what is wrong with it.
    return [];
  }
}

/** What the running service found while nobody worked. */
function scrubFinding(dataDir: string): Finding {
  const state = readScrubState(dataDir);
  if (!state) return { check: 'content', isOk: true, detail: 'no file was looked into yet' };
  const { broken, checked, roundStartedMs } = state;
  const since = new Date(roundStartedMs).toISOString().slice(0, 10);
  const detail = `${checked} media files looked into since ${since}, ${broken.length} are damaged`;
  return { check: 'content', isOk: broken.length === 0, detail };
}
