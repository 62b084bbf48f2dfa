/** `ctx.state`: values that stay between runs, each written as JSON. */
import type { CallHost } from './call-host.ts';

/** Values that survive being written as JSON. */
export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

/** Survives between runs and restarts. All values of a pipe together may have 4 MB. */
export interface PipeState {
  /** Undefined when nothing was kept under that key. */
  get<T extends Json = Json>(key: string): Promise<T | undefined>;
  set(key: string, value: Json): Promise<void>;
  delete(key: string): Promise<void>;
  /** In alphabetical order. */
  keys(): Promise<string[]>;
}

export function openState(call: CallHost): PipeState {
  return {
    async get<T extends Json>(key: string) {
      const text = await call<string | null>('state.get', key);
      return text === null ? undefined : (JSON.parse(text) as T);
    },
    set: (key, value) => call('state.set', key, JSON.stringify(value)),
    delete: (key) => call('state.delete', key),
    keys: () => call('state.keys'),
  };
}
