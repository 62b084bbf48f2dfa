/**
 * Copies in a separate process, which has the lowest priority and can be ended at any moment: SQLite copies a database in one call that
 * no thread could be stopped in. What it leaves then is no backup, because the list of files is missing.
 */
import { callOnce, type WorkerOptions } from '#core/worker/create-worker.ts';
import type { DatabaseKey } from '../sealing/store-key.ts';
import { BackupFailedError } from './errors.ts';
import type { BackupJob, BackupProgress, MadeBackup } from './make-backup.ts';

const HEAP_MB = 256;
const WORKER: WorkerOptions = {
  kind: 'process',
  entry: new URL('./backup-process-main.ts', import.meta.url),
  name: 'backup',
  execArgv: [`--max-old-space-size=${HEAP_MB}`],
  niceness: 19,
  stopped: (cause) => new BackupFailedError(cause),
};

export interface DatabaseCopy {
  readonly from: string;
  readonly to: string;
  readonly key?: DatabaseKey | undefined;
}

export interface BackupApi {
  /** Sends notes with its progress. */
  backUp(job: BackupJob): MadeBackup;
  /** What the check of the copy says. */
  copyDatabase(copy: DatabaseCopy): string;
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

/** As `runBackup`; resolves to what the check of the copy says. */
export function runDatabaseCopy(copy: DatabaseCopy, signal: AbortSignal): Promise<string> {
  return callOnce<BackupApi, 'copyDatabase'>(WORKER, 'copyDatabase', [copy], { signal });
}
