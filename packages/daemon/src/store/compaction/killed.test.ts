/** A process killed with SIGKILL while it compacts: at every step, and at any moment. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { findFaults } from '../testing/find-faults.ts';
import { temporaryFolder } from '../testing/temporary-store.ts';
import {
  addFrames,
  compactionOf,
  expectAllShown,
  isSnapshot,
  mediaFiles,
  NOW_MS,
  openParts,
} from './parts.fixture.ts';

const PROCESS = fileURLToPath(
  new URL('../testing/processes/compacting-process.ts', import.meta.url),
);

/** Resolves to whether the process was killed; it must not end otherwise than by that or well. */
async function runCompacting(
  dataDir: string,
  options: { dieAt: number; killAfterMs?: number },
): Promise<boolean> {
  const child = spawn(process.execPath, [PROCESS, dataDir, String(NOW_MS), String(options.dieAt)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const { killAfterMs } = options;
  if (killAfterMs !== undefined) {
    child.stdout.once('data', () => setTimeout(() => child.kill('SIGKILL'), killAfterMs));
  }
  const [code, signal] = (await once(child, 'close')) as [number | null, string | null];
  if (signal !== 'SIGKILL') expect(code).toBe(0);
  return signal === 'SIGKILL';
}

/** What a start after the kill makes of it. */
async function expectRecovery(
  dataDir: string,
  ids: ReadonlyMap<number, number>,
  maxUnnamed = 1,
): Promise<void> {
  await using parts = await openParts(dataDir);
  await compactionOf(parts).cleanUp(parts.signal);
  await expectAllShown(parts, ids);
  const unnamed = await parts.store.compaction.listUnnamedFiles(await mediaFiles(dataDir));
  // A chunk that got its name and no row stays: with a restored database it would look just the same and be
  // the only place of its pictures.
  expect(unnamed.filter(isSnapshot)).toEqual([]);
  expect(unnamed.length).toBeLessThanOrEqual(maxUnnamed);
  const { total } = await parts.store.search.find({
    kinds: ['ocr'],
    order: 'ascending',
    limit: 1,
    offset: 0,
  });
  expect(total).toBe(ids.size);
}

describe('a process killed while it compacts', () => {
  test('loses no picture and leaves at most a chunk behind, whichever step it dies at', {
    timeout: 600_000,
  }, async () => {
    await using folder = await temporaryFolder();
    const original = join(folder.path, 'original');
    await mkdir(original);
    let ids: Map<number, number>;
    {
      await using parts = await openParts(original);
      ids = await addFrames(parts, 2);
    }
    let dieAt = 0;
    for (let wasKilled = true; wasKilled; ) {
      dieAt += 1;
      const dataDir = join(folder.path, `killed-at-${dieAt}`);
      await cp(original, dataDir, { recursive: true });
      wasKilled = await runCompacting(dataDir, { dieAt });
      await expectRecovery(dataDir, ids);
      await rm(dataDir, { recursive: true });
    }
    // To plan, draft, make, place and store the chunk, to remove two snapshots and forget them, to plan again.
    expect(dieAt).toBeGreaterThanOrEqual(9);
  });

  test('loses no picture at any moment, and in the end everything is compacted', {
    timeout: 600_000,
  }, async () => {
    await using folder = await temporaryFolder();
    let ids: Map<number, number>;
    {
      await using parts = await openParts(folder.path);
      ids = await addFrames(parts, 12);
    }
    const moments = [50, 300, 900, 2_500];
    for (const killAfterMs of moments) {
      await runCompacting(folder.path, { dieAt: -1, killAfterMs });
      await expectRecovery(folder.path, ids, moments.length);
    }
    expect(await runCompacting(folder.path, { dieAt: -1 })).toBe(false);
    await expectRecovery(folder.path, ids, moments.length);
    expect((await mediaFiles(folder.path)).filter(isSnapshot)).toEqual([]);
    expect(findFaults(folder.path)).toEqual([]);
  });
});
