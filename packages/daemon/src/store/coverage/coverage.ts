/** The coverage ledger in SQL: spans per stream, and the canary's word. What they mean is decided in `health/`. */
import { contentWriter } from '../content/add.ts';
import { unguarded } from '../kernel/calls.ts';
import type { ReadKernel, WriteKernel } from '../kernel/kernel.ts';

export type CoverageStream = 'screen' | 'audio' | 'input';

export type CoverageState =
  | 'captured'
  | 'idle'
  | 'paused'
  | 'excluded'
  | 'locked'
  | 'off'
  | 'failed';

export interface CoverageSpan {
  readonly stream: CoverageStream;
  readonly startMs: number;
  readonly endMs: number;
  readonly state: CoverageState;
  /** Why it failed. */
  readonly cause: string | undefined;
}

const CANARY = 'canary';
/** Of `store/sync`: whether changes are noted for other devices. */
const SYNC_ON = 'sync_on';

export function coverageReads({ db }: ReadKernel) {
  const since = db.values<number | null>(
    'SELECT min(start_ms) FROM coverage_span WHERE stream = ?',
  );
  const spans = db.rows<Omit<CoverageSpan, 'cause'> & { cause: string | null }>(
    `SELECT stream, start_ms AS startMs, end_ms AS endMs, state, cause FROM coverage_span
     WHERE stream = @stream AND start_ms < @endMs AND end_ms > @startMs AND start_ms >= coalesce(
       (SELECT max(start_ms) FROM coverage_span WHERE stream = @stream AND start_ms <= @startMs), 0)
     ORDER BY start_ms`,
  );
  const word = db.values<string>('SELECT value FROM meta WHERE name = ?');
  return {
    /** What is known of the time since the first span; the spans of a stream never overlap and come in order. */
    list({ startMs, endMs }: { startMs: number; endMs: number }) {
      const streams: readonly CoverageStream[] = ['screen', 'audio', 'input'];
      const starts = streams
        .map((stream) => since.get(stream) as number | null)
        .filter((start) => start !== null);
      const rows = streams.flatMap((stream) => spans.all({ stream, startMs, endMs }));
      return {
        sinceMs: starts.length === 0 ? undefined : Math.min(...starts),
        spans: rows.map((row): CoverageSpan => ({ ...row, cause: row.cause ?? undefined })),
      };
    },
    /** The word of the canary that was sent last; undefined when there was none. */
    readCanary: (): string | undefined => word.get(CANARY),
  };
}

export function coverageWrites({ db, part }: WriteKernel) {
  const { travel } = part(contentWriter);
  const save = db.prepare(
    `INSERT INTO coverage_span (stream, start_ms, end_ms, state, cause) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (stream, start_ms) DO UPDATE SET end_ms = excluded.end_ms, state = excluded.state,
     cause = excluded.cause`,
  );
  const meta = db.values<string>('SELECT value FROM meta WHERE name = ?');
  const keep = db.prepare('INSERT OR REPLACE INTO meta (name, value) VALUES (?, ?)');
  return {
    /** A span with the stream and the start of an older one takes its place: that is how spans grow. */
    add: unguarded((spans: readonly CoverageSpan[]): void => {
      for (const { stream, startMs, endMs, state, cause } of spans) {
        save.run(stream, startMs, endMs, state, cause ?? null);
      }
    }),
    /**
     * Goes the way of every new text (tables, index, tallies, commit) and takes itself out again in the same transaction, so that nobody
     * ever finds it; only the word stays behind, for `readCanary`.
     */
    sendCanary: unguarded((word: string): void => {
      // Other devices are not sent what never was.
      const isSynced = meta.get(SYNC_ON);
      keep.run(SYNC_ON, '0');
      travel(word);
      keep.run(SYNC_ON, isSynced ?? '0');
      keep.run(CANARY, word);
    }),
  };
}
