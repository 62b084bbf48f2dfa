/**
 * Runs pipes when they are due: at their times, and when there is new content for them.
 * Called by `host.ts`.
 */
import type { PipeData } from '@hindcast/pipe-sdk';
import type { Broadcast } from '#core/broadcast.ts';
import type { Clock } from '#core/clock.ts';
import type { Log } from '#core/log/log.ts';
import type { StoredEvent } from '#store/announcing-store.ts';
import type { ContentCursor } from '#store/pipes/pipe-records.ts';
import type { Item, Kind } from '#store/records.ts';
import type { Store } from '#store/store.ts';
import { grantedOf, type PipeBook, triggerOf } from '../book.ts';
import { grantOf } from '../permissions.ts';
import type { pipeRuns } from '../pipe-runs.ts';
import type { RunEnd } from '../run/runner.ts';
import { readNewBatch } from './new-data.ts';
import { type Outcome, scheduler } from './scheduler.ts';

/** A batch takes several times its bytes in the memory of the run. */
const BATCH_BYTES_PER_MB = 64 * 1024;

/** Undefined for what is not content. */
const KIND_OF_EVENT: Readonly<Partial<Record<StoredEvent['kind'], Kind>>> = {
  frame: 'ocr',
  transcription: 'audio',
  ui: 'ui',
  input: 'input',
};

export interface DueRunDeps {
  store: Pick<Store, 'pipes'>;
  news: Broadcast<StoredEvent>;
  /** Into the shape that search answers with. */
  toWireItem: (item: Item) => PipeData['items'][number];
  clock: Clock;
  log: Log;
}

export function dueRuns(deps: DueRunDeps, book: PipeBook, runs: ReturnType<typeof pipeRuns>) {
  const { store, clock, log } = deps;
  const { queue } = runs;
  let stopListening: (() => void) | undefined;
  const schedule = scheduler({ clock, log, onDue: runDue });
  const closing = new AbortController();
  /** Pipes whose turn is not over. */
  const offered = new Set<string>();

  /** One that was switched off and on again may be due before what it had done is noted: it would be given the same twice. */
  async function runDue(id: string): Promise<Outcome> {
    if (offered.has(id) || queue.stateOf(id).kind !== 'idle') return 'busy';
    offered.add(id);
    try {
      return await offer(id);
    } finally {
      offered.delete(id);
    }
  }

  async function offer(id: string): Promise<Outcome> {
    const { row } = book.get(id);
    const manifest = book.getManifest(id);
    const trigger = triggerOf(manifest, row);
    if (trigger.kind !== 'data') {
      const { ended } = await runs.begin(id, 'scheduled', []);
      return outcomeOf((await ended).status);
    }
    const nowMs = clock.now();
    const deletionsBefore = runs.deletions();
    const grant = grantOf({
      requested: manifest.permissions,
      granted: grantedOf(row),
      config: {},
      schema: undefined,
      outputFolder: '',
      nowMs,
    });
    const { items, cutItems, cursor, hasMore } = await readNewBatch(store, {
      cursor: row.cursor,
      trigger,
      scope: grant.scope,
      toWireItem: deps.toWireItem,
      mostBytes: manifest.memoryMb * BATCH_BYTES_PER_MB,
      signal: closing.signal,
    });
    if (cutItems > 0) {
      const message = `${cutItems} items were too large for its memory and are given without the end of their texts`;
      runs.note(id, 'warn', message);
    }
    // Some of these may be missing.
    if (runs.deletions() !== deletionsBefore) return 'again';
    if (items.length > 0) {
      const { ended } = await runs.begin(id, 'data', items);
      const { status } = await ended;
      // Not processed, be it that it failed, was stopped or the service ends: the same items are offered again.
      if (status !== 'completed') return outcomeOf(status);
    }
    await keepCursor(id, cursor);
    return hasMore ? 'again' : 'done';
  }

  async function keepCursor(id: string, cursor: ContentCursor): Promise<void> {
    // Removed meanwhile: then there is nothing to keep.
    if (book.list().some(({ row }) => row.id === id)) await book.change(id, { cursor });
  }

  async function reschedule(): Promise<void> {
    const due = book
      .list()
      .filter(({ row, installed }) => row.enabled && typeof installed.manifest !== 'string');
    const pipes = await Promise.all(
      due.map(async ({ row }) => {
        const { lastRunAtMs, consecutiveFailures } = await store.pipes.getHistory(row.id);
        const trigger = triggerOf(book.getManifest(row.id), row);
        return { id: row.id, trigger, lastRunAtMs, failures: consecutiveFailures };
      }),
    );
    schedule.setPipes(pipes);
    listenWhenNeeded(pipes.some(({ trigger }) => trigger.kind === 'data'));
  }

  /** Listening costs a little with every frame, so only while a pipe wants to know. */
  function listenWhenNeeded(isNeeded: boolean): void {
    if (isNeeded) {
      stopListening ??= deps.news.listen((event) => {
        const isSettled = event.kind !== 'transcription' || event.isFinal;
        const kind = KIND_OF_EVENT[event.kind];
        if (isSettled && kind !== undefined) schedule.onContent(kind);
      });
    } else {
      stopListening?.();
      stopListening = undefined;
    }
  }

  return { schedule, closing, reschedule, listenWhenNeeded };
}

function outcomeOf(status: RunEnd['status']): Outcome {
  switch (status) {
    case 'completed':
      return 'done';
    case 'cancelled':
      // A person stopped it. It comes again at its regular time, or with the next content.
      return 'done';
    case 'failed':
    case 'timed_out':
      return 'failed';
  }
}
