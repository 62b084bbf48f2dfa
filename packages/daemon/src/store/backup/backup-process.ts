/**
 * Copies rows and files in a separate process, which has the lowest priority and can be ended at any moment. What it leaves then is
 * no backup, because the list of files is missing.
 */
import { serviceError } from '#core/errors.ts';
import { callOnce, type WorkerOptions } from '#core/worker/create-worker.ts';
import type { BackupJob, BackupProgress, MadeBackup } from './make-backup.ts';
import type { RowCopyJob } from './rows/make-row-copy.ts';

const HEAP_MB = 256;
const WORKER: WorkerOptions = {
  kind: 'process',
  entry: new URL('./backup-process-main.ts', import.meta.url),
  name: 'backup',
  execArgv: [`--max-old-space-size=${HEAP_MB}`],
  niceness: 19,
  stopped: (cause) => serviceError('BACKUP_FAILED', { cause }),
};

export interface BackupApi {
  /** Sends notes with its progress. */
  backUp(job: BackupJob): MadeBackup;
  /** The id of the list that it has made. */
  copyRows(job: RowCopyJob): string;
}

/** Rejects with the signal's reason when that aborts, after the process has ended. */
export function runBackup(
  job: BackupJob,
  signal: AbortSignal,
  onProgress: (progress: BackupProgress) => void,
): Promise<MadeBackup> {
  return callOnce<BackupApi, 'backUp'>(WORKER, 'backUp', [job], {
    signal,
    onNote: (note) => onProgress(note as BackupProgress),
  });
}

/** As `runBackup`; resolves to the id of the list. */
export function runRowCopy(job: RowCopyJob, signal: AbortSignal): Promise<string> {
  return callOnce<BackupApi, 'copyRows'>(WORKER, 'copyRows', [job], { signal });
}
