import { expect, test, vi } from 'vitest';
import { addFrame, compactAll, type Parts, shownNumber } from '#store/compaction/parts.fixture.ts';
import { findClear } from '#store/testing/marker-words.ts';
import { memoryBackend } from './backends/memory/memory-backend.fixture.ts';
import { ACCOUNT, type SyncingDevice, syncingDevice } from './two-devices.fixture.ts';

// A video is made and read, by separate processes, on machines that have other things to do.
vi.setConfig({ testTimeout: 120_000 });

async function find({ store }: Parts, number: number) {
  const filter = { kinds: ['ocr'] as const, query: `number${number}`, limit: 1, offset: 0 };
  const [item] = (await store.search.find({ ...filter, order: 'descending' })).items;
  if (item?.kind !== 'ocr') throw new Error(`there is no frame ${number}`);
  return item;
}

/** What both have by now; a round sends what the round before it has brought. */
async function exchange(devices: readonly SyncingDevice[]): Promise<void> {
  for (let round = 0; round < 2; round += 1) {
    for (const { sync } of devices) await sync.trigger();
  }
}

test('a device with an encrypted store and one without share what they have, and the first keeps nothing clear', async () => {
  const backend = memoryBackend(Date.now);
  const options = { mode: 'full' } as const;
  await using sealed = await syncingDevice(backend, { ...options, isSealed: true });
  await using clear = await syncingDevice(backend, options);
  await sealed.sync.init({ ...ACCOUNT, machineId: 'sealed' });
  await clear.sync.init({ ...ACCOUNT, machineId: 'clear' });

  // A video and a picture from each.
  for (const [device, first] of [
    [sealed, 10],
    [clear, 20],
  ] as const) {
    for (const number of [first, first + 1]) await addFrame(device.parts, number);
    expect(await compactAll(device.parts)).toContain('moved');
    await addFrame(device.parts, first + 2);
  }
  await exchange([sealed, clear]);

  for (const { parts } of [sealed, clear]) {
    for (const number of [10, 11, 12, 20, 21, 22]) {
      const { frameId } = await find(parts, number);
      expect(await shownNumber(parts, frameId)).toBe(number);
    }
  }
  const { frameId } = await find(sealed.parts, 21);
  await sealed.parts.store.tags.add('vision', frameId, ['harbour']);
  await exchange([sealed, clear]);
  expect((await find(clear.parts, 21)).tags).toEqual(['harbour']);

  const words = ['number10', 'number20', 'number22', 'harbour'];
  expect(findClear(sealed.parts.dataDir, words)).toEqual([]);
  // What finds nothing proves nothing: it finds them where they may be.
  expect(findClear(clear.parts.dataDir, words)).not.toEqual([]);
});
