/** What a keeper has not, the laptop does not remove: over real stores that meet in memory. */
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { addFrame } from '#store/compaction/parts.fixture.ts';
import { addRecording, media, openGroup, retain, rounds } from './keeper.fixture.ts';

// Videos are made and read, by separate processes, on machines that have other things to do.
vi.setConfig({ testTimeout: 120_000 });

test('a file that cannot be read when it is to be sent is sent later, and stays until then', async () => {
  await using group = await openGroup();
  const { laptop, keeper } = group;
  await rounds([keeper, laptop]);
  await addFrame(laptop.parts, 1);
  await addRecording(laptop.parts);
  const folder = join(laptop.parts.dataDir, 'data');
  await rename(folder, `${folder}.away`);
  await expect(laptop.sync.trigger()).rejects.toMatchObject({ code: 'ENOENT' });
  await rename(`${folder}.away`, folder);
  await keeper.sync.trigger();
  expect(await retain(laptop.parts)).toBe(2);
  await rounds([laptop, keeper]);
  await laptop.sync.trigger();
  expect(await media(keeper)).toHaveLength(2);
  expect(await retain(laptop.parts)).toBe(0);
});
