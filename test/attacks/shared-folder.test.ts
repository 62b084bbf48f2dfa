/**
 * The promise: whoever can write into a shared sync folder makes this service neither read nor write outside that folder, nor read more than a
 * blob at once. Links, devices, named pipes, giant files and folders stand in every place that the service looks at.
 */
import { execFileSync } from 'node:child_process';
import {
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MAX_BLOB_BYTES } from '../../packages/client/src/hub-wire.ts';
import { folderBackend } from '../../packages/daemon/src/sync/backends/folder/folder-backend.ts';
import { sized } from './plan.ts';

const SIGNAL = new AbortController().signal;
const BLOB = 'devices/evil/log/000000000/000000000000.bin';
const SPOT = { machineId: 'evil', stream: 'log', sequence: 0 };

/** Every place that the backend looks at. */
const PLACES = [
  'keys.json',
  'devices',
  'devices/evil',
  'devices/evil/lease.json',
  'devices/evil/log',
  'devices/evil/log/000000000',
  BLOB,
  'devices/evil/log/000000000/000000000001.bin',
  'devices/evil/other',
] as const;

/** What an attacker puts there. `outside` is a folder that is not shared. */
const TRAPS: Record<string, (path: string, outside: string) => void> = {
  'a link to a folder outside': (path, outside) => symlinkSync(outside, path),
  'a link to a file outside': (path, outside) => symlinkSync(join(outside, 'secret'), path),
  'a link to an endless device': (path) => symlinkSync('/dev/zero', path),
  'a link to itself': (path) => symlinkSync(path, path),
  'a link to nothing': (path) => symlinkSync('/nowhere/at/all', path),
  'a named pipe': (path) => void execFileSync('mkfifo', [path]),
  'a file of 64 GB': (path) => {
    writeFileSync(path, '');
    truncateSync(path, 64e9);
  },
  'a file one byte larger than a blob': (path) =>
    writeFileSync(path, Buffer.alloc(MAX_BLOB_BYTES + 1)),
  'a folder': (path) => mkdirSync(path),
  'words that are no JSON': (path) => writeFileSync(path, '{"holder":'),
};

/** Exchanges a folder for a link and back, without an end. */
const SWAP = `
const fs = require('node:fs');
const [folder, outside] = require('node:worker_threads').workerData;
const aside = folder + '-aside';
const act = (name, ...args) => { try { fs[name](...args); } catch {} };
for (;;) {
  act('renameSync', folder, aside);
  act('symlinkSync', outside, folder);
  act('unlinkSync', folder);
  act('renameSync', aside, folder);
  act('mkdirSync', folder);
}
`;

async function attacked() {
  const base = await mkdtemp(join(tmpdir(), 'hindcast-attack-'));
  const [root, outside] = [join(base, 'shared'), join(base, 'outside')];
  mkdirSync(root);
  mkdirSync(join(outside, 'log', '000000000'), { recursive: true });
  mkdirSync(join(outside, 'other'));
  for (const name of [
    'secret',
    'lease.json',
    'other/kept',
    'log/000000000/000000000000.bin',
    '000000000000.bin',
  ]) {
    writeFileSync(join(outside, name), 'outside');
  }
  return {
    root,
    outside,
    set(place: string, trap: string) {
      try {
        const path = join(root, place);
        // One trap in each place, and none behind a link, where it would lie outside.
        const parents = PLACES.filter((other) => place.startsWith(`${other}/`));
        if (lstatSync(path, { throwIfNoEntry: false })) return;
        if (parents.some((other) => isLink(join(root, other)))) return;
        mkdirSync(dirname(path), { recursive: true });
        TRAPS[trap]?.(path, outside);
      } catch {
        // Another trap is in the way already.
      }
    },
    [Symbol.asyncDispose]: () => rm(base, { recursive: true, force: true }),
  };
}

function isLink(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
}

function contentOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .map((entry) => {
      const path = join(entry.parentPath, entry.name);
      return `${path} ${entry.isFile() ? readFileSync(path, 'utf8') : ''}`;
    })
    .sort();
}

