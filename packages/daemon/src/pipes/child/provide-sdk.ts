/**
 * Lets every pipe import `@hindcast/pipe-sdk` without having installed it: the one that belongs to this service answers. Pipes in
 * TypeScript need nothing else, because the runtime strips types outside of `node_modules`.
 */
import { registerHooks } from 'node:module';

const SDK = '@hindcast/pipe-sdk';

export function provideSdk(): void {
  const url = import.meta.resolve(SDK);
  registerHooks({
    resolve: (specifier, context, next) =>
      specifier === SDK ? { url, shortCircuit: true } : next(specifier, context),
  });
}
