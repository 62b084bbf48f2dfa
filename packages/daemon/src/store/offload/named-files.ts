/** Which media files rows name, as SQL, and which of them were moved elsewhere. For the rows of offloaded files, backups and repairs. */
import type { Connection } from '../kernel/connection.ts';

/** `path` is an SQL expression. */
export function isNamed(path: string): string {
  return `(EXISTS (SELECT 1 FROM frame WHERE snapshot_path = ${path})
    OR EXISTS (SELECT 1 FROM video_chunk WHERE file_path = ${path})
    OR EXISTS (SELECT 1 FROM audio_chunk WHERE file_path = ${path}))`;
}

/** Paths whose content is known to lie elsewhere. None in a database from before there were such files. */
export function listAwayPaths(db: Connection): Set<string> {
  const hasTable = db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'offloaded_file'").get();
  if (!hasTable) return new Set();
  const away = db.values<string>("SELECT path FROM offloaded_file WHERE state = 'away'");
  return new Set(away.all());
}
