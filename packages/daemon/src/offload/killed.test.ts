/** A process killed with SIGKILL while it moves files, and while it removes deleted ones: at every step. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { temporaryFolder, withDatabase } from '#store/testing/temporary-store.ts';
import {
  addOldFrame,
  deletedRows,
  isHere,
  objectNames,
  openOffloadParts,
  shown,
  signal,
} from './offload.fixture.ts';

const PROCESS = fileURLToPath(new URL('./killed-offload.fixture.ts', import.meta.url));

/** Resolves to whether the process was killed; it must not end otherwise than by that or well. */
async function runOffload(dataDir: string, place: string, dieAt: number): Promise<boolean> {
  const child = spawn(process.execPath, [PROCESS, dataDir, place, String(dieAt)], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const [code, killed] = (await once(child, 'close')) as [number | null, string | null];
  if (killed !== 'SIGKILL') expect(code).toBe(0);
  return killed === 'SIGKILL';
}

test('loses nothing and is resumed, whichever step it dies at', {
  timeout: 600_000,
}, async () => {
  await using folder = await temporaryFolder();
  const original = join(folder.path, 'original');
  const emptyPlace = join(folder.path, 'empty');
  for (const path of [original, emptyPlace]) await mkdir(path);
  let frameId: number;
  {
    await using parts = await openOffloadParts(original, { to: emptyPlace });
    frameId = await addOldFrame(parts, 7);
  }
  let dieAt = 0;
  for (let wasKilled = true; wasKilled; ) {
    dieAt += 1;
    const dataDir = join(folder.path, `killed-at-${dieAt}`);
    const place = join(folder.path, `place-${dieAt}`);
    await cp(original, dataDir, { recursive: true });
    await mkdir(place);
    wasKilled = await runOffload(dataDir, place, dieAt);
    await using parts = await openOffloadParts(dataDir, { to: place });
    // Before anything is resumed.
    expect(await shown(parts, frameId)).toBe(7);
    await parts.offload.runNow(signal);
    expect(parts.offload.figures()).toMatchObject({ moved: 1, waiting: 0, fault: undefined });
    expect(await objectNames(place)).toHaveLength(1);
    expect(await shown(parts, frameId)).toBe(7);
  }
  expect(dieAt).toBeGreaterThan(8);
});

test('removes deleted files in the end, whichever step it dies at', {
  timeout: 600_000,
}, async () => {
  await using folder = await temporaryFolder();
  const original = join(folder.path, 'original');
  const originalPlace = join(folder.path, 'place');
  for (const path of [original, originalPlace]) await mkdir(path);
  let path: string;
  {
    await using parts = await openOffloadParts(original, { to: originalPlace });
    const id = await addOldFrame(parts, 7);
    path = (await parts.store.frames.find(id))?.filePath.slice(original.length + 1) ?? '';
    await parts.offload.runNow(signal);
    await deletedRows(parts, id);
  }
  let dieAt = 0;
  for (let wasKilled = true; wasKilled; ) {
    dieAt += 1;
    const dataDir = join(folder.path, `killed-at-${dieAt}`);
    const place = join(folder.path, `place-${dieAt}`);
    await cp(original, dataDir, { recursive: true });
    await cp(originalPlace, place, { recursive: true });
    withDatabase(dataDir, (db) => db.prepare('UPDATE offloaded_file SET place = ?').run(place));
    wasKilled = await runOffload(dataDir, place, dieAt);
    await using parts = await openOffloadParts(dataDir, { to: place });
    await parts.offload.runNow(signal);
    expect(await objectNames(place)).toEqual([]);
    expect(parts.offload.figures()).toMatchObject({ moved: 0, removing: 0 });
    expect(await isHere(dataDir, path)).toBe(false);
  }
  expect(dieAt).toBeGreaterThan(3);
});
