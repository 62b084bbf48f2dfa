/** A store with a frame image and a recording that are a hundred days old, and an offload place for them. */
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { systemClock } from '#core/clock.ts';
import { silentLog } from '#core/log/log.ts';
import type { MakeChunk } from '#store/compaction/chunk-process.ts';
import { openDeletions } from '#store/deletion/job/deletions.ts';
import { type AudioMedia, openAudioMedia } from '#store/media/audio/audio-media.ts';
import { type Media, openMedia } from '#store/media/media.ts';
import type { Sealing, StoreKey } from '#store/sealing/store-key.ts';
import type { Store } from '#store/store.ts';
import { numberedPicture, numberOf } from '#store/testing/numbered-picture.ts';
import { openTestStore } from '#store/testing/test-store.ts';
import { makeBandwidth } from '#sync/media/bandwidth.ts';
import { type Offload, type OffloadDeps, openOffload } from './offload.ts';
import type { OffloadPlace } from './place.ts';
import { openPlace } from './places.ts';

const DAY_MS = 24 * 3_600_000;
export const OLD_MS = Date.now() - 100 * DAY_MS;
const SIZE = { width: 320, height: 200 };
export const { signal } = new AbortController();

export interface OffloadParts extends AsyncDisposable {
  dataDir: string;
  store: Store;
  media: Media;
  audioMedia: AudioMedia;
  offload: Offload;
}

export type PartOptions = Partial<OffloadDeps> & {
  to: string;
  key?: StoreKey | undefined;
  keyId?: string;
  secret?: string;
  /** Between the offload and the store. */
  wrapStore?: (store: Store) => Store;
};

export function testPlace(
  url: string,
  storeName: string,
  { keyId = '', secret = '' } = {},
): OffloadPlace {
  const bandwidth = makeBandwidth(undefined, systemClock);
  const settings = { url, keyId, secret, region: 'us-east-1', bandwidth, holder: 'test' };
  return openPlace(settings, storeName);
}

export async function openOffloadParts(
  dataDir: string,
  options: PartOptions,
): Promise<OffloadParts> {
  const { key, keyId = '', secret = '', wrapStore = (store) => store, ...deps } = options;
  const sealing: Sealing | undefined = deps.sealing;
  const store = await openTestStore({ dataDir, key });
  let isOpen = true;
  const offload = openOffload({
    dataDir,
    store: wrapStore(store),
    sealing,
    afterDays: 30,
    cacheBytes: 1e9,
    isCompacting: false,
    openPlace: (url, storeName) => testPlace(url, storeName, { keyId, secret }),
    isMachineFree: async () => true,
    mayUseNetwork: async () => true,
    assertRoom: () => {},
    clock: systemClock,
    log: silentLog,
    ...deps,
  });
  const offloaded = offload.files;
  const media = await openMedia({ dataDir, sealing, offloaded });
  const { sound } = media.videos;
  const audioMedia = openAudioMedia({ dataDir, sealing, sound, offloaded });
  return {
    dataDir,
    store,
    media,
    audioMedia,
    offload,
    async [Symbol.asyncDispose]() {
      if (!isOpen) return;
      isOpen = false;
      await offload.close();
      await store.close();
    },
  };
}

/** Resolves to the id of a frame whose image and text say `number`. */
export async function addOldFrame(
  { store, media }: OffloadParts,
  number: number,
  atMs = OLD_MS + number * 1000,
): Promise<number> {
  const jpeg = await numberedPicture(number, SIZE);
  const snapshotPath = await media.keepJpeg(jpeg, atMs, 'monitor_1');
  const frame = { atMs, deviceName: 'monitor_1', snapshotPath, ...SIZE, text: `number${number}` };
  const { frames } = await store.content.add({ frames: [frame] });
  return frames[0] as number;
}

export async function frameOf({ store }: OffloadParts, id: number) {
  const frame = await store.frames.find(id);
  if (!frame) throw new Error(`frame ${id} is lost`);
  return frame;
}

/** The number in the image of a frame. */
export async function shown(parts: OffloadParts, id: number): Promise<number> {
  return numberOf(await parts.media.readJpeg(await frameOf(parts, id), signal));
}

/** The file of a frame, relative to the data folder. */
export async function pathOf(parts: OffloadParts, id: number): Promise<string> {
  const { filePath } = await frameOf(parts, id);
  return filePath.slice(parts.dataDir.length + 1);
}

/** Resolves to the id of a recording of a second, and its path. */
export async function addOldRecording({ store, audioMedia }: OffloadParts) {
  const recording = { deviceName: 'Desk', isInput: true, atMs: OLD_MS };
  const spool = await audioMedia.record(recording);
  await spool.append(Int16Array.from({ length: 16_000 }, (_, at) => Math.sin(at / 9) * 9_000));
  const kept = await spool.finish();
  if (!kept) throw new Error('nothing was recorded');
  const id = await store.audio.addSegment(kept);
  await audioMedia.release(kept);
  const { deviceName, isInput } = recording;
  const said = { atMs: OLD_MS, text: 'recorded words', engine: 'test', deviceName, isInput };
  await store.audio.setSegmentText(id, [said], true);
  return { id, path: kept.filePath };
}

export async function isHere(dataDir: string, path: string): Promise<boolean> {
  return stat(join(dataDir, path)).then(
    () => true,
    () => false,
  );
}

export function deletionsOf(
  { dataDir, store, media, audioMedia, offload }: OffloadParts,
  makeChunk?: MakeChunk,
) {
  return openDeletions({
    dataDir,
    makeChunk,
    store,
    media,
    audioMedia,
    removeOffloaded: offload.removeDeleted,
    clock: systemClock,
    log: silentLog,
  });
}

/** The objects of moved files in a folder: their paths in it. */
export async function objectNames(place: string): Promise<string[]> {
  const entries = await readdir(place, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isDirectory() && entry.name.startsWith('f-'))
    .map((entry) => join(entry.parentPath, entry.name));
}

export async function removeObjects(place: string): Promise<void> {
  for (const path of await objectNames(place)) await rm(path, { recursive: true });
}

/** As a start of the service, up to its first look. */
export async function startOnce({ offload }: OffloadParts): Promise<void> {
  const ended = new AbortController();
  const running = offload.service.run(ended.signal);
  ended.abort();
  await running;
}

/** The rows of a deletion, without what follows them. */
export async function deletedRows({ store }: OffloadParts, frameId: number): Promise<void> {
  const filters = [{ frameIds: [frameId] }];
  const job = await store.deletion.addJob(
    {
      kind: 'delete',
      wish: { filters },
      criteria: [],
      startMs: null,
      endMs: null,
      expected: 1,
    },
    Date.now(),
  );
  await store.deletion.deletePiece(job.id, await store.deletion.list({ frameIds: [frameId] }, 9));
}

export async function deleted(parts: OffloadParts, frameId: number) {
  const deletions = deletionsOf(parts);
  const { id } = await deletions.start([{ frameIds: [frameId] }]);
  const job = await deletions.waitFor(id, 'done', signal);
  await deletions.close();
  return job;
}
