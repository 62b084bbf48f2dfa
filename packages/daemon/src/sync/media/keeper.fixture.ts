/** A keeper, a laptop and another device over real stores that meet in memory, and what their tests do with them. */
import { randomBytes } from 'node:crypto';
import { systemClock } from '#core/clock.ts';
import {
  addFrame,
  mediaFiles,
  type Parts,
  START_MS,
  shownNumber,
} from '#store/compaction/parts.fixture.ts';
import { deletionsOf } from '#store/deletion/job/deletions.fixture.ts';
import { countUnheld, type RetentionRules, retentionFilters } from '#store/deletion/retention.ts';
import { type MemoryBackend, memoryBackend } from '../backends/memory/memory-backend.fixture.ts';
import { ACCOUNT, type SyncingDevice, syncingDevice } from '../two-devices.fixture.ts';

export const SIGNAL = new AbortController().signal;
export const HOUR_MS = 3_600_000;

export interface Group extends AsyncDisposable {
  backend: MemoryBackend;
  laptop: SyncingDevice;
  keeper: SyncingDevice;
  other: SyncingDevice;
  /** For all of them. */
  passTime(ms: number): void;
}

export async function openGroup(
  options: { laptop?: 'text' | 'full'; keeper?: 'device' | 'keeper'; other?: 'full' } = {},
): Promise<Group> {
  let offsetMs = 0;
  const clock = { ...systemClock, now: () => Date.now() + offsetMs };
  const backend = memoryBackend(clock.now);
  const laptop = await syncingDevice(backend, { mode: options.laptop ?? 'on-demand', clock });
  const role = options.keeper ?? 'keeper';
  const keeper = await syncingDevice(backend, { mode: 'on-demand', role, clock });
  const other = await syncingDevice(backend, { mode: options.other ?? 'on-demand', clock });
  const devices = { laptop, keeper, other };
  for (const [machineId, device] of Object.entries(devices)) {
    await device.sync.init({ ...ACCOUNT, machineId });
  }
  return {
    backend,
    ...devices,
    passTime(ms) {
      offsetMs += ms;
    },
    async [Symbol.asyncDispose]() {
      for (const device of Object.values(devices)) await device[Symbol.asyncDispose]();
    },
  };
}

/** So that what one sends is confirmed by the other, and the first knows. */
export async function rounds(devices: readonly SyncingDevice[], count = 2): Promise<void> {
  for (let i = 0; i < count; i++) for (const { sync } of devices) await sync.trigger();
}

/** The laptop has a frame, the keeper holds it, and the laptop knows. */
export async function shareFrame({ laptop, keeper }: Group): Promise<void> {
  await rounds([keeper, laptop]);
  await addFrame(laptop.parts, 1);
  await rounds([laptop, keeper]);
  await laptop.sync.trigger();
}

/** As the service does it; resolves to how much has to wait. */
export async function retain(parts: Parts, rules: RetentionRules = { pixels: 1, audio: 1 }) {
  const awaitsKeeper = () => parts.store.sync.awaitsKeeper();
  const filters = await retentionFilters({ ...parts, awaitsKeeper }, rules, Date.now());
  const deletions = deletionsOf(parts);
  const { id } = await deletions.start(filters, 'retention');
  await deletions.waitFor(id, 'done', SIGNAL);
  await deletions.close();
  return countUnheld(parts, filters);
}

export async function addRecording({ store, media }: Parts): Promise<number> {
  const recording = { atMs: START_MS, deviceName: 'mic', isInput: true };
  const filePath = await media.keepSoundFile(randomBytes(5_000), START_MS, 'mic', '.ogg');
  const chunkId = await store.audio.addSegment({ ...recording, filePath, durationMs: 5_000 });
  await store.content.add({
    transcriptions: [{ ...recording, text: 'loquat', engine: 'e', chunkId }],
  });
  await store.audio.setSegmentState(chunkId, 'done');
  return chunkId;
}

export async function frameOf({ store }: Parts, number: number) {
  const filter = { kinds: ['ocr'] as const, query: `number${number}`, limit: 1, offset: 0 };
  const { items } = await store.search.find({ ...filter, order: 'descending' });
  return items[0]?.kind === 'ocr' ? store.frames.find(items[0].frameId) : undefined;
}

export async function ask(device: SyncingDevice, number: number, machineId: string | null) {
  const id = (await frameOf(device.parts, number))?.id ?? 0;
  return device.sync.fetchMedia({ of: 'frame', id, machineId }, SIGNAL).then(
    () => shownNumber(device.parts, id),
    (error: { code: string; message: string }) => error,
  );
}

export const filesAt = (backend: MemoryBackend, machineId: string) =>
  [...backend.streams.keys()].filter(
    (name) => name.startsWith(`${machineId}/`) && !name.endsWith('/log'),
  );

export const media = async ({ parts }: SyncingDevice) => mediaFiles(parts.dataDir).catch(() => []);
