/**
 * One run of one pipe, from the start of its process to its end: limits of time and memory, an end that is asked for before it is
 * forced, and a bounded ear for what it says. It knows nothing about triggers or other runs; `queue.ts` starts it.
 */
import type { PipeData } from '@hindcast/pipe-sdk';
import { ServiceError } from '#core/errors.ts';
import { tooMuchMemory, watchRun } from '../schedule/watch.ts';
import type { Walls } from '../walls/walls.ts';
import { isFromChild } from './checked-message.ts';
import { makeLeastImportant } from './importance.ts';
import { launch } from './launch.ts';
import { MOST_LINES, outputTail } from './output-tail.ts';
import { type FromChild, type LogLevel, messageReader, send, untilRead } from './protocol.ts';
import { shortened } from './run-log.ts';
import { readThrottled } from './throttle.ts';

export interface RunOptions {
  pipeId: string;
  folder: string;
  entryUrl: string;
  config: Record<string, unknown>;
  data: PipeData;
  outputFolder: string;
  mostOutputMb: number;
  readFolders: readonly string[];
  writeFolders: readonly string[];
  timeoutMs: number;
  memoryMb: number;
  walls: Walls;
  onLog: (level: LogLevel, message: string) => void;
  /** Does what the pipe asked for. Rejects with a ServiceError when it may not or cannot. */
  callFacility: (name: string, args: readonly unknown[], signal: AbortSignal) => Promise<unknown>;
}

export interface RunEnd {
  status: 'completed' | 'failed' | 'timed_out' | 'cancelled';
  itemsProcessed: number;
  /** What it printed and its closing message, the end of it. */
  output: string;
  errorOutput: string;
  exitCode: number | null;
  /** Also of one that completed, when it logged too much. */
  errorType: string | null;
  errorMessage: string | null;
}

export interface Run {
  readonly pid: number | null;
  /** Asks it to end and ends it when it does not; the end says `cancelled`. */
  stop(): void;
  readonly ended: Promise<RunEnd>;
}

/** The service itself has five seconds to stop. */
const GRACE_MS = 2_000;
const MOST_MESSAGE_BYTES = 8 * 1024 * 1024;
const CALLS_AT_ONCE = 4;
/** A message counts as its bytes, and at least as much as it costs to look at. */
const CHANNEL_BYTES_PER_SECOND = 2 * 1024 * 1024;
const MESSAGE_COST_BYTES = 4 * 1024;
const OUTPUT_BYTES_PER_SECOND = 256 * 1024;
/** Lines beyond those that are kept: who goes on is listened to so rarely that a search hardly ever meets it. */
const FLOOD_COSTS = 10;

type Cut = { status: 'failed' | 'timed_out' | 'cancelled'; type: string; message: string };

interface RunState {
  said: Extract<FromChild, { kind: 'done' | 'failed' }> | undefined;
  /** Why the host ended it. The first reason counts. */
  cut: Cut | undefined;
  isReady: boolean;
  calls: number;
  messages: number;
}

