import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseKey, newStoreKey, type StoreKey } from '../sealing/store-key.ts';
import { type LocalStore, localStore } from '../testing/local-store.ts';
import { type SmallDatabase, smallDatabase } from './database.fixture.ts';
import { guardedQueries } from './guarded-query.ts';
import { StatementRefused } from './rows-as-json.ts';
import { sealedQueries } from './sealed-query.ts';

const LIMITS = { maxRows: 100, maxBytes: 1024 * 1024 };

/** Both ways have to answer and to refuse alike. */
const WAYS: readonly [string, StoreKey | undefined][] = [
  ['a clear database', undefined],
  ['an encrypted database', newStoreKey('aegis')],
];

function runOn(databaseFile: string, key: StoreKey | undefined, query: string, limits = LIMITS) {
  if (key === undefined) return guardedQueries({ databaseFile, limits })(query).toString();
  return sealedQueries({ databaseFile, databaseKey: databaseKey(key), limits })(query).toString();
}

describe.each(WAYS)('a statement on %s', (_way, key) => {
  let database: SmallDatabase;
  beforeAll(() => {
    database = smallDatabase(key);
  });
  afterAll(() => database.remove());
  const run = (query: string, limits = LIMITS) => runOn(database.databaseFile, key, query, limits);

  test('gives rows as objects by column name, with every kind of value', () => {
    const query = `SELECT id, text AS t, 1.5 AS r, 1e999 AS inf, NULL AS n, x'00ff' AS b,
      9007199254740991 AS safe, 9007199254740993 AS big, -9223372036854775808 AS small,
      'ä "日本" 😀' || char(10) || char(8232) AS u, 1 AS twice, 2 AS twice, 3 AS "__proto__"
      FROM d WHERE key = 1`;
    const text = run(query);
    expect(text).toContain('"__proto__":3');
    expect(JSON.parse(text)).toEqual([
      {
        id: 11,
        t: 'plain word',
        r: 1.5,
        inf: null,
        n: null,
        b: null,
        safe: 9007199254740991,
        big: '9007199254740993',
        small: '-9223372036854775808',
        u: 'ä "日本" 😀\n\u2028',
        twice: 2,
        ['__proto__']: 3,
      },
    ]);
    expect(run('SELECT 1 FROM d WHERE 0')).toBe('[]');
  });

  test.each([
    "SELECT id FROM frames_fts WHERE frames_fts MATCH 'word'",
    "SELECT id FROM frames_fts WHERE frames_fts MATCH 'plain AND wor*' ORDER BY rank",
    "SELECT d.id FROM s JOIN d ON d.key = s.rowid WHERE s MATCH 'word' ORDER BY bm25(s)",
    "SELECT id FROM d WHERE key IN (SELECT rowid FROM s('word'))",
    'SELECT id FROM d WHERE text LIKE "%word%"',
    "SELECT DISTINCT d.id FROM d, json_each(d.words) WHERE value = 'word'",
    'WITH w AS (SELECT * FROM d) SELECT id FROM w LIMIT 1; -- the end',
    '/* ; */ SELECT id FROM d LIMIT 1 ;;; ',
    "SELECT id FROM d WHERE text = 'plain word' AND ';' <> 'x'",
  ])('answers %s', (query) => {
    expect(JSON.parse(run(query))).toEqual([{ id: 11 }]);
  });

  test.each([
    'PRAGMA table_info(frames_fts)',
    "SELECT * FROM pragma_table_info('frames_fts')",
    'PRAGMA table_xinfo("frames_fts")',
  ])('describes a table to %s', (query) => {
    const names = JSON.parse(run(query)).map(({ name }: { name: string }) => name);
    expect(names).toEqual(['frames_fts', 'rank', 'id', 'full_text']);
  });

  test('lists the tables', () => {
    const names = JSON.parse(run('PRAGMA table_list')).map(({ name }: { name: string }) => name);
    expect(names).toEqual(expect.arrayContaining(['d', 's', 'frames_fts']));
  });

  test('explains a plan', () => {
    expect(JSON.parse(run('EXPLAIN QUERY PLAN SELECT * FROM d'))).toMatchObject([
      { detail: 'SCAN d' },
    ]);
  });

  test.each([
    "INSERT INTO d VALUES (9, 9, '', '')",
    "REPLACE INTO d VALUES (1, 9, '', '')",
    'UPDATE d SET id = 0',
    'DELETE FROM d',
    'DELETE FROM d RETURNING id',
    'WITH w AS (SELECT 1) DELETE FROM d',
    "INSERT INTO s (s) VALUES ('delete-all')",
    'CREATE TABLE t (a)',
    'CREATE TEMP TABLE t (a)',
    'CREATE VIEW v AS SELECT 1',
    "CREATE VIRTUAL TABLE temp.v USING fts5vocab('main', 's', 'row')",
    'DROP TABLE d',
    'ALTER TABLE d ADD COLUMN extra',
    'REINDEX',
    'ANALYZE',
    'VACUUM',
    "VACUUM INTO '/tmp/copy.sqlite'",
    "ATTACH 'other.sqlite' AS other",
    "ATTACH ':memory:' AS other",
    'BEGIN',
    'BEGIN IMMEDIATE',
    'SAVEPOINT s',
    'PRAGMA writable_schema = 1',
    'PRAGMA journal_mode = delete',
    'PRAGMA wal_checkpoint(TRUNCATE)',
    'SELECT * FROM pragma_database_list',
    'PRAGMA database_list',
    'EXPLAIN DELETE FROM d',
  ])('refuses %s', (query) => {
    const before = database.writer.prepare('SELECT * FROM d').all();
    expect(() => run(query)).toThrow(new StatementRefused('it does more than read'));
    expect(database.writer.prepare('SELECT * FROM d').all()).toEqual(before);
    expect(readdirSync(database.dir).sort()).toEqual([
      'db.sqlite',
      'db.sqlite-shm',
      'db.sqlite-wal',
    ]);
  });

  test.each([
    ["SELECT load_extension('x')", 'not authorized to use function: load_extension'],
    ["SELECT fts3_tokenizer('simple')", 'not authorized to use function: fts3_tokenizer'],
    ["SELECT writefile('/tmp/x', 'y')", 'no such function: writefile'],
    ['SELECT 1; SELECT 2', 'it is more than one statement'],
    ['SELECT 1; DELETE FROM d', 'it is more than one statement'],
    ['SELECT 1; nonsense', 'it is more than one statement'],
    ['SELECT 1\0; SELECT 2', 'it contains a NUL character'],
    ['', 'it is empty'],
    [' -- only a comment', 'it is empty'],
    ['SELEC 1', 'near "SELEC": syntax error'],
    ['SELECT * FROM nothing_here', 'no such table: nothing_here'],
    ["SELECT frames_fts FROM frames_fts WHERE frames_fts MATCH '\"'", 'unterminated string'],
    ['SELECT abs(-9223372036854775808)', 'integer overflow'],
    ["SELECT json_extract('{', '$')", 'malformed JSON'],
  ])('refuses %j and says why', (query, reason) => {
    expect(() => run(query)).toThrow(new StatementRefused(reason));
  });

  test('stops at the greatest number of rows and refuses more than the greatest size', () => {
    const four = 'WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c LIMIT 4)';
    expect(run(`${four} SELECT x FROM c`, { maxRows: 3, maxBytes: 2000 })).toBe(
      '[{"x":1},{"x":2},{"x":3}]',
    );
    // Three rows of 500 characters, with what JSON adds.
    const wide = `${four} SELECT hex(zeroblob(250)) AS x FROM c`;
    expect(run(wide, { maxRows: 3, maxBytes: 1528 })).toHaveLength(1528);
    expect(() => run(wide, { maxRows: 3, maxBytes: 1527 })).toThrow(StatementRefused);
  });

  test('blames the database, not the statement, when there is none', () => {
    const missing = join(database.dir, 'missing.sqlite');
    expect(() => runOn(missing, key, 'SELECT 1')).toThrow('unable to open');
    expect(() => runOn(missing, key, 'SELECT 1')).not.toThrow(StatementRefused);
  });
});

