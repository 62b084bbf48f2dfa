/** A keeper that has lost files takes back its word: over real stores that meet in memory. */
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { addFrame, compactAll } from '#store/compaction/parts.fixture.ts';
import { addRecording, media, openGroup, retain, rounds, shareFrame } from './keeper.fixture.ts';

// Videos are made and read, by separate processes, on machines that have other things to do.
vi.setConfig({ testTimeout: 120_000 });

test.each(['pictures', 'a video'])(
  'what a keeper has lost of %s and sound stays on the laptop, and is sent again',
  async (what) => {
    await using group = await openGroup();
    const { laptop, keeper } = group;
    await rounds([keeper, laptop]);
    for (const number of [1, 2]) await addFrame(laptop.parts, number);
    if (what === 'a video') await compactAll(laptop.parts);
    await addRecording(laptop.parts);
    await addFrame(laptop.parts, 3);
    await rounds([laptop, keeper]);
    await laptop.sync.trigger();
    const files = await media(keeper);
    const kept = files.find((path) => path.endsWith('.jpg')) ?? '';
    const lost = files.filter((path) => path !== kept);
    for (const path of lost) await rm(join(keeper.parts.dataDir, path));
    await rounds([keeper], 2);
    await laptop.sync.trigger();
    expect(await retain(laptop.parts)).toBeGreaterThan(0);
    expect(await media(laptop)).toHaveLength(lost.length);
    await rounds([laptop, keeper], 4);
    await laptop.sync.trigger();
    expect(await media(keeper)).toHaveLength(files.length);
    expect(await media(keeper)).toContain(kept);
    expect(await retain(laptop.parts)).toBe(0);
  },
);

test('what the laptop no longer has keeps its row on the keeper, for its file may return', async () => {
  await using group = await openGroup();
  const { laptop, keeper } = group;
  await shareFrame(group);
  expect(await retain(laptop.parts)).toBe(0);
  const [first = ''] = await media(keeper);
  await addFrame(laptop.parts, 2);
  await rounds([laptop, keeper]);
  await laptop.sync.trigger();
  const path = join(keeper.parts.dataDir, first);
  await rename(path, join(keeper.parts.dataDir, 'away'));
  await rounds([keeper, laptop], 3);
  expect(await keeper.parts.store.sync.listReceived('frame', 0, 10)).toHaveLength(2);
  expect(await retain(laptop.parts)).toBe(0);
});
