/**
 * Keeps the last videos that were read open for a moment, because whoever asks for a frame mostly asks
 * for the next one too, or the one before it (scrubbing, exports): going on from there takes a fraction of
 * the time of starting at the key frame again. Bounded: two videos, some 50 MB each, and nothing after
 * five seconds.
 */
import { stat } from 'node:fs/promises';
import type { Sealing } from '../../sealing/store-key.ts';
import { loadAv } from './av.ts';
import { BrokenVideoError } from './errors.ts';
import { encodeFrame } from './jpeg-frames.ts';
import { type OpenVideo, openVideo } from './open-video.ts';
import { inTurn, jpegAt } from './read-video-frame.ts';
import { type RecentFrames, recentFrames } from './recent-frames.ts';

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
  recent: RecentFrames;
}

export function videoShelf(sealing: () => Sealing | undefined = () => undefined): VideoShelf {
  // Oldest first. A video that is being read is not on the shelf: it has one reader at a time.
  const shelf: Shelved[] = [];
  let clearing: NodeJS.Timeout | undefined;

  function take(file: string, stamp: string, index: number): Shelved | undefined {
    const same = shelf.filter((one) => one.file === file && one.stamp === stamp);
    const best =
      same.find((one) => one.recent.get(index)) ??
      same.find((one) => one.nextIndex <= index) ??
      same[0];
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
    for (const { video, recent } of videos) {
      try {
        recent[Symbol.dispose]();
        await video[Symbol.asyncDispose]();
      } catch {
        // Its file was only read.
      }
    }
  }

  async function readNow(file: string, index: number, signal?: AbortSignal): Promise<Buffer> {
    const stamp = await stampOf(file);
    const one = take(file, stamp, index) ?? {
      file,
      stamp,
      video: await openVideo(file, sealing()),
      nextIndex: 0,
      recent: recentFrames(),
    };
    try {
      const known = one.recent.get(index);
      const jpeg = known
        ? await encodeFrame(await loadAv(), known)
        : await decode(one, index, signal);
      await putBack(one);
      return jpeg;
    } catch (error) {
      await close([one]);
      throw error;
    }
  }

  async function decode(one: Shelved, index: number, signal?: AbortSignal): Promise<Buffer> {
    const position = { from: one.nextIndex, index, onFrame: one.recent.add };
    const jpeg = await jpegAt(one.video, one.file, position, signal);
    one.nextIndex = index + 1;
    return jpeg;
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
