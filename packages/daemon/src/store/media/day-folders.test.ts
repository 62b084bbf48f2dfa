import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { listSettledFiles } from './day-folders.ts';

const MINUTE_MS = 60_000;
const MIDNIGHT_MS = Date.UTC(2026, 1, 4);
const DAY_MS = 24 * 60 * MINUTE_MS;

test('files of a day are those named after its time, and videos that may reach into it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'hindcast-days-'));
  const file = async (day: string, minutes: number, ending: string, copy = '') => {
    await mkdir(join(folder, day), { recursive: true });
    const path = join(
      folder,
      day,
      `${copy}${MIDNIGHT_MS + minutes * MINUTE_MS}_monitor-1.${ending}`,
    );
    await writeFile(path, '');
    await utimes(path, new Date(MIDNIGHT_MS), new Date(MIDNIGHT_MS));
    return basename(path);
  };
  await file('2026-02-03', -130, 'mp4');
  await file('2026-02-03', -50, 'jpg');
  const reaching = await file('2026-02-03', -50, 'mp4');
  const picture = await file('2026-02-04', 10, 'jpg');
  // Put aside where there was one of that name already.
  const second = await file('2026-02-04', 10, 'jpg', '2-');
  await file('2026-02-05', 24 * 60 + 1, 'mp4');
  const found = await listSettledFiles(folder, MIDNIGHT_MS, MIDNIGHT_MS + DAY_MS - 1);
  expect(found.map((path) => basename(path)).sort()).toEqual([reaching, picture, second].sort());
  await rm(folder, { recursive: true });
});
