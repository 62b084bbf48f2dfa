/**
 * When a worker runs: started when it is needed, ended when it is idle or hangs, started again after a death with growing pauses.
 * Knows nothing of calls; those belong to `create-worker.ts`.
 */

import type { Transferable } from 'node:worker_threads';
import { backOffMs } from '../back-off.ts';
import { type Clock, systemClock } from '../clock.ts';
import { type Fault, faultOf } from '../fault.ts';
import type { PartState, ServiceState } from '../service.ts';
import { type Channel, type ChannelOptions, type OpenChannel, openChannel } from './channel.ts';
import { decodeError } from './error-codec.ts';
import type { FromWorker, ToWorker } from './messages.ts';

export type LifecycleOptions = ChannelOptions & {
  /** What the entry's `open` gets. */
  readonly setup?: unknown;
  /** Ends a worker that had no call for this long; the next call starts another. */
  readonly idleMs?: number | undefined;
  /** Kills a worker that sends nothing for this long while it loads or has a call to answer. */
  readonly hangsAfterMs?: number;
  /** Between two starts after the second death in a row; it doubles up to `longestWaitMs`. */
  readonly firstWaitMs?: number;
  readonly longestWaitMs?: number;
  readonly clock?: Clock;
  /** Tests of a worker's owner pass one that reuses threads. */
  readonly openChannel?: OpenChannel | undefined;
  /** A worker starts, and knows nothing of the calls before. */
  onStart?(): void;
};

export interface LifecycleEvents {
  /** Whether calls wait: then it is started again after a death, and does not become idle. */
  isNeeded(): boolean;
  onReady(): void;
  onMessage(message: Exclude<FromWorker, { kind: 'ready' | 'unable' }>): void;
  /** Its `open` failed: it says why it cannot work on this machine, or now. */
  onUnable(error: Error): void;
  /** Gives the error that the health report shows. */
  onDeath(cause: unknown): Error;
}

export interface Lifecycle {
  isReady(): boolean;
  /** Starts it unless it runs or has to wait. */
  start(): void;
  send(message: ToWorker, transfer?: readonly Transferable[]): void;
  /** Calls came or went: sets the timer that ends an idle one. */
  watch(): void;
  /** It has answered: the next death is the first in a row. */
  succeeded(): void;
  deaths(): number;
  pid(): number | undefined;
  part(): PartState | undefined;
  close(): Promise<void>;
}

const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 60_000;

export function lifecycle(options: LifecycleOptions, events: LifecycleEvents): Lifecycle {
  const { idleMs, hangsAfterMs, firstWaitMs = FIRST_WAIT_MS, clock = systemClock } = options;
  const closing = new AbortController();
  let channel: Channel | undefined;
  let isReady = false;
  let exited: Promise<void> = Promise.resolve();
  let state: ServiceState | undefined;
  let lastFault: Fault | undefined;
  let deaths = 0;
  let deathsInARow = 0;
  let idling: NodeJS.Timeout | undefined;
  let hanging: NodeJS.Timeout | undefined;
  /** By the worker that runs: it also answers a call that was taken back. */
  const unanswered = new Set<number>();
  let isPausing = false;

  function start(): void {
    if (channel !== undefined || isPausing) return;
    const ended = Promise.withResolvers<void>();
    exited = ended.promise;
    isReady = false;
    options.onStart?.();
    const opened = (options.openChannel ?? openChannel)(options, {
      onMessage: (message) => {
        if (channel === opened) receive(message);
      },
      onExit(cause) {
        // A worker that was ended on purpose is no longer the current one.
        if (channel === opened) died(cause);
        ended.resolve();
      },
    });
    channel = opened;
    unanswered.clear();
    listen();
    state = { kind: 'running', sinceMs: clock.now(), failures: deathsInARow };
    opened.send({ kind: 'setup', setup: options.setup });
    watch();
  }

  function receive(message: FromWorker): void {
    if (message.kind === 'result' || message.kind === 'failed') unanswered.delete(message.id);
    if (message.kind === 'ready') {
      isReady = true;
      events.onReady();
    } else if (message.kind === 'unable') {
      const error = decodeError(message.error);
      drop();
      events.onUnable(error);
      void pause(error);
    } else {
      events.onMessage(message);
    }
    listen();
    watch();
  }

  function send(message: ToWorker, transfer?: readonly Transferable[]): void {
    channel?.send(message, transfer);
    if (message.kind !== 'call') return;
    unanswered.add(message.id);
    if (unanswered.size === 1) listen();
  }

  /** Counts from its last sign: asking a silent worker again, or no longer waiting for it, does not make it live longer. */
  function listen(): void {
    const current = channel;
    clearTimeout(hanging);
    const isAwaited = current !== undefined && (!isReady || unanswered.size > 0);
    if (!isAwaited || hangsAfterMs === undefined) return;
    hanging = setTimeout(() => current.kill(), hangsAfterMs).unref();
  }

  function died(cause: unknown): void {
    channel = undefined;
    isReady = false;
    listen();
    deaths += 1;
    void pause(events.onDeath(cause));
  }

  /** The first death may be an accident: no time is lost over it. */
  async function pause(reason: Error): Promise<void> {
    deathsInARow += 1;
    lastFault = faultOf(reason, clock.now());
    const longestMs = options.longestWaitMs ?? LONGEST_WAIT_MS;
    const ms = deathsInARow < 2 ? 0 : backOffMs(deathsInARow - 1, firstWaitMs, longestMs);
    state = { kind: 'waiting', untilMs: clock.now() + ms, failures: deathsInARow };
    watch();
    isPausing = true;
    await clock.sleep(ms, closing.signal);
    isPausing = false;
    if (events.isNeeded() && !closing.signal.aborted) start();
  }

  function drop(): void {
    const dropped = channel;
    channel = undefined;
    isReady = false;
    listen();
    // Its end is awaited by `close`, and nothing else may hold the event loop.
    dropped?.hold(true);
    dropped?.kill();
  }

  function watch(): void {
    const isNeeded = events.isNeeded();
    const current = channel;
    clearTimeout(idling);
    // Only a call that waits keeps the service from ending by itself.
    current?.hold(isNeeded);
    if (isNeeded || idleMs === undefined || current === undefined) return;
    idling = setTimeout(end, idleMs).unref();
  }

  function end(): void {
    drop();
    if (state !== undefined) state = { kind: 'ended' };
  }

  return {
    isReady: () => isReady,
    start,
    send,
    watch,
    succeeded() {
      deathsInARow = 0;
    },
    deaths: () => deaths,
    pid: () => channel?.pid,
    part: () => state && { name: options.name, state, restarts: deaths, lastFault },
    async close() {
      closing.abort();
      clearTimeout(idling);
      end();
      await exited;
    },
  };
}
