/**
 * Columns of whole numbers as bytes: a number takes as few bytes as it needs, small differences one. Numbers of
 * one kind stand together, so that what repeats from frame to frame repeats byte for byte.
 */
import { PackFunctionError } from '../function-names.ts';

export class DamagedPackError extends PackFunctionError {
  constructor() {
    super('the packed content of a frame is damaged');
  }
}

export interface NumberWriter {
  /** 0 or more, up to 2^53. */
  push(value: number): void;
  /** Of either sign. */
  pushSigned(value: number): void;
  bytes(): Uint8Array;
}

export function numberWriter(): NumberWriter {
  const bytes: number[] = [];
  function push(value: number): void {
    let rest = value;
    while (rest >= 128) {
      bytes.push((rest % 128) + 128);
      rest = Math.floor(rest / 128);
    }
    bytes.push(rest);
  }
  return {
    push,
    pushSigned: (value) => push(folded(value)),
    bytes: () => Uint8Array.from(bytes),
  };
}

/** 0, -1, 1, -2, … → 0, 1, 2, 3, … */
export function folded(value: number): number {
  return value < 0 ? -2 * value - 1 : 2 * value;
}

export function unfolded(value: number): number {
  return value % 2 === 1 ? -(value + 1) / 2 : value / 2;
}

/** Reads what was written, one thing after the other; throws DamagedPackError at the end of the bytes. */
export interface PackReading {
  number(): number;
  numbers(count: number): number[];
  signedNumbers(count: number): number[];
  text(byteCount: number): string;
}

export function readPack(bytes: Buffer): PackReading {
  let at = 0;

  function number(): number {
    let value = 0;
    let scale = 1;
    for (;;) {
      const byte = bytes[at];
      if (byte === undefined || scale > Number.MAX_SAFE_INTEGER) throw new DamagedPackError();
      at += 1;
      if (byte < 128) return value + byte * scale;
      value += (byte - 128) * scale;
      scale *= 128;
    }
  }

  function numbers(count: number): number[] {
    // Every number takes a byte at least: a damaged count must not reserve gigabytes.
    if (count > bytes.length - at) throw new DamagedPackError();
    const values = new Array<number>(count);
    for (let i = 0; i < count; i++) values[i] = number();
    return values;
  }

  return {
    number,
    numbers,
    signedNumbers: (count) => numbers(count).map(unfolded),
    text(byteCount) {
      if (byteCount > bytes.length - at) throw new DamagedPackError();
      at += byteCount;
      return bytes.toString('utf8', at - byteCount, at);
    },
  };
}
