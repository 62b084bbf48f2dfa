/**
 * Turns what a device delivers (bytes or samples, in pieces of any length) into blocks of whole 10 ms with their time, and watches that
 * it keeps delivering. Every source hands its pieces to one of these, so that time-outs, lost sound and the end of a stream mean
 * the same everywhere. While a stream is calm its blocks come in bulk, about once a second: nearly all it costs is being woken.
 */
import { serviceError } from '#core/errors.ts';
import {
  BLOCK_SAMPLES,
  SAMPLE_RATE,
  type StreamEnd,
  type StreamHandlers,
} from '../audio-source.ts';
import { calm } from '../calm.ts';
import { sampleClock } from './sample-clock.ts';

const BLOCK_MS = (BLOCK_SAMPLES / SAMPLE_RATE) * 1000;
/** A calm stream is held back for so long; whoever watches it gives it several times that. */
const HELD_SAMPLES = SAMPLE_RATE;

export interface BlockStream {
  /** Samples at 16 kHz, mono, in the order they were captured; not to be touched again. Ignored after the end. */
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
  const stream = calm();
  /** What has arrived and is not reported yet: the beginning of a block, or up to a second of a calm stream. */
  let held: Int16Array<ArrayBuffer>[] = [];
  let heldSamples = 0;
  let heldAtMs = 0;
  let lastPushMs = nowMs();
  let ended = false;

  function end(reason: StreamEnd): void {
    // Before a stream is found to be dead, what it brought is passed on; one that is stopped is to be silent at once.
    if (!ended && reason.kind !== 'stopped') tell();
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
    end({
      kind: 'broken',
      error: serviceError('AUDIO_STREAM_BROKEN', { device: options.deviceName, what }),
    });

  const timer = setTimeout(timeOut, options.timeoutMs);
  if (signal.aborted) queueMicrotask(stop);
  else signal.addEventListener('abort', stop, { once: true });

  function tell(): void {
    const all = joined(held, heldSamples);
    const count = Math.floor(all.length / BLOCK_SAMPLES);
    const firstAtMs = heldAtMs;
    held = [all.slice(count * BLOCK_SAMPLES)];
    heldSamples = all.length - count * BLOCK_SAMPLES;
    heldAtMs += count * BLOCK_MS;
    if (count === 0) return;
    handlers.onBlock({ atMs: firstAtMs, samples: all.subarray(0, count * BLOCK_SAMPLES) });
  }

  return {
    push(samples) {
      if (ended || samples.length === 0) return;
      const now = nowMs();
      // A machine that slept runs no timers: the silence is noticed when the device wakes.
      if (now - lastPushMs > options.timeoutMs) return timeOut();
      lastPushMs = now;
      timer.refresh();
      const arrival = times.arrived(samples.length, now);
      if (arrival.kind === 'steady') {
        heldAtMs = arrival.atMs - (heldSamples / SAMPLE_RATE) * 1000;
        held.push(samples);
        heldSamples += samples.length;
        const isCalm = stream.isCalm(samples, now);
        if (arrival.isSettled && (!isCalm || heldSamples >= HELD_SAMPLES)) tell();
      } else if (arrival.kind === 'lost') broke('sound was lost on the way');
      else broke('the clock of the machine was set back');
    },
    end,
    hasEnded: () => ended,
  };
}

/** Always a copy: blocks are the receiver’s own. */
function joined(
  pieces: readonly Int16Array<ArrayBuffer>[],
  length: number,
): Int16Array<ArrayBuffer> {
  const all = new Int16Array(length);
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.length;
  }
  return all;
}
