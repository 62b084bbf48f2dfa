/** The promise: SQL of a token reads captured content and nothing else, and answers the same on a clear and on an encrypted store. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openStore } from '../../packages/daemon/src/store/open-store.ts';
import { runGuardedQuery } from '../../packages/daemon/src/store/raw-sql/guarded-query.ts';
import { StatementRefused } from '../../packages/daemon/src/store/raw-sql/rows-as-json.ts';
import { sealedQueries } from '../../packages/daemon/src/store/raw-sql/sealed-query.ts';
import {
  databaseKey,
  newStoreKey,
  type StoreKey,
} from '../../packages/daemon/src/store/sealing/store-key.ts';
import { temporaryFolder } from '../support/start-daemon.ts';

const LIMITS = { maxRows: 100, maxBytes: 1024 * 1024 };
const WAYS: readonly [string, StoreKey | undefined][] = [
  ['a clear store', undefined],
  ['an encrypted store', newStoreKey('aegis')],
];

describe.each(WAYS)('on %s', (_way, key) => {
  const dataDir = temporaryFolder();
  const databaseFile = join(dataDir, 'db.sqlite');
  beforeAll(async () => (await openStore({ dataDir, key })).close());
  afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

  function run(query: string): string {
    if (key === undefined) return runGuardedQuery(databaseFile, query, LIMITS).toString();
    const ask = sealedQueries({ databaseFile, databaseKey: databaseKey(key), limits: LIMITS });
    return ask(query).toString();
  }

  test.each([
    'SELECT config FROM pipe',
    'SELECT * FROM pipe',
    'SELECT "CONFIG" FROM "PIPE"',
    "SELECT id FROM pipe WHERE config LIKE '%key%'",
    'SELECT p.id FROM pipe p ORDER BY p.config',
    'WITH x AS (SELECT config AS c FROM main.pipe) SELECT c FROM x',
    'SELECT (SELECT max(config) FROM pipe) AS c',
    'SELECT count(*) FROM pipe JOIN frames ON pipe.config = frames.app_name',
    'SELECT value FROM pipe_state',
    "SELECT json_extract(value, '$.token') FROM pipe_state",
  ])('refuses secrets of pipes: %s', (query) => {
    expect(() => run(query)).toThrow(StatementRefused);
    expect(() => run(query)).toThrow(/is not for SQL/);
  });

  test('still shows which pipes there are', () => {
    expect(run('SELECT id, enabled FROM pipe')).toBe('[]');
  });

  test.each([
    'SELECT zeroblob(2000000000)',
    "SELECT printf('%2000000000d', 1)",
    'SELECT length(randomblob(1000000000))',
    "SELECT replace(hex(zeroblob(500000)), '0', 'aaaaaaaaaaaaaaaaaaaa')",
    'SELECT group_concat(hex(zeroblob(400000))) FROM (VALUES (1), (2), (3), (4))',
    'SELECT abs(-9223372036854775808)',
    "SELECT json('{')",
    "SELECT 'a' REGEXP 'b'",
  ])('refuses values that cannot be: %s', (query) => {
    expect(() => run(query)).toThrow(StatementRefused);
  });
});
