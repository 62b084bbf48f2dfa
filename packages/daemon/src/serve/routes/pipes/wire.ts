/** Pipes, executions and log entries in their wire shapes. */

import type { PipeView } from '#pipes/pipe-view.ts';
import type { LogEntry } from '#pipes/run/run-log.ts';
import { iso, isoOrNull } from '#serve/request/time.ts';
import type { PipeExecution } from '#store/pipes/pipe-records.ts';

export function toWirePipe(pipe: PipeView) {
  const isRunning = pipe.state.kind !== 'idle';
  return {
    id: pipe.id,
    name: pipe.title,
    description: pipe.description,
    enabled: pipe.enabled,
    status: isRunning ? 'running' : 'stopped',
    last_run: isoOrNull(pipe.lastRunAtMs),
    config: { ...pipe.config, name: pipe.id, enabled: pipe.enabled, schedule: pipe.schedule },
    version: pipe.version,
    author: pipe.author,
    last_error: pipe.lastError,
    last_success: pipe.lastSuccess,
    is_running: isRunning,
    current_execution_id: pipe.state.kind === 'idle' ? null : pipe.state.executionId,
    consecutive_failures: pipe.consecutiveFailures,
    prompt_body: pipe.prompt?.body ?? pipe.description,
    raw_content: pipe.prompt?.raw ?? '',
    source: pipe.source,
    config_schema: pipe.configSchema,
    permissions: {
      requested: pipe.requested,
      granted: pipe.granted,
      missing: [...pipe.missing],
    },
  };
}

export function toWireExecution(execution: PipeExecution) {
  const finishedAt = isoOrNull(execution.finishedAtMs);
  return {
    execution_id: String(execution.id),
    started_at: iso(execution.startedAtMs),
    completed_at: finishedAt,
    status: statusOf(execution.status),
    duration_ms: execution.durationMs,
    items_processed: execution.itemsProcessed,
    error: execution.errorMessage,
    id: execution.id,
    pipe_name: execution.pipeId,
    raw_status: execution.status,
    trigger_type: execution.trigger,
    pid: execution.pid,
    model: null,
    provider: null,
    finished_at: finishedAt,
    stdout: execution.output,
    stderr: execution.errorOutput,
    exit_code: execution.exitCode,
    error_type: execution.errorType,
    error_message: execution.errorMessage,
  };
}

/** `closed` is the run that the entry closes, when it does and is still known. */
export function toWireLogEntry(entry: LogEntry, closed: PipeExecution | undefined) {
  const own = {
    timestamp: iso(entry.atMs),
    level: entry.level,
    message: entry.message,
  };
  if (closed === undefined) return own;
  return {
    ...own,
    pipe_name: closed.pipeId,
    started_at: iso(closed.startedAtMs),
    finished_at: isoOrNull(closed.finishedAtMs),
    success: closed.status === 'completed',
    stdout: closed.output,
    stderr: closed.errorOutput,
  };
}

function statusOf(status: PipeExecution['status']): 'running' | 'success' | 'failed' {
  if (status === 'queued' || status === 'running') return 'running';
  return status === 'completed' ? 'success' : 'failed';
}
