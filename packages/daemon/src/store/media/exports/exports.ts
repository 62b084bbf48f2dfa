/**
 * Videos that people take out: frames of their choice as one MP4 file, and videos joined into one. They
 * lie in `exports/` of the data folder, where nothing removes them but their owner, and appear there
 * whole or not at all.
 */
import { randomUUID } from 'node:crypto';
import { rename, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { serviceError } from '#core/errors.ts';
import { FrameGoneError } from '../../errors.ts';
import type { Frame } from '../../records.ts';
import { readMediaFile } from '../../sealing/sealed-file.ts';
import type { Sealing } from '../../sealing/store-key.ts';
import { makeFolder } from '../make-folder.ts';
import type { Media } from '../media.ts';
import { syncFolder } from '../snapshot-folder.ts';
import { hasCode } from '../system-error.ts';
import type { VideoWish } from '../video/process/video-process.ts';
import type { VideoFacts } from '../video/read-video-frame.ts';
import type { WrittenVideo } from '../video/write-video.ts';
import { NothingToExportError } from './errors.ts';
import { commonSize, letterbox, type Size } from './letterbox.ts';
import { mediaPaths } from './media-paths.ts';
import { validateMedia } from './validate-media.ts';

/** Of one video: hours of work at a frame per second. */
export const MAX_EXPORTED_FRAMES = 10_000;

export interface ExportedVideo {
  /** Absolute. */
  filePath: string;
  frameCount: number;
  /** Frames that were asked for and have no picture that can be read. */
  skippedCount: number;
  durationSecs: number;
  sizeBytes: number;
}

export interface ExportWish {
  frameIds: readonly number[];
  findFrame: (id: number, signal: AbortSignal) => Promise<Frame | undefined>;
  framesPerSecond: number;
  signal: AbortSignal;
  /** For `takeBytes` only: of an encrypted store, a file that nobody else is to read is not written in clear. */
  isPassing?: boolean;
  /** Called after each frame, from 0 to 1. */
  onProgress?: (progress: number) => void;
}

export interface Exports {
  /**
   * The frames in the given order as one video; pictures of other sizes are letterboxed. Rejects with
   * NothingToExportError, TOO_MANY_FRAMES, DiskFullError or the signal's reason.
   */
  exportFrames(wanted: ExportWish): Promise<ExportedVideo>;
  /** The bytes of an exported video, which is removed: for callers that want no file. Rejects with VIDEO_TOO_LARGE. */
  takeBytes(video: ExportedVideo, maxBytes: number): Promise<Buffer>;
  /** Rejects with MediaPathRefusedError, BrokenVideoError or as `exportFrames`. */
  mergeVideos(paths: readonly string[], signal: AbortSignal): Promise<ExportedVideo>;
  /** Decodes the whole file. Rejects with MediaPathRefusedError or InvalidMediaError. */
  validate(path: string, signal: AbortSignal): Promise<void>;
}

/** The caller holds the lock of the data folder. */
export async function openExports(options: {
  dataDir: string;
  media: Media;
  sealing?: Sealing | undefined;
}): Promise<Exports> {
  const { media, sealing } = options;
  const dataDir = resolve(options.dataDir);
  const folder = join(dataDir, 'exports');
  const allowedPath = mediaPaths(dataDir, ['data', 'exports']);
  const draftFolder = join(folder, '.unfinished');
  // Left by a killed process.
  await rm(draftFolder, { recursive: true, force: true });

  async function make(
    name: string,
    video: Omit<VideoWish, 'file'>,
  ): Promise<WrittenVideo & { filePath: string }> {
    const draft = join(draftFolder, `${randomUUID()}.mp4`);
    await makeFolder(dataDir, draftFolder);
    const written = await media.videos.write({ ...video, file: draft, forBrowsers: true });
    const filePath = join(folder, `${name}_${randomUUID()}.mp4`);
    await rename(draft, filePath);
    await syncFolder(folder);
    return { ...written, filePath };
  }

  return {
    async exportFrames({ frameIds, findFrame, framesPerSecond, signal, isPassing, onProgress }) {
      assertFewEnough(frameIds.length);
      const size = await sizeOfFrames(frameIds, findFrame, signal);
      if (size === undefined) throw new NothingToExportError(frameIds.length);
      let skippedCount = 0;

      async function* pictures(target: Size): AsyncGenerator<Buffer> {
        for (const [done, id] of frameIds.entries()) {
          onProgress?.(done / frameIds.length);
          // Asked again: the picture may have moved from its own file into a video since.
          const frame = await findFrame(id, signal);
          const jpeg = frame && (await readIfThere(media, frame, signal));
          const picture = jpeg && (await letterbox(jpeg, target).catch(() => undefined));
          if (picture === undefined) skippedCount += 1;
          else yield picture;
        }
        if (skippedCount === frameIds.length) throw new NothingToExportError(skippedCount);
      }

      const video = await make('export', {
        pictures: pictures(size),
        framesPerSecond,
        signal,
        isSealed: isPassing === true,
        onDamaged: () => {
          skippedCount += 1;
        },
      });
      const { filePath, frameCount, sizeBytes } = video;
      const durationSecs = frameCount / framesPerSecond;
      return { filePath, frameCount, skippedCount, durationSecs, sizeBytes };
    },

    async takeBytes({ filePath, sizeBytes }, maxBytes) {
      try {
        if (sizeBytes > maxBytes)
          throw serviceError('VIDEO_TOO_LARGE', { sizeBytes, limitBytes: maxBytes });
        return await readMediaFile(filePath, maxBytes * 2, sealing);
      } finally {
        await rm(filePath, { force: true });
      }
    },

    async mergeVideos(paths, signal) {
      for (const path of paths) await media.fetchFile(path, signal);
      const files = await Promise.all(paths.map(allowedPath));
      const videos: (VideoFacts & { file: string })[] = [];
      for (const file of files) videos.push({ file, ...(await media.videos.facts(file, signal)) });
      assertFewEnough(videos.reduce((sum, { frameCount }) => sum + frameCount, 0));
      const [first] = videos;
      const size = commonSize(videos);
      if (first === undefined || size === undefined) throw new NothingToExportError(0);

      async function* pictures(target: Size): AsyncGenerator<Buffer> {
        for (const { file, frameCount } of videos) {
          for (let index = 0; index < frameCount; index += 1) {
            yield letterbox(await media.videos.read(file, index, signal), target);
          }
        }
      }

      const { framesPerSecond } = first;
      const { filePath, frameCount, sizeBytes } = await make('output', {
        pictures: pictures(size),
        framesPerSecond,
        signal,
        isSealed: false,
      });
      const durationSecs = frameCount / framesPerSecond;
      return { filePath, frameCount, skippedCount: 0, durationSecs, sizeBytes };
    },

    async validate(path, signal) {
      await media.fetchFile(path, signal);
      await validateMedia(await allowedPath(path), signal, media.videos, sealing);
    },
  };
}

function assertFewEnough(count: number): void {
  if (count > MAX_EXPORTED_FRAMES)
    throw serviceError('TOO_MANY_FRAMES', { count, limit: MAX_EXPORTED_FRAMES });
}

async function sizeOfFrames(
  ids: readonly number[],
  findFrame: ExportWish['findFrame'],
  signal: AbortSignal,
): Promise<Size | undefined> {
  const sizes: Size[] = [];
  for (const id of ids) {
    const frame = await findFrame(id, signal);
    if (frame?.width && frame.height) sizes.push({ width: frame.width, height: frame.height });
  }
  return commonSize(sizes);
}

async function readIfThere(
  media: Media,
  frame: Frame,
  signal: AbortSignal,
): Promise<Buffer | undefined> {
  try {
    await media.fetchFile(frame.filePath, signal);
    return await media.readJpeg(frame, signal);
  } catch (error) {
    if (error instanceof FrameGoneError || hasCode(error, 'OFFLOAD_LOST')) return undefined;
    throw error;
  }
}
