/**
 * Moves snapshots into video chunks so that no picture is lost whenever the process ends: the chunk is
 * made, looked at frame by frame and on the disk before its row is stored; one transaction moves the
 * frames and notes their snapshots as discarded; those go afterwards. Only files noted so are removed, and
 * none that a row names: a database that was restored or rebuilt must not cost a picture.
 */
import { rm, stat, statfs } from 'node:fs/promises';
import { resolve } from 'node:path';
import { DiskFullError } from '../errors.ts';
import type { Swept } from '../media/day-folders.ts';
import type { Media } from '../media/media.ts';
import { isPictureFile } from '../media/picture-file.ts';
import type { Sealing } from '../sealing/store-key.ts';
import type { Store } from '../store.ts';
import type { MadeChunk } from './chunk-job.ts';
import { chunkProcess, type MakeChunk } from './chunk-process.ts';
import { type ChunkPlan, endOfCompactableHours, type SnapshotFrame } from './rows.ts';

export type Compacted =
  /** No snapshots are old enough. */
  | { kind: 'nothing' }
  | { kind: 'moved'; chunkId: number; frames: number; bytesBefore: number; bytesAfter: number }
  /** Pictures that are broken, or that a video would show badly or at no gain, stay as they are. */
  | { kind: 'kept'; frames: number }
  /** A frame was deleted meanwhile: the chunk was thrown away, and the rest is planned again. */
  | { kind: 'outdated' };

export interface Compaction {
  /** Removes what a killed process left; to be called at start. */
  cleanUp(signal: AbortSignal): Promise<Swept>;
  /**
   * Makes one chunk of the oldest snapshots. Rejects with DISK_FULL, with the signal's reason, or when
   * the chunk could not be made, and nothing has changed then; the same frames are not tried again.
   */
  compactNext(signal: AbortSignal): Promise<Compacted>;
  /** How many frames wait to be moved, or have waited for so long. */
  countWaiting(sinceMs: number, signal: AbortSignal): Promise<number>;
  /**
   * Removes pictures of deleted frames, and snapshots whose frames moved long enough ago that no reader still
   * has their old path. Those that cannot be removed are tried again.
   */
  removeDiscarded(signal: AbortSignal): Promise<Swept>;
}

/** The place of a frame in the video, in seconds, is then its number. */
const FRAMES_PER_SECOND = 1;
/**
 * x264 spends the more on a frame the longer it is seen: at a second each, 40 is what 29 is at 25 frames a second. What stays legible
 * with it is printed by `npm run bench -- legibility`.
 */
const USUAL_QUALITY = 40;
/** Most of a minute of work, which is thrown away when the service stops. With so many, most apps have one key frame in two hours. */
const MAX_FRAMES = 160;
/** Of a process; whatever else the machine has to do comes first. */
const LOWEST_PRIORITY = 19;
/** Hours are compacted as a whole, this long after their end: frames that come late belong to them too. */
const MIN_AGE_MS = 10 * 60_000;
/** Readers look a frame up and then open its file; none takes longer. */
const STILL_READ_MS = 60_000;
/** The rest of the service needs room too, and first. */
const RESERVE_BYTES = 64 * 1024 * 1024;

interface CompactionDeps {
  dataDir: string;
  store: Store;
  media: Media;
  nowMs: () => number;
  sealing?: Sealing | undefined;
  makeChunk?: MakeChunk;
  /** As `USUAL_QUALITY`, which it is in its absence. */
  quality?: () => number;
}

