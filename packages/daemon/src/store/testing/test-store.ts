/**
 * `openStore` at a fraction of its cost, for tests that are not about how a store opens: the threads
 * of closed stores serve the next ones, and a new database is a copy of an empty one.
 */
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DATABASE_FILE_NAME } from '../kernel/database.ts';
import { openStore } from '../open-store.ts';
import type { Store } from '../store.ts';
import { openReusedChannel } from './reused-threads.ts';

let emptyDatabase: Promise<Buffer> | undefined;

export async function openTestStore(
  options: Omit<Parameters<typeof openStore>[0], 'openChannel'>,
): Promise<Store> {
  const file = join(options.dataDir, DATABASE_FILE_NAME);
  if (!options.key && !existsSync(file)) {
    emptyDatabase ??= makeEmptyDatabase();
    await writeFile(file, await emptyDatabase, { mode: 0o600 });
  }
  return openStore({ ...options, openChannel: openReusedChannel });
}

async function makeEmptyDatabase(): Promise<Buffer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'hindcast-empty-store-'));
  const store = await openStore({ dataDir, openChannel: openReusedChannel });
  await store.close();
  const content = await readFile(join(dataDir, DATABASE_FILE_NAME));
  await rm(dataDir, { recursive: true });
  return content;
}
