/**
 * A store that shows each caller only its scope. What a restricted caller sees of a call stands at the definition of the call; a
 * call without such a rule, also one that is added later, is refused to it.
 */
import { serviceError } from '#core/errors.ts';
import type { Scope } from './records.ts';
import type { Store } from './store.ts';

type Features = Record<string, Record<string, (...args: unknown[]) => Promise<unknown>>>;

/** `currentScope` is asked at every call; undefined shows all. */
export function scopedStore(store: Store, currentScope: () => Scope | undefined): Store {
  const { within, close, ...features } = store;
  const scoped = Object.entries(features).map(([feature, calls]) => [
    feature,
    Object.fromEntries(
      Object.keys(calls).map((name) => [
        name,
        async (...args: unknown[]) => {
          const scope = currentScope();
          const visible = (scope === undefined ? features : within(scope)) as unknown as Features;
          return visible[feature]?.[name]?.(...args);
        },
      ]),
    ),
  ]);
  return {
    ...Object.fromEntries(scoped),
    within,
    async close() {
      if (currentScope() !== undefined) throw serviceError('PIPE_NOT_PERMITTED/scope');
      await close();
    },
  };
}
