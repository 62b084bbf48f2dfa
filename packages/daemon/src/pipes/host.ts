/**
 * The pipe host: which pipes there are, when they run and what becomes of it. It joins the parts of this folder and holds no rule
 * itself about processes (`runner.ts`), time (`scheduler.ts`) or rights (`permissions.ts`). The routes and the service's start
 * and stop call it.
 */
import { join } from 'node:path';
import type { PipeData } from '@hindcast/pipe-sdk';
import type { Broadcast } from '#core/broadcast.ts';
import type { Clock } from '#core/clock.ts';
import type { Log } from '#core/log/log.ts';
import type { Supervised, Supervisor } from '#core/service.ts';
import type { StoredEvent } from '#store/announcing-store.ts';
import type { ContentCursor, PipeExecution } from '#store/pipes/pipe-records.ts';
import type { Item, Kind } from '#store/records.ts';
import type { Store } from '#store/store.ts';
import {
  configAfter,
  configAfterUpdate,
  grantedOf,
  type PipeBook,
  pipeBook,
  triggerOf,
} from './book.ts';
import type { CallFacility } from './facilities.ts';
import { type Installer, removeFolder } from './install/install.ts';
import { grantOf, type Sensitive } from './permissions.ts';
import { pipeRuns } from './pipe-runs.ts';
import { type PipeView, viewOf } from './pipe-view.ts';
import type { LogEntry } from './run/run-log.ts';
import type { RunEnd } from './run/runner.ts';
import { readNewBatch } from './schedule/new-data.ts';
import { type Outcome, scheduler } from './schedule/scheduler.ts';
import { type PipeRun, pipeTokens } from './tokens.ts';
import { findWalls, type Wall } from './walls/walls.ts';

export interface PipeHost {
  /** Looks at the disk first. */
  list(): Promise<PipeView[]>;
  /** All calls with an id reject with PIPE_NOT_FOUND. */
  get(id: string): Promise<PipeView>;
  /** `allow` grants what the pipe asks for in that respect. */
  install(source: string, allow: readonly Sensitive[], signal: AbortSignal): Promise<PipeView>;
  /** Another version of the same pipe; its configuration, its state and what was granted stay. */
  update(id: string, source: string, signal: AbortSignal): Promise<void>;
  /** Stops it first; removes its folder and all that is known about it. */
  remove(id: string): Promise<void>;
  setEnabled(id: string, enabled: boolean): Promise<void>;
  /** Forgets the runs that have ended and what was logged. */
  clearHistory(id: string): Promise<void>;
  /** Called after a deletion. Discards the logs of all pipes and ends the runs in progress; resolves when they have ended. */
  forgetOutput(): Promise<void>;
  /** Rejects with PIPE_RUNNING or PIPE_BROKEN. */
  run(id: string): Promise<{ executionId: number; startedAtMs: number }>;
  /** False when it was not running. */
  stop(id: string): Promise<boolean>;
  /** Oldest first. */
  listLogs(id: string): Promise<readonly LogEntry[]>;
  /** Rejects with INVALID_PIPE_CONFIG. */
  configure(id: string, change: Record<string, unknown>): Promise<void>;
  /** Grants what the manifest asks for now, in these respects; others keep what they have. */
  grant(id: string, allow: readonly Sensitive[]): Promise<void>;
  listExecutions(id: string, limit: number): Promise<PipeExecution[]>;
  /** What holds the pipes of this machine besides the permission model of Node. */
  listWalls(): Promise<readonly Wall[]>;
  /** What the bearer of this token may do; undefined when no run has it. */
  findRun(token: string): PipeRun | undefined;
  /** Begins to run what is due. */
  start(): void;
  close(): Promise<void>;
}

/** A batch takes several times its bytes in the memory of the run. */
const BATCH_BYTES_PER_MB = 64 * 1024;

/** Undefined for what is not content. */
const KIND_OF_EVENT: Readonly<Partial<Record<StoredEvent['kind'], Kind>>> = {
  frame: 'ocr',
  transcription: 'audio',
  ui: 'ui',
  input: 'input',
};

