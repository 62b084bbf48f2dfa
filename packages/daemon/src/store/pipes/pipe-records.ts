/** The shapes of what the store keeps about pipes, and the part of the store that the pipe host uses. */
import type { Item } from '../records.ts';

/** The last id of each kind that a pipe has been given. Ids only ever grow. */
export interface ContentCursor {
  frames: number;
  transcriptions: number;
  uiTexts: number;
  inputEvents: number;
}

export interface PipeRow {
  id: string;
  enabled: boolean;
  /** What a person changed of the configuration. */
  config: Record<string, unknown>;
  /** The sensitive permissions that a person has granted; the pipe host knows their shape. */
  granted: Record<string, unknown>;
  /** Where it was installed from; empty when its folder was just there. */
  source: string;
  cursor: ContentCursor;
}

/** `queued` and `running` are open; the others are how it ended. */
export type ExecutionStatus =
  | 'queued'
  | 'running'
  | 'completed'
  | 'failed'
  | 'timed_out'
  | 'cancelled';

export type ExecutionTrigger = 'manual' | 'scheduled' | 'data';

export interface PipeExecution {
  id: number;
  pipeId: string;
  status: ExecutionStatus;
  trigger: ExecutionTrigger;
  pid: number | null;
  startedAtMs: number;
  finishedAtMs: number | null;
  durationMs: number | null;
  itemsProcessed: number;
  output: string;
  errorOutput: string;
  exitCode: number | null;
  errorType: string | null;
  errorMessage: string | null;
}

export type EndedExecution = Pick<
  PipeExecution,
  'itemsProcessed' | 'output' | 'errorOutput' | 'exitCode' | 'errorType' | 'errorMessage'
> & { status: Exclude<ExecutionStatus, 'queued' | 'running'>; finishedAtMs: number };

/** What the list of pipes shows of the past. */
export interface PipeHistory {
  lastRunAtMs: number | null;
  /** Of the last run that ended; null before. */
  lastSuccess: boolean | null;
  lastError: string | null;
  consecutiveFailures: number;
}

export interface NewItems {
  /** In the order of their ids, kind by kind. */
  items: Item[];
  /** To go on from. Also moved past rows that are not shown, such as hidden speech. */
  cursor: ContentCursor;
  hasMore: boolean;
}