export function startRun(options: RunOptions): Run {
  const { child, channel } = launch(options, ({ message }) => {
    const why = shortened(`its program cannot be made: ${message}`);
    end({ status: 'failed', type: 'start', message: why });
  });
  const stopping = new AbortController();
  const tails = { out: outputTail(), err: outputTail() };
  const state: RunState = {
    said: undefined,
    cut: undefined,
    isReady: false,
    calls: 0,
    messages: 0,
  };

  function kill(): void {
    child.kill('SIGKILL');
  }
  /** A run that was done before is not undone by its end. */
  function note(reason: Cut): void {
    if (state.said === undefined) state.cut ??= reason;
  }
  function end(reason: Cut): void {
    note(reason);
    stopping.abort();
    kill();
  }

  const lines = () => state.messages + tails.out.lines() + tails.err.lines();
  // One that has ended sends no more.
  const costOfLine = () => (lines() > MOST_LINES && child.exitCode === null ? FLOOD_COSTS : 1);
  const read = messageReader(MOST_MESSAGE_BYTES);
  const flow = readThrottled(channel, CHANNEL_BYTES_PER_SECOND, function* (piece) {
    yield piece.length;
    try {
      for (const message of read(piece)) {
        const linesBefore = state.messages;
        receive(message);
        yield MESSAGE_COST_BYTES * (state.messages > linesBefore ? costOfLine() : 1);
      }
    } catch {
      breakOff('a message that cannot be read');
    }
  });
  // Its end is what counts, and that is reported by the process.
  channel.on('error', () => {});
  const listenTo = (stream: typeof child.stdout, tail: typeof tails.out, level: LogLevel) => {
    if (!stream) return;
    readThrottled(stream, OUTPUT_BYTES_PER_SECOND, function* (piece) {
      for (const line of tail.add(piece)) options.onLog(level, line);
      yield piece.length * costOfLine();
    });
  };
  listenTo(child.stdout, tails.out, 'info');
  listenTo(child.stderr, tails.err, 'error');

  const timers = [
    setTimeout(() => {
      const secs = options.timeoutMs / 1_000;
      const message = `it ran longer than ${secs} s`;
      askToEnd({ status: 'timed_out', type: 'timeout', message });
    }, options.timeoutMs),
  ];
  const parts: RunParts = { options, channel, child, stopping, state, flow, timers };
  const { breakOff, receive } = messageIntake({ ...parts, end, kill });
  const stopWatching = watchRun({ ...options, pid: child.pid }, ({ type, message }) =>
    end({ status: 'failed', type, message }),
  );

  function askToEnd(reason: Cut): void {
    if (state.cut !== undefined) return;
    note(reason);
    stopping.abort();
    send(channel, { kind: 'stop' });
    timers.push(setTimeout(kill, GRACE_MS));
  }
  const ended = endOfRun({ ...parts, stopWatching, tails, lines });

  return {
    pid: child.pid ?? null,
    stop: () => askToEnd({ status: 'cancelled', type: 'cancelled', message: 'it was stopped' }),
    ended,
  };
}

interface RunParts extends Pick<ReturnType<typeof launch>, 'channel' | 'child'> {
  options: RunOptions;
  stopping: AbortController;
  state: RunState;
  flow: ReturnType<typeof readThrottled>;
  timers: NodeJS.Timeout[];
}

/** Resolves when the process has ended and all that it said was read. */
function endOfRun(
  parts: RunParts & {
    stopWatching: ReturnType<typeof watchRun>;
    tails: Record<'out' | 'err', ReturnType<typeof outputTail>>;
    lines: () => number;
  },
) {
  const { options, channel, child, stopping, state, flow, timers } = parts;
  const { stopWatching, tails, lines } = parts;
  return new Promise<RunEnd>((resolve) => {
    const finish = async (exitCode: number | null, signal: string | null) => {
      for (const timer of timers) clearTimeout(timer);
      stopWatching();
      // What it said last may not have had its turn.
      await flow.drained();
      stopping.abort();
      channel.destroy();
      resolve(
        runEnd({
          said: state.said,
          cut: state.cut,
          exitCode,
          signal,
          options,
          tails,
          lines: lines(),
        }),
      );
    };
    child.once('close', (exitCode, signal) => void finish(exitCode, signal));
    // What is still on its way from one that was ended is of no use, and reading a flood takes its time.
    child.once('exit', () => {
      if (state.cut === undefined) return;
      channel.destroy();
      flow.drop();
    });
    // It could not be started: 'close' may not follow.
    child.once('error', (error) => {
      state.cut ??= {
        status: 'failed',
        type: 'start',
        message: `it cannot be started: ${error.message}`,
      };
      if (child.pid === undefined) void finish(null, null);
    });
  });
}

