/** The promise: SQL of a token reads captured content and nothing else, and answers the same on a clear and on an encrypted store. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openStore } from '../../packages/daemon/src/store/open-store.ts';
import { guardedQueries } from '../../packages/daemon/src/store/raw-sql/guarded-query.ts';
import { StatementRefused } from '../../packages/daemon/src/store/raw-sql/rows-as-json.ts';
import { sealedQueries } from '../../packages/daemon/src/store/raw-sql/sealed-query.ts';
import { SECRET_TABLES } from '../../packages/daemon/src/store/raw-sql/statement-guard.ts';
import {
  databaseKey,
  newStoreKey,
  type StoreKey,
} from '../../packages/daemon/src/store/sealing/store-key.ts';
import { temporaryFolder } from '../support/start-daemon.ts';
import { sized } from './plan.ts';

const SECRET = 'sk-SECRET-4711';
const LIMITS = { maxRows: 100, maxBytes: 1024 * 1024 };
const WAYS: readonly [string, StoreKey | undefined][] = [
  ['a clear store', undefined],
  ['an encrypted store', newStoreKey('aegis')],
];

describe.each(WAYS)('on %s', (_way, key) => {
  const dataDir = temporaryFolder();
  const databaseFile = join(dataDir, 'db.sqlite');
  let ask: (query: string) => Buffer;
  beforeAll(async () => {
    const store = await openStore({ dataDir, key });
    await store.pipes.save({
      id: 'mailer',
      enabled: true,
      config: { apiKey: SECRET },
      granted: {},
      source: `https://user:${SECRET}@example.com/`,
      cursor: { frames: 0, transcriptions: 0, uiTexts: 0, inputEvents: 0 },
    });
    await store.pipes.setState('mailer', 'login', JSON.stringify({ token: SECRET }));
    await store.access.addToken({
      name: 'reader',
      digest: SECRET,
      permissions: {},
      createdMs: 1,
      expiresMs: undefined,
    });
    await store.close();
    ask =
      key === undefined
        ? guardedQueries({ databaseFile, limits: LIMITS })
        : sealedQueries({ databaseFile, databaseKey: databaseKey(key), limits: LIMITS });
  });
  afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

  function run(query: string): string {
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

  test('a statement may use the name of a secret table for its own', () => {
    expect(run('WITH pipe AS (SELECT 1 AS config) SELECT config FROM pipe')).toBe('[{"config":1}]');
  });

  test('no form of reading a secret table is answered', () => {
    const secret = fc.constantFrom(
      ...['pipe.config', 'pipe.source', 'pipe.id', 'pipe_state.value', 'pipe_state.key'],
      ...['access_token.digest', 'access_token.name', 'access_log.caller'],
    );
    const spelling = fc.constantFrom(
      (name: string) => name,
      (name: string) => `main.${name}`,
      (name: string) => `"${name.toUpperCase()}"`,
      (name: string) => `[${name}]`,
      (name: string) => `(SELECT * FROM ${name})`,
      (name: string) => `(${name})`,
    );
    const join = fc.tuple(
      fc.constantFrom('', 'NATURAL '),
      fc.constantFrom('', 'LEFT ', 'RIGHT ', 'FULL ', 'INNER ', 'CROSS '),
      fc.boolean(),
    );
    const wrapping = fc.constantFrom(
      (sql: string) => sql,
      (sql: string) => `WITH w AS (${sql}) SELECT * FROM w`,
      (sql: string) => `WITH w AS MATERIALIZED (${sql}) SELECT count(*) FROM w`,
      (sql: string) => `SELECT (${sql}) AS one`,
      (sql: string) => `SELECT 1 WHERE EXISTS (${sql})`,
      (sql: string) => `SELECT 1 WHERE '${SECRET}' IN (${sql})`,
      (sql: string) => `SELECT x, row_number() OVER (ORDER BY x) FROM (${sql})`,
      (sql: string) => `SELECT NULL AS x UNION ${sql}`,
      (sql: string) => `EXPLAIN ${sql}`,
    );
    fc.assert(
      fc.property(secret, spelling, join, wrapping, (name, spell, [natural, kind, first], wrap) => {
        const [table = '', column = ''] = name.split('.');
        const sides = [`(SELECT NULL AS ${column})`, spell(table)];
        const using = natural === '' ? ` USING (${column})` : '';
        const from = (first ? sides : sides.reverse()).join(` ${natural}${kind}JOIN `);
        const sql = wrap(`SELECT ${column} AS x FROM ${from}${using}`);
        expect(() => run(sql)).toThrow(StatementRefused);
      }),
      { numRuns: sized({ short: 200, whole: 3_000 }) },
    );
  });

  test.each([
    'SELECT config FROM (SELECT NULL AS config) FULL JOIN pipe USING (config)',
    'SELECT value FROM (SELECT NULL AS value) FULL JOIN pipe_state USING (value)',
    `SELECT pipe.id FROM pipe NATURAL JOIN (SELECT '{"apiKey":"${SECRET}"}' AS config)`,
    'SELECT count(*) FROM pipe',
    'SELECT 1 FROM pipe',
    `SELECT '${SECRET}' IN access_token`,
    'SELECT id, enabled FROM pipe',
    'SELECT file FROM (SELECT NULL AS file) FULL JOIN pragma_database_list USING (file)',
    'SELECT * FROM pragma_wal_checkpoint NATURAL FULL JOIN (SELECT 1 AS busy)',
    'SELECT file FROM (SELECT NULL AS file) FULL JOIN temp."PRAGMA_database_list" USING (file)',
    'SELECT count(*) FROM pragma_journal_mode',
    'SELECT * FROM sqlite_dbpage',
    'SELECT * FROM sqlite_stat4',
    'SELECT * FROM sqlite_stat1',
    `INSERT INTO pipe (id) VALUES ('x') RETURNING config`,
    'UPDATE pipe SET enabled = 0 RETURNING *',
  ])('refuses %s', (query) => {
    expect(() => run(query)).toThrow(StatementRefused);
  });

  test('everything else that SQL can read is free of secrets', () => {
    const names = JSON.parse(
      run(
        `SELECT name FROM sqlite_schema WHERE type IN ('table', 'view') AND name NOT GLOB 'sqlite_stat*'`,
      ),
    ).map(({ name }: { name: string }) => name);
    const readable = names.filter((name: string) => !SECRET_TABLES.has(name));
    expect(names.length - readable.length).toBe(SECRET_TABLES.size);
    for (const name of readable) expect(run(`SELECT * FROM "${name}"`)).not.toContain(SECRET);
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
