/**
 * Everything that runs for long is a `Service`. `supervise` keeps one running: it starts it again when it breaks, each time a
 * little later, and knows its state for the health report. A service never restarts itself.
 */
import type { Clock } from './clock.ts';
import type { Log } from './log.ts';

export interface Service {
  /** As in log lines and health, such as `capture.replay`. */
  readonly name: string;
  /**
   * Resolves when the work has ended, by itself or because `signal` aborted; rejects when it broke. Called again after a break,
   * so it must not keep state of the earlier run.
   */
  run(signal: AbortSignal): Promise<void>;
}

export type ServiceState =
  | { readonly kind: 'running'; readonly sinceMs: number }
  | { readonly kind: 'waiting'; readonly untilMs: number; readonly failures: number }
  | { readonly kind: 'ended' };

export interface Supervised {
  readonly name: string;
  state(): ServiceState;
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
  let state: ServiceState = { kind: 'running', sinceMs: clock.now() };

  async function runOnce(): Promise<boolean> {
    try {
      await service.run(abort.signal);
      return true;
    } catch (err) {
      if (abort.signal.aborted) return true;
      log.error({ err }, 'service broke, it will be started again');
      return false;
    }
  }

  async function keepRunning(): Promise<void> {
    let failures = 0;
    for (;;) {
      const sinceMs = clock.now();
      state = { kind: 'running', sinceMs };
      const isDone = await runOnce();
      if (isDone || abort.signal.aborted) break;
      failures = clock.now() - sinceMs >= STEADY_AFTER_MS ? 1 : failures + 1;
      const waitMs = Math.min(FIRST_WAIT_MS * 2 ** (failures - 1), LONGEST_WAIT_MS);
      state = { kind: 'waiting', untilMs: clock.now() + waitMs, failures };
      await clock.sleep(waitMs, abort.signal);
      if (abort.signal.aborted) break;
    }
    state = { kind: 'ended' };
  }

  const done = keepRunning();
  return {
    name: service.name,
    state: () => state,
    stop() {
      abort.abort();
      return done;
    },
  };
}
