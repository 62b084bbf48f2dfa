/**
 * Repairs what `hindcast doctor` finds and what can be repaired without losing anything: nothing that may be somebody's memory is deleted. The
 * caller holds the lock of the data folder, so no service runs. A database that is damaged itself is for `hindcast restore`.
 */
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Connection } from '../kernel/connection.ts';
import { DATABASE_FILE_NAME, openWriter } from '../kernel/database.ts';
import type { StoreKey } from '../sealing/store-key.ts';
import { isSealedDatabase } from '../vault/convert-database.ts';
import { examineStore } from './examine.ts';
import { LOST_FOLDER, lookAtMedia, lostPath, type MediaState } from './media-files.ts';
import { rebuildIndex, rebuildOtherIndexes, rebuildTallies } from './rebuild-index.ts';

/** More than this share of all media missing at once is a disk that is not there, and no reason to forget where it was. */
const MOST_MISSING_SHARE = 0.5;
const FEW = 20;
/** Checks that the index and the tallies are behind. Damage in an index shows in the check of the file too. */
const OF_THE_INDEX = ['integrity', 'tallies', 'index'];
const OF_OTHER_INDEXES = ['integrity', 'events', 'notes'];

/** A sentence for each thing that was done, or why it was not; `broken` are media files that do not open. Throws STORE_CORRUPT when nothing can be opened. */
export function repairStore(
  dataDir: string,
  nowMs: number,
  { key, broken = [] }: { key?: StoreKey | undefined; broken?: readonly string[] } = {},
): string[] {
  const file = join(dataDir, DATABASE_FILE_NAME);
  // All media would be without a row.
  if (!existsSync(file)) return ['database: there is none here; nothing was changed'];
  if (key === undefined && isSealedDatabase(file)) {
    return ['database: it is encrypted, and nothing can be repaired without its key'];
  }
  const done: string[] = [];
  const faults = examineStore(dataDir, key).filter(({ isOk }) => !isOk);
  const db = openWriter(dataDir, key);
  try {
    if (faults.some(({ check }) => OF_THE_INDEX.includes(check))) {
      const [documents, hours] = db.transaction(() => [rebuildIndex(db), rebuildTallies(db)])();
      done.push(
        `index: rebuilt from the texts of ${documents} documents; tallies of ${hours} hours`,
      );
    }
    if (faults.some(({ check }) => OF_OTHER_INDEXES.includes(check))) {
      const { events, notes } = db.transaction(() => rebuildOtherIndexes(db))();
      done.push(`index: rebuilt from ${events} input events and ${notes} notes`);
    }
    if (broken.length > 0) done.push(putAside(dataDir, broken, lookAtMedia(db, dataDir, nowMs)));
    const media = lookAtMedia(db, dataDir, nowMs);
    if (media.orphans.length > 0) done.push(keepOrphans(dataDir, media));
    if (media.missing.length > 0) done.push(forgetMissing(db, media.missing, media.named));
    if (media.leftovers.length > 0) {
      for (const path of media.leftovers) rmSync(join(dataDir, path), { force: true });
      done.push(`leftovers: removed ${media.leftovers.length} unfinished files`);
    }
    return done;
  } finally {
    db.close();
  }
}

/** Not deleted: another program may make something of what is left of them. Their rows are then such without a file. */
function putAside(dataDir: string, broken: readonly string[], { named }: MediaState): string {
  if (broken.length > FEW && broken.length > named * MOST_MISSING_SHARE) {
    return `media: ${broken.length} of ${named} files are damaged. Look at the disk first; nothing was changed`;
  }
  moveToLost(dataDir, broken);
  return `media: moved ${broken.length} damaged files to ${join(dataDir, LOST_FOLDER)}`;
}

function keepOrphans(dataDir: string, { orphans, missing, named }: MediaState): string {
  const found = orphans.length + named - missing.length;
  if (orphans.length > FEW && orphans.length > found * MOST_MISSING_SHARE) {
    return `files: no row names ${orphans.length} of ${found} media files. Is this an older database? Nothing was changed; "hindcast restore" brings a newer one back`;
  }
  moveToLost(dataDir, orphans);
  return `files: moved ${orphans.length} media files that no row names to ${join(dataDir, LOST_FOLDER)}`;
}

function moveToLost(dataDir: string, paths: readonly string[]): void {
  for (const path of paths) {
    const place = lostPath(dataDir, path);
    mkdirSync(dirname(place), { recursive: true, mode: 0o700 });
    renameSync(join(dataDir, path), place);
  }
}

/** Their texts stay; asked for the picture or the sound, the service says that it is missing. */
function forgetMissing(db: Connection, missing: readonly string[], named: number): string {
  if (missing.length > FEW && missing.length > named * MOST_MISSING_SHARE) {
    return `media: ${missing.length} of ${named} files are missing. Is the disk of the folder "data" there? Nothing was changed`;
  }
  const paths = JSON.stringify(missing);
  const among = '(SELECT value FROM json_each(?))';
  const clear = 'UPDATE frame SET snapshot_path = NULL, video_chunk_id = NULL, offset_index = 0';
  const changed = db.transaction(() => {
    const pictures = db.prepare(`${clear} WHERE snapshot_path IN ${among}`).run(paths).changes;
    const chunks = `SELECT id FROM video_chunk WHERE file_path IN ${among}`;
    const inVideos = db.prepare(`${clear} WHERE video_chunk_id IN (${chunks})`).run(paths).changes;
    db.prepare(`DELETE FROM stale_chunk WHERE video_chunk_id IN (${chunks})`).run(paths);
    db.prepare(`DELETE FROM video_chunk WHERE file_path IN ${among}`).run(paths);
    const sounds = db
      .prepare(`UPDATE audio_chunk SET file_path = '' WHERE file_path IN ${among}`)
      .run(paths).changes;
    return { frames: pictures + inVideos, sounds };
  })();
  return `media: ${changed.frames} frames and ${changed.sounds} recordings whose files are missing keep only their text`;
}
