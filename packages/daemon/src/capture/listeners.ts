/** A list of listeners for one kind of event: typed, and without the special words of Node's emitter ('error' that throws). */
export interface Emitter<T> {
  emit(value: T): void;
  /** Adds a listener; the answer takes it away again. */
  on(listener: (value: T) => void): () => void;
}

export function emitter<T>(): Emitter<T> {
  const listeners = new Set<(value: T) => void>();
  return {
    emit(value) {
      for (const listener of [...listeners]) listener(value);
    },
    on(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
