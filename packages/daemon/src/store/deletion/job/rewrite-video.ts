/**
 * Writes videos again without the pixels of frames that were deleted, in the two steps of compaction: the new file is made, looked at
 * frame by frame and on the disk before one transaction changes the rows; the old one goes afterwards. Ended half way, the old file is
 * still noted as stale. Frames that the new video would show badly become separate images.
 */
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { readThrough } from '#store/backup/copy-file.ts';
import type { MadeChunk } from '#store/compaction/chunk-job.ts';
import { chunkProcess, type MakeChunk } from '#store/compaction/chunk-process.ts';
import { isMediaAway } from '#store/media/day-folders.ts';
import type { Media } from '#store/media/media.ts';
import { hasCode } from '#store/media/system-error.ts';
import type { Sealing } from '#store/sealing/store-key.ts';
import type { Store } from '#store/store.ts';
import type { RewrittenVideo, StaleVideo } from '../stale-chunks.ts';

/** Better than at first (compaction): what was lost once must not be lost twice. */
const QUALITY = 36;
/** Of a process; whatever else the machine has to do comes first, but a person waits for this. */
const LOW_PRIORITY = 10;

export interface VideoRewriter {
  /** False when rows have changed meanwhile, and it has to be done again. Otherwise it is counted for the job. */
  rewrite(jobId: number, video: StaleVideo, signal: AbortSignal): Promise<boolean>;
}

export function videoRewriter(deps: {
  dataDir: string;
  store: Store;
  media: Media;
  sealing?: Sealing | undefined;
  makeChunk?: MakeChunk | undefined;
}): VideoRewriter {
  const { dataDir, store, media, sealing, makeChunk = chunkProcess(LOW_PRIORITY) } = deps;

  /** Nothing shown when no video can be made of it: then all become separate images. */
  async function make(video: StaleVideo, draft: string, signal: AbortSignal): Promise<MadeChunk> {
    const nothing = { frameIds: [], unusableIds: [], sizeBytes: 0 };
    const path = join(dataDir, video.filePath);
    if (video.frames.length === 0) return nothing;
    const facts = await media.videos.facts(path, signal).catch((cause) => {
      signal.throwIfAborted();
      if ((cause as { code?: unknown }).code !== 'VIDEO_BROKEN') throw cause;
    });
    if (!facts) return nothing;
    const { width, height } = facts;
    const framesPerSecond = video.framesPerSecond;
    const pictures = video.frames.map(({ id, offset }) => ({ frameId: id, path, index: offset }));
    try {
      const format = { draft, width, height, framesPerSecond, quality: QUALITY };
      return await makeChunk({ ...format, sealing, pictures }, signal);
    } catch (cause) {
      const isTransient = signal.aborted || (cause as { code?: unknown }).code === 'DISK_FULL';
      if (isTransient) throw cause;
      await rm(draft, { force: true });
      return nothing;
    }
  }

  /** Those that are not in the new video, taken out of the old one. */
  async function takeOut(video: StaleVideo, shown: ReadonlySet<number>, signal: AbortSignal) {
    const snapshots: { id: number; path: string }[] = [];
    const lost: number[] = [];
    for (const { id, atMs, offset } of video.frames) {
      if (shown.has(id)) continue;
      const jpeg = await readPicture(join(dataDir, video.filePath), offset, signal);
      if (jpeg) snapshots.push({ id, path: await media.keepJpeg(jpeg, atMs, video.deviceName) });
      else lost.push(id);
    }
    return { snapshots, lost };
  }

  async function readPicture(path: string, offset: number, signal: AbortSignal) {
    try {
      return await media.videos.read(path, offset, signal);
    } catch (cause) {
      // It could not be shown before either; any other trouble passes.
      if ((cause as { code?: unknown }).code === 'VIDEO_BROKEN') return undefined;
      throw cause;
    }
  }

  /** One that the place has lost is written again without its pictures; one that cannot be reached is tried again. */
  async function bringBack(path: string, signal: AbortSignal): Promise<void> {
    await media.fetchFile(path, signal).catch((error: unknown) => {
      if (!hasCode(error, 'OFFLOAD_LOST')) throw error;
    });
  }

  /** A process that was killed between the name and the row of its video has left it, and nothing else would ever remove it. */
  async function dropEarlierAttempts({ frames, deviceName }: StaleVideo): Promise<void> {
    const [first] = frames;
    const videos = first ? await media.listVideosAt(first.atMs, deviceName) : [];
    for (const path of await store.compaction.listUnnamedFiles(videos)) await media.discard(path);
  }

  async function commit(jobId: number, rewritten: RewrittenVideo): Promise<boolean> {
    const { newPath, snapshots } = rewritten;
    const files = [...snapshots.map(({ path }) => path), ...(newPath ? [newPath] : [])];
    const sizes = await Promise.all(files.map((path) => sizeOf(join(dataDir, path))));
    const newBytes = sizes.reduce((sum, bytes) => sum + bytes, 0);
    try {
      const isDone = await store.deletion.replaceVideo(jobId, rewritten, newBytes);
      if (!isDone) for (const path of files) await media.discard(path);
      return isDone;
    } catch (error) {
      // A writer that died may have changed the rows before it did, so they are asked.
      for (const unnamed of await store.compaction.listUnnamedFiles(files))
        await media.discard(unnamed);
      throw error;
    }
  }

  /** Pictures are given up for a file that is damaged or missing, and not for a disk that is away or does not answer now. */
  async function assertDamaged(path: string): Promise<void> {
    try {
      await readThrough(join(dataDir, path));
    } catch (cause) {
      if (!hasCode(cause, 'ENOENT') || (await isMediaAway(dataDir))) throw cause;
      const offloaded = await store.offload.find(path);
      // Its copy went while it was read; it is fetched again.
      if (offloaded?.state === 'away' && offloaded.lostMs === null) throw cause;
    }
  }

  return {
    async rewrite(jobId, video, signal) {
      await dropEarlierAttempts(video);
      if (video.frames.length > 0) await bringBack(video.filePath, signal);
      const draft = await media.makeVideoDraft();
      try {
        const made = await make(video, draft, signal);
        const shown = new Set(made.frameIds);
        const others = await takeOut(video, shown, signal);
        if (others.lost.length > 0) await assertDamaged(video.filePath);
        const [first] = video.frames;
        const newPath =
          made.frameIds.length > 0 && first
            ? await media.keepVideo(draft, first.atMs, video.deviceName)
            : undefined;
        return await commit(jobId, {
          chunkId: video.chunkId,
          oldPath: video.filePath,
          newPath,
          ...others,
          before: video.frames.map(({ id }) => id),
          shown: made.frameIds,
        });
      } finally {
        await rm(draft, { force: true });
      }
    },
  };
}

async function sizeOf(path: string): Promise<number> {
  const found = await stat(path).catch(() => undefined);
  return found?.size ?? 0;
}
