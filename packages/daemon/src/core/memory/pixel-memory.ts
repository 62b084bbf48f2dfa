/**
 * Memory for pictures of the screen. A picture has megabytes, and every new allocation of that size makes the collector search the
 * whole heap soon after, so memory that was returned is given out again. What nobody asks for is freed after some seconds.
 */

/** A picture that is looked at, the next one, and the part of it that a window takes. */
const MOST_SPARE = 3;
/** A picture of a screen of 3840x2160, and a quarter of it; two of them where windows are looked at again as a whole. */
const MOST_SPARE_BYTES = { inParts: 42_000_000, whole: 67_000_000 };
/** What was drawn on is mostly smaller, of another size each time, and cheap to allocate. */
const LEAST_BYTES = 1_000_000;
const KEPT_FOR_MS = 10_000;

const spare: ArrayBuffer[] = [];
/** By memory: the array that was given out with it, or undefined while it is spare. */
const holders = new WeakMap<ArrayBuffer, Uint8Array | undefined>();
let freeing: NodeJS.Timeout | undefined;
let mostSpareBytes = MOST_SPARE_BYTES.inParts;

/** For a screen that does not give its pictures in parts. */
export function keepWholePictures(): void {
  mostSpareBytes = MOST_SPARE_BYTES.whole;
}

/** What it holds is undefined: the caller writes all of it. */
export function pixelMemory(sizeBytes: number): Uint8Array<ArrayBuffer> {
  const index = spare.findIndex(({ byteLength }) => byteLength === sizeBytes);
  const [known] = index < 0 ? [] : spare.splice(index, 1);
  const memory = new Uint8Array(known ?? new ArrayBuffer(sizeBytes));
  holders.set(memory.buffer, memory);
  return memory;
}

/** The caller must not read `data` afterwards: the next picture is written there. */
export function returnPixels(data: Uint8Array): void {
  const { buffer, byteLength } = data;
  if (!(buffer instanceof ArrayBuffer) || buffer.detached) return;
  // What is a part of something larger is not ours alone.
  if (buffer.byteLength !== byteLength) return;
  const isReturnedAlready = holders.has(buffer) && holders.get(buffer) !== data;
  if (isReturnedAlready) return;
  holders.set(buffer, undefined);
  if (byteLength < LEAST_BYTES) {
    buffer.transfer(0);
    return;
  }
  // Not transferred to a new buffer: the collector counts that as megabytes allocated, and searches the heap at every other picture.
  spare.push(buffer);
  while (spare.length > MOST_SPARE || sizeOf(spare) > mostSpareBytes) spare.shift()?.transfer(0);
  freeing ??= setTimeout(freeSpare, KEPT_FOR_MS).unref();
  freeing.refresh();
}

function sizeOf(buffers: readonly ArrayBuffer[]): number {
  return buffers.reduce((sum, { byteLength }) => sum + byteLength, 0);
}

function freeSpare(): void {
  freeing = undefined;
  for (const buffer of spare.splice(0)) buffer.transfer(0);
}
