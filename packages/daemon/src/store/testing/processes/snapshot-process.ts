/**
 * A process that makes a copy by rows and kills itself when it comes to write a given file, or that restores a daily snapshot until the test
 * kills it.
 */
import { join } from 'node:path';
import { restoreSnapshot } from '#store/backup/restore-snapshot.ts';
import { openChunkFiles } from '#store/backup/rows/chunk-files.ts';
import { makeRowCopy } from '#store/backup/rows/make-row-copy.ts';

const [dataDir = '', action = '', date = '', dieAt = '0'] = process.argv.slice(2);

function mortalFiles(...args: Parameters<typeof openChunkFiles>) {
  const files = openChunkFiles(...args);
  let written = 0;
  return {
    ...files,
    write(id: string, bytes: Buffer): void {
      written += 1;
      if (written === Number(dieAt)) process.kill(process.pid, 'SIGKILL');
      files.write(id, bytes);
    },
  };
}

if (action === 'restore') await restoreSnapshot(dataDir, date);
else {
  const folder = join(dataDir, 'snapshots');
  const list = join(folder, `db-${date}.list`);
  const nowMs = Date.parse(date);
  makeRowCopy({ database: join(dataDir, 'db.sqlite'), folder, list, nowMs }, mortalFiles);
}
