/**
 * Calls to one accessible program, paced so that the program stays responsive: few calls are in flight at once, their number is
 * limited, and the session ends when the program spends too much CPU on one answer. Everything that asks about the content of a
 * window goes through a session; `back-off.ts` decides when the next one may begin.
 */
import type { AtspiBus } from '../atspi-bus.ts';
import { mainThreadCpuMs } from './main-thread-cpu.ts';

/** Each call takes a program a fraction of a millisecond, so it draws its next picture after one or two. */
const IN_FLIGHT = 12;
const CHECK_EVERY_MS = 20;
/** The promise is 50 ms for one answer. A check sees a call up to one interval after it was sent. */
const SLOW_CPU_MS = 30;
/** Where the CPU of the program cannot be read. */
const SLOW_ELAPSED_MS = 200;

/** The program spent too long on an answer, or all calls of the session are used up. */
export class ProgramCallsEndedError extends Error {
  readonly reason: 'slow' | 'spent';
  constructor(reason: 'slow' | 'spent') {
    super(`calls to the program ended: ${reason}`);
    this.reason = reason;
  }
}

export interface ProgramCalls extends Pick<AtspiBus, 'call' | 'property'> {
  /** Why no more calls are sent; undefined while the session is open. */
  ended(): 'slow' | 'spent' | undefined;
  /** Sends no more calls. */
  close(): void;
  /** CPU the program used since the session began, whatever for; undefined when it cannot be read. */
  programCpuMs(): number | undefined;
}

interface Sent {
  readonly atMs: number;
  /** CPU of the program when a check first saw this call unanswered. */
  cpuMs?: number | undefined;
}

export function programCalls(
  bus: AtspiBus,
  options: { pid: number | undefined; most: number },
): ProgramCalls {
  const { pid, most } = options;
  const cpuAtStartMs = mainThreadCpuMs(pid);
  const inFlight = new Set<Sent>();
  const waiting: PromiseWithResolvers<void>[] = [];
  let sent = 0;
  let ended: 'slow' | 'spent' | undefined;
  let timer: NodeJS.Timeout | undefined;
  /** Until the first answer the program may be busy with its own work, and the first questions are cheap. */
  let hasAnswered = false;

  function end(reason: 'slow' | 'spent'): void {
    ended ??= reason;
    for (const turn of waiting.splice(0)) turn.reject(new ProgramCallsEndedError(ended));
  }

  function check(): void {
    timer = undefined;
    const [oldest] = inFlight;
    if (oldest === undefined || ended !== undefined) return;
    if (!hasAnswered) {
      watch();
      return;
    }
    const cpuMs = mainThreadCpuMs(pid);
    if (cpuMs === undefined) {
      if (performance.now() - oldest.atMs > SLOW_ELAPSED_MS) end('slow');
    } else {
      // A call that waits without CPU spent on it is the fault of a busy machine, not of the call.
      oldest.cpuMs ??= cpuMs;
      if (cpuMs - oldest.cpuMs > SLOW_CPU_MS) end('slow');
    }
    watch();
  }

  function watch(): void {
    if (timer === undefined && inFlight.size > 0 && ended === undefined)
      timer = setTimeout(check, CHECK_EVERY_MS).unref();
  }

  async function takeTurn(): Promise<Sent> {
    if (sent === most) end('spent');
    if (ended !== undefined) throw new ProgramCallsEndedError(ended);
    sent += 1;
    if (inFlight.size >= IN_FLIGHT) {
      const turn = Promise.withResolvers<void>();
      waiting.push(turn);
      await turn.promise;
    }
    const one = { atMs: performance.now() };
    inFlight.add(one);
    watch();
    return one;
  }

  async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const one = await takeTurn();
    try {
      return await work();
    } finally {
      hasAnswered = true;
      inFlight.delete(one);
      waiting.shift()?.resolve();
    }
  }

  return {
    call: (...question) => inTurn(() => bus.call(...question)),
    property: (...question) => inTurn(() => bus.property(...question)),
    ended: () => ended,
    close: () => end('spent'),
    programCpuMs() {
      const cpuMs = mainThreadCpuMs(pid);
      return cpuMs === undefined || cpuAtStartMs === undefined ? undefined : cpuMs - cpuAtStartMs;
    },
  };
}
