/** How the rows of records from other devices are marked. */
import type { Origin } from '../records.ts';

/** `sync_id` and `synced_at`; both unknown for what was captured here, until it is sent. */
export function originColumns(origin: Origin | undefined): (string | null)[] {
  return origin === undefined
    ? [null, null]
    : [origin.syncId, new Date(origin.syncedAtMs).toISOString()];
}
