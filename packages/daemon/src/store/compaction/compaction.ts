/**
 * Moves snapshots into video chunks so that no picture is lost whenever the process ends: the chunk is
 * made, looked at frame by frame and on the disk before its row is stored; one transaction moves the
 * frames; their snapshots go afterwards. Whatever a killed process leaves, `cleanUp` removes at start,
 * and it never removes a file that a row names.
 */
import { rm, stat, statfs } from 'node:fs/promises';
import { resolve } from 'node:path';
import { DiskFullError } from '../errors.ts';
import type { Media } from '../media/media.ts';
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
  /** Removes what a killed process left; to be called at start. Resolves to how many files went. */
  cleanUp(signal: AbortSignal): Promise<number>;
  /**
   * Makes one chunk of the oldest snapshots. Rejects with DISK_FULL, with the signal's reason, or when
   * the chunk could not be made, and nothing has changed then; the same frames are not tried again.
   */
  compactNext(nowMs: number, signal: AbortSignal): Promise<Compacted>;
  /** How many frames wait to be moved. */
  countWaiting(nowMs: number, signal: AbortSignal): Promise<number>;
  /** Removes snapshots whose frames moved long enough ago that no reader still has their old path. */
  discardMoved(nowMs: number): Promise<void>;
}

/** The place of a frame in the video, in seconds, is then its number. */
const FRAMES_PER_SECOND = 1;
/** x264 spends the more on a frame the longer it is seen: at a second each, 39 is what 28 is at 25 frames a second. */
const QUALITY = 39;
/** Some 15 s of work, which is thrown away when the service stops. */
const MAX_FRAMES = 120;
/** Of a process; whatever else the machine has to do comes first. */
const LOWEST_PRIORITY = 19;
/** An hour is compacted as a whole, this long after its end: frames that come late belong to it too. */
const MIN_AGE_MS = 10 * 60_000;
/** Readers look a frame up and then open its file; none takes longer. */
const STILL_READ_MS = 60_000;
/** The rest of the service needs room too, and first. */
const RESERVE_BYTES = 64 * 1024 * 1024;

export function openCompaction(deps: {
  dataDir: string;
  store: Store;
  media: Media;
  makeChunk?: MakeChunk;
}): Compaction {
  const { dataDir, store, media, makeChunk = chunkProcess(LOWEST_PRIORITY) } = deps;
  /** Frames whose chunk could not be made, for a reason that may be another after the next start. */
  const failedIds = new Set<number>();
  let moved: { path: string; atMs: number }[] = [];

  const endMs = (nowMs: number) => endOfCompactableHours(nowMs, MIN_AGE_MS);
  const pathOf = (frame: SnapshotFrame) => resolve(dataDir, frame.snapshotPath);

  async function assertRoom(neededBytes: number): Promise<void> {
    const { bavail, bsize } = await statfs(dataDir);
    if (bavail * bsize < neededBytes + RESERVE_BYTES) throw new DiskFullError();
  }

  async function make(plan: ChunkPlan, draft: string, signal: AbortSignal): Promise<MadeChunk> {
    const { width, height } = plan;
    const pictures = plan.frames.map((frame) => ({ frameId: frame.id, path: pathOf(frame) }));
    try {
      const format = { width, height, framesPerSecond: FRAMES_PER_SECOND, quality: QUALITY };
      return await makeChunk({ draft, ...format, pictures }, signal);
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
      const replaced = await store.replaceSnapshotsByVideo(chunk);
      if (!replaced) await media.discard(filePath);
      return replaced;
    } catch (error) {
      // A writer that died may have stored the row before it did, so the rows are asked.
      for (const unnamed of await store.listUnnamedFiles([filePath])) await media.discard(unnamed);
      throw error;
    }
  }

  async function keep(frameIds: readonly number[]): Promise<Compacted> {
    await store.keepSnapshots(frameIds);
    return { kind: 'kept', frames: frameIds.length };
  }

  async function replace(
    plan: ChunkPlan,
    draft: string,
    { nowMs, signal }: { nowMs: number; signal: AbortSignal },
  ): Promise<Compacted> {
    const made = await make(plan, draft, signal);
    const isShown = new Set(made.frameIds);
    const frames = plan.frames.filter(({ id }) => isShown.has(id));
    const bytesBefore = await totalSize(frames.map(pathOf));
    // Possible for a single small picture: then it is better off as it is.
    if (made.sizeBytes >= bytesBefore) return keep(plan.frames.map(({ id }) => id));
    if (made.unusableIds.length > 0) await store.keepSnapshots(made.unusableIds);
    signal.throwIfAborted();
    const replaced = await commit(plan.deviceName, frames, draft);
    if (!replaced) return { kind: 'outdated' };
    const { chunkId, freed } = replaced;
    moved.push(...freed.map((path) => ({ path, atMs: nowMs })));
    const bytesAfter = made.sizeBytes;
    return { kind: 'moved', chunkId, frames: frames.length, bytesBefore, bytesAfter };
  }

  return {
    async cleanUp(signal) {
      // Rows before files: a chunk that nothing shows is a file without a row after that.
      for (const path of await store.dropEmptyChunks()) await media.discard(path);
      return media.removeUnnamed((paths) => store.listUnnamedFiles(paths, signal), signal);
    },
    async compactNext(nowMs, signal) {
      const limits = { maxFrames: MAX_FRAMES, exceptIds: [...failedIds] };
      const plan = await store.planChunk(endMs(nowMs), limits, signal);
      if (!plan) return { kind: 'nothing' };
      // A chunk that is larger than its snapshots is not kept.
      await assertRoom(await totalSize(plan.frames.map(pathOf)));
      const draft = await media.makeVideoDraft();
      try {
        return await replace(plan, draft, { nowMs, signal });
      } finally {
        await rm(draft, { force: true });
      }
    },
    countWaiting: (nowMs, signal) => store.countCompactable(endMs(nowMs), signal),
    async discardMoved(nowMs) {
      const isDue = ({ atMs }: { atMs: number }) => nowMs - atMs >= STILL_READ_MS;
      const due = moved.filter(isDue);
      moved = moved.filter((each) => !isDue(each));
      for (const { path } of due) await media.discard(path);
    },
  };
}

async function totalSize(paths: readonly string[]): Promise<number> {
  let bytes = 0;
  for (const path of paths) bytes += (await stat(path).catch(() => undefined))?.size ?? 0;
  return bytes;
}
