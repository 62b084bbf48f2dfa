/** Holds at most `capacity` items; when full, the newest offer is refused, and whoever offers counts it. */
export interface BoundedQueue<T> {
  /** False when there was no room. */
  offer(item: T): boolean;
  /** Waits for an item; undefined once `signal` aborts. One taker at a time. */
  take(signal: AbortSignal): Promise<T | undefined>;
  /** Everything that waits, taken out. */
  drain(): T[];
  depth(): number;
}

export function boundedQueue<T>(capacity: number): BoundedQueue<T> {
  const items: T[] = [];
  let wake: (() => void) | undefined;

  return {
    offer(item) {
      if (items.length >= capacity) return false;
      items.push(item);
      wake?.();
      return true;
    },
    async take(signal) {
      while (items.length === 0 && !signal.aborted) {
        const { promise, resolve } = Promise.withResolvers<void>();
        wake = resolve;
        signal.addEventListener('abort', wake, { once: true });
        await promise;
        signal.removeEventListener('abort', wake);
        wake = undefined;
      }
      return signal.aborted ? undefined : items.shift();
    },
    drain: () => items.splice(0),
    depth: () => items.length,
  };
}
