/** One running thread or process, with the same interface for both. Started by `create-worker.ts`. */
import { fork } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { type ResourceLimits, type Transferable, Worker } from 'node:worker_threads';
import { whereCompiled } from '../process/compiled-code.ts';
import { lowerPriority } from '../process/process-priority.ts';
import type { FromWorker, ToWorker } from './messages.ts';

export interface ThreadOptions {
  readonly kind: 'thread';
  readonly entry: URL;
  readonly name: string;
  readonly resourceLimits?: ResourceLimits;
}

export interface ProcessOptions {
  readonly kind: 'process';
  readonly entry: URL;
  readonly name: string;
  /** Arguments: the entry does not read them, but the list of processes shows them. */
  readonly args?: readonly string[];
  /** Flags of Node. */
  readonly execArgv?: readonly string[];
  /** All it gets of an environment, besides the folder of compiled code: ours may hold secrets. */
  readonly env?: Readonly<Record<string, string>>;
  /** 1 to 19: how much less important than the service it is. */
  readonly niceness?: number;
  /** 1 to 1000: how early the system ends this process when memory runs out. Linux only. */
  readonly oomScore?: number;
}

export type ChannelOptions = ThreadOptions | ProcessOptions;

export interface Channel {
  readonly pid: number | undefined;
  send(message: ToWorker, transfer?: readonly Transferable[]): void;
  /** At once, whatever it does. */
  kill(): void;
  /** Whether it keeps the service from ending by itself. */
  hold(isHeld: boolean): void;
}

export interface ChannelEvents {
  onMessage(message: FromWorker): void;
  /** Once. `cause` when it could not be started, or ended with an error. */
  onExit(cause: unknown): void;
}

export type OpenChannel = (options: ChannelOptions, events: ChannelEvents) => Channel;

export function openChannel(options: ChannelOptions, events: ChannelEvents): Channel {
  return options.kind === 'thread' ? openThread(options, events) : openProcess(options, events);
}

function openThread(options: ThreadOptions, { onMessage, onExit }: ChannelEvents): Channel {
  const { entry, name, resourceLimits } = options;
  const thread = new Worker(entry, { name, ...(resourceLimits && { resourceLimits }) });
  let cause: unknown;
  thread.on('message', onMessage);
  thread.on('error', (error: unknown) => {
    cause = error;
  });
  thread.on('exit', () => onExit(cause));
  return {
    pid: undefined,
    send: (message, transfer = []) => thread.postMessage(message, transfer),
    kill: () => void thread.terminate(),
    hold: (isHeld) => (isHeld ? thread.ref() : thread.unref()),
  };
}

function openProcess(options: ProcessOptions, { onMessage, onExit }: ChannelEvents): Channel {
  const child = fork(options.entry, options.args ?? [], {
    env: { ...whereCompiled(), ...options.env },
    execArgv: ['--disable-warning=ExperimentalWarning', ...(options.execArgv ?? [])],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  let hasEnded = false;
  const end = (cause?: unknown) => {
    if (hasEnded) return;
    hasEnded = true;
    onExit(cause);
  };
  child.on('message', onMessage);
  child.once('exit', () => end());
  child.once('error', end);
  if (options.niceness !== undefined) lowerPriority(child.pid, options.niceness);
  if (options.oomScore !== undefined) setOomScore(child.pid, options.oomScore);
  return {
    pid: child.pid,
    // A write to a process that has just ended fails; its exit reports that.
    send: (message) => void child.send(message, () => undefined),
    kill: () => void child.kill('SIGKILL'),
    hold(isHeld) {
      if (isHeld) {
        child.ref();
        child.channel?.ref();
      } else {
        child.unref();
        child.channel?.unref();
      }
    },
  };
}

function setOomScore(pid: number | undefined, score: number): void {
  if (process.platform !== 'linux' || pid === undefined) return;
  try {
    writeFileSync(`/proc/${pid}/oom_score_adj`, String(score));
  } catch {
    // The process has ended already, or the system forbids it.
  }
}
