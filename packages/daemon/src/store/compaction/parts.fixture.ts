/** A data folder with frames that can be distinguished, and what there is to ask of it before and after compaction. */
import { readdir } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { expect } from 'vitest';
import { HOUR_MS } from '../content/keys.ts';
import { type Media, openMedia } from '../media/media.ts';
import type { Sealing } from '../sealing/store-key.ts';
import type { Store } from '../store.ts';
import { numberedPicture, numberOf, type PictureSize } from '../testing/numbered-picture.ts';
import { openTestStore } from '../testing/test-store.ts';
import type { StoreSecrets } from '../vault/vault.ts';
import { chunkProcess, type MakeChunk } from './chunk-process.ts';
import { type Compaction, openCompaction } from './compaction.ts';

export const START_MS = Date.parse('2026-02-03T09:00:00Z');
/** All of that hour may be compacted. */
export const NOW_MS = START_MS + 3 * HOUR_MS;
const STILL_READ_MS = 60_000;
const SMALL: PictureSize = { width: 320, height: 200 };
export const OTHER: PictureSize = { width: 352, height: 211 };

/** As important as the test itself, which would wait for ever on a busy machine otherwise. */
export const makeChunk = chunkProcess(0);

export interface Parts extends AsyncDisposable {
  dataDir: string;
  store: Store;
  media: Media;
  sealing: Sealing | undefined;
  signal: AbortSignal;
  /** The time of compaction; tests move it on. */
  nowMs: number;
}

export async function openParts(dataDir: string, secrets?: StoreSecrets): Promise<Parts> {
  const { key, sealing } = secrets ?? {};
  const store = await openTestStore({ dataDir, key });
  const media = await openMedia({ dataDir, sealing });
  const { signal } = new AbortController();
  const nowMs = NOW_MS;
  const parts = { dataDir, store, media, sealing, signal, nowMs };
  return { ...parts, [Symbol.asyncDispose]: () => store.close() };
}

/** A frame whose picture and text say `number`; resolves to its id. */
export async function addFrame(
  { store, media }: Parts,
  number: number,
  { size = SMALL, deviceName = 'monitor_1' } = {},
): Promise<number> {
  const atMs = START_MS + number * 1_000;
  const snapshotPath = await media.keepJpeg(await numberedPicture(number, size), atMs, deviceName);
  const frame = { atMs, deviceName, snapshotPath, ...size, text: `number${number}` };
  const { frames } = await store.content.add({ frames: [frame] });
  return frames[0] as number;
}

/** Frames of two monitors, one of which changes its size; number → id. */
export async function addFrames(parts: Parts, count: number): Promise<Map<number, number>> {
  const ids = new Map<number, number>();
  for (let number = 1; number <= count; number++) {
    const isSecond = number % 3 === 0;
    const deviceName = isSecond ? 'monitor_2' : 'monitor_1';
    const size = isSecond && number > count / 2 ? OTHER : SMALL;
    ids.set(number, await addFrame(parts, number, { deviceName, size }));
  }
  return ids;
}

export async function shownNumber({ store, media }: Parts, id: number): Promise<number> {
  const frame = await store.frames.find(id);
  if (!frame) throw new Error(`frame ${id} is lost`);
  return numberOf(await media.readJpeg(frame));
}

export async function expectAllShown(
  parts: Parts,
  ids: ReadonlyMap<number, number>,
): Promise<void> {
  for (const [number, id] of ids) expect(await shownNumber(parts, id)).toBe(number);
}

/** Every file below `data/`, relative to the data folder. */
export async function mediaFiles(dataDir: string): Promise<string[]> {
  const entries = await readdir(join(dataDir, 'data'), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(dataDir, join(entry.parentPath, entry.name)))
    .sort();
}

export function compactionOf(
  parts: Parts,
  options: { makeChunk: MakeChunk } = { makeChunk },
): Compaction {
  return openCompaction({ ...parts, nowMs: () => parts.nowMs, ...options });
}

export async function compactAll(
  parts: Parts,
  compaction = compactionOf(parts),
): Promise<string[]> {
  const kinds: string[] = [];
  for (;;) {
    const { kind } = await compaction.compactNext(parts.signal);
    if (kind === 'nothing') break;
    kinds.push(kind);
  }
  parts.nowMs += STILL_READ_MS;
  await compaction.removeDiscarded(parts.signal);
  return kinds;
}

export const isSnapshot = (path: string) => path.endsWith('.jpg');
