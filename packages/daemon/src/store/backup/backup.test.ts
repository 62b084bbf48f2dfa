import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { cp, mkdir, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { claimDataFolder } from '#core/folders/data-folder.ts';
import { silentLog } from '#core/log/log.ts';
import { openWrites } from '../kernel/open-writes.ts';
import { openAudioMedia } from '../media/audio/audio-media.ts';
import { databaseKey, newStoreKey, type StoreKey } from '../sealing/store-key.ts';
import { copyDatabase } from '../testing/copy-database.ts';
import { type TemporaryFolder, temporaryFolder } from '../testing/temporary-store.ts';
import { openTestStore } from '../testing/test-store.ts';
import { openBackups } from './backups.ts';
import { readThrough } from './copy-file.ts';
import { listKeptFolders } from './kept-folders.ts';
import { copyClosedStore, makeBackup } from './make-backup.ts';
import { MANIFEST_FILE, type Manifest, readManifest, writeManifest } from './manifest.ts';
import { listNamedMedia } from './named-media.ts';
import { restoreBackup } from './restore.ts';
import { openChunkFiles } from './rows/chunk-files.ts';
import { chunksOf, readCopyList } from './rows/copy-list.ts';
import { chunksIn } from './rows/row-copies.fixture.ts';
import { makeSnapshot } from './snapshots.ts';

const AT_MS = Date.parse('2026-11-14T09:00:00Z');

let home: TemporaryFolder;
let dataDir: string;
let folder: string;

beforeEach(async () => {
  home = await temporaryFolder();
  dataDir = join(home.path, 'store');
  folder = join(home.path, 'backup');
  await mkdir(dataDir);
});
afterEach(() => home[Symbol.asyncDispose]());

/** Frames with a file each; what is in the files is of no concern here. */
function addFrames(from: number, count: number, key?: StoreKey): string[] {
  mkdirSync(join(dataDir, 'data', '2026-11-14'), { recursive: true });
  const paths: string[] = [];
  withWrites((writes) => {
    for (let i = from; i < from + count; i += 1) {
      const path = `data/2026-11-14/${AT_MS + i}_monitor-1.jpg`;
      writeFileSync(join(dataDir, path), randomBytes(100));
      const frame = { atMs: AT_MS + i, deviceName: 'monitor_1', text: `harbour ${i}` };
      writes.run(0, 'content.add', [{ frames: [{ ...frame, snapshotPath: path }] }]);
      paths.push(path);
    }
  }, key);
  return paths;
}

/** On this thread: a test has nothing to wait for. */
function withWrites(use: (writes: ReturnType<typeof openWrites>) => void, key?: StoreKey): void {
  const writes = openWrites(dataDir, Date.now, key);
  try {
    use(writes);
  } finally {
    writes.close();
  }
}

const secretOf = (key?: StoreKey) => key && databaseKey(key);
const backUp = (key?: StoreKey) => makeBackup({ dataDir, folder, key: secretOf(key) });
const restore = (to: string, force = false, key?: StoreKey) =>
  restoreBackup({ backup: folder, dataDir: to, force, findKey: async () => key });

function countFrames(of: string, key?: StoreKey): number {
  return listNamedMedia(join(of, 'db.sqlite'), secretOf(key)).rows.frames;
}

describe('a backup', () => {
  test('brings back every row and every file, and can be made while a store is open', async () => {
    const paths = addFrames(0, 5);
    const writer = openWrites(dataDir);
    expect(await backUp()).toMatchObject({ kept: 0, missing: 0, rows: { frames: 5 } });
    writer.close();
    const to = join(home.path, 'elsewhere');
    expect(await restore(to)).toMatchObject({ aside: undefined, missing: 0 });
    expect(countFrames(to)).toBe(5);
    for (const path of paths) {
      expect(readFileSync(join(to, path))).toEqual(readFileSync(join(dataDir, path)));
    }
    // A file of the store that changes must not change what was restored.
    expect(statSync(join(to, paths[0] ?? '')).nlink).toBe(1);
  });

  test('made again copies only what is new, and drops what was deleted', async () => {
    const [first = ''] = addFrames(0, 5);
    await backUp();
    withWrites((writes) => writes.run(0, 'content.delete', ['ocr', [1]]));
    await rm(join(dataDir, first));
    addFrames(5, 2);
    expect(await backUp()).toMatchObject({ kept: 4, files: 7, rows: { frames: 6 } });
    expect(existsSync(join(folder, first))).toBe(false);
    const lists = (await readdir(join(folder, 'snapshots'))).filter((name) => name !== 'rows');
    expect(lists).toHaveLength(1);
    const list = readCopyList(join(folder, 'snapshots', lists[0] ?? ''));
    expect(chunksIn(join(folder, 'snapshots'))).toEqual(
      [...new Set(list && chunksOf(list))].sort(),
    );
    await restore(join(home.path, 'elsewhere'));
    expect(countFrames(join(home.path, 'elsewhere'))).toBe(6);
  });

  test('that is broken off leaves the earlier one whole', async () => {
    addFrames(0, 5);
    await backUp();
    addFrames(5, 20);
    const backups = openBackups({ dataDir, log: silentLog });
    backups.start(folder);
    expect(() => backups.start(folder)).toThrow('already');
    await backups.close();
    expect(backups.state().running).toBeUndefined();
    await restore(join(home.path, 'elsewhere'));
    expect(countFrames(join(home.path, 'elsewhere'))).toBe(5);
  });

  test('holds the samples of a recording that is being made', async () => {
    openWrites(dataDir).close();
    const media = openAudioMedia({ dataDir });
    const spool = await media.record({ atMs: AT_MS, deviceName: 'mic (input)', isInput: true });
    await spool.append(new Int16Array(16_000).fill(500));
    const said = { atMs: AT_MS, text: 'harbour', engine: 'test', deviceName: 'mic (input)' };
    const transcriptions = [{ ...said, isInput: true, filePath: spool.filePath }];
    withWrites((writes) => writes.run(0, 'content.add', [{ transcriptions }]));
    expect(await backUp()).toMatchObject({ missing: 0, rows: { recordings: 1 } });
    await spool.discard();
    const to = join(home.path, 'elsewhere');
    await restore(to);
    const { kept } = await openAudioMedia({ dataDir: to }).recover();
    expect(kept.map(({ filePath, durationMs }) => [filePath, durationMs])).toEqual([
      [spool.filePath, 1000],
    ]);
  });

  test('counts what the store has lost instead of failing', async () => {
    const [lost = ''] = addFrames(0, 2);
    await rm(join(dataDir, lost));
    expect(await backUp()).toMatchObject({ missing: 1 });
    expect((await readManifest(folder))?.missing).toEqual([lost]);
  });

  test('keeps the copy it has of what the store has lost, until no row names it', async () => {
    const paths = addFrames(0, 3);
    await backUp();
    const [lost = ''] = paths;
    await rm(join(dataDir, lost));
    addFrames(3, 1);
    expect(await backUp()).toMatchObject({ missing: 0, files: expect.any(Number) });
    const to = join(home.path, 'elsewhere');
    await restore(to);
    for (const path of paths) expect(existsSync(join(to, path)), path).toBe(true);
  });

  test('touches nothing that somebody else put next to it', async () => {
    addFrames(0, 2);
    await backUp();
    const others = ['letter.txt', 'data/holiday.jpg', 'photos/a.jpg', 'db.sqlite.old'];
    for (const name of others) {
      await mkdir(dirname(join(folder, name)), { recursive: true });
      await writeFile(join(folder, name), 'mine');
    }
    addFrames(2, 1);
    await backUp();
    for (const name of others) expect(readFileSync(join(folder, name), 'utf8')).toBe('mine');
  });

  test('of an encrypted store stays encrypted, with its key and without', async () => {
    const key = newStoreKey('chacha20');
    addFrames(0, 3, key);
    await writeFile(join(dataDir, 'vault.json'), '{}');
    for (const make of [() => backUp(key), () => copyClosedStore({ dataDir, folder })]) {
      await make();
      for (const name of await readdir(folder, { recursive: true })) {
        if (statSync(join(folder, name)).isDirectory() || name === MANIFEST_FILE) continue;
        const bytes = readFileSync(join(folder, name));
        expect([bytes.includes('SQLite format'), bytes.includes('harbour')]).toEqual([
          false,
          false,
        ]);
      }
      for (const id of chunksIn(join(folder, 'snapshots'))) {
        expect(() => openChunkFiles(join(folder, 'snapshots'), undefined).read(id)).toThrow();
      }
      const to = join(home.path, 'elsewhere');
      await restore(to, true, key);
      expect(countFrames(to, key)).toBe(3);
      expect(existsSync(join(to, 'vault.json'))).toBe(true);
    }
  });

  test('of an encrypted store is not restored without its key, and nothing is left', async () => {
    const key = newStoreKey('chacha20');
    addFrames(0, 3, key);
    await backUp(key);
    const before = await readdir(home.path);
    await expect(restore(join(home.path, 'elsewhere'))).rejects.toMatchObject({
      code: 'VAULT_LOCKED',
    });
    expect(await readdir(home.path)).toEqual(before);
  });

  test('takes unchanged rows from the newest daily snapshot', async () => {
    addFrames(0, 5);
    const store = await openTestStore({ dataDir });
    const day = { dataDir, nowMs: AT_MS, signal: new AbortController().signal };
    await makeSnapshot({ ...day, changes: store.snapshots, isStoreEmpty: async () => false });
    await store.close();
    addFrames(5, 1);
    await backUp();
    const [own, near] = [folder, dataDir].map((each) => chunksIn(join(each, 'snapshots')));
    const shared = own?.filter((id) => near?.includes(id)) ?? [];
    expect(shared.length).toBeGreaterThan(2);
    await rm(join(dataDir, 'snapshots'), { recursive: true });
    await restore(join(home.path, 'elsewhere'));
    expect(countFrames(join(home.path, 'elsewhere'))).toBe(6);
  });

  test('of an earlier release, with its database as a file, is restored', async () => {
    addFrames(0, 4);
    await backUp();
    const manifest = (await readManifest(folder)) as Manifest;
    copyDatabase(join(dataDir, 'db.sqlite'), join(folder, 'db.sqlite-1'));
    const copied = await readThrough(join(folder, 'db.sqlite-1'));
    const database = { path: 'db.sqlite', file: 'db.sqlite-1', ...copied };
    const files = [database, ...manifest.files];
    writeManifest(folder, { ...manifest, files, database: undefined });
    await restore(join(home.path, 'elsewhere'));
    expect(countFrames(join(home.path, 'elsewhere'))).toBe(4);
    // The next one takes its place.
    addFrames(4, 1);
    await backUp();
    expect(existsSync(join(folder, 'db.sqlite-1'))).toBe(false);
  });

  test('is refused where it could harm something', async () => {
    addFrames(0, 1);
    const refusal = { code: 'BACKUP_PLACE_REFUSED' };
    const into = (place: string) => makeBackup({ dataDir, folder: place, key: undefined });
    await mkdir(folder);
    await writeFile(join(folder, 'letter.txt'), 'mine');
    await expect(into(folder)).rejects.toMatchObject(refusal);
    await expect(into(join(dataDir, 'backup'))).rejects.toMatchObject(refusal);
    await expect(into(dataDir)).rejects.toMatchObject(refusal);
    await expect(into('backup')).rejects.toMatchObject(refusal);
    await rm(join(folder, 'letter.txt'));
    await backUp();
    // Another store must not take the place of this one.
    const other = join(home.path, 'other');
    await cp(dataDir, other, { recursive: true });
    const second = makeBackup({ dataDir: other, folder, key: undefined });
    await expect(second).rejects.toMatchObject(refusal);
  });
});

describe('restoring', () => {
  beforeEach(async () => {
    addFrames(0, 3);
    await backUp();
  });

  test('refuses a folder with data, or keeps that aside', async () => {
    addFrames(3, 1);
    await expect(restore(dataDir)).rejects.toMatchObject({ code: 'FOLDER_HAS_DATA' });
    expect(countFrames(dataDir)).toBe(4);
    const { aside = '' } = await restore(dataDir, true);
    expect(countFrames(dataDir)).toBe(3);
    expect(countFrames(aside)).toBe(4);
  });

  test('removes the disk reserve, which is no data', async () => {
    const reserved = ['reserve.bin', 'reserve.bin.draft'];
    const empty = join(home.path, 'empty');
    await mkdir(empty);
    for (const name of reserved) await writeFile(join(empty, name), 'reserved');
    expect(await restore(empty)).toMatchObject({ aside: undefined });
    expect((await readdir(empty)).filter((name) => reserved.includes(name))).toEqual([]);

    for (const name of reserved) await writeFile(join(dataDir, name), 'reserved');
    const { aside = '' } = await restore(dataDir, true);
    const left = [...(await readdir(aside)), ...(await readdir(dataDir))];
    expect(left.filter((name) => reserved.includes(name))).toEqual([]);
  });

  test('begins again what a killed one had copied, and reports all it leaves', async () => {
    await cp(dataDir, `${dataDir}.restoring`, { recursive: true });
    await writeFile(join(`${dataDir}.restoring`, 'stray'), 'of the killed one');
    await mkdir(`${dataDir}.other`);
    expect(listKeptFolders(dataDir)).toEqual([`${dataDir}.restoring`]);
    const { aside } = await restore(dataDir, true);
    expect(existsSync(join(dataDir, 'stray'))).toBe(false);
    expect(listKeptFolders(dataDir)).toEqual([aside]);
  });

  test('refuses a folder in which a service runs', async () => {
    const claim = await claimDataFolder(dataDir);
    await expect(restore(dataDir, true)).rejects.toMatchObject({ code: 'DATA_FOLDER_IN_USE' });
    claim.release();
  });

  const damages: [string, () => Promise<void>][] = [
    ['no list', () => rm(join(folder, MANIFEST_FILE))],
    ['a changed file', () => writeFile(join(folder, media()), 'other bytes')],
    ['a missing file', () => rm(join(folder, media()))],
    [
      'a link in the place of a file',
      async () => {
        await rm(join(folder, media()));
        await symlink(join(dataDir, media()), join(folder, media()));
      },
    ],
    [
      'a list that leads elsewhere',
      async () => {
        const manifest = await readManifest(folder);
        if (!manifest) throw new Error('there is no backup');
        const files = manifest.files.map((file) => ({ ...file, path: `../${file.path}` }));
        writeManifest(folder, { ...manifest, files });
      },
    ],
    [
      'a list that was changed',
      async () => {
        const file = join(folder, MANIFEST_FILE);
        await writeFile(file, readFileSync(file, 'utf8').replace('"frames":3', '"frames":4'));
      },
    ],
  ];
  const media = () => `data/2026-11-14/${AT_MS}_monitor-1.jpg`;

  test.each(damages)('refuses a backup with %s and leaves nothing behind', async (_, damage) => {
    await damage();
    const before = await readdir(home.path);
    await expect(restore(join(home.path, 'elsewhere'))).rejects.toMatchObject({
      code: 'BACKUP_DAMAGED',
    });
    expect(await readdir(home.path)).toEqual(before);
  });
});
