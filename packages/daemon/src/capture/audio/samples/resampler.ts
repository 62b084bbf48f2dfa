/**
 * Brings interleaved 16-bit sound of any rate and number of channels to 16 kHz mono, piece by piece. A windowed sinc: the usual
 * textbook filter, short enough for a machine that does other things. On Linux the sound server does this.
 */
import { SAMPLE_RATE } from '../audio-source.ts';

/** Crossings of zero on either side. 16 keep what folds back from above 8 kHz 60 dB down. */
const HALF_WIDTH = 16;
/** Below half the rate, because no short filter is a wall. */
const CUTOFF = 0.9;

export interface Resampler {
  /** The samples that are certain now; those near the end wait for what follows them. */
  push(interleaved: Int16Array): Int16Array<ArrayBuffer>;
}

export function resampler(from: { sampleRate: number; channels: number }): Resampler {
  const step = from.sampleRate / SAMPLE_RATE;
  // Going up there is nothing above the cut-off to take away.
  const cutoff = CUTOFF / Math.max(1, step);
  const reach = Math.ceil(HALF_WIDTH / cutoff);
  const filters = filterBank(from.sampleRate, cutoff, reach);
  /** Mono samples from number `base` on; silence before the first. */
  let held = new Float32Array(reach);
  let base = -reach;
  let next = 0;

  function at(output: number): number {
    const position = Math.floor(output * step);
    const filter = filters(output);
    const first = position - reach + 1 - base;
    let sum = 0;
    for (let tap = 0; tap < filter.length; tap += 1) {
      sum += (held[first + tap] ?? 0) * (filter[tap] ?? 0);
    }
    return Math.max(-32_768, Math.min(32_767, Math.round(sum)));
  }

  return {
    push(interleaved) {
      held = joined(held, mono(interleaved, from.channels));
      const end = base + held.length;
      const count = Math.max(0, Math.floor((end - 1 - reach) / step) - next + 1);
      const out = new Int16Array(count);
      for (let index = 0; index < count; index += 1) out[index] = at(next + index);
      next += count;
      const keepFrom = Math.max(base, Math.floor(next * step) - reach);
      held = held.slice(keepFrom - base);
      base = keepFrom;
      return out;
    },
  };
}

/** The filter for each place an output sample can have between two input samples: few, because both rates are whole numbers. */
function filterBank(sampleRate: number, cutoff: number, reach: number) {
  const known = new Map<number, Float64Array>();
  function make(share: number): Float64Array {
    return Float64Array.from({ length: 2 * reach }, (_, tap) => {
      const distance = tap - reach + 1 - share;
      const window = 0.5 + 0.5 * Math.cos((Math.PI * distance) / reach);
      const x = Math.PI * cutoff * distance;
      return cutoff * window * (Math.abs(x) < 1e-9 ? 1 : Math.sin(x) / x);
    });
  }
  return (output: number): Float64Array => {
    const phase = (output * sampleRate) % SAMPLE_RATE;
    const filter = known.get(phase) ?? make(phase / SAMPLE_RATE);
    known.set(phase, filter);
    return filter;
  };
}

function mono(interleaved: Int16Array, channels: number): Float32Array {
  const frames = new Float32Array(Math.floor(interleaved.length / channels));
  for (let frame = 0; frame < frames.length; frame += 1) {
    let sum = 0;
    for (let channel = 0; channel < channels; channel += 1) {
      sum += interleaved[frame * channels + channel] ?? 0;
    }
    frames[frame] = sum / channels;
  }
  return frames;
}

function joined(first: Float32Array, second: Float32Array): Float32Array<ArrayBuffer> {
  const all = new Float32Array(first.length + second.length);
  all.set(first);
  all.set(second, first.length);
  return all;
}
