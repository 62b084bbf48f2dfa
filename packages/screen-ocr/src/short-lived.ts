/**
 * Memory for the small arrays that a line needs while it is found and read: parts of large blocks, which the system gets back when none is
 * in use. Thousands of separate arrays leave holes in the heap. What is kept for longer does not belong here: it would keep its block.
 */

// The allocator gives so much back to the system at once, and keeps what is small.
const BLOCK = 1 << 18;
// Larger arrays have separate memory.
const LARGEST = BLOCK / 4;
const ALIGNED = 8;

let block = new ArrayBuffer(0);
let used = 0;

/** All 0. */
export function shortLivedBytes(length: number): Uint8Array {
  if (length > LARGEST) return new Uint8Array(length);
  if (used + length > block.byteLength) {
    block = new ArrayBuffer(BLOCK);
    used = 0;
  }
  const bytes = new Uint8Array(block, used, length);
  used += Math.ceil(length / ALIGNED) * ALIGNED;
  return bytes;
}

/** All 0. */
export function shortLivedInts(length: number): Int32Array {
  const { buffer, byteOffset } = shortLivedBytes(length * Int32Array.BYTES_PER_ELEMENT);
  return new Int32Array(buffer, byteOffset, length);
}
