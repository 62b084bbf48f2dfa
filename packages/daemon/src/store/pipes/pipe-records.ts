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

export interface PipeStore {
  listPipeRows(signal?: AbortSignal): Promise<PipeRow[]>;
  /** Newest first. */
  listPipeExecutions(id: string, limit: number, signal?: AbortSignal): Promise<PipeExecution[]>;
  getPipeHistory(id: string, signal?: AbortSignal): Promise<PipeHistory>;
  /** The end of everything stored so far. */
  getContentCursor(signal?: AbortSignal): Promise<ContentCursor>;
  /** What came after the cursor, up to `limit` of each kind. Speech that is not final yet, and all after it, is left out. */
  listNewItems(
    cursor: ContentCursor,
    kinds: readonly Item['kind'][],
    limit: number,
    signal?: AbortSignal,
  ): Promise<NewItems>;
  /** The JSON text under that key. */
  findPipeState(id: string, key: string, signal?: AbortSignal): Promise<string | undefined>;
  listPipeStateKeys(id: string, signal?: AbortSignal): Promise<string[]>;

  savePipe(row: PipeRow): Promise<void>;
  setPipeCursor(id: string, cursor: ContentCursor): Promise<void>;
  /** With its state and its executions. */
  deletePipe(id: string): Promise<void>;
  /** The executions that have ended, and what is counted of them. */
  deletePipeHistory(id: string): Promise<void>;
  /** Undefined removes it. Rejects with PIPE_STATE_FULL when the pipe keeps too much. */
  setPipeState(id: string, key: string, value: string | undefined): Promise<void>;
  addPipeExecution(run: {
    pipeId: string;
    trigger: ExecutionTrigger;
    startedAtMs: number;
  }): Promise<number>;
  startPipeExecution(id: number, pid: number | null): Promise<void>;
  endPipeExecution(id: number, end: EndedExecution): Promise<void>;
  /** Those that nobody runs any more, to be called at start; resolves to how many there were. */
  failOpenExecutions(nowMs: number): Promise<number>;
}
