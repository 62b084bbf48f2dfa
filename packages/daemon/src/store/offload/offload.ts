/**
 * The rows of offloaded files. A file is removed here only after `moved` has returned true, and its row goes only after its copy at the
 * place was removed, so a kill at any point leaves a whole copy and a row that says where. Called by `offload/`.
 */
import { durable } from '../kernel/calls.ts';
import type { ReadKernel, WriteKernel } from '../kernel/kernel.ts';
import { isNamed } from './named-files.ts';
import type { NewOffloadedFile, OffloadCounts, OffloadedFile, OffloadState } from './records.ts';

type Row = Omit<OffloadedFile, 'isCached'> & { isCached: number };

const COLUMNS =
  'id, path, place, bytes, parts, digest, state, is_cached AS isCached, lost_ms AS lostMs';

/** Whether a deletion or a rewrite is about to change this file; `path` is an SQL expression. */
function isChanging(path: string): string {
  return `(EXISTS (SELECT 1 FROM discarded_file WHERE path = ${path})
    OR EXISTS (SELECT 1 FROM stale_chunk s JOIN video_chunk v ON v.id = s.video_chunk_id
      WHERE v.file_path = ${path}))`;
}

export function offloadReads({ db }: ReadKernel) {
  const sql = {
    key: db.values<string>('SELECT secret FROM offload_key'),
    byPath: db.prepare(`SELECT ${COLUMNS} FROM offloaded_file WHERE path = ?`),
    inState: db.prepare(
      `SELECT ${COLUMNS} FROM offloaded_file WHERE state = ? AND id > ? ORDER BY id LIMIT ?`,
    ),
    cached: db.rows<{ path: string; bytes: number }>(
      `SELECT path, bytes FROM offloaded_file WHERE is_cached = 1 AND state = 'away' ORDER BY used_ms`,
    ),
    counts: db.rows<OffloadCounts>(
      `SELECT count(*) FILTER (WHERE state = 'away') AS moved,
         coalesce(sum(bytes) FILTER (WHERE state = 'away'), 0) AS movedBytes,
         count(*) FILTER (WHERE state = 'away' AND lost_ms IS NOT NULL) AS lost,
         count(*) FILTER (WHERE state = 'removing') AS removing FROM offloaded_file`,
    ),
    hasPlace: db.values('SELECT 1 FROM offloaded_file WHERE place = ? LIMIT 1'),
    movable: db.values<string>(
      `SELECT j.value FROM json_each(:paths) j WHERE ${isNamed('j.value')}
         AND NOT EXISTS (SELECT 1 FROM offloaded_file WHERE path = j.value)
         AND NOT ${isChanging('j.value')}
         AND (:compacts = 0 OR NOT EXISTS (SELECT 1 FROM frame f WHERE f.snapshot_path = j.value
           AND f.stays_snapshot = 0 AND f.width IS NOT NULL))`,
    ),
    isChanging: db.values(`SELECT ${isChanging(':path')}`),
  };
  return {
    /** Hexadecimal; undefined before the first start with this feature. */
    findKey: (): string | undefined => sql.key.get(),
    find: (path: string): OffloadedFile | undefined => toFile(sql.byPath.get(path)),
    /** In the order of their ids, from the one after `afterId` on. */
    listInState: (state: OffloadState, afterId: number, limit: number): OffloadedFile[] =>
      sql.inState.all(state, afterId, limit).flatMap((row) => toFile(row) ?? []),
    /** Those that may be here too; the one that nobody used for longest first. */
    listCached: () => sql.cached.all(),
    count: () => sql.counts.get() as OffloadCounts,
    hasFilesAt: (place: string): boolean => sql.hasPlace.get(place) !== undefined,
    /** Whether somebody is about to write it again, or to delete it. */
    isChanging: (path: string): boolean => sql.isChanging.get({ path }) === 1,
    /**
     * Of these files, those that rows name and that nothing else is about to change: no deletion, no rewrite of a video, and no
     * compaction where there is one.
     */
    listMovable: (paths: readonly string[], isCompacting: boolean): string[] =>
      sql.movable.all({
        paths: JSON.stringify(paths),
        compacts: Number(isCompacting),
      }),
  };
}

export function offloadWrites({ db }: WriteKernel) {
  const sql = {
    keepKey: db.prepare('INSERT OR IGNORE INTO offload_key (id, secret) VALUES (1, ?)'),
    key: db.values<string>('SELECT secret FROM offload_key'),
    begin: db.prepare(
      `INSERT OR IGNORE INTO offloaded_file (path, place, bytes, parts, digest, state, used_ms)
       SELECT :path, :place, :bytes, :parts, :digest, 'sending', :nowMs
       WHERE ${isNamed(':path')} AND NOT ${isChanging(':path')}`,
    ),
    moved: db.prepare(
      `UPDATE offloaded_file SET state = 'away'
       WHERE path = :path AND state = 'sending' AND NOT ${isChanging(':path')}`,
    ),
    found: db.prepare(
      `INSERT INTO offloaded_file (path, place, bytes, parts, digest, state, used_ms, is_cached)
       SELECT :path, :place, :bytes, :parts, :digest, 'away', :nowMs, 0 WHERE ${isNamed(':path')}
       ON CONFLICT (path) DO UPDATE SET state = 'away'
       WHERE state = 'sending' AND place = excluded.place AND digest = excluded.digest`,
    ),
    drop: db.prepare('DELETE FROM offloaded_file WHERE id = ? AND state = ?'),
    keepNamed: db.prepare(
      `UPDATE offloaded_file SET state = 'away', deletion_job_id = NULL
       WHERE id = ? AND state = 'removing' AND ${isNamed('path')}`,
    ),
    setCached: db.prepare('UPDATE offloaded_file SET is_cached = ?, used_ms = ? WHERE path = ?'),
    setLost: db.prepare('UPDATE offloaded_file SET lost_ms = ? WHERE path = ?'),
  };
  return {
    /** Keeps this key unless there is one; resolves to the one that counts. */
    keepKey: durable((secret: string): string => {
      sql.keepKey.run(secret);
      return sql.key.get() as string;
    }),
    /** Before the first byte is sent: what a kill leaves at the place is then known here. False when it is not to be sent. */
    begin: durable(
      (file: NewOffloadedFile, nowMs: number): boolean =>
        sql.begin.run({ ...file, nowMs }).changes > 0,
    ),
    /** Its copy was read back and compared. False when the file was deleted or has to be rewritten since: then nothing changes. */
    moved: durable((path: string): boolean => sql.moved.run({ path }).changes > 0),
    /**
     * A file that is missing here was found at the place: an older database has no row of it, or one from the middle of its upload. False
     * when it is not what that row says.
     */
    addFound: durable(
      (file: NewOffloadedFile, nowMs: number): boolean =>
        sql.found.run({ ...file, nowMs }).changes > 0,
    ),
    /** Nothing of it is left at the place, which had not got all of it. */
    drop: (id: number, state: OffloadState): void => void sql.drop.run(id, state),
    /** True when rows name it again, so that it stays. */
    keepNamed: (id: number): boolean => sql.keepNamed.run(id).changes > 0,
    setCached: (path: string, isCached: boolean, nowMs: number): void =>
      void sql.setCached.run(Number(isCached), nowMs, path),
    /** Null: the place has it. */
    setLost: (path: string, atMs: number | null): void => void sql.setLost.run(atMs, path),
  };
}

function toFile(row: unknown): OffloadedFile | undefined {
  if (row === undefined) return undefined;
  const { isCached, ...file } = row as Row;
  return { ...file, isCached: isCached === 1 };
}
