/** Whether a store of the bulk writer is the same as one of the product's writer: every row of content, every word, and answers to searches. */
import { join } from 'node:path';
import { openReader } from '../../packages/daemon/src/store/kernel/database.ts';
import { openQuerying } from './filled-store.ts';
import { print } from './measuring.ts';
import type { BenchRow } from './rows.ts';

const TABLES =
  'document document_text frame audio_chunk transcription ui_text context hour context_hour context_total app_hour'
    .split(' ')
    .map((name) => `SELECT * FROM ${name} ORDER BY 1, 2`);
const VOCABULARIES = ['word', 'prefix'].map((name) => `SELECT * FROM temp.${name}_vocabulary`);
const QUERIES_A_ROW = 5;

/** Throws at the first difference. */
export function compareStores(folders: readonly [string, string], rows: readonly BenchRow[]): void {
  const [written, bulk] = folders.map((folder) => openReader(folder));
  for (const sql of [...TABLES, ...VOCABULARIES]) {
    const others = bulk?.prepare(sql).raw().iterate();
    for (const row of written?.prepare(sql).raw().iterate() ?? []) {
      assertSame(sql, row, others?.next().value);
    }
    if (others?.next().done !== true) throw new Error(`the bulk writer wrote more: ${sql}`);
  }
  for (const db of [written, bulk]) db?.close();
  const [a, b] = folders.map((folder) => openQuerying(folder));
  for (const row of rows) {
    for (let i = 0; i < QUERIES_A_ROW; i += 1) {
      const filter = row.make();
      assertSame(row.name, a?.search(filter), b?.search(filter));
    }
  }
  for (const querying of [a, b]) querying?.close();
  print(
    `${join(...folders.slice(1))} holds and answers the same as a store of the product's writer`,
  );
}

function assertSame(what: string, a: unknown, b: unknown): void {
  if (JSON.stringify(a) === JSON.stringify(b)) return;
  throw new Error(`the bulk writer differs in: ${what}`);
}
