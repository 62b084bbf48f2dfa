import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import Database from 'better-sqlite3-multiple-ciphers';
import { describe, expect, test } from 'vitest';
import {
  assertSqliteVersion,
  DATABASE_FILE_NAME,
  openReader,
  openWriter,
} from './kernel/database.ts';
import { openStore } from './open-store.ts';
import { temporaryFolder, temporaryStore, withDatabase } from './testing/temporary-store.ts';

const EVERYTHING = {
  kinds: ['ocr', 'audio', 'ui'],
  order: 'descending',
  limit: 20,
  offset: 0,
} as const;

describe('a new store', () => {
  test('is a WAL database with our mark, our page size and the version of the schema', async () => {
    await using temporary = await temporaryStore();
    const found = withDatabase(temporary.dataDir, (db) =>
      Object.fromEntries(
        ['journal_mode', 'page_size', 'application_id', 'user_version'].map((name) => [
          name,
          db.pragma(name, { simple: true }),
        ]),
      ),
    );
    expect(found).toEqual({
      journal_mode: 'wal',
      page_size: 8192,
      application_id: Buffer.from('HIND').readInt32BE(),
      user_version: (await readdir(join(import.meta.dirname, 'migrations'))).length,
    });
  });

  test('is written with foreign keys, secure deletion and a sync at each checkpoint', async () => {
    await using folder = await temporaryFolder();
    const db = openWriter(folder.path);
    const settings = ['foreign_keys', 'secure_delete', 'synchronous', 'journal_mode'];
    const found = settings.map((name) => db.pragma(name, { simple: true }));
    db.close();
    expect(found).toEqual([1, 1, 1, 'wal']);
  });

  test('is read through connections that cannot write', async () => {
    await using folder = await temporaryFolder();
    openWriter(folder.path).close();
    const db = openReader(folder.path);
    expect(() => db.exec("INSERT INTO tags (name) VALUES ('x')")).toThrow(
      expect.objectContaining({ code: 'SQLITE_READONLY' }),
    );
    db.close();
  });

  test('may begin as an empty file', async () => {
    await using folder = await temporaryFolder();
    await writeFile(join(folder.path, DATABASE_FILE_NAME), '');
    const store = await openStore({ dataDir: folder.path });
    expect(await store.search.find(EVERYTHING)).toEqual({ items: [], total: 0 });
    await store.close();
  });
});

describe('an existing store', () => {
  const schemaOf = (dataDir: string) =>
    withDatabase(dataDir, (db) =>
      db
        .prepare("SELECT type, name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite_stat%'")
        .all(),
    );

  test('keeps schema and content when it is opened again', async () => {
    await using folder = await temporaryFolder();
    const first = await openStore({ dataDir: folder.path });
    await first.content.add({
      frames: [{ atMs: 1_000, deviceName: 'm', text: 'still here', tags: ['t'] }],
    });
    const before = await first.search.find({ ...EVERYTHING, query: 'still' });
    await first.close();
    const schema = schemaOf(folder.path);
    const second = await openStore({ dataDir: folder.path });
    expect(await second.search.find({ ...EVERYTHING, query: 'still' })).toEqual(before);
    await second.close();
    expect(schemaOf(folder.path)).toEqual(schema);
  });

  test('leaves no WAL behind when it is closed', async () => {
    await using folder = await temporaryFolder();
    const store = await openStore({ dataDir: folder.path });
    await store.content.add({ uiTexts: [{ atMs: 1_000, text: 'x' }] });
    await store.close();
    expect(await readdir(folder.path)).toEqual([DATABASE_FILE_NAME]);
  });

  test('that was moved gives out paths in its new place', async () => {
    await using folder = await temporaryFolder();
    const old = join(folder.path, 'old');
    const moved = join(folder.path, 'moved');
    await mkdir(old);
    await mkdir(moved);
    const first = await openStore({ dataDir: old });
    const frame = { atMs: 1_000, deviceName: 'm', snapshotPath: 'data/a.jpg' };
    const ids = await first.content.add({ frames: [frame] });
    await first.close();
    await writeFile(join(moved, DATABASE_FILE_NAME), await readFile(join(old, DATABASE_FILE_NAME)));
    const second = await openStore({ dataDir: moved });
    const found = await second.frames.find(ids.frames[0] ?? 0);
    await second.close();
    expect(found?.filePath).toBe(join(moved, 'data/a.jpg'));
    const path = withDatabase(moved, (db) =>
      db.prepare('SELECT snapshot_path FROM frames').pluck().get(),
    );
    expect(path).toBe(join(moved, 'data/a.jpg'));
  });
});

