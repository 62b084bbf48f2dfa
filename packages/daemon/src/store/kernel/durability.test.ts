/** What an acknowledged write is worth: killed processes and full disks. */
import { execFileSync } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openStore } from '../open-store.ts';
import type { Store } from '../store.ts';
import { findFaults } from '../testing/find-faults.ts';
import { type AddingReport, BATCH_SIZE } from '../testing/processes/adding-process.ts';
import { type Adding, startAdding } from '../testing/processes/start-adding.ts';
import { type TemporaryFolder, temporaryFolder } from '../testing/temporary-store.ts';

const EVERYTHING = { kinds: ['ocr', 'audio', 'ui'], order: 'descending', offset: 0 } as const;

async function totalOf(store: Store, query?: string): Promise<number> {
  return (await store.search.find({ ...EVERYTHING, limit: 1, query })).total;
}

const numbersAdded = (reports: readonly AddingReport[]) =>
  reports.flatMap((report) => ('added' in report ? report.added : []));

describe('a process killed while it adds', () => {
  test('has stored every batch it acknowledged, whole, and no part of another', {
    timeout: 60_000,
  }, async () => {
    await using folder = await temporaryFolder();
    const acknowledged: number[] = [];
    let tried = 0;
    for (const reports of [1, 25, 60]) {
      const adding = startAdding({ dataDir: folder.path, first: tried });
      await adding.next(() => adding.reports.length >= reports);
      await adding.kill();
      acknowledged.push(...numbersAdded(adding.reports));
      // The kill may have come while the next one was under way.
      tried = (acknowledged.at(-1) ?? 0) + 2;

      const store = await openStore({ dataDir: folder.path });
      for (const number of acknowledged)
        expect(await totalOf(store, `batch${number}`)).toBe(BATCH_SIZE);
      const interrupted = await totalOf(store, `batch${tried - 1}`);
      expect([0, BATCH_SIZE]).toContain(interrupted);
      const total = await totalOf(store);
      const summary = await store.content.summary();
      expect(total).toBe(summary.frames + summary.transcriptions + summary.uiTexts);
      expect(total % BATCH_SIZE).toBe(0);
      await store.close();
      expect(findFaults(folder.path)).toEqual([]);
    }
    expect(acknowledged.length).toBeGreaterThanOrEqual(86);
  });
});

const isRefusal = ({ reports }: Adding) => 'refused' in (reports.at(-1) ?? {});

/** Raising the limit of another process needs `prlimit`. */
const isLinux = process.platform === 'linux';

/** Adds until the store refuses, then makes room and adds again. */
async function expectFullDiskToPass(options: {
  dataDir: string;
  shell?: string;
  makeRoom: (pid: number) => Promise<unknown> | unknown;
}): Promise<void> {
  const { dataDir, makeRoom, ...how } = options;
  const adding = startAdding({ dataDir, first: 0, ...how });
  try {
    const refusal = await adding.next((report) => 'refused' in report);
    const acknowledged = numbersAdded(adding.reports);
    expect(acknowledged.length).toBeGreaterThan(0);
    // Reads go on and see all that was acknowledged, and nothing of what was refused.
    expect(refusal).toEqual({ refused: 'DISK_FULL', total: acknowledged.length * BATCH_SIZE });
    adding.goOn();
    expect(await adding.next(() => true)).toEqual(refusal);

    await makeRoom(adding.pid);
    adding.goOn();
    const enough = acknowledged.length + 20;
    await adding.next(() => numbersAdded(adding.reports).length >= enough || isRefusal(adding));
    expect(numbersAdded(adding.reports).length).toBeGreaterThanOrEqual(enough);
  } finally {
    await adding.kill();
  }
  const store = await openStore({ dataDir });
  const numbers = numbersAdded(adding.reports);
  for (const number of numbers) expect(await totalOf(store, `batch${number}`)).toBe(BATCH_SIZE);
  await store.close();
  expect(findFaults(dataDir)).toEqual([]);
}

describe('a full disk', () => {
  test.skipIf(!isLinux)(
    'refuses with DISK_FULL when a file cannot grow, keeps reading, and writes again afterwards',
    { timeout: 60_000 },
    async () => {
      await using folder = await temporaryFolder();
      await expectFullDiskToPass({
        dataDir: folder.path,
        // In blocks of 512 bytes; only the soft limit, which the test raises again.
        shell: 'ulimit -S -f 7000',
        makeRoom: (pid) => execFileSync('prlimit', ['--pid', String(pid), '--fsize=unlimited:']),
      });
    },
  );

  test('refuses with DISK_FULL when the file system is full, keeps reading, and writes again afterwards', {
    timeout: 60_000,
  }, async ({ skip }) => {
    await using small = await smallFileSystem('48m', skip);
    const ballast = join(small.path, 'ballast');
    await writeFile(ballast, Buffer.alloc(40 * 1024 * 1024, 1));
    const dataDir = join(small.path, 'data-dir');
    await mkdir(dataDir);
    await expectFullDiskToPass({ dataDir, makeRoom: () => rm(ballast) });
  });

  test('without room to open the store is said in words, and the store opens when there is room', async ({
    skip,
  }) => {
    await using small = await smallFileSystem('8m', skip);
    const dataDir = join(small.path, 'data-dir');
    await mkdir(dataDir);
    const store = await openStore({ dataDir });
    await store.content.add({ uiTexts: [{ atMs: 1, text: 'kept' }] });
    await store.close();
    const ballast = join(small.path, 'ballast');
    await expect(writeFile(ballast, Buffer.alloc(8 * 1024 * 1024, 1))).rejects.toThrow('ENOSPC');
    await expect(openStore({ dataDir })).rejects.toMatchObject({ code: 'DISK_FULL' });
    await rm(ballast);
    const again = await openStore({ dataDir });
    expect(await totalOf(again, 'kept')).toBe(1);
    await again.close();
  });
});

/** A file system of this size for one test; skips the test where none may be mounted. */
async function smallFileSystem(
  size: string,
  skip: (note: string) => never,
): Promise<TemporaryFolder> {
  const folder = await temporaryFolder();
  const path = join(folder.path, 'small');
  await mkdir(path);
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', path], { stdio: 'pipe' });
  } catch (error) {
    await folder[Symbol.asyncDispose]();
    return skip(`no small file system can be mounted: ${(error as Error).message.trim()}`);
  }
  return {
    path,
    async [Symbol.asyncDispose]() {
      execFileSync('umount', [path]);
      await folder[Symbol.asyncDispose]();
    },
  };
}
