/** Entry of the process that copies the rows of a database, or a whole store. Started by `backup-process.ts`. */
import { serveCalls } from '#core/worker/serve-calls.ts';
import { storeFault } from '../kernel/database.ts';
import type { BackupApi } from './backup-process.ts';
import { makeBackup } from './make-backup.ts';
import { makeRowCopy } from './rows/make-row-copy.ts';

/** Between two notes about progress. */
const NOTE_EVERY_MS = 200;

process.umask(0o077);
serveCalls<BackupApi>(() => ({
  backUp({ note }, job) {
    let notedAtMs = 0;
    return makeBackup(job, (progress) => {
      if (performance.now() - notedAtMs < NOTE_EVERY_MS) return;
      notedAtMs = performance.now();
      note(progress);
    });
  },
  copyRows(_context, job) {
    try {
      return makeRowCopy(job);
    } catch (cause) {
      throw storeFault(cause, job.database);
    }
  },
}));
