/**
 * Single frames out of a video as JPEG: exactly the frame that was asked for, or an error. A frame is
 * reached from the key frame before it; frames that follow each other are decoded once.
 */
import type { Frame } from 'node-av/lib';
import { turnstile } from '#store/kernel/turnstile.ts';
import type { Sealing } from '../../sealing/store-key.ts';
import { loadAv } from './av.ts';
import { BrokenVideoError } from './errors.ts';
import { encodeFrame } from './jpeg-frames.ts';
import { type OpenVideo, openVideo } from './open-video.ts';
import { KEY_FRAME_DISTANCE } from './write-video.ts';

// One decoder holds 10 to 20 MB for a screen of 1920x1080. Two keep both a person who scrubs and a
// program that exports going, and leave half of libuv's threads to everyone else.
const decodes = turnstile(2);

export interface VideoFacts {
  frameCount: number;
  width: number;
  height: number;
  framesPerSecond: number;
}

/** Rejects with BrokenVideoError, or with the signal's reason. */
export async function readVideoFrame(
  file: string,
  index: number,
  signal?: AbortSignal,
  sealing?: Sealing | undefined,
): Promise<Buffer> {
  for await (const jpeg of readVideoFrames(file, [index], signal, sealing)) return jpeg;
  throw new BrokenVideoError(file, `has no frame ${index}`);
}

/** One JPEG for each index, in their order; fast when they ascend. Otherwise as `readVideoFrame`. */
export async function* readVideoFrames(
  file: string,
  indexes: Iterable<number>,
  signal?: AbortSignal,
  sealing?: Sealing | undefined,
): AsyncGenerator<Buffer> {
  await using video = await inTurn(() => openVideo(file, sealing), signal);
  let nextIndex = 0;
  for (const index of indexes) {
    const from = nextIndex;
    // A place for each frame and not for all: between two of them the caller does other things.
    yield await inTurn(() => jpegAt(video, file, { from, index }, signal), signal);
    nextIndex = index + 1;
  }
}

/** What the index of the file says. Rejects with BrokenVideoError. */
export async function videoFacts(
  file: string,
  signal?: AbortSignal,
  sealing?: Sealing | undefined,
): Promise<VideoFacts> {
  await using video = await inTurn(() => openVideo(file, sealing), signal);
  return factsOf(video);
}

function factsOf({ frameCount, width, height, framesPerSecond }: OpenVideo): VideoFacts {
  return { frameCount, width, height, framesPerSecond };
}

/** Decodes every frame. Rejects with BrokenVideoError when one is missing or damaged. */
export async function probeVideo(
  file: string,
  signal?: AbortSignal,
  sealing?: Sealing | undefined,
): Promise<VideoFacts> {
  await using video = await inTurn(() => openVideo(file, sealing), signal);
  for (let index = 0; index < video.frameCount; index += 1) {
    await inTurn(() => frameAt(video, file, { index }, signal), signal);
  }
  return factsOf(video);
}

interface Position {
  /** The frame that the video gives next. */
  from: number;
  index: number;
  /** Is given every frame on the way to the wanted one, and that one. */
  onFrame?: ((index: number, frame: Frame) => void) | undefined;
}

export async function jpegAt(
  video: OpenVideo,
  file: string,
  { from, index, onFrame }: Position,
  signal?: AbortSignal,
): Promise<Buffer> {
  if (!Number.isInteger(index) || index < 0 || index >= video.frameCount) {
    throw new BrokenVideoError(file, `has no frame ${index}`);
  }
  const isNear = index >= from && keyFrameOf(index) <= from;
  if (!isNear) await video.seek(index);
  const frame = await frameAt(video, file, { index, onFrame }, signal);
  return encodeFrame(await loadAv(), frame);
}

/** In our videos; others are asked to find theirs. */
function keyFrameOf(index: number): number {
  return index - (index % KEY_FRAME_DISTANCE);
}

async function frameAt(
  video: OpenVideo,
  file: string,
  { index, onFrame }: Pick<Position, 'index' | 'onFrame'>,
  signal?: AbortSignal,
): Promise<Frame> {
  for (let found = await video.next(signal); found; found = await video.next(signal)) {
    onFrame?.(found.index, found.frame);
    if (found.index === index) return found.frame;
    // Past it: the frame itself was not there, and its neighbour is no answer.
    if (!(found.index < index)) break;
  }
  throw new BrokenVideoError(file, `has no frame ${index}`);
}

/** Waits for a place at the decoders. */
export async function inTurn<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  using _place = await decodes.enter(signal);
  return await work();
}
