/** A device of a version that did not know of keepers is upgraded: over real stores that meet in memory. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { addFrame } from '#store/compaction/parts.fixture.ts';
import { withDatabase } from '#store/testing/temporary-store.ts';
import type { SyncingDevice } from '../two-devices.fixture.ts';
import { frameOf, media, openGroup, retain, rounds, shareFrame } from './keeper.fixture.ts';

vi.setConfig({ testTimeout: 120_000 });

const MIGRATION = join(
  import.meta.dirname,
  '../../store/migrations/202611181020_read_logs_again.sql',
);

/** The earlier version had left alone what keepers say. */
function upgrade({ parts }: SyncingDevice): void {
  withDatabase(parts.dataDir, (db) => {
    db.exec('DELETE FROM sync_keeper; DELETE FROM sync_held');
    db.exec(readFileSync(MIGRATION, 'utf8'));
  });
}

test('a device that read past the role of a keeper learns of it, and of its receipts', async () => {
  await using group = await openGroup();
  const { laptop } = group;
  await shareFrame(group);
  upgrade(laptop);
  await addFrame(laptop.parts, 2);
  await laptop.sync.trigger();
  expect((await laptop.sync.group()).keepers).toMatchObject([{ machineId: 'keeper' }]);
  expect(await retain(laptop.parts)).toBe(1);
  expect(await media(laptop)).toHaveLength(1);
});

test('what retention had removed comes back with its last text when the logs are read again', async () => {
  await using group = await openGroup({ keeper: 'device' });
  const { laptop, other } = group;
  await addFrame(other.parts, 1);
  await rounds([other, laptop]);
  const frame = await frameOf(other.parts, 1);
  await other.parts.store.content.replaceText('ocr', frame?.id ?? 0, 'number7 quince');
  await rounds([other, laptop]);
  expect(await frameOf(laptop.parts, 7)).toBeDefined();
  await retain(laptop.parts, { text: 1 });
  expect(await frameOf(laptop.parts, 7)).toBeUndefined();
  upgrade(laptop);
  await laptop.sync.trigger();
  expect(await frameOf(laptop.parts, 7)).toBeDefined();
  expect(await frameOf(laptop.parts, 1)).toBeUndefined();
});
