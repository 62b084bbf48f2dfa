/**
 * Compares the media folder with the rows: files that no row names, rows whose file is missing, and what killed processes left. It only
 * looks, so it works while the service runs; files of the last minutes are left out then, for their rows may be on the way.
 */
import { existsSync, readdirSync, statSync } from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';
import { isDraftOfDatabase } from '../backup/restored-database.ts';
import type { Connection } from '../kernel/connection.ts';
import { listAwayPaths } from '../offload/named-files.ts';

/** Whoever writes a file stores its row within seconds. */
const SETTLED_MS = 10 * 60_000;
const SPOOL = 'data/.spool/';
const UNFINISHED = 'data/.unfinished/';
/** As `writeFileAtomically` and the copies of backups name what they have not finished. */
const DRAFT = /\.\d+\.tmp$|\.part$/;

export interface MediaState {
  /** Relative to the data folder, as all paths here. */
  readonly orphans: string[];
  /** Files that rows name and that are not there. */
  readonly missing: string[];
  readonly leftovers: string[];
  /** How many files rows name. */
  readonly named: number;
  /** Of them, those that were moved elsewhere and are not here. */
  readonly away: number;
}

export function lookAtMedia(db: Connection, dataDir: string, nowMs: number): MediaState {
  const named = new Set(listNamed(db));
  // Noted to be removed; the service does that.
  const discarded = new Set(db.values('SELECT path FROM discarded_file').all());
  const files = listFiles(dataDir, 'data');
  const spools = new Set(
    files.filter((path) => path.startsWith(SPOOL)).map((path) => basename(path, '.pcm')),
  );
  const isBeingMade = (path: string) => spools.has(basename(path, '.ogg'));
  const isSettled = (path: string) => {
    const found = statSync(join(dataDir, path), { throwIfNoEntry: false });
    return found !== undefined && nowMs - found.mtimeMs >= SETTLED_MS;
  };
  const isLeftover = (path: string) =>
    path.startsWith(UNFINISHED) || DRAFT.test(path) || isDraftOfDatabase(path);
  const isOrphan = (path: string) =>
    !named.has(path) && !discarded.has(path) && !path.startsWith(SPOOL) && !isLeftover(path);
  const isMissing = (path: string) => !existsSync(join(dataDir, path)) && !isBeingMade(path);
  const away = listAwayPaths(db);
  const absent = [...named].filter(isMissing);
  return {
    orphans: files.filter((path) => isOrphan(path) && isSettled(path)),
    missing: absent.filter((path) => !away.has(path)),
    away: absent.filter((path) => away.has(path)).length,
    leftovers: [...files, ...listTop(dataDir)].filter(
      (path) => isLeftover(path) && isSettled(path),
    ),
    named: named.size,
  };
}

function listNamed(db: Connection): string[] {
  return db
    .values<string>(
      `SELECT snapshot_path FROM frame WHERE snapshot_path LIKE 'data/%'
       UNION SELECT file_path FROM video_chunk WHERE file_path LIKE 'data/%'
       UNION SELECT file_path FROM audio_chunk WHERE file_path LIKE 'data/%'`,
    )
    .all();
}

function listFiles(dataDir: string, below: string): string[] {
  const folder = join(dataDir, below);
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(dataDir, join(entry.parentPath, entry.name)).split(sep).join('/'));
}

function listTop(dataDir: string): string[] {
  return readdirSync(dataDir, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name);
}

/** Next to the media folder, with the same folders of days in it. */
export const LOST_FOLDER = 'lost+found';

/** Where a file without a row is put; nothing is overwritten there. */
export function lostPath(dataDir: string, path: string): string {
  const place = join(dataDir, LOST_FOLDER, path.replace(/^data\//, ''));
  for (let copy = 1; ; copy += 1) {
    const free = copy === 1 ? place : join(dirname(place), `${copy}-${basename(place)}`);
    if (!existsSync(free)) return free;
  }
}
