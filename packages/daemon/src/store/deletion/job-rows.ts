/**
 * The rows of deletion jobs. What a job has done is counted in the transaction that does it, so that a receipt is true however often
 * the service ended meanwhile; what was asked for is forgotten with the end of the job.
 */
import type { ReadKernel, WriteKernel } from '../kernel/kernel.ts';
import type { ChangeSpan } from './job/pipe-files.ts';
import {
  type DeletionJob,
  type DoneCounts,
  type JobKind,
  type JobStep,
  type JobWish,
  type NewJob,
  NOTHING_DONE,
} from './records.ts';

type JobRow = Omit<DeletionJob, 'wish' | 'criteria' | 'counts' | 'isVerified' | 'pipesCleared'> &
  Record<'criteria' | 'counts', string> &
  Record<'pipes_since_ms' | 'pipes_cleared_ms', number | null> & {
    wish: string | null;
    is_verified: number;
  };

/** With the files that it still has to remove elsewhere. */
const JOBS = `SELECT id, kind, state, step, wish, criteria, start_ms AS startMs, end_ms AS endMs, counts, expected,
  created_ms AS createdMs, finished_ms AS finishedMs, is_verified, error_code AS errorCode, pipes_since_ms, pipes_cleared_ms,
  (SELECT count(*) FROM offloaded_file o WHERE o.deletion_job_id = deletion_job.id) AS offloadedLeft FROM deletion_job`;

export function jobReader({ db }: ReadKernel) {
  const byId = db.prepare(`${JOBS} WHERE id = ?`);
  const newest = db.rows<JobRow>(`${JOBS} ORDER BY id DESC LIMIT ?`);
  const open = db.prepare(
    `${JOBS} WHERE state = 'running' AND id NOT IN (SELECT value FROM json_each(?)) ORDER BY id LIMIT 1`,
  );
  const lastOf = db.prepare(
    `${JOBS} WHERE kind = ? AND state <> 'running' ORDER BY id DESC LIMIT 1`,
  );
  const isTidyDue = db.values("SELECT value = '1' FROM meta WHERE name = 'tidy_due'");
  const clearings = db.rows<ChangeSpan>(
    'SELECT pipes_since_ms AS sinceMs, pipes_cleared_ms AS atMs FROM deletion_job WHERE pipes_cleared_ms IS NOT NULL',
  );
  const find = (row: unknown) => (row === undefined ? undefined : toJob(row as JobRow));
  return {
    findJob: (id: number) => find(byId.get(id)),
    /** The newest first. */
    listJobs: (limit: number) => newest.all(limit).map(toJob),
    /** The oldest that is not done, apart from these. */
    nextJob: (exceptIds: readonly number[]) => find(open.get(JSON.stringify(exceptIds))),
    /** The last of this kind that is done. */
    lastJob: (kind: JobKind) => find(lastOf.get(kind)),
    /** Whether another device has deleted something that was here. */
    isTidyDue: () => isTidyDue.get() === 1,
    /** Which output of pipes deletions have cleared so far. */
    listPipeClearings: () => clearings.all(),
  };
}

export function jobWriter({ db }: WriteKernel) {
  const sql = {
    insert: db.prepare(
      `INSERT INTO deletion_job (kind, state, step, wish, criteria, start_ms, end_ms, expected, created_ms)
       VALUES (?, 'running', 'rows', ?, ?, ?, ?, ?, ?)`,
    ),
    byId: db.rows<JobRow>(`${JOBS} WHERE id = ?`),
    counts: db.values<string>('SELECT counts FROM deletion_job WHERE id = ?'),
    setCounts: db.prepare('UPDATE deletion_job SET counts = ? WHERE id = ?'),
    setStep: db.prepare("UPDATE deletion_job SET step = ? WHERE id = ? AND state = 'running'"),
    setError: db.prepare('UPDATE deletion_job SET error_code = ? WHERE id = ?'),
    finish: db.prepare(
      `UPDATE deletion_job SET state = 'done', step = 'done', wish = NULL, error_code = NULL, finished_ms = ?,
       is_verified = ? WHERE id = ?`,
    ),
    forgetWish: db.prepare('UPDATE deletion_job SET wish = NULL WHERE id = ?'),
    forgetFile: db.prepare('DELETE FROM discarded_file WHERE path = ?'),
    noteOffloaded: db.prepare(
      "UPDATE offloaded_file SET deletion_job_id = ? WHERE path = ? AND state = 'removing'",
    ),
    tidyDone: db.prepare("UPDATE meta SET value = '0' WHERE name = 'tidy_due'"),
  };

  function count(jobId: number, more: Partial<DoneCounts>): void {
    const counts = JSON.parse(sql.counts.get(jobId) as string) as Partial<DoneCounts>;
    for (const [name, number] of Object.entries(more)) {
      const key = name as keyof DoneCounts;
      if (number !== 0) counts[key] = (counts[key] ?? 0) + number;
    }
    sql.setCounts.run(JSON.stringify(counts), jobId);
  }

  return {
    count,
    calls: {
      addJob(job: NewJob, nowMs: number): DeletionJob {
        const { kind, wish, criteria, startMs, endMs, expected } = job;
        const values = [kind, JSON.stringify(wish), JSON.stringify(criteria)];
        const row = sql.insert.run(...values, startMs, endMs, expected, nowMs);
        // It begins now: what comes after it is for the next one.
        if (kind === 'tidy') sql.tidyDone.run();
        return toJob(sql.byId.get(row.lastInsertRowid) as JobRow);
      },
      setStep: (jobId: number, step: JobStep) => void sql.setStep.run(step, jobId),
      setError: (jobId: number, code: string | null) => void sql.setError.run(code, jobId),
      /** The names in the request are as secret as what was deleted. */
      forgetRequest: (jobId: number) => void sql.forgetWish.run(jobId),
      finishJob(jobId: number, nowMs: number, isVerified: boolean): void {
        sql.finish.run(nowMs, Number(isVerified), jobId);
      },
      /** Discarded files were deleted from the disk. */
      filesRemoved(jobId: number, paths: readonly string[], counts: Partial<DoneCounts>): void {
        let offloadedFiles = 0;
        for (const path of paths) {
          offloadedFiles += sql.noteOffloaded.run(jobId, path).changes;
          sql.forgetFile.run(path);
        }
        count(jobId, { ...counts, offloadedFiles });
      },
    },
  };
}

function toJob({ pipes_since_ms, pipes_cleared_ms, is_verified, ...row }: JobRow): DeletionJob {
  return {
    ...row,
    wish: row.wish === null ? undefined : (JSON.parse(row.wish) as JobWish),
    criteria: JSON.parse(row.criteria) as string[],
    counts: { ...NOTHING_DONE, ...(JSON.parse(row.counts) as Partial<DoneCounts>) },
    isVerified: is_verified === 1,
    pipesCleared:
      pipes_cleared_ms === null
        ? undefined
        : { sinceMs: pipes_since_ms ?? 0, atMs: pipes_cleared_ms },
  };
}