export function openCompaction(deps: CompactionDeps): Compaction {
  const { dataDir, store, media, nowMs, sealing, makeChunk = chunkProcess(LOWEST_PRIORITY) } = deps;
  /** Frames whose chunk could not be made, for a reason that may be another after the next start. */
  const failedIds = new Set<number>();
  /** When the frames of a snapshot moved, while readers may still have its path. */
  const movedAtMs = new Map<string, number>();

  const endMs = () => endOfCompactableHours(nowMs(), MIN_AGE_MS);
  const pathOf = (frame: SnapshotFrame) => resolve(dataDir, frame.snapshotPath);

  async function assertRoom(neededBytes: number): Promise<void> {
    const { bavail, bsize } = await statfs(dataDir);
    if (bavail * bsize < neededBytes + RESERVE_BYTES) throw new DiskFullError();
  }

  async function make(plan: ChunkPlan, draft: string, signal: AbortSignal): Promise<MadeChunk> {
    const { width, height } = plan;
    const pictures = plan.frames.map((frame) => ({ frameId: frame.id, path: pathOf(frame) }));
    try {
      const quality = deps.quality?.() ?? USUAL_QUALITY;
      const format = { width, height, framesPerSecond: FRAMES_PER_SECOND, quality };
      return await makeChunk({ draft, ...format, sealing, pictures }, signal);
    } catch (error) {
      const isTransient = signal.aborted || (error as { code?: unknown }).code === 'DISK_FULL';
      if (!isTransient) for (const { id } of plan.frames) failedIds.add(id);
      throw error;
    }
  }

  /** Gives the chunk its name, then stores its row; undefined when a frame is no longer what it was. */
  async function commit(deviceName: string, frames: readonly SnapshotFrame[], draft: string) {
    const filePath = await media.keepVideo(draft, frames[0]?.atMs ?? 0, deviceName);
    const chunk = { filePath, deviceName, framesPerSecond: FRAMES_PER_SECOND, frames };
    try {
      const replaced = await store.compaction.replaceSnapshotsByVideo(chunk);
      if (!replaced) await media.discard(filePath);
      return replaced;
    } catch (error) {
      // A writer that died may have stored the row before it did, so the rows are asked.
      for (const unnamed of await store.compaction.listUnnamedFiles([filePath]))
        await media.discard(unnamed);
      throw error;
    }
  }

  async function keep(frameIds: readonly number[]): Promise<Compacted> {
    await store.compaction.keepSnapshots(frameIds);
    return { kind: 'kept', frames: frameIds.length };
  }

  async function replace(plan: ChunkPlan, draft: string, signal: AbortSignal): Promise<Compacted> {
    const made = await make(plan, draft, signal);
    const isShown = new Set(made.frameIds);
    const frames = plan.frames.filter(({ id }) => isShown.has(id));
    const bytesBefore = await totalSize(frames.map(pathOf), { mayMiss: false });
    // Possible for a single small picture: then it is better off as it is.
    if (made.sizeBytes >= bytesBefore) return keep(plan.frames.map(({ id }) => id));
    if (made.unusableIds.length > 0) await store.compaction.keepSnapshots(made.unusableIds);
    signal.throwIfAborted();
    const replaced = await commit(plan.deviceName, frames, draft);
    if (!replaced) return { kind: 'outdated' };
    const { chunkId, freed } = replaced;
    // Only now: until the commit every reader was given the snapshot.
    for (const path of freed) movedAtMs.set(path, nowMs());
    const bytesAfter = made.sizeBytes;
    return { kind: 'moved', chunkId, frames: frames.length, bytesBefore, bytesAfter };
  }
  const removeDiscarded = discardedImages(deps, movedAtMs);

  return {
    async cleanUp(signal) {
      await store.compaction.dropEmptyChunks();
      const discarded = await removeDiscarded(signal);
      const listUnnamed = (paths: readonly string[]) =>
        store.compaction.listUnnamedFiles(paths, signal);
      const orphans = await media.removeUnnamed(listUnnamed, signal);
      return {
        removed: discarded.removed + orphans.removed,
        left: discarded.left + orphans.left,
      };
    },
    async compactNext(signal) {
      const limits = { maxFrames: MAX_FRAMES, exceptIds: [...failedIds] };
      const plan = await store.compaction.planChunk(endMs(), limits, signal);
      if (!plan) return { kind: 'nothing' };
      // A chunk that is larger than its snapshots is not kept.
      await assertRoom(await totalSize(plan.frames.map(pathOf), { mayMiss: true }));
      const draft = await media.makeVideoDraft();
      try {
        return await replace(plan, draft, signal);
      } finally {
        await rm(draft, { force: true });
      }
    },
    countWaiting: (sinceMs, signal) =>
      store.compaction.countCompactable(endMs() - sinceMs, [...failedIds], signal),
    removeDiscarded,
  };
}

/** Removes images whose frames are in a video by now. */
function discardedImages(deps: CompactionDeps, movedAtMs: Map<string, number>) {
  const { nowMs, store, media } = deps;
  async function removeDiscarded(signal: AbortSignal): Promise<Swept> {
    for (const [path, atMs] of movedAtMs) {
      if (nowMs() - atMs >= STILL_READ_MS) movedAtMs.delete(path);
    }
    const pictures = (await store.audio.listDiscardedFiles(signal)).filter(isPictureFile);
    const due = pictures.filter((path) => !movedAtMs.has(path));
    if (due.length === 0) return { removed: 0, left: 0 };
    const removed: string[] = [];
    const unnamed = new Set(await store.compaction.listUnnamedFiles(due, signal));
    for (const path of unnamed) if (await isRemoved(path)) removed.push(path);
    // A row names it again: somebody added the same image once more.
    const named = due.filter((path) => !unnamed.has(path));
    await store.audio.forgetFiles([...removed, ...named]);
    return { removed: removed.length, left: unnamed.size - removed.length };
  }

  /** A file that cannot be removed takes no other with it. */
  async function isRemoved(path: string): Promise<boolean> {
    return media.discard(path).then(
      () => true,
      () => false,
    );
  }

  return removeDiscarded;
}

/** A file that was just read and is not there now says that the disk is away, not that it is small. */
async function totalSize(
  paths: readonly string[],
  { mayMiss }: { mayMiss: boolean },
): Promise<number> {
  let bytes = 0;
  for (const path of paths) {
    const found = await stat(path).catch((cause) => {
      if (!mayMiss) throw cause;
    });
    bytes += found?.size ?? 0;
  }
  return bytes;
}
