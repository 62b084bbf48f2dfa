/**
 * Gives the memory of something large back at once; there is nothing in it afterwards. Left to itself it waits for the collector,
 * which searches the whole heap whenever 64 MB are waiting: eight pictures of 1080p, so with every frame or two.
 */
export function freeMemory({ buffer, byteLength }: Uint8Array): void {
  if (!(buffer instanceof ArrayBuffer) || buffer.detached) return;
  // What is a part of something larger is not ours alone.
  if (buffer.byteLength === byteLength) buffer.transfer(0);
}
