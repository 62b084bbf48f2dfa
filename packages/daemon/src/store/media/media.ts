/**
 * The media folder: every picture that a frame shows, as JPEG files and inside videos, below `data/` in
 * the data folder. Files are never changed once they are there. Rows are the store's business: whoever
 * imports an image and then fails to store its row calls `discard`.
 */
import { readdir, rm, stat } from 'node:fs/promises';
import { join, relative, resolve, sep } from 'node:path';
import sharp from 'sharp';
import { ServiceError } from '#core/errors.ts';
import { FrameGoneError } from '../errors.ts';
import { turnstile } from '../kernel/turnstile.ts';
import type { Frame } from '../records.ts';
import { readMediaFile } from '../sealing/sealed-file.ts';
import type { Sealing } from '../sealing/store-key.ts';
import { listDaySizes, listSettledFiles, type Swept } from './day-folders.ts';
import { readAsJpeg } from './image-source.ts';
import { inspectJpeg } from './jpeg.ts';
import { ensureLocal, NO_OFFLOADED_FILES, type OffloadedFiles } from './offloaded-files.ts';
import { scaledPictures } from './scaled-pictures.ts';
import { openSnapshotFolder } from './snapshot-folder.ts';
import { hasCode } from './system-error.ts';
import { type VideoProcess, videoProcess } from './video/process/video-process.ts';

export interface Media {
  /** Where videos are read and written. */
  readonly videos: VideoProcess;
  /**
   * Copies an image into the media folder as JPEG; `snapshotPath` is relative to the data folder,
   * with forward slashes. Rejects with UnreadableImageError, DiskFullError or the signal's reason,
   * leaving nothing behind.
   */
  importImage(
    sourcePath: string,
    atMs: number,
    deviceName: string,
    signal?: AbortSignal,
  ): Promise<{ snapshotPath: string; width: number; height: number }>;
  /** Keeps a JPEG that the service made itself; otherwise as `importImage`. */
  keepJpeg(jpeg: Buffer, atMs: number, deviceName: string): Promise<string>;
  /** Where a video can be made that `keepVideo` is to take. What stays there goes at the next start. */
  makeVideoDraft(): Promise<string>;
  /** Gives a finished video, already on the disk, its place next to the snapshots; resolves to its path as `keepJpeg`. */
  keepVideo(draft: string, atMs: number, deviceName: string): Promise<string>;
  /**
   * Removes the few files that a killed process left without a row, and counts others that no row names;
   * `listUnnamed` says which of them (relative to the data folder) those are. Works once, at start.
   */
  removeUnnamed(
    listUnnamed: (paths: readonly string[]) => Promise<readonly string[]>,
    signal: AbortSignal,
  ): Promise<Swept>;
  /** Keeps a video that came from elsewhere as a whole; otherwise as `keepJpeg`. */
  keepVideoFile(video: Buffer, atMs: number, deviceName: string): Promise<string>;
  /** The same for a recording. */
  keepSoundFile(
    sound: Buffer,
    atMs: number,
    deviceName: string,
    extension: string,
  ): Promise<string>;
  /**
   * A file of the media folder as it is, by its absolute path; undefined when it is surely missing. Rejects with why it cannot be read now,
   * OFFLOAD_UNREACHABLE too.
   */
  readFile(filePath: string): Promise<Buffer | undefined>;
  /**
   * Brings an offloaded file back, however long it takes; does nothing for one that is here or nowhere. Rejects with
   * OFFLOAD_UNREACHABLE, OFFLOAD_LOST or the signal's reason.
   */
  fetchFile(filePath: string, signal?: AbortSignal): Promise<void>;
  /** Removes an imported image whose row was never stored. Does nothing when it is not there. */
  discard(snapshotPath: string): Promise<void>;
  /** The `snapshotPath` of an absolute path in the media folder, `undefined` for any other path. */
  snapshotPathOf(filePath: string): string | undefined;
  /**
   * The JPEG of a frame, whole and valid. Rejects with FrameGoneError when the file is missing or
   * broken, with OFFLOAD_FETCHING, OFFLOAD_UNREACHABLE or OFFLOAD_LOST when it was moved elsewhere, and with the signal's
   * reason when that aborts.
   */
  readJpeg(frame: Frame, signal?: AbortSignal): Promise<Buffer>;
  /** The same at most `width` pixels wide. Kept in memory for a while, so a file that went away may still be shown. */
  readScaledJpeg(frame: Frame, width: number, signal?: AbortSignal): Promise<Buffer>;
  /** Videos that begin at this time on this device, relative to the data folder. */
  listVideosAt(atMs: number, deviceName: string): Promise<string[]>;
  /** Smaller pictures that are kept in memory go: some may be of frames that were deleted. */
  forgetScaled(): void;
  /** Files whose names say that they are of this time and that nobody is writing any more, relative to the data folder. */
  listSettledFiles(startMs: number, endMs: number): Promise<string[]>;
  /** Bytes of the media files of each day (UTC), the oldest first; of those that end after `sinceMs`. */
  listDaySizes(sinceMs?: number): Promise<{ dayMs: number; bytes: number }[]>;
  /**
   * Those of these files (relative to the data folder) that are not there, nor moved elsewhere; undefined when all seem to be missing, as
   * where a disk is not mounted.
   */
  listMissing(paths: readonly string[]): Promise<string[] | undefined>;
  /** Whether the file of the frame is there, or was moved elsewhere. Does not look inside. */
  exists(frame: Pick<Frame, 'filePath' | 'isVideo'>): Promise<boolean>;
}

