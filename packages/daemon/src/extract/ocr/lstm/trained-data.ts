/**
 * The language data of Tesseract, read as a file: one container with a table of offsets in front. Only the parts that its neural network
 * needs are named here.
 */

export interface TrainedData {
  /** Empty when the file has no such part. */
  readonly network: Buffer;
  readonly unicharset: Buffer;
  readonly recoder: Buffer;
  readonly punctuation: Buffer;
  readonly words: Buffer;
  readonly numbers: Buffer;
}

const PART = { network: 17, punctuation: 18, words: 19, numbers: 20, unicharset: 21, recoder: 22 };
const MOST_PARTS = 64;

/** Throws a RangeError when it is no such file. */
export function trainedDataOf(file: Buffer): TrainedData {
  const count = file.readInt32LE(0);
  if (count <= 0 || count > MOST_PARTS) throw new RangeError('no language data of Tesseract');
  const offsets = Array.from({ length: count }, (_, i) => Number(file.readBigInt64LE(4 + 8 * i)));
  const part = (index: number): Buffer => {
    const from = offsets[index] ?? -1;
    if (from < 0) return Buffer.alloc(0);
    const next = offsets.filter((offset) => offset > from);
    return file.subarray(from, Math.min(file.length, ...next));
  };
  return {
    network: part(PART.network),
    unicharset: part(PART.unicharset),
    recoder: part(PART.recoder),
    punctuation: part(PART.punctuation),
    words: part(PART.words),
    numbers: part(PART.numbers),
  };
}

/** Reads numbers and texts one after the other, lowest byte first. */
export function byteReader(bytes: Buffer) {
  let at = 0;
  const advance = (count: number) => {
    at += count;
    return at - count;
  };
  return {
    int8: () => bytes.readInt8(advance(1)),
    uint8: () => bytes.readUInt8(advance(1)),
    int16: () => bytes.readInt16LE(advance(2)),
    int32: () => bytes.readInt32LE(advance(4)),
    float64: () => bytes.readDoubleLE(advance(8)),
    skip: (count: number) => void advance(count),
    bytes(count: number): Buffer {
      const from = advance(count);
      if (at > bytes.length) throw new RangeError('the file ends too early');
      return bytes.subarray(from, at);
    },
    text(): string {
      return this.bytes(this.int32()).toString('utf8');
    },
  };
}

export type ByteReader = ReturnType<typeof byteReader>;
