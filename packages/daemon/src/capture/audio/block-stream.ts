/**
 * Turns what a device delivers (bytes or samples, in pieces of any length) into blocks of 10 ms with their time, and watches that it
 * keeps delivering. Every source hands its pieces to one of these, so that time-outs, lost sound and the end of a stream mean
 * the same everywhere.
 */
import { BLOCK_SAMPLES, SAMPLE_RATE, type StreamEnd, type StreamHandlers } from './audio-source.ts';
import { StreamBrokenError } from './errors.ts';
import { sampleClock } from './sample-clock.ts';

const BLOCK_MS = (BLOCK_SAMPLES / SAMPLE_RATE) * 1000;

export interface BlockStream {
  /** Samples at 16 kHz, mono, in the order they were captured. Ignored after the end. */
  push(samples: Int16Array<ArrayBuffer>): void;
  /** Ends the stream with this reason; later calls change nothing. */
  end(end: StreamEnd): void;
  hasEnded(): boolean;
}

export function blockStream(options: {
  handlers: StreamHandlers;
  deviceName: string;
  /** Without a sample for this long the stream has timed out. */
  timeoutMs: number;
  nowMs: () => number;
  /** Called once, before `onEnd`: lets go of the device. */
  release(): void;
}): BlockStream {
  const { handlers, nowMs } = options;
  const { signal } = handlers;
  const times = sampleClock();
  let rest = new Int16Array(0);
  let lastPushMs = nowMs();
  let ended = false;

  function end(reason: StreamEnd): void {
    if (ended) return;
    ended = true;
    clearTimeout(timer);
    signal.removeEventListener('abort', stop);
    options.release();
    handlers.onEnd(reason);
  }
  const stop = () => end({ kind: 'stopped' });
  const timeOut = () => end({ kind: 'timed_out' });
  const broke = (what: string) =>
    end({ kind: 'broken', error: new StreamBrokenError(options.deviceName, what) });

  const timer = setTimeout(timeOut, options.timeoutMs);
  if (signal.aborted) queueMicrotask(stop);
  else signal.addEventListener('abort', stop, { once: true });

  function cut(all: Int16Array<ArrayBuffer>, firstAtMs: number): void {
    const count = Math.floor(all.length / BLOCK_SAMPLES);
    for (let index = 0; index < count && !ended; index += 1) {
      const from = index * BLOCK_SAMPLES;
      // Views of one copy: a hundred buffers a second and stream would keep the garbage collector busy in a silent room.
      const samples = all.subarray(from, from + BLOCK_SAMPLES);
      handlers.onBlock({ atMs: firstAtMs + index * BLOCK_MS, samples });
    }
    rest = all.slice(count * BLOCK_SAMPLES);
  }

  return {
    push(samples) {
      if (ended || samples.length === 0) return;
      const now = nowMs();
      // A machine that slept runs no timers: the silence is noticed when the device wakes.
      if (now - lastPushMs > options.timeoutMs) return timeOut();
      lastPushMs = now;
      timer.refresh();
      const restMs = (rest.length / SAMPLE_RATE) * 1000;
      const arrival = times.arrived(samples.length, now);
      if (arrival.kind === 'steady') cut(joined(rest, samples), arrival.atMs - restMs);
      else if (arrival.kind === 'lost') broke('sound was lost on the way');
      else broke('the clock of the machine was set back');
    },
    end,
    hasEnded: () => ended,
  };
}

/** Always a copy: blocks are the receiver’s own. */
function joined(
  first: Int16Array<ArrayBuffer>,
  second: Int16Array<ArrayBuffer>,
): Int16Array<ArrayBuffer> {
  const all = new Int16Array(first.length + second.length);
  all.set(first);
  all.set(second, first.length);
  return all;
}