// One image of the greatest accepted size holds up to 400 MB while it is decoded.
const IMPORTS_AT_ONCE = 2;

// Above what the largest accepted picture can become as JPEG.
const MAX_FRAME_BYTES = 512 * 1024 * 1024;

/** The caller holds the lock of the data folder: one process at a time writes there. */
export async function openMedia(options: {
  dataDir: string;
  sealing?: Sealing | undefined;
  offloaded?: OffloadedFiles | undefined;
}): Promise<Media> {
  const { sealing, offloaded = NO_OFFLOADED_FILES } = options;
  const dataDir = resolve(options.dataDir);
  const mediaDir = join(dataDir, 'data');
  const snapshots = await openSnapshotFolder(mediaDir, sealing, (path) =>
    offloaded.isNameTaken(toSnapshotPath(path)),
  );
  const imports = turnstile(IMPORTS_AT_ONCE);
  const videos = videoProcess({ sealing });
  const scaled = scaledPictures();
  // Every image is different: a cache would only hold memory.
  sharp.cache(false);

  /** Undefined when the path leaves the media folder: no row names such a file on purpose. */
  function insideMedia(path: string): string | undefined {
    const absolute = resolve(dataDir, path);
    return absolute.startsWith(mediaDir + sep) ? absolute : undefined;
  }

  function toSnapshotPath(path: string): string {
    return relative(dataDir, path).split(sep).join('/');
  }

  async function ensure(filePath: string, signal?: AbortSignal, isPatient = false): Promise<void> {
    const absolute = insideMedia(filePath);
    if (absolute === undefined) return;
    await ensureLocal(
      offloaded,
      { absolute, path: toSnapshotPath(absolute) },
      { signal, isPatient },
    );
  }

  async function exists(filePath: string): Promise<boolean> {
    const path = insideMedia(filePath);
    if (path === undefined) return false;
    const found = await stat(path).catch(() => undefined);
    if (found?.isFile()) return found.size > 0;
    return offloaded.isOffloaded(toSnapshotPath(path));
  }

  const readLocal = imageReader(videos, insideMedia, sealing);
  async function readJpeg(frame: Frame, signal?: AbortSignal): Promise<Buffer> {
    await ensure(frame.filePath, signal);
    return readLocal(frame, signal);
  }

  return {
    videos,
    async importImage(sourcePath, atMs, deviceName, signal) {
      using _place = await imports.enter(signal);
      const { bytes, width, height } = await readAsJpeg(sourcePath, signal);
      signal?.throwIfAborted();
      const path = await snapshots.write(bytes, atMs, deviceName);
      return { snapshotPath: toSnapshotPath(path), width, height };
    },

    async keepJpeg(jpeg, atMs, deviceName) {
      return toSnapshotPath(await snapshots.write(jpeg, atMs, deviceName));
    },

    makeVideoDraft: () => snapshots.makeDraftPath('.mp4'),
    async keepVideo(draft, atMs, deviceName) {
      return toSnapshotPath(await snapshots.place(draft, atMs, deviceName));
    },
    async keepVideoFile(video, atMs, deviceName) {
      return toSnapshotPath(await snapshots.write(video, atMs, deviceName, '.mp4'));
    },
    async keepSoundFile(sound, atMs, deviceName, extension) {
      return toSnapshotPath(await snapshots.write(sound, atMs, deviceName, extension));
    },
    async readFile(filePath) {
      const path = insideMedia(filePath);
      if (path === undefined) return undefined;
      await ensure(filePath, undefined, true).catch(undefinedIfLost);
      try {
        return await readMediaFile(path, MAX_FRAME_BYTES, sealing);
      } catch (cause) {
        // Where a disk is not mounted, everything seems to be missing.
        if (hasCode(cause, 'ENOENT') && (await hasEntries(mediaDir))) return undefined;
        throw cause;
      }
    },
    fetchFile: (filePath, signal) => ensure(filePath, signal, true),
    removeUnnamed(listUnnamed, signal) {
      return snapshots.removeUnnamed(async (paths) => {
        const unnamed = await listUnnamed(paths.map(toSnapshotPath));
        return unnamed.map((path) => resolve(dataDir, path));
      }, signal);
    },

    async discard(snapshotPath) {
      const path = insideMedia(snapshotPath);
      if (path !== undefined) await rm(path, { force: true });
    },

    snapshotPathOf(filePath) {
      const path = insideMedia(filePath);
      // The frames of a video chunk share its path: as a snapshot it would be nobody's picture.
      return path?.endsWith('.jpg') ? toSnapshotPath(path) : undefined;
    },

    readJpeg,

    async readScaledJpeg(frame, width, signal) {
      // Before the limiter of decoding: pictures that are here do not wait for those that are not.
      await ensure(frame.filePath, signal);
      try {
        return await scaled.get(frame, width, () => readLocal(frame, signal), signal);
      } catch (cause) {
        signal?.throwIfAborted();
        if (cause instanceof ServiceError) throw cause;
        // Its structure is whole, its pixels are not.
        throw new FrameGoneError(frame.id, frame.filePath, cause);
      }
    },

    async listVideosAt(atMs, deviceName) {
      return (await snapshots.listVideosAt(atMs, deviceName)).map(toSnapshotPath);
    },
    forgetScaled: () => scaled.forget(),
    listDaySizes: (sinceMs) => listDaySizes(mediaDir, sinceMs),
    async listSettledFiles(startMs, endMs) {
      return (await listSettledFiles(mediaDir, startMs, endMs)).map(toSnapshotPath);
    },

    async listMissing(paths) {
      if (!(await hasEntries(mediaDir))) return undefined;
      const missing: string[] = [];
      for (const path of paths) if (!(await exists(path))) missing.push(path);
      return missing;
    },
    exists: (frame) => exists(frame.filePath),
  };
}

