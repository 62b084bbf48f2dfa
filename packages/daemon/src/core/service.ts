/**
 * Everything that runs for long is a `Service`. `supervise` keeps one running: it starts it again when it breaks, each time a
 * little later, and knows its state for the health report. A service never restarts itself. The service has one `Supervisor`, which
 * knows all its parts.
 */
import { backOffMs } from './back-off.ts';
import type { Clock } from './clock.ts';
import { type Fault, faultOf } from './fault.ts';
import type { Log } from './log/log.ts';

export interface Service {
  /** As in log lines and health, such as `capture.replay`. */
  readonly name: string;
  /**
   * Resolves when the work has ended, by itself or because `signal` aborted; rejects when it broke. Called again after a break,
   * so it must not keep state of the earlier run.
   */
  run(signal: AbortSignal): Promise<void>;
  /** True for what no new start can repair; the service then stays down until the process is started again. */
  isFatal?(error: unknown): boolean;
}

export type ServiceState =
  /** `failures` before this run, without a steady one in between. */
  | { readonly kind: 'running'; readonly sinceMs: number; readonly failures: number }
  | { readonly kind: 'waiting'; readonly untilMs: number; readonly failures: number }
  /** Broke in a way that no new start can repair. */
  | { readonly kind: 'failed' }
  | { readonly kind: 'ended' };

export interface Supervised {
  readonly name: string;
  state(): ServiceState;
  restarts(): number;
  /** Why it broke last, however long ago. */
  lastFault(): Fault | undefined;
  /** Aborts the service and resolves when it has ended. */
  stop(): Promise<void>;
}

const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 60_000;
// A run of this length counts as a success: the next break is a new one and waits shortly again.
const STEADY_AFTER_MS = 60_000;

export function supervise(service: Service, deps: { clock: Clock; log: Log }): Supervised {
  const { clock } = deps;
  const log = deps.log.child({ part: service.name });
  const abort = new AbortController();
  let state: ServiceState = { kind: 'running', sinceMs: clock.now(), failures: 0 };
  let restarts = 0;
  let lastFault: Fault | undefined;

  async function runOnce(): Promise<'done' | 'broken' | 'fatal'> {
    try {
      await service.run(abort.signal);
      return 'done';
    } catch (err) {
      if (abort.signal.aborted) return 'done';
      lastFault = faultOf(err, clock.now());
      const isFatal = service.isFatal?.(err) ?? false;
      log.error({ err }, isFatal ? 'service broke for good' : 'service broke, it starts again');
      return isFatal ? 'fatal' : 'broken';
    }
  }

  async function keepRunning(): Promise<void> {
    let failures = 0;
    for (;;) {
      const startedMs = clock.monotonicMs();
      state = { kind: 'running', sinceMs: clock.now(), failures };
      const end = await runOnce();
      if (end !== 'broken') return setEnd(end);
      failures = clock.monotonicMs() - startedMs >= STEADY_AFTER_MS ? 1 : failures + 1;
      const waitMs = backOffMs(failures, FIRST_WAIT_MS, LONGEST_WAIT_MS);
      state = { kind: 'waiting', untilMs: clock.now() + waitMs, failures };
      await clock.sleep(waitMs, abort.signal);
      if (abort.signal.aborted) return setEnd('done');
      restarts += 1;
    }
  }

  function setEnd(end: 'done' | 'fatal'): void {
    state = { kind: end === 'fatal' ? 'failed' : 'ended' };
  }

  const done = keepRunning();
  return {
    name: service.name,
    state: () => state,
    restarts: () => restarts,
    lastFault: () => lastFault,
    stop() {
      abort.abort();
      return done;
    },
  };
}

/** One part as health and metrics show it. */
export interface PartState {
  readonly name: string;
  readonly state: ServiceState;
  /** Since the process started, also over runs that were ended and begun by hand. */
  readonly restarts: number;
  readonly lastFault: Fault | undefined;
}

export interface Supervisor {
  supervise(service: Service): Supervised;
  /**
   * Of a thread or a process that is started by the first who needs it, and by the next one after a death: it is judged with the
   * others. Undefined until it was needed.
   */
  show(part: () => PartState | undefined): void;
  /** In the order in which they were first started; then those that are shown. */
  parts(): readonly PartState[];
}

export function makeSupervisor(deps: { clock: Clock; log: Log }): Supervisor {
  const parts = new Map<string, { latest: Supervised; earlierRestarts: number }>();
  const shown: (() => PartState | undefined)[] = [];
  return {
    show: (part) => shown.push(part),
    supervise(service) {
      const before = parts.get(service.name);
      const earlierRestarts = (before?.earlierRestarts ?? 0) + (before?.latest.restarts() ?? 0);
      const latest = supervise(service, deps);
      parts.set(service.name, { latest, earlierRestarts });
      return latest;
    },
    parts: () => [
      ...[...parts.values()].map(({ latest, earlierRestarts }) => ({
        name: latest.name,
        state: latest.state(),
        restarts: earlierRestarts + latest.restarts(),
        lastFault: latest.lastFault(),
      })),
      ...shown.map((part) => part()).filter((part) => part !== undefined),
    ],
  };
}
