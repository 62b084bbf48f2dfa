import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type SmallDatabase, smallDatabase } from './database.fixture.ts';
import { openRawSql, type RawSql } from './raw-sql.ts';

const ENDLESS =
  'WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT max(x) FROM c';

// The processes give way to all others: on a busy machine the start of one takes many seconds. No test waits for these.
const PATIENT_MS = 60_000;
vi.setConfig({ testTimeout: 2 * PATIENT_MS });

let database: SmallDatabase;
let rawSql: RawSql;

beforeEach(() => {
  database = smallDatabase();
  const { databaseFile } = database;
  rawSql = openRawSql({ databaseFile, timeoutMs: PATIENT_MS, maxRows: 10_000 });
});

afterEach(async () => {
  await rawSql.close();
  database.remove();
});

async function rows(query: string, from = rawSql): Promise<unknown> {
  return JSON.parse((await from.run(query)).toString());
}

/** Process ids of the SQL children of this test's database. */
function childPids(): number[] {
  return processes()
    .filter(
      ({ command }) => command.includes('sql-process') && command.includes(database.databaseFile),
    )
    .map(({ pid }) => pid);
}

function processes(): { pid: number; command: string }[] {
  if (process.platform !== 'linux') {
    const { stdout } = spawnSync('ps', ['-eo', 'pid=,args='], { encoding: 'utf8' });
    return stdout.split('\n').map((line) => ({ pid: Number.parseInt(line, 10), command: line }));
  }
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.map((pid) => ({ pid: Number(pid), command: commandOf(pid) }));
}

function commandOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    // The process has ended since it was listed.
    return '';
  }
}

describe('rawSql.run', () => {
  test('answers with the text of a JSON array', async () => {
    const json = await rawSql.run("SELECT id, 'a\u2028b\r\nä 日本 😀' AS v FROM d");
    expect(JSON.parse(json.toString())).toEqual([
      { id: 11, v: 'a\u2028b\r\nä 日本 😀' },
      { id: 12, v: 'a\u2028b\r\nä 日本 😀' },
    ]);
  });

  test('a refusal is short, however long the words of the statement are', async () => {
    const failure = await rawSql.run('x'.repeat(200_000)).catch((error: Error) => error);
    expect(failure).toMatchObject({ code: 'SQL_REFUSED' });
    expect((failure as Error).message.length).toBeLessThan(500);
  });

  test('refuses a statement with the reason of SQLite', async () => {
    await expect(rawSql.run('SELECT * FROM nothing_here')).rejects.toMatchObject({
      code: 'SQL_REFUSED',
      message: 'the SQL statement was refused: no such table: nothing_here',
    });
  });

  test('sees each row as soon as it is committed, and never what is not', async () => {
    const count = 'SELECT count(*) AS n FROM d';
    expect(await rows(count)).toEqual([{ n: 2 }]);
    database.writer.exec(
      "INSERT INTO d VALUES (3, 13, 'fresh', '[]'); INSERT INTO s (rowid, text) VALUES (3, 'fresh')",
    );
    expect(await rows(count)).toEqual([{ n: 3 }]);
    expect(await rows("SELECT id FROM frames_fts WHERE frames_fts MATCH 'fresh'")).toEqual([
      { id: 13 },
    ]);
    database.writer.exec('BEGIN; DELETE FROM d');
    expect(await rows(count)).toEqual([{ n: 3 }]);
    database.writer.exec('ROLLBACK');
  });

  test('keeps no hold on the database: the log can be emptied and full-text tables can be new', async () => {
    await rows('SELECT * FROM d');
    expect(database.writer.pragma('wal_checkpoint(TRUNCATE)')).toMatchObject([{ busy: 0 }]);
    database.writer.exec(
      "CREATE VIRTUAL TABLE later USING fts5(x); INSERT INTO later VALUES ('brand new')",
    );
    expect(await rows("SELECT x FROM later WHERE later MATCH 'new'")).toEqual([{ x: 'brand new' }]);
  });

  test('cuts the result at the greatest number of rows and does not compute the others', async () => {
    const endlessRows =
      'WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT x FROM c';
    const result = (await rows(endlessRows)) as { x: number }[];
    expect(result.length).toBe(10_000);
    expect(result.at(-1)).toEqual({ x: 10_000 });
  });

  test('refuses a result of more than 64 MB', async () => {
    const wide = `WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c LIMIT 100)
      SELECT hex(zeroblob(500000)) FROM c`;
    await expect(rawSql.run(wide)).rejects.toThrow('its result is larger than 64 MB');
    await expect(rawSql.run('SELECT zeroblob(900000000)')).rejects.toThrow('too big');
    const large = await rawSql.run(`${wide} LIMIT 60`);
    expect(large.length).toBeGreaterThan(60_000_000);
    expect(JSON.parse(large.toString())).toHaveLength(60);
  });

  test('fails when the database is not there or not one, without blaming the statement', async () => {
    const missing = openRawSql({
      databaseFile: join(database.dir, 'missing.sqlite'),
      timeoutMs: PATIENT_MS,
      maxRows: 10,
    });
    const failure = await missing.run('SELECT 1').catch((error: Error) => error);
    expect(failure).toMatchObject({ message: expect.stringContaining('cannot be read') });
    expect(failure).not.toHaveProperty('code', 'SQL_REFUSED');
    await missing.close();
  });
});