/** A file that its place has lost is missing. */
function undefinedIfLost(error: unknown): undefined {
  if (!hasCode(error, 'OFFLOAD_LOST')) throw error;
}

async function hasEntries(folder: string): Promise<boolean> {
  return (await readdir(folder).catch(() => [])).length > 0;
}

/** Reads the image of a frame from its JPEG or from a video. */
function imageReader(
  videos: ReturnType<typeof videoProcess>,
  insideMedia: (path: string) => string | undefined,
  sealing: Sealing | undefined,
) {
  async function readFromVideo(path: string, frame: Frame, signal?: AbortSignal): Promise<Buffer> {
    try {
      return await videos.read(path, frame.offsetIndex, signal);
    } catch (cause) {
      signal?.throwIfAborted();
      // Any other trouble says something about the service at this moment, nothing about the file.
      if (hasCode(cause, 'VIDEO_BROKEN')) throw new FrameGoneError(frame.id, path, cause);
      throw cause;
    }
  }

  return async (frame: Frame, signal?: AbortSignal): Promise<Buffer> => {
    signal?.throwIfAborted();
    const path = insideMedia(frame.filePath);
    if (path === undefined) throw new FrameGoneError(frame.id, frame.filePath);
    if (frame.isVideo) return readFromVideo(path, frame, signal);
    const bytes = await readFrameFile(path, frame.id, { sealing, signal });
    // The structure, not the pixels: see there what that finds and what it costs.
    if (inspectJpeg(bytes) === undefined) throw new FrameGoneError(frame.id, frame.filePath);
    return bytes;
  };
}

async function readFrameFile(
  path: string,
  frameId: number,
  { sealing, signal }: { sealing: Sealing | undefined; signal: AbortSignal | undefined },
): Promise<Buffer> {
  try {
    return await readMediaFile(path, MAX_FRAME_BYTES, sealing, signal);
  } catch (cause) {
    signal?.throwIfAborted();
    // Says something about the service at this moment, nothing about the file.
    if (hasCode(cause, 'EMFILE', 'ENFILE', 'ENOMEM')) throw cause;
    throw new FrameGoneError(frameId, path, cause);
  }
}