export async function openPipeHost(deps: {
  dataDir: string;
  store: Pick<Store, 'pipes'>;
  news: Broadcast<StoredEvent>;
  callFacility: CallFacility;
  installer: Installer;
  /** Into the shape that search answers with. */
  toWireItem: (item: Item) => PipeData['items'][number];
  supervisor: Supervisor;
  clock: Clock;
  log: Log;
}): Promise<PipeHost> {
  const { store, clock, log, installer } = deps;
  const pipesFolder = join(deps.dataDir, 'pipes');
  const interrupted = await store.pipes.failOpenExecutions(clock.now());
  if (interrupted > 0) log.info({ count: interrupted }, 'interrupted pipe runs marked as failed');
  const book = await pipeBook({ store, pipesFolder });
  const tokens = pipeTokens();
  const runs = pipeRuns({
    ...{ store, clock, log, book, tokens },
    callFacility: deps.callFacility,
  });
  const { queue } = runs;
  const schedule = scheduler({ clock, log, onDue: runDue });
  const closing = new AbortController();
  /** Pipes whose turn is not over. */
  const offered = new Set<string>();
  let running: Supervised | undefined;
  let stopListening: (() => void) | undefined;

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
      ...{ requested: manifest.permissions, granted: grantedOf(row), config: {} },
      ...{ schema: undefined, outputFolder: '', nowMs },
    });
    const { items, cutItems, cursor, hasMore } = await readNewBatch(store, {
      ...{ cursor: row.cursor, trigger, scope: grant.scope, toWireItem: deps.toWireItem },
      ...{ mostBytes: manifest.memoryMb * BATCH_BYTES_PER_MB, signal: closing.signal },
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

  async function rescan(): Promise<void> {
    if (await book.rescan()) await reschedule();
  }

  async function view(id: string): Promise<PipeView> {
    const pipe = book.get(id);
    const history = await store.pipes.getHistory(id);
    return viewOf(pipe, history, queue.stateOf(id));
  }

  async function known(id: string): Promise<void> {
    // It may have been put there by hand a moment ago.
    if (!book.list().some(({ row }) => row.id === id)) await rescan();
    book.get(id);
  }

  return {
    async list() {
      await rescan();
      return Promise.all(book.list().map(({ row }) => view(row.id)));
    },
    async get(id) {
      await rescan();
      return view(id);
    },
    async install(source, allow, signal) {
      const { id } = await installer.install(source, AbortSignal.any([signal, closing.signal]));
      // Whatever had this name before, and was taken away by hand, does not pass its rights on.
      await book.forget(id);
      await book.rescan();
      await book.change(id, { source, granted: grantsAfter(book, id, allow) });
      await reschedule();
      return view(id);
    },
    async update(id, source, signal) {
      await known(id);
      const limit = AbortSignal.any([signal, closing.signal]);
      const { installed } = book.get(id);
      let resume = () => {};
      try {
        await installer.replace(id, source, limit, async () => {
          resume = await queue.suspend(id);
        });
        await book.rescan();
      } finally {
        resume();
      }
      const config = configAfterUpdate(installed, book.get(id));
      await book.change(id, { source, config });
      await reschedule();
    },
    async remove(id) {
      await known(id);
      // What is due meanwhile would leave the row of a run behind.
      const resume = await queue.suspend(id);
      try {
        await removeFolder(pipesFolder, id);
        await book.forget(id);
        runs.forget(id);
        await reschedule();
      } finally {
        resume();
      }
    },
    async setEnabled(id, enabled) {
      await known(id);
      if (enabled) book.getManifest(id);
      await book.change(id, { enabled });
      await reschedule();
    },
    async clearHistory(id) {
      await known(id);
      await store.pipes.deleteHistory(id);
      runs.forgetLog(id);
    },
    forgetOutput: runs.forgetOutput,
    async run(id) {
      await rescan();
      const { executionId, startedAtMs } = await runs.begin(id, 'manual', []);
      return { executionId, startedAtMs };
    },
    async stop(id) {
      await known(id);
      return queue.stop(id);
    },
    async listLogs(id) {
      await known(id);
      return runs.listLog(id);
    },
    async configure(id, change) {
      await known(id);
      const { enabled, ...rest } = change;
      const config = configAfter(book.getManifest(id), book.get(id).row, rest);
      await book.change(id, { config, ...(typeof enabled === 'boolean' ? { enabled } : {}) });
      await reschedule();
    },
    async grant(id, allow) {
      await known(id);
      await book.change(id, { granted: grantsAfter(book, id, allow) });
    },
    async listExecutions(id, limit) {
      await known(id);
      return store.pipes.listExecutions(id, limit);
    },
    async listWalls() {
      return (await findWalls()).list;
    },
    findRun: tokens.find,
    start() {
      running ??= deps.supervisor.supervise(schedule);
      void reschedule().catch((err) => log.error({ err }, 'pipes could not be scheduled'));
    },
    async close() {
      closing.abort();
      stopListening?.();
      await running?.stop();
      await queue.close();
    },
  };
}

function grantsAfter(book: PipeBook, id: string, allow: readonly Sensitive[]) {
  const { permissions } = book.getManifest(id);
  const requested = allow.map((name) => [name, permissions[name]]);
  return { ...book.get(id).row.granted, ...Object.fromEntries(requested) };
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
