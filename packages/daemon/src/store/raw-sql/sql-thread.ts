/** The thread in which the SQL of `/raw_sql` runs, one statement after the other. Started by `sql-process.ts`. */
import { serveCalls } from '#core/worker/serve-calls.ts';
import { StatementRefused } from './rows-as-json.ts';
import type { SqlApi, SqlSetup } from './sql-api.ts';

serveCalls<SqlApi>(async (setup: SqlSetup) => {
  const run = await queryRunner(setup);
  return {
    run(_context, query) {
      try {
        return { kind: 'rows', json: run(query) };
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        return { kind: error instanceof StatementRefused ? 'refused' : 'failed', reason };
      }
    },
  };
});

/** Each loads its own SQLite: a process must be ready quickly. */
async function queryRunner(setup: SqlSetup): Promise<(query: string) => Buffer> {
  const { databaseFile, limits, databaseKey } = setup;
  if (databaseKey === undefined) {
    const { guardedQueries } = await import('./guarded-query.ts');
    return guardedQueries({ databaseFile, limits });
  }
  const { sealedQueries } = await import('./sealed-query.ts');
  return sealedQueries({ databaseFile, limits, databaseKey });
}
