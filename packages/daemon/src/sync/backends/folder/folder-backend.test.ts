import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { backendConformance } from '#sync/backend.conformance.ts';
import { folderBackend } from './folder-backend.ts';

const SIGNAL = new AbortController().signal;
const ONE = Buffer.from('one');

async function sharedFolder() {
  const root = await mkdtemp(join(tmpdir(), 'hindcast-shared-'));
  return {
    root,
    open: () => folderBackend(root),
    [Symbol.asyncDispose]: () => rm(root, { recursive: true, force: true }),
  };
}

describe('a shared folder', () => {
  backendConformance(sharedFolder);

  test('is read only as far as nothing is missing', async () => {
    await using folder = await sharedFolder();
    const backend = folder.open();
    for (const sequence of [0, 1, 2]) {
      const spot = { machineId: 'a', stream: 'log', sequence };
      await backend.append(spot, Buffer.from([sequence]), 'h', SIGNAL);
    }
    const file = join(folder.root, 'devices/a/log/000000000/000000000001.bin');
    await rename(file, `${file}.later`);
    expect((await folder.open().readHeads('b', SIGNAL)).devices).toMatchObject([{ segments: 1 }]);
    await rename(`${file}.later`, file);
    expect((await folder.open().readHeads('b', SIGNAL)).devices).toMatchObject([{ segments: 3 }]);
  });

  test('may hold files of the programs that show it', async () => {
    await using folder = await sharedFolder();
    const backend = folder.open();
    await backend.append({ machineId: 'a', stream: 'log', sequence: 0 }, ONE, 'h', SIGNAL);
    await writeFile(join(folder.root, 'devices/.DS_Store'), 'x');
    await writeFile(join(folder.root, 'devices/Thumbs'), 'x');
    await mkdir(join(folder.root, 'devices/.stfolder'));
    expect((await backend.readHeads('b', SIGNAL)).devices).toMatchObject([{ machineId: 'a' }]);
  });

  test('never loses a blob to another process that came at the same moment', async () => {
    await using folder = await sharedFolder();
    const spot = { machineId: 'a', stream: 'log', sequence: 0 };
    const blobs = [ONE, Buffer.from('two')];
    // Both find the lease free and the place empty.
    const results = await Promise.allSettled(
      blobs.map((bytes) => folder.open().append(spot, bytes, 'h', SIGNAL)),
    );
    const kept = results.findIndex(({ status }) => status === 'fulfilled');
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await folder.open().read(spot, SIGNAL)).toEqual(blobs[kept]);
  });

  test('is not closed by a lease that a wrong clock has written', async () => {
    await using folder = await sharedFolder();
    const tomorrow = folderBackend(folder.root, () => Date.now() + 86_400_000);
    await tomorrow.append({ machineId: 'a', stream: 'log', sequence: 0 }, ONE, 'old', SIGNAL);
    const spot = { machineId: 'a', stream: 'log', sequence: 1 };
    await folder.open().append(spot, ONE, 'new', SIGNAL);
    expect(await folder.open().countSegments('a', 'log', SIGNAL)).toBe(2);
  });

  test.each(['..', '../../etc', 'a/b', ''])('is not left through the name %j', async (name) => {
    await using folder = await sharedFolder();
    for (const spot of [
      { machineId: name, stream: 'log', sequence: 0 },
      { machineId: 'a', stream: name, sequence: 0 },
    ]) {
      await expect(folder.open().read(spot, SIGNAL)).rejects.toMatchObject({
        code: 'SYNC_BAD_ANSWER',
      });
    }
  });

  test('takes only the first of two key documents, and whole', async () => {
    await using folder = await sharedFolder();
    const documents = [Buffer.alloc(300, 1), Buffer.alloc(300, 2)];
    const revisions = await Promise.all(
      documents.map((document) => folder.open().writeKeys(document, undefined, SIGNAL)),
    );
    const winner = revisions.findIndex((revision) => revision !== undefined);
    expect(revisions.filter((revision) => revision !== undefined)).toHaveLength(1);
    expect(await readFile(join(folder.root, 'keys.json'))).toEqual(documents[winner]);
  });

  test('is rid of the drafts that a kill has left, of nothing else, and of none that is young', async () => {
    await using folder = await sharedFolder();
    const spot = { machineId: 'a', stream: 'log', sequence: 0 };
    await folder.open().append(spot, ONE, 'h', SIGNAL);
    const log = join(folder.root, 'devices/a/log/000000000');
    const others = join(folder.root, 'devices/b');
    await mkdir(others);
    const long = new Date(Date.now() - 7 * 3_600_000);
    const leave = async (path: string, at = long) => {
      await writeFile(path, 'half');
      await utimes(path, at, at);
      return path;
    };
    const draft = () => `.syncthing.${randomUUID()}.tmp`;
    const left = await Promise.all([
      leave(join(log, draft())),
      leave(join(folder.root, 'devices/a', draft())),
    ]);
    const kept = await Promise.all([
      leave(join(log, draft()), new Date()),
      // A file that another program is about to bring.
      leave(join(log, '.syncthing.000000000007.bin.tmp')),
      leave(join(others, draft())),
    ]);
    // As after a restart, when the lease is over.
    const later = folderBackend(folder.root, () => Date.now() + 100_000);
    await later.append({ ...spot, sequence: 1 }, ONE, 'h', SIGNAL);
    expect(left.filter((path) => existsSync(path))).toEqual([]);
    expect(kept.filter((path) => existsSync(path))).toEqual(kept);
  });

  test('without the lease of a device knows by its log when it was there', async () => {
    await using folder = await sharedFolder();
    const beganAtMs = Date.now();
    const spot = { machineId: 'a', stream: 'log', sequence: 0 };
    await folder.open().append(spot, ONE, 'h', SIGNAL);
    await rm(join(folder.root, 'devices/a/lease.json'));
    const { devices } = await folder.open().readHeads('b', SIGNAL);
    // File systems count in seconds at worst.
    expect(devices[0]?.lastSeenAtMs).toBeGreaterThan(beganAtMs - 2_000);
  });

  test('that is not there is unreachable, not empty', async () => {
    const backend = folderBackend(join(tmpdir(), 'hindcast-no-such-folder'));
    await expect(backend.readKeys(SIGNAL)).rejects.toMatchObject({ code: 'SYNC_UNREACHABLE' });
    await expect(backend.writeKeys(Buffer.from('x'), undefined, SIGNAL)).rejects.toMatchObject({
      code: 'SYNC_UNREACHABLE',
    });
  });
});
