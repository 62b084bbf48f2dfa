/**
 * The functions that the store's views call, on the connection of a stranger's statement. What is behind them
 * is loaded by the first call: most statements make none, and a child process must be ready quickly.
 */
import { createRequire } from 'node:module';
import { DatabaseSync } from 'node:sqlite';
import { PACK_FUNCTION_NAMES } from '../packing/function-names.ts';

type PackFunctionsModule = typeof import('../packing/sql-functions.ts');

// Not `import()`: a function of SQL has to answer before it returns.
const load = createRequire(import.meta.url);
let functions: ReturnType<PackFunctionsModule['packFunctions']> | undefined;

function loaded(): NonNullable<typeof functions> {
  const { packFunctions } = load('../packing/sql-functions.ts') as PackFunctionsModule;
  functions = packFunctions(() => new DatabaseSync(':memory:'));
  return functions;
}

export function registerPackFunctions(db: DatabaseSync): void {
  for (const name of PACK_FUNCTION_NAMES) {
    db.function(name, { deterministic: true }, (first, second) =>
      (functions ?? loaded())[name](first, second),
    );
  }
}
