/**
 * The pipe host: which pipes there are, when they run and what becomes of it. It joins the parts of this folder and holds no rule
 * itself about processes (`runner.ts`), time (`scheduler.ts`) or rights (`permissions.ts`). The routes and the service's start
 * and stop call it.
 */
import { join } from 'node:path';
import type { Supervised, Supervisor } from '#core/service.ts';
import type { PipeExecution } from '#store/pipes/pipe-records.ts';
import { configAfter, configAfterUpdate, type PipeBook, pipeBook } from './book.ts';
import type { CallFacility } from './facilities.ts';
import { type Installer, removeFolder } from './install/install.ts';
import type { Sensitive } from './permissions.ts';
import { pipeRuns } from './pipe-runs.ts';
import { type PipeView, viewOf } from './pipe-view.ts';
import type { LogEntry } from './run/run-log.ts';
import { type DueRunDeps, dueRuns } from './schedule/due-runs.ts';
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

interface PipeHostDeps extends DueRunDeps {
  dataDir: string;
  callFacility: CallFacility;
  installer: Installer;
  supervisor: Supervisor;
}

export async function openPipeHost(deps: PipeHostDeps): Promise<PipeHost> {
  const { store, clock, log, installer } = deps;
  const pipesFolder = join(deps.dataDir, 'pipes');
  const interrupted = await store.pipes.failOpenExecutions(clock.now());
  if (interrupted > 0) log.info({ count: interrupted }, 'interrupted pipe runs marked as failed');
  const book = await pipeBook({ store, pipesFolder });
  const tokens = pipeTokens();
  const runs = pipeRuns({ store, clock, log, book, tokens, callFacility: deps.callFacility });
  const { queue } = runs;
  let running: Supervised | undefined;
  const { schedule, closing, reschedule, listenWhenNeeded } = dueRuns(deps, book, runs);

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
    ...installCalls({
      installer,
      closing,
      book,
      reschedule,
      view,
      known,
      queue,
      pipesFolder,
      runs,
    }),
    ...settingCalls({ known, book, reschedule, store, runs }),
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
      listenWhenNeeded(false);
      await running?.stop();
      await queue.close();
    },
  };
}

function settingCalls(
  deps: Pick<PipeHostDeps, 'store'> & {
    known: (id: string) => Promise<void>;
    book: Awaited<ReturnType<typeof pipeBook>>;
    reschedule: () => Promise<void>;
    runs: ReturnType<typeof pipeRuns>;
  },
): Pick<PipeHost, 'setEnabled' | 'clearHistory' | 'configure' | 'grant'> {
  const { known, book, reschedule, store, runs } = deps;
  return {
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
  };
}

/** What puts pipes into their folder, and takes them out. */
function installCalls(
  deps: Pick<PipeHostDeps, 'installer'> & {
    closing: AbortController;
    book: Awaited<ReturnType<typeof pipeBook>>;
    reschedule: () => Promise<void>;
    view: (id: string) => Promise<PipeView>;
    known: (id: string) => Promise<void>;
    queue: ReturnType<typeof pipeRuns>['queue'];
    pipesFolder: string;
    runs: ReturnType<typeof pipeRuns>;
  },
): Pick<PipeHost, 'install' | 'update' | 'remove'> {
  const { installer, closing, book, reschedule, view, known, queue, pipesFolder, runs } = deps;
  return {
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
  };
}

function grantsAfter(book: PipeBook, id: string, allow: readonly Sensitive[]) {
  const { permissions } = book.getManifest(id);
  const requested = allow.map((name) => [name, permissions[name]]);
  return { ...book.get(id).row.granted, ...Object.fromEntries(requested) };
}