describe.each(WAYS)('the views of the store in %s', (_way, key) => {
  let store: LocalStore;
  beforeAll(async () => {
    store = await localStore(Date.now, key);
    const place = { left: 0.1, top: 0.2, width: 0.1, height: 0.02, confidence: 0.9 };
    const words = Array.from({ length: 200 }, (_, i) => `word${(i * 7919) % 1009}`);
    const frame = (last: string) => ({
      atMs: 1_770_000_000_000,
      deviceName: 'm',
      text: [...words, last].join(' '),
      boxes: [...words, last].map((text) => ({ text, ...place })),
      elements: [{ source: 'accessibility', role: 'button', text: `Press ${last}`, bounds: place }],
    });
    // The second is packed against the first.
    store.write('content.add', { frames: [frame('first'), frame('second')] });
  });
  afterAll(() => store[Symbol.asyncDispose]());

  const rows = (query: string) =>
    JSON.parse(runOn(join(store.dataDir, 'db.sqlite'), key, query)) as Record<string, unknown>[];

  test('give out what is packed', () => {
    const [frame] = rows(
      'SELECT full_text, accessibility_tree_json AS tree FROM frames WHERE id = 2',
    );
    expect(frame?.full_text).toMatch(/^word0 .* second$/);
    expect(JSON.parse(String(frame?.tree))).toMatchObject([
      { role: 'button', text: 'Press second' },
    ]);
    const [words] = rows('SELECT text_json FROM ocr_text WHERE frame_id = 2');
    expect(JSON.parse(String(words?.text_json)).at(-1)).toMatchObject({
      text: 'second',
      left: '0.1',
    });
    expect(rows("SELECT text, frame_id FROM elements WHERE role = 'button'")).toEqual([
      { text: 'Press first', frame_id: 1 },
      { text: 'Press second', frame_id: 2 },
    ]);
  });

  test('find elements by their words', () => {
    const sql = (match: string) =>
      `SELECT text FROM elements_fts WHERE elements_fts MATCH '${match}' AND role = 'button'`;
    expect(rows(sql('press AND sec*'))).toEqual([{ text: 'Press second' }]);
    expect(rows(sql('press NOT second'))).toEqual([{ text: 'Press first' }]);
    expect(rows(sql('"second press"'))).toEqual([]);
    expect(() => rows(sql('"'))).toThrow(StatementRefused);
    const joined = `SELECT e.text FROM elements_fts JOIN elements e ON e.id = elements_fts.rowid
      WHERE elements_fts MATCH 'second' AND elements_fts.role = 'button' AND e.frame_id = 2`;
    expect(rows(joined)).toEqual([{ text: 'Press second' }]);
  });

  test('say so when a full-text index cannot be used for a MATCH', () => {
    const sql = "SELECT id FROM frames_fts WHERE frames_fts MATCH 'first' OR id = 5";
    const reason = 'unable to use function MATCH in the requested context';
    expect(() => rows(sql)).toThrow(new StatementRefused(reason));
    const other = "SELECT 1 WHERE 5 MATCH 'first'";
    expect(() => rows(other)).toThrow(new StatementRefused(reason));
    for (const query of [sql, other]) expect(() => rows(query)).toThrow(StatementRefused);
  });

  test('refuse what is not packed content', () => {
    expect(() => rows("SELECT frame_text(x'0203', x'00')")).toThrow(StatementRefused);
    expect(() => rows("SELECT frame_elements(x'00ff', NULL)")).toThrow(StatementRefused);
    expect(rows("SELECT frame_text('text', 1) AS t")).toEqual([{ t: null }]);
  });
});
