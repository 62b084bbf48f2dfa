/** A store for one test: real threads on a real file in a folder that goes when the test ends. */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Connection } from '../kernel/connection.ts';
import { DATABASE_FILE_NAME, registerFunctions } from '../kernel/database.ts';
import type { Store } from '../store.ts';
import { openTestStore } from './test-store.ts';

export interface TemporaryFolder extends AsyncDisposable {
  path: string;
}

export async function temporaryFolder(): Promise<TemporaryFolder> {
  const path = await mkdtemp(join(tmpdir(), 'hindcast-store-'));
  return {
    path,
    // Tried again: what was given up on may still write a file.
    [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true, maxRetries: 5 }),
  };
}

export interface TemporaryStore extends AsyncDisposable {
  store: Store;
  dataDir: string;
}

export async function temporaryStore(): Promise<TemporaryStore> {
  const folder = await temporaryFolder();
  const store = await openTestStore({ dataDir: folder.path });
  return {
    store,
    dataDir: folder.path,
    async [Symbol.asyncDispose]() {
      await store.close();
      await folder[Symbol.asyncDispose]();
    },
  };
}

/** A connection of the test's own, in addition to those of the store. */
export function withDatabase<T>(dataDir: string, use: (db: Connection) => T): T {
  const db = new Connection(join(dataDir, DATABASE_FILE_NAME), { timeout: 5_000 });
  registerFunctions(db);
  try {
    return use(db);
  } finally {
    db.close();
  }
}