/** All that a service does in the folder. Resolves to the result or error of each call. */
async function useFolder(root: string): Promise<unknown[]> {
  const backend = folderBackend(root, Date.now, 20_000);
  const answers: unknown[] = [];
  const calls: (() => Promise<unknown>)[] = [
    () => backend.readHeads('mine', SIGNAL),
    () => backend.readKeys(SIGNAL),
    () => backend.read(SPOT, SIGNAL),
    () => backend.countSegments('evil', 'log', SIGNAL),
    () => backend.append({ ...SPOT, stream: 'other' }, Buffer.from('x'), 'h', SIGNAL),
    () => backend.replace(SPOT, Buffer.from('y'), 'z', 'h', SIGNAL),
    () => backend.writeKeys(Buffer.from('k'), undefined, SIGNAL),
    () => backend.removeStream('evil', 'other', 'h', SIGNAL),
    () => backend.removeDevice('evil', 'h', SIGNAL),
  ];
  for (const call of calls) {
    answers.push(await call().catch((error: Error) => error));
  }
  return answers;
}

function expectHarmless(answers: unknown[]): void {
  for (const answer of answers) {
    if (answer instanceof Error) {
      expect(answer).toMatchObject({ code: expect.stringMatching(/^SYNC_(?!TOO_SLOW)/) });
      continue;
    }
    const bytes = Buffer.isBuffer(answer) ? answer : (answer as { document?: Buffer })?.document;
    expect(bytes?.length ?? 0).toBeLessThanOrEqual(MAX_BLOB_BYTES);
    expect(bytes?.toString() ?? '').not.toContain('outside');
  }
}

describe.skipIf(process.platform === 'win32')('a shared folder', { timeout: 120_000 }, () => {
  test.each(PLACES.flatMap((place) => Object.keys(TRAPS).map((trap) => [place, trap] as const)))(
    'with, as %s, %s',
    async (place, trap) => {
      await using folder = await attacked();
      const before = contentOf(folder.outside);
      folder.set(place, trap);
      expectHarmless(await useFolder(folder.root));
      expect(contentOf(folder.outside)).toEqual(before);
    },
  );

  test('with any of them together', async () => {
    const trap = fc.tuple(fc.constantFrom(...PLACES), fc.constantFrom(...Object.keys(TRAPS)));
    await fc.assert(
      fc.asyncProperty(fc.array(trap, { minLength: 2, maxLength: 6 }), async (traps) => {
        await using folder = await attacked();
        const before = contentOf(folder.outside);
        for (const [place, name] of traps) folder.set(place, name);
        expectHarmless(await useFolder(folder.root));
        expect(contentOf(folder.outside)).toEqual(before);
      }),
      { numRuns: sized({ short: 40, whole: 1_000 }) },
    );
  });

  test('in which a folder becomes a link and back while the service works', async () => {
    await using folder = await attacked();
    const devices = join(folder.root, 'devices');
    mkdirSync(devices);
    // Behind the link lie the same names as in the shared folder.
    mkdirSync(join(folder.outside, 'evil', 'other', '000000000'), { recursive: true });
    writeFileSync(join(folder.outside, 'evil', 'other', '000000000', 'kept'), 'outside');
    const before = contentOf(folder.outside);
    const swapping = new Worker(SWAP, { eval: true, workerData: [devices, folder.outside] });
    try {
      for (let round = 0; round < sized({ short: 50, whole: 500 }); round += 1) {
        expectHarmless(await useFolder(folder.root));
      }
    } finally {
      await swapping.terminate();
    }
    expect(contentOf(folder.outside)).toEqual(before);
  });

  test('ends a stream before a link, and leaves the other devices readable', async () => {
    await using folder = await attacked();
    const backend = folderBackend(folder.root);
    await backend.append({ ...SPOT, machineId: 'good' }, Buffer.from('x'), 'h', SIGNAL);
    folder.set(BLOB, 'a link to an endless device');
    expect((await backend.readHeads('mine', SIGNAL)).devices).toMatchObject([
      { machineId: 'good', segments: 1 },
    ]);
  });

  test('with more names than a folder can have', async () => {
    await using folder = await attacked();
    mkdirSync(join(folder.root, 'devices'));
    for (let index = 0; index < 20_001; index += 1) {
      writeFileSync(join(folder.root, 'devices', `x${index}`), '');
    }
    await expect(folderBackend(folder.root).readHeads('mine', SIGNAL)).rejects.toMatchObject({
      code: 'SYNC_BAD_ANSWER',
    });
  });
});