describe('a statement without end', () => {
  test('is killed at its time limit, and the service stays responsive meanwhile', async () => {
    const { databaseFile } = database;
    const impatient = openRawSql({ databaseFile, timeoutMs: 1500, maxRows: 10 });
    const before = performance.eventLoopUtilization();
    // A timer of the same thread, not a clock: when the machine stands still both are late, and in order all the same.
    let isTooLate = false;
    const tooLate = setTimeout(() => {
      isTooLate = true;
    }, 3000);
    await expect(impatient.run(ENDLESS)).rejects.toMatchObject({ code: 'SQL_TIMEOUT' });
    expect(isTooLate).toBe(false);
    clearTimeout(tooLate);
    // The thread was free for nearly all of it; one that waits for the statement, or for a third of it, is not.
    expect(performance.eventLoopUtilization(before).utilization).toBeLessThan(1 / 3);
    // The spare alone.
    await vi.waitFor(() => expect(childPids()).toHaveLength(1), { timeout: 5000 });
    await impatient.close();
  });

  test('has a spare process started next to it, and that one answers the next query', async () => {
    const leaving = new AbortController();
    const outcome = expect(rawSql.run(ENDLESS, leaving.signal)).rejects.toThrow('client went away');
    await vi.waitFor(() => expect(childPids()).toHaveLength(2), { timeout: 5000 });
    // From here on none can start: whoever answers was there before.
    const { execPath } = process;
    process.execPath = join(database.dir, 'missing');
    try {
      leaving.abort(new Error('client went away'));
      await outcome;
      expect(await rows('SELECT 1 AS one')).toEqual([{ one: 1 }]);
    } finally {
      process.execPath = execPath;
    }
  });

  test('is killed when the caller goes away', async () => {
    const leaving = new AbortController();
    const running = rawSql.run(ENDLESS, leaving.signal);
    await vi.waitFor(() => expect(childPids().length).toBeGreaterThan(0), { timeout: 5000 });
    const [pid = 0] = childPids();
    leaving.abort(new Error('client went away'));
    await expect(running).rejects.toThrow('client went away');
    await vi.waitFor(() => expect(childPids()).not.toContain(pid), { timeout: 5000 });
    expect(await rows('SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  test('is killed when the service closes', async () => {
    const running = rawSql.run(ENDLESS);
    const outcome = expect(running).rejects.toMatchObject({ code: 'QUERY_CANCELLED' });
    await vi.waitFor(() => expect(childPids().length).toBeGreaterThan(0), { timeout: 5000 });
    await rawSql.close();
    await outcome;
    expect(childPids()).toEqual([]);
    await expect(rawSql.run('SELECT 1')).rejects.toMatchObject({ code: 'QUERY_CANCELLED' });
  });

  test.skipIf(process.platform === 'win32')(
    'does not outlive a service that was killed',
    async () => {
      const script = `
      import { openRawSql } from ${JSON.stringify(new URL('./raw-sql.ts', import.meta.url).href)};
      const rawSql = openRawSql({ databaseFile: process.argv[1], timeoutMs: 60000, maxRows: 10 });
      await rawSql.run('SELECT 1');
      console.log('ready');
      await rawSql.run(${JSON.stringify(ENDLESS)});
    `;
      const service = spawn(
        process.execPath,
        ['--input-type=module', '-e', script, database.databaseFile],
        {
          stdio: ['ignore', 'pipe', 'inherit'],
        },
      );
      await once(service.stdout, 'data');
      await vi.waitFor(() => expect(childPids().length).toBeGreaterThan(0));
      service.kill('SIGKILL');
      await once(service, 'exit');
      await vi.waitFor(() => expect(childPids()).toEqual([]), { timeout: 5000 });
    },
  );
});

test('a statement whose process dies is refused, and the next one answers', async () => {
  const running = rawSql.run(ENDLESS);
  const outcome = expect(running).rejects.toThrow('it needed too much memory');
  await vi.waitFor(() => expect(childPids().length).toBeGreaterThan(0), { timeout: 5000 });
  for (const pid of childPids()) process.kill(pid, 'SIGKILL');
  await outcome;
  expect(await rows('SELECT 1 AS one')).toEqual([{ one: 1 }]);
});

test('two statements run at once, sixteen wait, and the next is refused', async () => {
  const leaving = new AbortController();
  const running = Array.from({ length: 18 }, () => rawSql.run(ENDLESS, leaving.signal));
  const settled = Promise.allSettled(running);
  await expect(rawSql.run('SELECT 1')).rejects.toMatchObject({ code: 'RAW_SQL_BUSY' });
  await vi.waitFor(() => expect(childPids().length).toBeGreaterThan(1), { timeout: 5000 });
  // Two at work and at most one spare.
  expect(childPids().length).toBeLessThanOrEqual(3);
  leaving.abort(new Error('client went away'));
  expect((await settled).map(({ status }) => status)).toEqual(Array(18).fill('rejected'));
  expect(await rows('SELECT 1 AS one')).toEqual([{ one: 1 }]);
});
