import { mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { backendConformance } from '#sync/backend.conformance.ts';
import { folderBackend } from './folder-backend.ts';

const SIGNAL = new AbortController().signal;

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

  test('that is not there is unreachable, not empty', async () => {
    const backend = folderBackend(join(tmpdir(), 'hindcast-no-such-folder'));
    await expect(backend.readKeys(SIGNAL)).rejects.toMatchObject({ code: 'SYNC_UNREACHABLE' });
    await expect(backend.writeKeys(Buffer.from('x'), undefined, SIGNAL)).rejects.toMatchObject({
      code: 'SYNC_UNREACHABLE',
    });
  });
});
