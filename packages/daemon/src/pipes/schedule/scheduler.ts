/**
 * Decides when pipes are due. One wait for all of them, until the earliest: installed pipes cost nothing while nothing is due. What
 * is due is handed to `onDue`; what came of it decides the next time.
 */
import { backOffMs } from '#core/back-off.ts';
import type { Clock } from '#core/clock.ts';
import type { Log } from '#core/log/log.ts';
import type { Service } from '#core/service.ts';
import type { Kind } from '#store/records.ts';
import { nextDueAtMs, type Trigger } from './trigger.ts';

/** `again`: there is more to do at once. `busy`: it runs already, ask later. */
export type Outcome = 'done' | 'again' | 'failed' | 'busy';

export interface Scheduled {
  readonly id: string;
  readonly trigger: Trigger;
  readonly lastRunAtMs: number | null;
  readonly failures: number;
}

export interface Scheduler extends Service {
  /** Takes the place of all that was there; pipes whose trigger is the same keep their time. */
  setPipes(pipes: readonly Scheduled[]): void;
  /** Something of this kind was stored. */
  onContent(kind: Kind): void;
  nextAtMs(id: string): number | undefined;
}

const FIRST_RETRY_MS = 30_000;
const LONGEST_RETRY_MS = 3_600_000;
/** A timer of the runtime cannot wait longer than 24 days; looking once an hour costs nothing. */
const LONGEST_WAIT_MS = 3_600_000;
const BUSY_WAIT_MS = 5_000;

interface Entry {
  trigger: Trigger;
  dueAtMs: number | undefined;
  failures: number;
  isRunning: boolean;
}

export function retryAfterMs(failures: number): number {
  return backOffMs(failures, FIRST_RETRY_MS, LONGEST_RETRY_MS);
}

export function scheduler(deps: {
  clock: Clock;
  log: Log;
  onDue: (id: string) => Promise<Outcome>;
}): Scheduler {
  const { clock } = deps;
  let entries = new Map<string, Entry>();
  let wake = new AbortController();

  function plan(entry: Entry, dueAtMs: number | undefined): void {
    entry.dueAtMs = dueAtMs;
    wake.abort();
  }

  function firstDue({ trigger, lastRunAtMs, failures }: Scheduled): number | undefined {
    const nowMs = clock.now();
    // What came while nobody looked is offered now.
    if (trigger.kind === 'data') return nowMs + (failures > 0 ? retryAfterMs(failures) : 0);
    const after = trigger.kind === 'interval' ? (lastRunAtMs ?? nowMs) : nowMs;
    const dueAtMs = nextDueAtMs(trigger, after);
    return dueAtMs === undefined ? undefined : Math.max(dueAtMs, nowMs);
  }

  function dueAfter(entry: Entry, outcome: Outcome): number | undefined {
    const nowMs = clock.now();
    if (outcome === 'busy') return nowMs + BUSY_WAIT_MS;
    if (outcome === 'again') return nowMs;
    const regular = nextDueAtMs(entry.trigger, nowMs);
    if (outcome === 'done') return regular;
    return Math.min(regular ?? Infinity, nowMs + retryAfterMs(entry.failures));
  }

  async function runDue(id: string, entry: Entry): Promise<void> {
    entry.isRunning = true;
    entry.dueAtMs = undefined;
    let outcome: Outcome = 'failed';
    try {
      outcome = await deps.onDue(id);
    } catch (err) {
      deps.log.error({ pipe: id, err }, 'a pipe that was due could not be started');
    }
    entry.isRunning = false;
    entry.failures = outcome === 'failed' ? entry.failures + 1 : 0;
    const dueAtMs = dueAfter(entry, outcome);
    // Content that came meanwhile has its own time already; a failure waits all the same.
    const planned = outcome === 'failed' ? undefined : entry.dueAtMs;
    plan(entry, planned === undefined ? dueAtMs : Math.min(planned, dueAtMs ?? Infinity));
  }

  return {
    name: 'pipes.scheduler',
    setPipes(pipes) {
      const before = entries;
      entries = new Map(
        pipes.map((pipe) => {
          const known = before.get(pipe.id);
          const isSame = JSON.stringify(known?.trigger) === JSON.stringify(pipe.trigger);
          if (known !== undefined && isSame) return [pipe.id, known];
          const { trigger, failures } = pipe;
          return [pipe.id, { trigger, failures, dueAtMs: firstDue(pipe), isRunning: false }];
        }),
      );
      wake.abort();
    },
    onContent(kind) {
      for (const entry of entries.values()) {
        const { trigger } = entry;
        if (trigger.kind !== 'data' || !trigger.filter.kinds.includes(kind)) continue;
        if (entry.dueAtMs === undefined) plan(entry, clock.now() + trigger.waitMs);
      }
    },
    nextAtMs: (id) => entries.get(id)?.dueAtMs,
    async run(signal) {
      while (!signal.aborted) {
        wake = new AbortController();
        const nowMs = clock.now();
        let earliestMs = nowMs + LONGEST_WAIT_MS;
        for (const [id, entry] of entries) {
          if (entry.isRunning || entry.dueAtMs === undefined) continue;
          if (entry.dueAtMs <= nowMs) void runDue(id, entry);
          else earliestMs = Math.min(earliestMs, entry.dueAtMs);
        }
        await clock.sleep(earliestMs - nowMs, AbortSignal.any([signal, wake.signal]));
      }
    },
  };
}
