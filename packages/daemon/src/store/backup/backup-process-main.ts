/** Entry of the process that copies a database, or a whole store. Started by `backup-process.ts`. */
import { serveCalls } from '#core/worker/serve-calls.ts';
import type { BackupApi } from './backup-process.ts';
import { copyDatabase, quickCheck } from './copy-database.ts';
import { makeBackup } from './make-backup.ts';

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
  async copyDatabase(_context, { from, to, key }) {
    await copyDatabase(from, to, key);
    return quickCheck(to, key);
  },
}));
