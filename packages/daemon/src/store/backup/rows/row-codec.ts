/**
 * Rows of one table as bytes, and back, exactly: integers of 64 bits, reals, texts and blobs keep their type. Values of one column stand
 * together, integers as the difference from the one before, which compresses well.
 */

/** Integers as `bigint`: a `number` is a real. */
export type SqlValue = null | bigint | number | string | Buffer;
export type Row = SqlValue[];

const NULL = 0;
const INTEGER = 1;
/** Beyond 53 bits: as it is. */
const LONG = 2;
const REAL = 3;
const TEXT = 4;
const BLOB = 5;

class DamagedRowsError extends Error {
  constructor() {
    super('the rows cannot be read');
  }
}

export function encodeRows(columns: number, rows: readonly Row[]): Buffer {
  const writing = byteWriter();
  writing.number(columns);
  writing.number(rows.length);
  for (let column = 0; column < columns; column += 1) {
    const values = rows.map((row) => row[column] ?? null);
    const tags = values.map(tagOf);
    writing.bytes(Buffer.from(tags));
    let before = 0;
    for (const [at, value] of values.entries()) {
      if (tags[at] === INTEGER) {
        writing.signed(Number(value) - before);
        before = Number(value);
      } else writeValue(writing, value);
    }
  }
  return writing.finish();
}

function writeValue(writing: ReturnType<typeof byteWriter>, value: SqlValue): void {
  if (value === null) return;
  if (typeof value === 'bigint') writing.fixed((bytes) => bytes.writeBigInt64LE(value));
  else if (typeof value === 'number') writing.fixed((bytes) => bytes.writeDoubleLE(value));
  else {
    const bytes = typeof value === 'string' ? Buffer.from(value) : value;
    writing.number(bytes.length);
    writing.bytes(bytes);
  }
}

function tagOf(value: SqlValue): number {
  if (value === null) return NULL;
  if (typeof value === 'bigint') return isShort(value) ? INTEGER : LONG;
  if (typeof value === 'number') return REAL;
  return typeof value === 'string' ? TEXT : BLOB;
}

/** The difference of two such numbers is exact too. */
function isShort(value: bigint): boolean {
  return value >= -(2n ** 51n) && value <= 2n ** 51n;
}

/** Throws DamagedRowsError. */
export function decodeRows(bytes: Buffer): Row[] {
  const reading = byteReader(bytes);
  const columns = reading.number();
  const count = reading.number();
  // Every value has a tag: a damaged count must not reserve gigabytes.
  if (columns * count > bytes.length) throw new DamagedRowsError();
  const rows: Row[] = Array.from({ length: count }, () => new Array<SqlValue>(columns));
  for (let column = 0; column < columns; column += 1) {
    const tags = reading.bytes(count);
    let before = 0;
    for (const [at, row] of rows.entries()) {
      const tag = tags[at];
      if (tag === INTEGER) {
        before += reading.signed();
        row[column] = BigInt(before);
      } else row[column] = readValue(reading, tag);
    }
  }
  return rows;
}

function readValue(reading: ReturnType<typeof byteReader>, tag: number | undefined): SqlValue {
  if (tag === NULL) return null;
  if (tag === LONG) return reading.bytes(8).readBigInt64LE();
  if (tag === REAL) return reading.bytes(8).readDoubleLE();
  if (tag === TEXT) return reading.bytes(reading.number()).toString('utf8');
  if (tag === BLOB) return reading.bytes(reading.number());
  throw new DamagedRowsError();
}

function byteWriter() {
  let buffer = Buffer.allocUnsafe(1 << 16);
  let length = 0;

  function reserve(bytes: number): void {
    if (length + bytes <= buffer.length) return;
    const larger = Buffer.allocUnsafe(Math.max(2 * buffer.length, length + bytes));
    buffer.copy(larger, 0, 0, length);
    buffer = larger;
  }

  /** 0 or more, up to 2^53. */
  function number(value: number): void {
    reserve(8);
    let rest = value;
    while (rest >= 128) {
      buffer[length++] = (rest % 128) + 128;
      rest = Math.floor(rest / 128);
    }
    buffer[length++] = rest;
  }

  return {
    number,
    signed: (value: number) => number(value < 0 ? -2 * value - 1 : 2 * value),
    fixed(write: (eight: Buffer) => void): void {
      reserve(8);
      write(buffer.subarray(length, length + 8));
      length += 8;
    },
    bytes(bytes: Buffer): void {
      reserve(bytes.length);
      bytes.copy(buffer, length);
      length += bytes.length;
    },
    finish: () => buffer.subarray(0, length),
  };
}

function byteReader(buffer: Buffer) {
  let at = 0;

  function number(): number {
    let value = 0;
    let scale = 1;
    for (;;) {
      const byte = buffer[at];
      if (byte === undefined || scale > Number.MAX_SAFE_INTEGER) throw new DamagedRowsError();
      at += 1;
      if (byte < 128) return value + byte * scale;
      value += (byte - 128) * scale;
      scale *= 128;
    }
  }

  return {
    number,
    signed(): number {
      const folded = number();
      return folded % 2 === 1 ? -(folded + 1) / 2 : folded / 2;
    },
    bytes(count: number): Buffer {
      if (count > buffer.length - at) throw new DamagedRowsError();
      at += count;
      return buffer.subarray(at - count, at);
    },
  };
}
