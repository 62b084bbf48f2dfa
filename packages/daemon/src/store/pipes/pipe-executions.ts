/**
 * Runs of pipes. The table is one that SQL users know, so instants are ISO texts here and nowhere else. What a killed service
 * left open is marked as failed at the next start.
 */
import type { Connection } from '../kernel/connection.ts';
import type {
  EndedExecution,
  ExecutionTrigger,
  PipeExecution,
  PipeHistory,
} from './pipe-records.ts';

/** Of each pipe: a run every minute for a day. */
const RUNS_KEPT = 1_440;
/** As many as one answer can hold; of older runs only the outcome is kept, or noisy pipes would take gigabytes. */
const OUTPUTS_KEPT = 100;

export function pipeExecutionWriter(db: Connection) {
  const insert = db.prepare(
    "INSERT INTO pipe_executions (pipe_name, status, trigger_type, started_at) VALUES (?, 'queued', ?, ?)",
  );
  const prune = db.prepare(
    `DELETE FROM pipe_executions WHERE pipe_name = :pipe AND id <= (
       SELECT id FROM pipe_executions WHERE pipe_name = :pipe ORDER BY id DESC LIMIT 1 OFFSET ${RUNS_KEPT})`,
  );
  const dropOutput = db.prepare(
    `UPDATE pipe_executions SET stdout = '', stderr = '' WHERE pipe_name = :pipe AND id <= (
       SELECT id FROM pipe_executions WHERE pipe_name = :pipe ORDER BY id DESC LIMIT 1 OFFSET ${OUTPUTS_KEPT})
     AND (stdout <> '' OR stderr <> '')`,
  );
  const start = db.prepare("UPDATE pipe_executions SET status = 'running', pid = ? WHERE id = ?");
  const end = db.prepare(
    `UPDATE pipe_executions SET status = :status, finished_at = :finishedAt, stdout = :output, stderr = :errorOutput,
     exit_code = :exitCode, error_type = :errorType, error_message = :errorMessage, items_processed = :itemsProcessed,
     duration_ms = max(0, :finishedAtMs - CAST(round(unixepoch(started_at, 'subsec') * 1000) AS INTEGER)) WHERE id = :id`,
  );
  const pipeOf = db.values('SELECT pipe_name FROM pipe_executions WHERE id = ?');
  const note = db.prepare(
    `INSERT INTO pipe_scheduler_state (pipe_name, last_run_at, last_success_at, consecutive_failures)
     VALUES (:pipe, :at, CASE WHEN :isSuccess THEN :at END, CASE WHEN :isFailure THEN 1 ELSE 0 END)
     ON CONFLICT (pipe_name) DO UPDATE SET last_run_at = excluded.last_run_at,
       last_success_at = coalesce(excluded.last_success_at, last_success_at),
       consecutive_failures = CASE WHEN :isSuccess THEN 0 ELSE consecutive_failures + :isFailure END`,
  );
  const failOpen = db.prepare(
    `UPDATE pipe_executions SET status = 'failed', finished_at = :at, error_type = 'interrupted',
     error_message = 'the service ended while the pipe was running',
     duration_ms = max(0, :atMs - CAST(round(unixepoch(started_at, 'subsec') * 1000) AS INTEGER))
     WHERE status IN ('queued', 'running')`,
  );

  const removeEnded = db.prepare(
    "DELETE FROM pipe_executions WHERE pipe_name = ? AND status NOT IN ('queued', 'running')",
  );
  const forgetOutcomes = db.prepare('DELETE FROM pipe_scheduler_state WHERE pipe_name = ?');

  return {
    /** The executions that have ended, and what is counted of them. */
    deleteHistory(pipeId: string): void {
      removeEnded.run(pipeId);
      forgetOutcomes.run(pipeId);
    },
    addExecution(run: { pipeId: string; trigger: ExecutionTrigger; startedAtMs: number }): number {
      const at = new Date(run.startedAtMs).toISOString();
      const id = Number(insert.run(run.pipeId, run.trigger, at).lastInsertRowid);
      prune.run({ pipe: run.pipeId });
      dropOutput.run({ pipe: run.pipeId });
      return id;
    },
    startExecution(id: number, pid: number | null): void {
      start.run(pid, id);
    },
    endExecution(id: number, ended: EndedExecution): void {
      const finishedAt = new Date(ended.finishedAtMs).toISOString();
      end.run({ ...ended, finishedAt, id });
      const isSuccess = Number(ended.status === 'completed');
      // A run that a person stopped says nothing about the pipe.
      const isFailure = Number(ended.status === 'failed' || ended.status === 'timed_out');
      note.run({ pipe: pipeOf.get(id) ?? '', at: finishedAt, isSuccess, isFailure });
    },
    /** Those that nobody runs any more, to be called at start; resolves to how many there were. */
    failOpenExecutions(nowMs: number): number {
      return failOpen.run({ at: new Date(nowMs).toISOString(), atMs: nowMs }).changes;
    },
  };
}

const COLUMNS = `id, pipe_name AS pipeId, status, trigger_type AS trigger, pid, started_at, finished_at, duration_ms AS durationMs,
  items_processed AS itemsProcessed, stdout AS output, stderr AS errorOutput, exit_code AS exitCode,
  error_type AS errorType, error_message AS errorMessage`;
type ExecutionRow = Omit<PipeExecution, 'startedAtMs' | 'finishedAtMs'> & {
  started_at: string;
  finished_at: string | null;
};

export function pipeExecutionReader(db: Connection) {
  const newest = db.rows<ExecutionRow>(
    `SELECT ${COLUMNS} FROM pipe_executions WHERE pipe_name = ? ORDER BY id DESC LIMIT ?`,
  );
  const lastEnded = db.rows<Pick<PipeExecution, 'status' | 'errorMessage'>>(
    `SELECT status, error_message AS errorMessage FROM pipe_executions
     WHERE pipe_name = ? AND status NOT IN ('queued', 'running') ORDER BY id DESC LIMIT 1`,
  );
  const lastStarted = db.values<string>(
    'SELECT started_at FROM pipe_executions WHERE pipe_name = ? ORDER BY id DESC LIMIT 1',
  );
  const failures = db.values<number>(
    'SELECT consecutive_failures FROM pipe_scheduler_state WHERE pipe_name = ?',
  );

  return {
    /** Newest first. */
    listExecutions(id: string, limit: number): PipeExecution[] {
      return newest.all(id, limit).map(toExecution);
    },
    getHistory(id: string): PipeHistory {
      const startedAt = lastStarted.get(id);
      const ended = lastEnded.get(id);
      return {
        lastRunAtMs: startedAt === undefined ? null : Date.parse(startedAt),
        lastSuccess: ended === undefined ? null : ended.status === 'completed',
        lastError: ended?.errorMessage ?? null,
        consecutiveFailures: failures.get(id) ?? 0,
      };
    },
  };
}

function toExecution({ started_at, finished_at, ...row }: ExecutionRow): PipeExecution {
  return {
    ...row,
    startedAtMs: Date.parse(started_at),
    finishedAtMs: finished_at === null ? null : Date.parse(finished_at),
  };
}
