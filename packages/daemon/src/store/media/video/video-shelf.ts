/**
 * Keeps the last videos that were read open for a moment, because whoever asks for a frame mostly asks
 * for the next one too (scrubbing, exports): going on from there takes a fifth of the time of starting
 * at the key frame again. Bounded: two videos, 10 to 20 MB each, and nothing after five seconds.
 */
import { stat } from 'node:fs/promises';
import type { Sealing } from '../../sealing/store-key.ts';
import { BrokenVideoError } from './errors.ts';
import { type OpenVideo, openVideo } from './open-video.ts';
import { inTurn, jpegAt } from './read-video-frame.ts';

const MAX_OPEN = 2;
const KEPT_MS = 5000;

export interface VideoShelf {
  /** As `readVideoFrame`. */
  read(file: string, index: number, signal?: AbortSignal): Promise<Buffer>;
}

interface Shelved {
  file: string;
  /** Which file stood under that name when it was opened. */
  stamp: string;
  video: OpenVideo;
  nextIndex: number;
}

export function videoShelf(sealing: () => Sealing | undefined = () => undefined): VideoShelf {
  // Oldest first. A video that is being read is not on the shelf: it has one reader at a time.
  const shelf: Shelved[] = [];
  let clearing: NodeJS.Timeout | undefined;

  function take(file: string, stamp: string, index: number): Shelved | undefined {
    const same = shelf.filter((one) => one.file === file && one.stamp === stamp);
    const best = same.find((one) => one.nextIndex <= index) ?? same[0];
    if (best !== undefined) shelf.splice(shelf.indexOf(best), 1);
    return best;
  }

  async function putBack(one: Shelved): Promise<void> {
    const surplus = shelf.splice(0, Math.max(0, shelf.length + 1 - MAX_OPEN));
    shelf.push(one);
    clearTimeout(clearing);
    clearing = setTimeout(() => void close(shelf.splice(0)), KEPT_MS).unref();
    await close(surplus);
  }

  /** Never rejects: a video that cannot be closed is off the shelf all the same, and the one just read is not at fault. */
  async function close(videos: readonly Shelved[]): Promise<void> {
    for (const { video } of videos) {
      try {
        await video[Symbol.asyncDispose]();
      } catch {
        // Its file was only read.
      }
    }
  }

  async function readNow(file: string, index: number, signal?: AbortSignal): Promise<Buffer> {
    const stamp = await stampOf(file);
    const taken = take(file, stamp, index);
    const video = taken?.video ?? (await openVideo(file, sealing()));
    try {
      const position = { from: taken?.nextIndex ?? 0, index };
      const jpeg = await jpegAt(video, file, position, signal);
      await putBack({ file, stamp, video, nextIndex: index + 1 });
      return jpeg;
    } catch (error) {
      await video[Symbol.asyncDispose]();
      throw error;
    }
  }

  return {
    read: (file, index, signal) => inTurn(() => readNow(file, index, signal), signal),
  };
}

/** A file that was removed or replaced is not the one that is open. */
async function stampOf(file: string): Promise<string> {
  try {
    const { dev, ino, size, mtimeMs } = await stat(file);
    return [dev, ino, size, mtimeMs].join();
  } catch (cause) {
    throw new BrokenVideoError(file, 'is missing', cause);
  }
}
