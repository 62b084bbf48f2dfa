/**
 * Brings the bundled sample day into the store, once: the whole day, so that it ends now. What comes after it is captured from the
 * sample desktop (`sample-desktop.ts`) like from any other.
 */
import { readFile } from 'node:fs/promises';
import type { Clock } from '#core/clock.ts';
import type { Log } from '#core/log.ts';
import type { Service } from '#core/service.ts';
import {
  dayContent,
  deviceOf,
  FRAME_NAME_PREFIX,
  MONITOR,
  memoryContent,
  type ReplayContent,
} from './content.ts';
import { loadSampleDay, type SampleDay } from './sample-day.ts';
import { storeSpeakers, type VoiceStore } from './speakers.ts';

interface AddedIds {
  frames: number[];
  transcriptions: { id: number }[];
}

/** The part of the store that the replay needs; capture does not know the store itself. */
interface ReplayStore extends VoiceStore {
  search(
    filter: {
      kinds: readonly 'ocr'[];
      frameName: string;
      order: 'descending';
      limit: number;
      offset: number;
    },
    signal: AbortSignal,
  ): Promise<{ total: number }>;
  add(content: ReplayContent): Promise<AddedIds>;
  addMemory(
    memory: ReturnType<typeof memoryContent>[number]['memory'],
    atMs: number,
  ): Promise<unknown>;
  addCoverage(
    spans: {
      stream: 'screen' | 'audio' | 'input';
      state: 'captured';
      startMs: number;
      endMs: number;
      cause: undefined;
    }[],
  ): Promise<unknown>;
}

/** The part of the media folder that the replay needs. */
interface ReplayMedia {
  keepJpeg(jpeg: Buffer, atMs: number, deviceName: string): Promise<string>;
  keepSoundFile(
    sound: Buffer,
    atMs: number,
    deviceName: string,
    extension: string,
  ): Promise<string>;
  discard(path: string): Promise<void>;
}

export interface ReplayDeps {
  store: ReplayStore;
  media: ReplayMedia;
  clock: Clock;
  log: Log;
  /** Called whenever it is known that the day is in the store. */
  onThere?(): void;
  /** Called once the day is stored, and not after a restart. */
  onStored?(signal: AbortSignal): Promise<void>;
}

/** Ends when the day is stored. A restart asks the store and does not load the day again. */
export function replayService(deps: ReplayDeps): Service {
  const { store, clock } = deps;

  async function isLoaded(signal: AbortSignal): Promise<boolean> {
    const any = { order: 'descending', limit: 1, offset: 0 } as const;
    const filter = { kinds: ['ocr'], frameName: FRAME_NAME_PREFIX, ...any } as const;
    return (await store.search(filter, signal)).total > 0;
  }

  async function load(signal: AbortSignal): Promise<void> {
    if (await isLoaded(signal)) return deps.onThere?.();
    const endMs = clock.now();
    const day = await loadSampleDay();
    const startMs = endMs - day.lengthMs;
    const { frames, transcriptions } = await storeDay(deps, day, startMs, signal);
    const heard = transcriptions.map(({ id }) => id);
    await storeSpeakers(store, day.transcripts, heard);
    for (const { memory, atMs } of memoryContent(day, startMs, frames)) {
      await store.addMemory(memory, atMs);
    }
    await store.addCoverage(
      (['screen', 'audio', 'input'] as const).map((stream) => ({
        ...{ stream, state: 'captured', startMs, endMs, cause: undefined },
      })),
    );
    const durationMs = clock.now() - endMs;
    deps.log.info({ count: day.frames.length, durationMs }, 'sample day stored');
    deps.onThere?.();
    await deps.onStored?.(signal);
  }

  return {
    name: 'capture.replay',
    async run(signal) {
      try {
        await load(signal);
      } catch (error) {
        // A copy or a query that the abort ended has not failed.
        if (!signal.aborted) throw error;
      }
    },
  };
}

/**
 * All rows in one transaction: there is never half a day. Files without rows would never be found again, so they go when the rows
 * cannot be stored.
 */
async function storeDay(
  { store, media }: ReplayDeps,
  day: SampleDay,
  startMs: number,
  signal: AbortSignal,
): Promise<AddedIds> {
  const files = new Map<string, string>();
  try {
    for (const { imagePath, offsetMs } of day.frames) {
      const jpeg = await readFile(imagePath, { signal });
      files.set(imagePath, await media.keepJpeg(jpeg, startMs + offsetMs, MONITOR));
    }
    for (const said of day.transcripts) {
      const sound = await readFile(said.soundPath, { signal });
      const atMs = startMs + said.offsetMs;
      const path = await media.keepSoundFile(sound, atMs, deviceOf(said), '.ogg');
      files.set(said.soundPath, path);
    }
    return await store.add(dayContent(day, startMs, files));
  } catch (error) {
    for (const path of files.values()) await media.discard(path);
    throw error;
  }
}
