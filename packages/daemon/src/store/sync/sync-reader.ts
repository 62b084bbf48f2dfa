/** The read side of sync: its state and the history of its runs. Runs in a reader thread. */
import type { ReadKernel } from '../kernel/kernel.ts';
import type { Page } from '../records.ts';
import { claimReader } from './claims.ts';
import { incomingFileReader } from './incoming-files.ts';
import { keeperReader } from './keepers.ts';
import type { Cursor, SyncRun, SyncState } from './records.ts';

export function syncReads({ db }: ReadKernel) {
  const meta = db.prepare('SELECT value FROM meta WHERE name = ?').pluck();
  const waiting = db.prepare('SELECT count(*) FROM sync_change').pluck();
  const outbox = db.prepare('SELECT sequence FROM sync_outbox ORDER BY sequence').pluck();
  const staged = db.prepare('SELECT bytes FROM sync_outbox WHERE sequence = ?').pluck();
  const cursors = db.prepare(
    `SELECT machine_id AS machineId, next_sequence AS nextSequence, last_hash AS lastHash, is_left AS isLeft
     FROM sync_cursor`,
  );
  const formerNames = db.prepare('SELECT machine_id FROM sync_former_name').pluck();
  const keepers = keeperReader(db);
  const devicesOver = db.prepare('SELECT machine_id FROM sync_device_over').pluck();
  const runs = db.prepare(
    `SELECT id, direction, started_at_ms AS startedAtMs, completed_at_ms AS completedAtMs, status, blobs, bytes, records,
     error_code AS errorCode, error FROM sync_run ORDER BY id DESC LIMIT ? OFFSET ?`,
  );
  const runCount = db.prepare('SELECT count(*) FROM sync_run').pluck();
  const text = (name: string) => meta.get(name) as string;

  return {
    ...incomingFileReader(db),
    ...claimReader(db),
    ...keepers,
    state(): SyncState {
      return {
        isOn: text('sync_on') === '1',
        machineId: text('sync_machine'),
        accountId: text('sync_account'),
        nextSequence: Number(text('sync_next')),
        lastHash: text('sync_last_hash'),
        waiting: waiting.get() as number,
        outbox: outbox.all() as number[],
        cursors: (cursors.all() as Cursor[]).map((one) => ({
          ...one,
          isLeft: Boolean(one.isLeft),
        })),
        formerNames: formerNames.all() as string[],
        devicesOver: devicesOver.all() as string[],
        keepers: keepers.listKeepers(),
      };
    },
    /** The bytes of a sealed segment that has not arrived yet. */
    findStaged: (sequence: number) => staged.get(sequence) as Uint8Array | undefined,
    /** The newest first. */
    listRuns(limit: number, offset: number): Page<SyncRun & { id: number }> {
      return {
        items: runs.all(limit, offset) as (SyncRun & { id: number })[],
        total: runCount.get() as number,
      };
    },
  };
}
