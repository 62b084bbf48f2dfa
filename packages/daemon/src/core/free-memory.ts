import type { Pixels } from './observation.ts';

/**
 * Gives the memory of a picture back at once; there is nothing in it afterwards. Left to itself it waits for the collector, which
 * searches the whole heap whenever 64 MB are waiting: for eight pictures of 1080p, so with every frame or two.
 */
export function freePixels({ data }: Pixels): void {
  const { buffer } = data;
  if (!(buffer instanceof ArrayBuffer) || buffer.detached) return;
  // What is a part of something larger is not ours alone.
  if (buffer.byteLength === data.byteLength) buffer.transfer(0);
}