/** Acts on what the process says. */
function messageIntake(parts: RunParts & { end: (reason: Cut) => void; kill: () => void }) {
  const { options, channel, child, stopping, state, flow, timers, end, kill } = parts;
  async function beginWith(pid: number): Promise<void> {
    // Not earlier: starting is work of ours, and should not wait for others.
    await makeLeastImportant(pid);
    const { pipeId, entryUrl: entry, config, data, outputFolder } = options;
    send(channel, { kind: 'begin', pipeId, entry, config, data, outputFolder });
  }

  async function answer({ call, facility, arguments: args }: Call): Promise<void> {
    try {
      const value = await options.callFacility(facility, args, stopping.signal);
      send(channel, { kind: 'answer', call, value: value ?? null });
    } catch (error) {
      send(channel, { kind: 'refusal', call, ...refusalOf(error) });
    }
    // An answer that nobody reads is held by us: until it is read, the call is not over.
    await untilRead(channel, stopping.signal);
  }

  /** What follows a call waits while there are too many, also what has been read already. */
  function take(call: Call): void {
    state.calls += 1;
    if (state.calls >= CALLS_AT_ONCE) flow.hold();
    void answer(call).finally(() => {
      state.calls -= 1;
      if (state.calls < CALLS_AT_ONCE) flow.release();
    });
  }

  function breakOff(what: string): void {
    end({ status: 'failed', type: 'protocol', message: `it sent ${what}` });
  }

  function receive(message: unknown): void {
    if (!isFromChild(message)) {
      breakOff('something that is no message');
      return;
    }
    switch (message.kind) {
      case 'ready':
        // Each would be answered with all its data.
        if (state.isReady) breakOff('that it is ready a second time');
        else void beginWith(child.pid ?? 0);
        state.isReady = true;
        break;
      case 'log':
        state.messages += 1;
        options.onLog(message.level, message.message);
        break;
      case 'call':
        take(message);
        break;
      case 'done':
      case 'failed':
        // Whatever a pipe says after it was asked to end, its work may be half done.
        if (state.cut === undefined) state.said ??= message;
        // It ends by itself; one that does not has nothing left to do.
        timers.push(setTimeout(kill, GRACE_MS));
        break;
    }
  }

  return { breakOff, receive };
}

type Call = Extract<FromChild, { kind: 'call' }>;

function refusalOf(error: unknown): { code: string; message: string; hint?: string | undefined } {
  if (error instanceof ServiceError) {
    return { code: error.code, message: error.message, hint: error.hint };
  }
  return { code: 'INTERNAL_ERROR', message: 'the service could not do that' };
}

function runEnd(facts: {
  said: Extract<FromChild, { kind: 'done' | 'failed' }> | undefined;
  cut: Cut | undefined;
  exitCode: number | null;
  signal: string | null;
  options: RunOptions;
  tails: { out: ReturnType<typeof outputTail>; err: ReturnType<typeof outputTail> };
  /** That it logged or printed. */
  lines: number;
}): RunEnd {
  const { said, cut, exitCode, signal, tails, options, lines } = facts;
  const flood =
    lines > MOST_LINES ? `it logged more than ${MOST_LINES} lines, which are not all kept` : '';
  // It may be why it was not done in time.
  const andFlood = flood && `; ${flood}`;
  const base = {
    itemsProcessed: 0,
    output: tails.out.text(),
    errorOutput: tails.err.text(),
    exitCode,
  };
  if (said?.kind === 'done') {
    const closing = said.message === undefined ? '' : `${shortened(said.message)}\n`;
    return {
      ...base,
      status: 'completed',
      output: base.output + closing,
      itemsProcessed: said.itemsProcessed ?? options.data.items.length,
      ...(flood === ''
        ? { errorType: null, errorMessage: null }
        : { errorType: 'flood', errorMessage: flood }),
    };
  }
  if (cut !== undefined) {
    return {
      ...base,
      status: cut.status,
      errorType: cut.type,
      errorMessage: cut.message + andFlood,
    };
  }
  const crash = said?.message ?? crashMessage(base.errorOutput, exitCode, signal, options.memoryMb);
  const errorType = said ? 'error' : 'crash';
  return { ...base, status: 'failed', errorType, errorMessage: shortened(crash) + andFlood };
}

function crashMessage(
  errorOutput: string,
  exitCode: number | null,
  signal: string | null,
  memoryMb: number,
): string {
  if (/heap out of memory/.test(errorOutput)) return tooMuchMemory(memoryMb);
  return signal === null
    ? `its process ended by itself with code ${exitCode} before it was done`
    : `its process was ended by the signal ${signal}`;
}
