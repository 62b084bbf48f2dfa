/**
 * Read-only SQL for anyone, without risk for the service: each statement runs in a child process that
 * is killed at its time limit or when the caller goes away. What a statement may do is decided in
 * `guarded-query.ts`; this file bounds how long, how many and how large.
 */
import { serviceError } from '#core/errors.ts';
import { RawSqlError } from '../errors.ts';
import { turnstile } from '../kernel/turnstile.ts';
import { databaseKey, type StoreKey } from '../sealing/store-key.ts';
import { childPool } from './child-pool.ts';
import type { Answer } from './sql-api.ts';
import { ChildEnded, type SqlChild, startSqlChild } from './sql-child.ts';

export interface RawSql {
  /**
   * The rows as the text of a JSON array of objects, ready to be sent. Rejects with RawSqlError,
   * SQL_TIMEOUT or RAW_SQL_BUSY, and with the signal's reason when that aborts; in every
   * case the SQL stops.
   */
  run(query: string, signal?: AbortSignal): Promise<Buffer>;
  /** Ends all children; statements in flight reject with QUERY_CANCELLED. */
  close(): Promise<void>;
}

const STATEMENTS_AT_ONCE = 2;
const MAX_WAITING = 16;
const MAX_RESULT_BYTES = 64 * 1024 * 1024;

// Nearly every statement is done by then; only the others may end in a kill and need a spare child.
const SPARE_AFTER_MS = 250;

export function openRawSql(options: {
  databaseFile: string;
  timeoutMs: number;
  maxRows: number;
  /** Of an encrypted store. */
  key?: StoreKey | undefined;
}): RawSql {
  const { databaseFile, timeoutMs, maxRows, key } = options;
  const gate = turnstile(STATEMENTS_AT_ONCE);
  const pool = childPool(() =>
    startSqlChild({
      databaseFile,
      limits: { maxRows, maxBytes: MAX_RESULT_BYTES },
      ...(key && { databaseKey: databaseKey(key) }),
    }),
  );
  const closing = new AbortController();

  async function waitForPlace(signal: AbortSignal): Promise<() => void> {
    if (gate.waiting() >= MAX_WAITING) throw serviceError('RAW_SQL_BUSY');
    const tooLong = AbortSignal.timeout(timeoutMs);
    try {
      return await gate.enter(AbortSignal.any([signal, tooLong]));
    } catch {
      signal.throwIfAborted();
      throw serviceError('RAW_SQL_BUSY');
    }
  }

  /** Kills the child when the limit passes or the signal aborts, and rejects with what it was. */
  async function askWithin(child: SqlChild, query: string, signal: AbortSignal): Promise<Answer> {
    const timeout = AbortSignal.timeout(timeoutMs);
    const stop = AbortSignal.any([signal, timeout]);
    const kill = () => child.kill();
    stop.addEventListener('abort', kill, { once: true });
    const spareTimer = setTimeout(() => pool.keepSpare(), SPARE_AFTER_MS);
    try {
      return await child.ask(query);
    } catch (cause) {
      signal.throwIfAborted();
      if (timeout.aborted) throw serviceError('SQL_TIMEOUT', { seconds: timeoutMs / 1000 });
      if (cause instanceof ChildEnded && cause.cause === undefined) {
        throw new RawSqlError('it needed too much memory');
      }
      throw cause;
    } finally {
      stop.removeEventListener('abort', kill);
      clearTimeout(spareTimer);
    }
  }

  return {
    async run(query, callerSignal) {
      const signal = AbortSignal.any([closing.signal, ...(callerSignal ? [callerSignal] : [])]);
      signal.throwIfAborted();
      const leave = await waitForPlace(signal);
      const child = pool.take();
      try {
        return rowsOf(await askWithin(child, query, signal));
      } finally {
        pool.giveBack(child);
        leave();
      }
    },

    async close() {
      closing.abort(serviceError('QUERY_CANCELLED'));
      await pool.close();
    },
  };
}

function rowsOf(answer: Answer): Buffer {
  switch (answer.kind) {
    case 'rows':
      return Buffer.from(answer.json.buffer, answer.json.byteOffset, answer.json.byteLength);
    case 'refused':
      throw new RawSqlError(answer.reason);
    case 'failed':
      throw new Error(`raw SQL: the database cannot be read: ${answer.reason}`);
  }
}
