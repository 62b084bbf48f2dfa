/** What the pipe host keeps about each pipe, and what pipes keep themselves between runs. */
import { serviceError } from '#core/errors.ts';
import type { ReadKernel, WriteKernel } from '../kernel/kernel.ts';
import { newItemReader } from './new-items.ts';
import { pipeExecutionReader, pipeExecutionWriter } from './pipe-executions.ts';
import type { ContentCursor, PipeRow } from './pipe-records.ts';

/** All values and keys of one pipe together: enough for what a pipe remembers, too little for a copy of the captured data. */
const MOST_STATE_BYTES = 4 * 1024 * 1024;

const START: ContentCursor = { frames: 0, transcriptions: 0, uiTexts: 0, inputEvents: 0 };

export function pipeWrites({ db }: WriteKernel) {
  const save = db.prepare(
    `INSERT INTO pipe (id, enabled, config, granted, source, cursor) VALUES (:id, :enabled, :config, :granted, :source, :cursor)
     ON CONFLICT (id) DO UPDATE SET enabled = excluded.enabled, config = excluded.config, granted = excluded.granted,
       source = excluded.source, cursor = excluded.cursor`,
  );
  const removals = [
    'pipe WHERE id',
    'pipe_executions WHERE pipe_name',
    'pipe_scheduler_state WHERE pipe_name',
  ].map((rows) => db.prepare(`DELETE FROM ${rows} = ?`));
  const setState = db.prepare(
    `INSERT INTO pipe_state (pipe_id, key, value, written_ms) VALUES (?, ?, ?, unixepoch('subsec') * 1000)
     ON CONFLICT (pipe_id, key) DO UPDATE SET value = excluded.value, written_ms = excluded.written_ms`,
  );
  const removeState = db.prepare('DELETE FROM pipe_state WHERE pipe_id = ? AND key = ?');
  const stateSize = db.values<number>(
    'SELECT coalesce(sum(octet_length(key) + octet_length(value)), 0) FROM pipe_state WHERE pipe_id = ?',
  );

  return {
    ...pipeExecutionWriter(db),
    save({ id, enabled, source, ...row }: PipeRow): void {
      const config = JSON.stringify(row.config);
      const granted = JSON.stringify(row.granted);
      const cursor = JSON.stringify(row.cursor);
      save.run({ id, enabled: Number(enabled), config, granted, source, cursor });
    },
    /** With its state and its executions. */
    delete(id: string): void {
      for (const removal of removals) removal.run(id);
    },
    /** Undefined removes it. Rejects with PIPE_STATE_FULL when the pipe keeps too much. */
    setState(id: string, key: string, value: string | undefined): void {
      if (value === undefined) {
        removeState.run(id, key);
        return;
      }
      setState.run(id, key, value);
      // Thrown inside the transaction, which undoes it.
      if ((stateSize.get(id) as number) > MOST_STATE_BYTES) {
        throw serviceError('PIPE_STATE_FULL', { pipeId: id, mostBytes: MOST_STATE_BYTES });
      }
    },
  };
}

type Row = Pick<PipeRow, 'id' | 'source'> &
  Record<'config' | 'granted' | 'cursor', string> & { enabled: number };

export function pipeReads(kernel: ReadKernel) {
  const { db } = kernel;
  const all = db.rows<Row>('SELECT * FROM pipe ORDER BY id');
  const state = db.values<string>('SELECT value FROM pipe_state WHERE pipe_id = ? AND key = ?');
  const keys = db.values<string>('SELECT key FROM pipe_state WHERE pipe_id = ? ORDER BY key');

  return {
    ...pipeExecutionReader(db),
    ...newItemReader(kernel),
    list(): PipeRow[] {
      return all.all().map((row) => ({
        ...row,
        enabled: row.enabled === 1,
        config: JSON.parse(row.config) as Record<string, unknown>,
        granted: JSON.parse(row.granted) as Record<string, unknown>,
        cursor: { ...START, ...(JSON.parse(row.cursor) as Partial<ContentCursor>) },
      }));
    },
    /** The JSON text under that key. */
    findState: (id: string, key: string) => state.get(id, key),
    listStateKeys: (id: string) => keys.all(id),
  };
}