describe('a file that is not ours to open is refused and stays as it is', () => {
  /** Opens the store on the file, expects the refusal, and compares the bytes before and after. */
  async function expectRefusal(dataDir: string, code: string): Promise<void> {
    const file = join(dataDir, DATABASE_FILE_NAME);
    const before = await readFile(file);
    await expect(openStore({ dataDir })).rejects.toMatchObject({
      code,
      message: expect.stringContaining(file),
      hint: expect.any(String),
    });
    expect((await readFile(file)).equals(before)).toBe(true);
  }

  test('one of a newer version', async () => {
    await using folder = await temporaryFolder();
    openWriter(folder.path).close();
    withDatabase(folder.path, (db) => db.pragma('user_version = 99'));
    await expectRefusal(folder.path, 'STORE_TOO_NEW');
  });

  test.each([
    ['no version', 0],
    ['another version', 1],
    ['another high version', 42],
  ])('the database of another program with %s', async (_, version) => {
    await using folder = await temporaryFolder();
    withDatabase(folder.path, (db) => {
      db.exec("CREATE TABLE notes (body TEXT); INSERT INTO notes VALUES ('mine')");
      db.pragma(`user_version = ${version}`);
    });
    await expectRefusal(folder.path, 'STORE_CORRUPT');
    // Still in its own journal mode.
    expect(await readdir(folder.path)).toEqual([DATABASE_FILE_NAME]);
  });

  test('an empty database that already has a version', async () => {
    await using folder = await temporaryFolder();
    withDatabase(folder.path, (db) => db.pragma('user_version = 1'));
    await expectRefusal(folder.path, 'STORE_CORRUPT');
  });

  test.each([
    ['a text file', Buffer.from('this is not a database\n'.repeat(500))],
    ['random bytes', Buffer.from(Array.from({ length: 20_000 }, (_, i) => (i * 7919) % 251))],
    [
      'a database header and nothing after it',
      Buffer.from('SQLite format 3\0'.padEnd(4096, '\xff'), 'latin1'),
    ],
  ])('%s', async (_, bytes) => {
    await using folder = await temporaryFolder();
    await writeFile(join(folder.path, DATABASE_FILE_NAME), bytes);
    await expectRefusal(folder.path, 'STORE_CORRUPT');
  });

  test('a store whose first pages were overwritten', async () => {
    await using folder = await temporaryFolder();
    openWriter(folder.path).close();
    const file = join(folder.path, DATABASE_FILE_NAME);
    const bytes = await readFile(file);
    bytes.fill(0xa5, 100, 20_000);
    await writeFile(file, bytes);
    await expectRefusal(folder.path, 'STORE_CORRUPT');
  });
});

describe('the version of SQLite', () => {
  test.each(['3.51.3', '3.51.10', '3.52.0', '3.53.4', '4.0.0'])('%s is accepted', (version) => {
    expect(() => assertSqliteVersion(version)).not.toThrow();
  });

  test.each(['3.51.2', '3.51.0', '3.50.10', '3.9.9', '2.99.99'])('%s is refused', (version) => {
    expect(() => assertSqliteVersion(version)).toThrow(
      expect.objectContaining({
        code: 'SQLITE_TOO_OLD',
        message: expect.stringContaining(version),
      }),
    );
  });

  test('that the binding brings is accepted', () => {
    const db = new Database(':memory:');
    const version = db.prepare('SELECT sqlite_version()').pluck().get() as string;
    db.close();
    expect(() => assertSqliteVersion(version)).not.toThrow();
  });
});
