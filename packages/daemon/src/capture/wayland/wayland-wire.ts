/**
 * Messages of the Wayland protocol as bytes: an object, an opcode, and arguments in words of 32 bits. Pure. Byte order is that of
 * the machine; every machine the service runs on has the low byte first.
 */

export type WireArgument = number | string;

const HEADER_BYTES = 8;

/** One request. Numbers are ids, counts or signed numbers; strings get their length and their zero byte. */
export function encodeRequest(
  object: number,
  opcode: number,
  args: readonly WireArgument[],
): Buffer {
  const sizeBytes = args.reduce<number>((sum, arg) => sum + bytesOf(arg), HEADER_BYTES);
  const bytes = Buffer.alloc(sizeBytes);
  bytes.writeUInt32LE(object, 0);
  bytes.writeUInt32LE(((sizeBytes << 16) | opcode) >>> 0, 4);
  let at = HEADER_BYTES;
  for (const arg of args) {
    if (typeof arg === 'number') {
      bytes.writeUInt32LE(arg >>> 0, at);
    } else {
      bytes.writeUInt32LE(Buffer.byteLength(arg) + 1, at);
      bytes.write(arg, at + 4);
    }
    at += bytesOf(arg);
  }
  return bytes;
}

function bytesOf(arg: WireArgument): number {
  return typeof arg === 'number' ? 4 : 4 + padded(Buffer.byteLength(arg) + 1);
}

function padded(sizeBytes: number): number {
  return (sizeBytes + 3) & ~3;
}

/** The arguments of one event, read in their order. */
export interface EventReader {
  uint(): number;
  int(): number;
  string(): string;
  array(): Buffer;
}

function eventReader(bytes: Buffer): EventReader {
  let at = 0;
  const next = (sizeBytes: number) => {
    const from = at;
    at += sizeBytes;
    return from;
  };
  function array(): Buffer {
    const sizeBytes = bytes.readUInt32LE(next(4));
    const from = next(padded(sizeBytes));
    return bytes.subarray(from, from + sizeBytes);
  }
  return {
    uint: () => bytes.readUInt32LE(next(4)),
    int: () => bytes.readInt32LE(next(4)),
    array,
    string() {
      const text = array();
      return text.toString('utf8', 0, Math.max(0, text.length - 1));
    },
  };
}

export interface WireEvent {
  readonly object: number;
  readonly opcode: number;
  readonly args: EventReader;
}

/** Cuts what arrives into events; the beginning of one that is still on its way is kept. */
export function eventSplitter(onEvent: (event: WireEvent) => void): (chunk: Buffer) => void {
  let rest: Buffer = Buffer.alloc(0);
  return (chunk) => {
    let data = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
    while (data.length >= HEADER_BYTES) {
      const word = data.readUInt32LE(4);
      const sizeBytes = word >>> 16;
      if (sizeBytes < HEADER_BYTES) throw new Error('the compositor sent a broken message');
      if (data.length < sizeBytes) break;
      onEvent({
        object: data.readUInt32LE(0),
        opcode: word & 0xffff,
        args: eventReader(data.subarray(HEADER_BYTES, sizeBytes)),
      });
      data = data.subarray(sizeBytes);
    }
    rest = Buffer.from(data);
  };
}
