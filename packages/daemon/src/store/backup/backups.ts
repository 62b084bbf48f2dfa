/** Backups that the running service makes: one at a time, in a separate process, while everything else goes on. */
import { serviceError } from '#core/errors.ts';
import type { Log } from '#core/log/log.ts';
import { databaseKey, type StoreKey } from '../sealing/store-key.ts';
import { runBackup } from './backup-process.ts';
import type { BackupProgress, MadeBackup } from './make-backup.ts';

export interface BackupState {
  /** Undefined when none is being made. */
  readonly running: { readonly folder: string; readonly progress: BackupProgress } | undefined;
  /** How the last one of this process ended. */
  readonly last: { readonly made: MadeBackup } | { readonly error: unknown } | undefined;
}

export interface Backups {
  state(): BackupState;
  /** Throws BACKUP_RUNNING. It goes on by itself; `state` says how. */
  start(folder: string): void;
  /** Ends one that is being made. */
  close(): Promise<void>;
}

export function openBackups(options: {
  dataDir: string;
  key?: StoreKey | undefined;
  log: Log;
}): Backups {
  const { dataDir, key, log } = options;
  const stopping = new AbortController();
  let running: BackupState['running'];
  let last: BackupState['last'];
  let work = Promise.resolve();

  async function make(folder: string): Promise<void> {
    const job = { dataDir, folder, key: key && databaseKey(key) };
    try {
      const made = await runBackup(job, stopping.signal, (progress) => {
        running = { folder, progress };
      });
      last = { made };
      log.info({ count: made.files }, 'backup made');
    } catch (error) {
      last = { error };
      if (!stopping.signal.aborted) log.warn({ err: error }, 'backup failed');
    } finally {
      running = undefined;
    }
  }

  return {
    state: () => ({ running, last }),
    start(folder) {
      if (running) throw serviceError('BACKUP_RUNNING');
      running = { folder, progress: { step: 'media', done: 0, total: 0 } };
      work = make(folder);
    },
    async close() {
      stopping.abort();
      await work;
    },
  };
}
