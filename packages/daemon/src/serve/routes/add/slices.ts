/** Works through a list in slices, so that the thread answers other requests between two of them. */
import { setImmediate as nextTurn } from 'node:timers/promises';

/** What another request may have to wait for a slice, in addition to the one item that is being worked on. */
const SLICE_MS = 10;

export async function mapInSlices<T, R>(
  items: readonly T[],
  convert: (item: T, index: number) => R,
  signal: AbortSignal,
): Promise<R[]> {
  const converted: R[] = [];
  let startedAtMs = performance.now();
  for (const [index, item] of items.entries()) {
    if (performance.now() - startedAtMs > SLICE_MS) {
      await nextTurn();
      signal.throwIfAborted();
      startedAtMs = performance.now();
    }
    converted.push(convert(item, index));
  }
  return converted;
}
