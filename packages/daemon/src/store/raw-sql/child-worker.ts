/** The thread in which the SQL of `/raw_sql` runs, one query after the other. */
import { parentPort, workerData } from 'node:worker_threads';
import type { AnswerLine } from './answer.ts';
import type { ChildSetup } from './child-setup.ts';
import { StatementRefused } from './rows-as-json.ts';

const { databaseFile, limits, databaseKey } = workerData as ChildSetup;
const run = await queryRunner();

/** Each loads its own SQLite: a child must be ready quickly. */
async function queryRunner(): Promise<(query: string) => Buffer> {
  if (databaseKey === undefined) {
    const { guardedQueries } = await import('./guarded-query.ts');
    return guardedQueries({ databaseFile, limits });
  }
  const { sealedQueries } = await import('./sealed-query.ts');
  return sealedQueries({ databaseFile, limits, databaseKey });
}

function answer(query: string): { line: AnswerLine; json?: Buffer } {
  try {
    const json = run(query);
    return { line: { kind: 'rows', bytes: json.length }, json };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { line: { kind: error instanceof StatementRefused ? 'refused' : 'failed', reason } };
  }
}

parentPort?.on('message', (query: string) => {
  parentPort?.postMessage(answer(query));
});
