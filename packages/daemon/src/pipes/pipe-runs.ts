/**
 * Runs as the host begins them: each with what its pipe may do at that moment, one pace of calls for each pipe, and a log of what it said. What pipes
 * have said is not kept beyond a deletion, because the service cannot know what it quotes.
 */
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { PipeData } from '@hindcast/pipe-sdk';
import type { Clock } from '#core/clock.ts';
import { serviceError } from '#core/errors.ts';
import type { Log } from '#core/log/log.ts';
import type { ExecutionTrigger } from '#store/pipes/pipe-records.ts';
import type { Store } from '#store/store.ts';
import { grantedOf, ownConfigOf, type PipeBook } from './book.ts';
import type { CallFacility } from './facilities.ts';
import { makeFolder } from './make-folder.ts';
import { findOutsideLink } from './outside-links.ts';
import { grantOf } from './permissions.ts';
import { costOf, type Pace, servicePace } from './run/pace.ts';
import type { LogLevel } from './run/protocol.ts';
import { type LogEntry, type RunLog, runLog } from './run/run-log.ts';
import { type Run, type RunEnd, startRun } from './run/runner.ts';
import { type RunWish, runQueue } from './schedule/queue.ts';
import type { pipeTokens } from './tokens.ts';
import { findWalls } from './walls/walls.ts';

/** They give way to everything else, so these may be as many as cores. At least two: one that hangs is not to hold up all others. */
const RUNS_AT_ONCE = Math.max(2, Math.min(4, availableParallelism() - 1));

/** Of what a pipe keeps in its own folder; for more a person names a folder. */
const MOST_OUTPUT_MB = 1_024;

export function pipeRuns(deps: {
  store: Pick<Store, 'pipes'>;
  book: PipeBook;
  tokens: ReturnType<typeof pipeTokens>;
  callFacility: CallFacility;
  clock: Clock;
  log: Log;
}) {
  const { store, book, tokens, clock, log } = deps;
  const logs = new Map<string, RunLog>();
  const paces = new Map<string, Pace>();
  const queue = runQueue({ store, clock, log, runsAtOnce: RUNS_AT_ONCE, onEnded: noteEnd });
  /** Grows when something is deleted; a run that began before may quote it. */
  let deletions = 0;

  function logOf(id: string): RunLog {
    const known = logs.get(id) ?? runLog();
    logs.set(id, known);
    return known;
  }

  function paceOf(id: string): Pace {
    const known = paces.get(id) ?? servicePace();
    paces.set(id, known);
    return known;
  }

  function noteEnd({ pipeId }: RunWish, executionId: number, end: RunEnd): void {
    const message =
      end.status === 'completed'
        ? `run ${executionId} ended: ${end.itemsProcessed} items processed`
        : `run ${executionId} ${end.status}: ${end.errorMessage ?? ''}`;
    const level = end.status === 'completed' ? 'info' : 'error';
    logOf(pipeId).add({ atMs: clock.now(), level, message, closes: { executionId } });
  }

  /** Puts a run into the queue; everything about it is decided when its turn comes. */
  function begin(id: string, trigger: ExecutionTrigger, items: PipeData['items']) {
    const deletionsBefore = deletions;
    const manifest = book.getManifest(id);
    const mayQuote = () => deletions !== deletionsBefore;
    return queue.add({
      pipeId: id,
      trigger,
      start: async (): Promise<Run> => {
        const { installed, row } = book.get(id);
        const link = await findOutsideLink(installed.folder);
        if (link !== undefined) {
          throw serviceError('PIPE_BROKEN', {
            id,
            fault: `its link "${link}" leads out of its folder`,
          });
        }
        const outputFolder = join(installed.folder, 'output');
        const config = ownConfigOf(manifest, row);
        const grant = grantOf({
          requested: manifest.permissions,
          granted: grantedOf(row),
          outputFolder,
          // Only what a person has set: a default is a request of the pipe.
          schema: manifest.config,
          config: row.config,
          nowMs: clock.now(),
        });
        const walls = await findWalls();
        // The runtime refuses to make them for the pipe.
        for (const folder of grant.writeFolders) await makeFolder(id, folder);
        const { token, revoke } = tokens.issue({ pipeId: id, grant });
        const run = startRun({
          pipeId: id,
          folder: installed.folder,
          config,
          outputFolder,
          entryUrl: pathToFileURL(join(installed.folder, manifest.entry)).href,
          data: { trigger, startedAt: new Date(clock.now()).toISOString(), items },
          readFolders: grant.readFolders,
          writeFolders: grant.writeFolders,
          timeoutMs: manifest.timeoutMs,
          memoryMb: manifest.memoryMb,
          mostOutputMb: MOST_OUTPUT_MB,
          walls,
          onLog(level, message) {
            if (!mayQuote()) logOf(id).add({ atMs: clock.now(), level, message });
          },
          callFacility: (name, args, signal) =>
            paceOf(id).run(
              () => deps.callFacility({ pipeId: id, token, grant }, name, args, signal),
              { signal, cost: costOf(name) },
            ),
        });
        void run.ended.finally(revoke);
        const ended = run.ended.then((end) => (mayQuote() ? withoutWords(end) : end));
        return { ...run, ended };
      },
    });
  }

  return {
    queue,
    begin,
    /** How many there were. Whoever reads something to give it to a run asks first. */
    deletions: () => deletions,
    note: (id: string, level: LogLevel, message: string) =>
      logOf(id).add({ atMs: clock.now(), level, message }),
    /** Oldest first. */
    listLog: (id: string): readonly LogEntry[] => logs.get(id)?.list() ?? [],
    forgetLog(id: string): void {
      logs.delete(id);
    },
    /** Of a pipe that was removed. */
    forget(id: string): void {
      logs.delete(id);
      paces.delete(id);
    },
    /** Runs that are on may have read what was deleted, so they end: nothing they write, keep or send later can quote it. */
    async forgetOutput(): Promise<void> {
      deletions += 1;
      logs.clear();
      await queue.stopAll();
    },
  };
}

/** How it ended, without anything it said. */
function withoutWords(end: RunEnd): RunEnd {
  return { ...end, output: '', errorOutput: '', errorMessage: null };
}
