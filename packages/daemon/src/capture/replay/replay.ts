/**
 * Brings the bundled sample day into the store, once: the whole day, so that it ends now. A start after a kill stores what is missing.
 * What comes after the day is captured from the sample desktop (`sample-desktop.ts`) like from any other.
 */
import { readFile } from 'node:fs/promises';
import type { Clock } from '#core/clock.ts';
import type { Log } from '#core/log/log.ts';
import type { Service } from '#core/service.ts';
import {
  dayContent,
  deviceOf,
  FRAME_NAME_PREFIX,
  MONITOR,
  memoryContent,
  type ReplayContent,
  SAMPLE_ENGINE,
} from './content.ts';
import type { LoadJournal } from './load-journal.ts';
import { loadSampleDay, type SampleDay } from './sample-day.ts';
import { storeSpeakers, type VoiceStore } from './speakers.ts';

/** More than the day has of anything. */
const ALL = { order: 'ascending', limit: 1000, offset: 0 } as const;

/** The part of a stored item that the replay reads. */
interface StoredItem {
  kind: string;
  atMs: number;
  frameName?: string | null;
  frameId?: number | null;
  transcriptionId?: number;
  engine?: string;
  speaker?: { id: number } | null;
}

/** The part of the store that the replay needs; capture does not know the store itself. */
interface ReplayStore {
  speakers: VoiceStore;
  search: {
    find(
      filter: {
        kinds: readonly ('ocr' | 'audio')[];
        frameName?: string;
        startMs?: number;
        endMs?: number;
        order: 'ascending';
        limit: number;
        offset: number;
      },
      signal: AbortSignal,
    ): Promise<{ items: readonly StoredItem[] }>;
  };
  content: { add(content: ReplayContent): Promise<unknown> };
  memories: {
    list(filter: { limit: number; offset: number }): Promise<{
      items: readonly { content: string }[];
    }>;
    add(memory: ReturnType<typeof memoryContent>[number]['memory'], atMs: number): Promise<unknown>;
  };
  coverage: {
    add(
      spans: {
        stream: 'screen' | 'audio' | 'input';
        state: 'captured';
        startMs: number;
        endMs: number;
        cause: undefined;
      }[],
    ): Promise<unknown>;
  };
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
  journal: LoadJournal;
  clock: Clock;
  log: Log;
  /** Called whenever it is known that the day is in the store. */
  onThere?(): void;
  /** Called once the day is stored; after a restart only if the process ended before this had. */
  onStored?(signal: AbortSignal): Promise<void>;
}

/** Ends when the day is stored. A restart asks the store and does not load the day again. */
export function replayService(deps: ReplayDeps): Service {
  const { store, media, journal, clock } = deps;

  /** By frame name. */
  async function storedFrames(signal: AbortSignal): Promise<Map<string, StoredItem>> {
    const filter = { kinds: ['ocr'], frameName: FRAME_NAME_PREFIX, ...ALL } as const;
    const { items } = await store.search.find(filter, signal);
    return new Map(items.map((item) => [item.frameName ?? '', item]));
  }

  /** Gives the stored frames, which are all or none. */
  async function storeRows(day: SampleDay, signal: AbortSignal) {
    const before = await storedFrames(signal);
    if (before.size > 0) return before;
    for (const path of (await journal.read()) ?? []) await media.discard(path);
    await journal.begin();
    await storeDay(deps, day, clock.now() - day.lengthMs, signal);
    return storedFrames(signal);
  }

  /** What belongs to the rows of the day; leaves out what an earlier process has stored. */
  async function storeRest(
    day: SampleDay,
    frames: ReadonlyMap<string, StoredItem>,
    signal: AbortSignal,
  ): Promise<void> {
    const startMs = startOf(day, frames);
    const endMs = startMs + day.lengthMs;
    const filter = { kinds: ['audio'], startMs, endMs, ...ALL } as const;
    const { items } = await store.search.find(filter, signal);
    const said = day.transcripts.map((transcript) => {
      const atMs = startMs + transcript.offsetMs;
      const row = items.find((item) => item.atMs === atMs && item.engine === SAMPLE_ENGINE);
      const { transcriptionId = 0, speaker } = row ?? {};
      return { ...transcript, transcriptionId, speakerId: speaker?.id };
    });
    await storeSpeakers(store.speakers, said);
    const known = new Set((await store.memories.list(ALL)).items.map(({ content }) => content));
    const frameId = (name: string) => frames.get(FRAME_NAME_PREFIX + name)?.frameId ?? null;
    for (const { memory, atMs } of memoryContent(day, startMs, frameId)) {
      if (!known.has(memory.content)) await store.memories.add(memory, atMs);
    }
    await store.coverage.add(
      (['screen', 'audio', 'input'] as const).map((stream) => ({
        stream,
        state: 'captured',
        startMs,
        endMs,
        cause: undefined,
      })),
    );
  }

  async function load(signal: AbortSignal): Promise<void> {
    const isComplete = (await journal.read()) === undefined;
    if (isComplete && (await storedFrames(signal)).size > 0) return deps.onThere?.();
    const fromMs = clock.now();
    const day = await loadSampleDay();
    await storeRest(day, await storeRows(day, signal), signal);
    const durationMs = clock.now() - fromMs;
    deps.log.info({ count: day.frames.length, durationMs }, 'sample day stored');
    deps.onThere?.();
    await deps.onStored?.(signal);
    await journal.end();
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

function startOf(day: SampleDay, frames: ReadonlyMap<string, StoredItem>): number {
  const [first] = day.frames;
  const stored = first && frames.get(FRAME_NAME_PREFIX + first.name);
  if (!stored) throw new RangeError('the first frame of the sample day is not stored');
  return stored.atMs - first.offsetMs;
}

/**
 * All rows in one transaction: there is never half a day. Files without rows would never be found again, so they go when the rows
 * cannot be stored.
 */
async function storeDay(
  { store, media, journal }: ReplayDeps,
  day: SampleDay,
  startMs: number,
  signal: AbortSignal,
): Promise<void> {
  const files = new Map<string, string>();
  const keep = async (source: string, path: string) => {
    files.set(source, path);
    await journal.note(path);
  };
  try {
    for (const { imagePath, offsetMs } of day.frames) {
      const jpeg = await readFile(imagePath, { signal });
      await keep(imagePath, await media.keepJpeg(jpeg, startMs + offsetMs, MONITOR));
    }
    for (const said of day.transcripts) {
      const sound = await readFile(said.soundPath, { signal });
      const atMs = startMs + said.offsetMs;
      await keep(said.soundPath, await media.keepSoundFile(sound, atMs, deviceOf(said), '.ogg'));
    }
    await store.content.add(dayContent(day, startMs, files));
  } catch (error) {
    for (const path of files.values()) await media.discard(path);
    await journal.end();
    throw error;
  }
}
