/** The thread in which the SQL of `/raw_sql` runs, one query after the other. */
import { parentPort, workerData } from 'node:worker_threads';
import type { AnswerLine } from './answer.ts';
import { type QueryLimits, runGuardedQuery, StatementRefused } from './guarded-query.ts';

const { databaseFile, limits } = workerData as { databaseFile: string; limits: QueryLimits };

function answer(query: string): { line: AnswerLine; json?: Buffer } {
  try {
    const json = runGuardedQuery(databaseFile, query, limits);
    return { line: { kind: 'rows', bytes: json.length }, json };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { line: { kind: error instanceof StatementRefused ? 'refused' : 'failed', reason } };
  }
}

parentPort?.on('message', (query: string) => {
  parentPort?.postMessage(answer(query));
});
