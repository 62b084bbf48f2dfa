/** What a database names: the files of its pictures, videos and recordings, and how many rows it has. */
import { Connection } from '../kernel/connection.ts';
import { registerFunctions, useDatabaseKey } from '../kernel/database.ts';
import { listAwayPaths } from '../offload/named-files.ts';
import type { DatabaseKey } from '../sealing/store-key.ts';
import type { RowCounts } from './manifest.ts';

/** What `PRAGMA quick_check` says, `ok` when all is well; the checks that take long are those of `hindcast doctor`. */
export function quickCheck(file: string, key: DatabaseKey | undefined): string {
  return withDatabase(file, key, (db) => db.pragma('quick_check(1)', { simple: true }) as string);
}

export interface NamedMedia {
  /** Relative to the data folder. Files elsewhere, which only older recordings can name, are left out. */
  readonly paths: string[];
  /** Of them, those whose content lies elsewhere. */
  readonly away: ReadonlySet<string>;
  readonly rows: RowCounts;
}

export function listNamedMedia(file: string, key: DatabaseKey | undefined): NamedMedia {
  return withDatabase(file, key, namedMediaOf);
}

export function namedMediaOf(db: Connection): NamedMedia {
  const paths = db
    .values<string>(
      `SELECT snapshot_path FROM frame WHERE snapshot_path LIKE 'data/%'
       UNION SELECT file_path FROM video_chunk WHERE file_path LIKE 'data/%'
       UNION SELECT file_path FROM audio_chunk WHERE file_path LIKE 'data/%'`,
    )
    .all();
  const count = (table: string) =>
    db.values<number>(`SELECT count(*) FROM ${table}`).get() as number;
  return {
    paths,
    away: listAwayPaths(db),
    rows: {
      frames: count('frame'),
      recordings: count('audio_chunk'),
      documents: count('document'),
      inputEvents: count('input_event'),
    },
  };
}

/** Reading only; the file is closed again. */
export function withDatabase<T>(
  file: string,
  key: DatabaseKey | undefined,
  use: (db: Connection) => T,
): T {
  const db = new Connection(file, { readonly: true, timeout: 5_000 });
  try {
    if (key !== undefined) useDatabaseKey(db, key);
    db.pragma('temp_store = MEMORY');
    registerFunctions(db);
    return use(db);
  } finally {
    db.close();
  }
}
