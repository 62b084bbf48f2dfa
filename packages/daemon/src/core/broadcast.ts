/**
 * Notifies listeners that something has happened. It announces and never steers: nothing may depend on being listened to, and a
 * listener that breaks does not break the sender.
 */
export interface Broadcast<T> {
  /** Listeners are called at once, in the order in which they came. */
  announce(value: T): void;
  /** The answer ends it. */
  listen(listener: (value: T) => void): () => void;
  listenerCount(): number;
}

/** `onFault` receives what a listener threw. */
export function broadcast<T>(onFault: (error: unknown) => void): Broadcast<T> {
  const listeners = new Set<(value: T) => void>();
  return {
    announce(value) {
      for (const listener of [...listeners]) {
        try {
          listener(value);
        } catch (error) {
          onFault(error);
        }
      }
    },
    listen(listener) {
      // Its own wrapper, so that the same function may listen twice and each end only itself.
      const own = (value: T) => listener(value);
      listeners.add(own);
      return () => listeners.delete(own);
    },
    listenerCount: () => listeners.size,
  };
}
