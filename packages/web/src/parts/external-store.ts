/** A value outside React that components can follow, with the least that takes. */
import { useSyncExternalStore } from 'react';

export interface ExternalStore<Value> {
  get(): Value;
  set(value: Value): void;
  /** Returns how to stop. */
  listen(listener: () => void): () => void;
}

export function externalStore<Value>(initial: Value): ExternalStore<Value> {
  let current = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => current,
    set(value) {
      if (Object.is(value, current)) return;
      current = value;
      for (const listener of listeners) listener();
    },
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export function useStore<Value>(store: ExternalStore<Value>): Value {
  return useSyncExternalStore(store.listen, store.get);
}
