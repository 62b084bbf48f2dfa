/**
 * Brings moments of the sample day into the store. Each image is copied into the media folder once and then shared by all
 * frames that show it, so that a replay of weeks does not fill the disk.
 */
import type { Clock } from '#core/clock.ts';
import {
  dayContent,
  FRAME_NAME_PREFIX,
  frameNumber,
  MONITOR,
  momentContent,
  type ReplayContent,
} from './content.ts';
import type { SampleDay, SampleFrame } from './sample-day.ts';

/** `kind` is always `ocr` here. */
interface FoundFrame {
  kind: string;
  frameName?: string | null;
  filePath?: string;
}

/** The part of the store that the replay needs; capture does not know the store itself. */
interface ReplayStore {
  search(
    filter: {
      kinds: readonly 'ocr'[];
      frameName: string;
      order: 'descending';
      limit: number;
      offset: number;
    },
    signal: AbortSignal,
  ): Promise<{ items: FoundFrame[]; total: number }>;
  add(content: ReplayContent): Promise<unknown>;
}

/** The part of the media folder that the replay needs. */
interface ReplayMedia {
  importImage(
    sourcePath: string,
    atMs: number,
    deviceName: string,
    signal: AbortSignal,
  ): Promise<{ snapshotPath: string }>;
  discard(snapshotPath: string): Promise<void>;
  snapshotPathOf(filePath: string): string | undefined;
  exists(frame: { filePath: string; isVideo: boolean }): Promise<boolean>;
}

export interface PlayerDeps {
  store: ReplayStore;
  media: ReplayMedia;
  clock: Clock;
}

/** One player belongs to one run of the service and stops with its signal. */
export function samplePlayer(
  { store, media, clock }: PlayerDeps,
  day: SampleDay,
  signal: AbortSignal,
) {
  const images = new Map<string, string>();

  /** Copies the image unless it is there; it may have been deleted since the frame was first played. */
  async function provideImage(frame: SampleFrame, atMs: number): Promise<string | undefined> {
    const known = images.get(frame.name);
    if (known !== undefined && (await media.exists({ filePath: known, isVideo: false }))) {
      return undefined;
    }
    const { snapshotPath } = await media.importImage(frame.imagePath, atMs, MONITOR, signal);
    images.set(frame.name, snapshotPath);
    return snapshotPath;
  }

  /** Images without rows would never be found again, so they go when the rows cannot be stored. */
  async function play(
    frames: { frame: SampleFrame; atMs: number }[],
    content: () => ReplayContent,
  ): Promise<void> {
    const copied: (string | undefined)[] = [];
    try {
      for (const { frame, atMs } of frames) copied.push(await provideImage(frame, atMs));
      await store.add(content());
    } catch (error) {
      for (const snapshotPath of copied) {
        if (snapshotPath !== undefined) await media.discard(snapshotPath);
      }
      throw error;
    }
  }

  return {
    /** How many frames were played in earlier runs. Learns where their images are. */
    async countPlayed(): Promise<number> {
      const newest = { order: 'descending', limit: day.frames.length, offset: 0 } as const;
      const { items, total } = await store.search(
        { kinds: ['ocr'], frameName: FRAME_NAME_PREFIX, ...newest },
        signal,
      );
      for (const { frameName, filePath } of items) {
        const image = media.snapshotPathOf(filePath ?? '');
        if (frameName && image) images.set(frameName.slice(FRAME_NAME_PREFIX.length), image);
      }
      return total;
    },

    /** The whole day so that it ends now, in one transaction: there is never half a day. */
    playDay(): Promise<void> {
      const startMs = clock.now() - day.lengthMs;
      const frames = day.frames.map((frame) => ({ frame, atMs: startMs + frame.offsetMs }));
      return play(frames, () => dayContent(day, startMs, images));
    },

    /** Frame number `index` of the endless replay, at the present time. */
    playMoment(index: number): Promise<void> {
      const atMs = clock.now();
      const frames = [{ frame: frameNumber(day, index), atMs }];
      return play(frames, () => momentContent(day, index, atMs, images));
    },
  };
}
