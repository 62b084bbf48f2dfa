/**
 * The last minute of one stream, found again by time. Sound that follows what was there before is joined to it sample by sample, as
 * long as its time agrees within a few milliseconds; otherwise it is put where its time says, with silence in between.
 */
import { SAMPLES_PER_MS } from './sound.ts';

// Above the wobble of arrival times, far below the length of a sound of speech.
const TOLERANCE_MS = 5;

export interface Tape {
  append(samples: Float32Array, atMs: number): void;
  /** The sound of a stretch; silence where there is none. */
  cut(startMs: number, endMs: number): Float32Array<ArrayBuffer>;
  /** Whether there is sound for this time. */
  has(atMs: number): boolean;
}

export function tape(lengthMs: number): Tape {
  const size = lengthMs * SAMPLES_PER_MS;
  const ring = new Float32Array(size);
  let originMs: number | undefined;
  /** Sample numbers since the origin: where the next sample goes, and the parts that are filled, oldest first. */
  let next = 0;
  let filled: { from: number; to: number }[] = [];

  const numberAt = (atMs: number) => Math.round((atMs - (originMs ?? atMs)) * SAMPLES_PER_MS);
  const placeOf = (number: number) => ((number % size) + size) % size;

  function remember(from: number, to: number): void {
    const last = filled.at(-1);
    if (last !== undefined && last.to === from) last.to = to;
    else filled.push({ from, to });
    filled = filled
      .filter((part) => part.to > to - size)
      .map((part) => ({ from: Math.max(part.from, to - size), to: part.to }));
  }

  function isFilled(number: number): boolean {
    return filled.some(({ from, to }) => number >= from && number < to);
  }

  return {
    append(samples, atMs) {
      originMs ??= atMs;
      const wanted = numberAt(atMs);
      if (Math.abs(wanted - next) > TOLERANCE_MS * SAMPLES_PER_MS) next = Math.max(next, wanted);
      for (let index = 0; index < samples.length; index += 1) {
        ring[placeOf(next + index)] = samples[index] ?? 0;
      }
      remember(next, next + samples.length);
      next += samples.length;
    },
    cut(startMs, endMs) {
      const from = numberAt(startMs);
      const out = new Float32Array(Math.max(0, Math.round((endMs - startMs) * SAMPLES_PER_MS)));
      for (const part of filled) {
        const start = Math.max(from, part.from);
        const end = Math.min(from + out.length, part.to);
        for (let number = start; number < end; number += 1) {
          out[number - from] = ring[placeOf(number)] ?? 0;
        }
      }
      return out;
    },
    has: (atMs) => isFilled(numberAt(atMs)),
  };
}
