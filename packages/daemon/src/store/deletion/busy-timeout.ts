/** For calls outside of transactions: how long they wait for a reader that is in the way. */
import type { Connection } from '../kernel/connection.ts';

/** Capture waits meanwhile. */
const WAIT_MS = 100;

export function withBusyTimeout<T>(db: Connection, work: () => T): T {
  const before = db.pragma('busy_timeout', { simple: true }) as number;
  db.pragma(`busy_timeout = ${WAIT_MS}`);
  try {
    return work();
  } finally {
    db.pragma(`busy_timeout = ${before}`);
  }
}
