/** The read side of sync: its state and the history of its runs. Runs in a reader thread. */
import type { ReadKernel } from '../kernel/kernel.ts';
import type { Page } from '../records.ts';
import { claimReader } from './claims.ts';
import { incomingFileReader } from './incoming-files.ts';
import { keeperReader } from './keepers.ts';
import type { Cursor, SyncRun, SyncState } from './records.ts';

export function syncReads({ db }: ReadKernel) {
  const meta = db.values<string>('SELECT value FROM meta WHERE name = ?');
  const waiting = db.values<number>('SELECT count(*) FROM sync_change');
  const outbox = db.values<number>('SELECT sequence FROM sync_outbox ORDER BY sequence');
  const staged = db.values<Uint8Array>('SELECT bytes FROM sync_outbox WHERE sequence = ?');
  const cursors = db.rows<Cursor>(
    `SELECT machine_id AS machineId, next_sequence AS nextSequence, last_hash AS lastHash, is_left AS isLeft
     FROM sync_cursor`,
  );
  const formerNames = db.values<string>('SELECT machine_id FROM sync_former_name');
  const keepers = keeperReader(db);
  const devicesOver = db.values<string>('SELECT machine_id FROM sync_device_over');
  const runs = db.rows<SyncRun & { id: number }>(
    `SELECT id, direction, started_at_ms AS startedAtMs, completed_at_ms AS completedAtMs, status, blobs, bytes, records,
     error_code AS errorCode, error FROM sync_run ORDER BY id DESC LIMIT ? OFFSET ?`,
  );
  const runCount = db.values<number>('SELECT count(*) FROM sync_run');
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
        outbox: outbox.all(),
        cursors: cursors.all().map((one) => ({
          ...one,
          isLeft: Boolean(one.isLeft),
        })),
        formerNames: formerNames.all(),
        devicesOver: devicesOver.all(),
        keepers: keepers.listKeepers(),
      };
    },
    /** The bytes of a sealed segment that has not arrived yet. */
    findStaged: (sequence: number) => staged.get(sequence),
    /** The newest first. */
    listRuns(limit: number, offset: number): Page<SyncRun & { id: number }> {
      return {
        items: runs.all(limit, offset),
        total: runCount.get() as number,
      };
    },
  };
}
