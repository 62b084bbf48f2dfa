/**
 * Does one job from wherever it is to its end: rows piece by piece, their files, the videos that hold their pixels, what is left in
 * the index, in the dictionary of names, in the WAL and between rows; then looks whether something came late. Each step can be done
 * again, so a job that was ended half way begins its step again.
 */
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { serviceError } from '#core/errors.ts';
import { removeReplaced } from '#store/backup/restored-database.ts';
import { removeSnapshots } from '#store/backup/snapshots.ts';
import { WORD_INDEXES } from '#store/kernel/index-segments.ts';
import type { AudioMedia } from '#store/media/audio/audio-media.ts';
import { isMediaAway, listSettledFiles } from '#store/media/day-folders.ts';
import type { Media } from '#store/media/media.ts';
import { isPictureFile } from '#store/media/picture-file.ts';
import { LOST_FOLDER } from '#store/repair/media-files.ts';
import type { Store } from '#store/store.ts';
import { isRangeOnly } from '../linked-notes.ts';
import type { DeletionFilter, DeletionJob, DeletionPiece, JobStep } from '../records.ts';
import { timesOf } from '../selection.ts';
import { pipeClearing } from './pipe-clearing.ts';
import { type RedactTexts, redactionRunner } from './redaction.ts';
import type { VideoRewriter } from './rewrite-video.ts';

/** Some tens of milliseconds of the writer's time. */
const PIECE = 100;
const FILES_AT_ONCE = 200;
/** Frames that were being read, and sentences that were being spoken, come some seconds after. */
const MOST_ROUNDS = 5;
/** Readers hold the WAL for as long as they read, SQL of anyone up to half a minute. */
const WAL_ATTEMPTS = 40;
const WAL_WAIT_MS = 1_000;

/** Of videos; more of them have one cause, such as a full disk. */
const MOST_FAILURES = 3;

/** `hours` are those of the documents that this run has deleted. */
type Work = (job: DeletionJob, signal: AbortSignal, hours: Set<number>) => Promise<unknown>;

const STEPS: readonly Exclude<JobStep, 'done'>[] = ['rows', 'files', 'videos', 'index'];

export interface JobDeps {
  dataDir: string;
  store: Store;
  media: Media;
  audioMedia: Pick<AudioMedia, 'remove'>;
  rewriter: VideoRewriter;
  redactTexts: RedactTexts;
  sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  nowMs: () => number;
  /** Called after each step. */
  onStep: (jobId: number) => void;
  /** Ends the runs of pipes that may have read what was deleted. */
  endRuns: () => Promise<void>;
  /** Removes deleted files where they were moved to, as far as that answers now. */
  removeOffloaded?: ((signal: AbortSignal) => Promise<void>) | undefined;
}

export function jobRunner(deps: JobDeps) {
  const { dataDir, store } = deps;
  const pipes = pipeClearing(deps);

  async function deletePieces(
    { id }: DeletionJob,
    filter: DeletionFilter,
    signal: AbortSignal,
    hours: Set<number>,
  ): Promise<void> {
    for (;;) {
      signal.throwIfAborted();
      const piece = await store.deletion.list(filter, PIECE, signal);
      if (isEmpty(piece)) return;
      await store.deletion.deletePiece(id, piece);
      for (const hour of piece.hours) hours.add(hour);
    }
  }

  async function deleteRows(job: DeletionJob, signal: AbortSignal, hours: Set<number>) {
    for (const filter of job.wish?.filters ?? []) {
      await deletePieces(job, filter, signal, hours);
      await store.deletion.deleteBeside(job.id, filter);
    }
    const rule = job.wish?.redaction;
    if (rule) await redactionRunner(deps).apply(job, rule, signal);
    await pipes.clear(job, deps.endRuns);
  }
  const { removeFiles, removeDiscarded, removeSome } = jobFiles(deps);

  /** The first failure, after the others were done: one that cannot be read now must not hold them up. */
  async function rewriteVideos(job: DeletionJob, signal: AbortSignal): Promise<unknown> {
    const failures = new Map<number, unknown>();
    while (failures.size < MOST_FAILURES) {
      signal.throwIfAborted();
      const video = await store.deletion.nextStaleVideo([...failures.keys()]);
      if (!video) break;
      try {
        const isDone = await deps.rewriter.rewrite(job.id, video, signal);
        if (isDone) await removeSome(job.id, [video.filePath]);
      } catch (error) {
        signal.throwIfAborted();
        failures.set(video.chunkId, error);
      }
    }
    // Also what a killed process had rewritten and not removed.
    await removeDiscarded(job.id, signal);
    return [...failures.values()][0];
  }
  const { purge, emptyWal } = databasePurge(dataDir, store, deps);

  async function hasMore(job: DeletionJob, signal: AbortSignal): Promise<boolean> {
    for (const filter of job.wish?.filters ?? []) {
      if (!isEmpty(await store.deletion.list(filter, 1, signal))) return true;
    }
    if (await pipes.isLeft(job)) return true;
    const rule = job.wish?.redaction;
    return rule !== undefined && (await redactionRunner(deps).count(rule, signal)).redactions > 0;
  }

  const work: Record<Exclude<JobStep, 'done'>, Work> = {
    rows: deleteRows,
    files: removeFiles,
    videos: rewriteVideos,
    index: purge,
  };

  /** Whether nothing is left in the WAL and between rows at the end. */
  async function doSteps(
    job: DeletionJob,
    from: JobStep,
    signal: AbortSignal,
    hours: Set<number>,
  ): Promise<boolean> {
    let isPurged = false;
    let failure: unknown;
    for (const step of STEPS.slice(STEPS.findIndex((step) => step === from))) {
      await store.deletion.setStep(job.id, step);
      deps.onStep(job.id);
      const outcome = await work[step](job, signal, hours);
      if (step === 'videos') failure = outcome;
      if (step === 'index') isPurged = outcome === true;
    }
    if (failure === undefined) return isPurged;
    await store.deletion.setStep(job.id, 'videos');
    throw failure;
  }

  return async (job: DeletionJob, signal: AbortSignal): Promise<void> => {
    const hours = new Set<number>();
    let isPurged = await doSteps(job, job.step, signal, hours);
    let isLeft = await hasMore(job, signal);
    for (let round = 1; isLeft && round < MOST_ROUNDS; round++) {
      isPurged = await doSteps(job, 'rows', signal, hours);
      isLeft = await hasMore(job, signal);
    }
    await deps.removeOffloaded?.(signal);
    const among = isWholeIn(job) ? [...hours] : undefined;
    const left = await store.deletion.findLeftovers(among, signal);
    const strays = left.strayTexts + left.strayPassages + left.strayOlderTexts;
    const isClean = left.staleVideos + left.brokenPacks + strays + left.unshownMeetings === 0;
    // The request has names too: they are deleted before the receipt says so.
    await store.deletion.forgetRequest(job.id);
    const isForgotten = await emptyWal(signal);
    const isVerified = isPurged && isForgotten && !isLeft && isClean;
    await store.deletion.finishJob(job.id, deps.nowMs(), isVerified);
    deps.onStep(job.id);
  };
}

/** The step that overwrites what deleted rows left behind in the database. */
function databasePurge(dataDir: JobDeps['dataDir'], store: JobDeps['store'], deps: JobDeps) {
  async function purge(job: DeletionJob, signal: AbortSignal): Promise<boolean> {
    // Daily copies of the database have it too. What only grew too old goes with them, in its time.
    if (job.kind !== 'retention') {
      await removeSnapshots(dataDir);
      await removeReplaced(dataDir);
    }
    for (let from: number | undefined = 0; from !== undefined; ) {
      signal.throwIfAborted();
      from = await store.deletion.purgeContexts(job.id, from);
    }
    await store.deletion.forgetMeetingsOf(job.id, await store.deletion.listUnshownMeetings(signal));
    for (const index of WORD_INDEXES) {
      for (let done: number | undefined = 0; done !== undefined; ) {
        signal.throwIfAborted();
        done = await store.deletion.dropMarked(index, done);
      }
    }
    // Every page is looked at: too much for what only grew too old, some of which does so every few minutes.
    return (await emptyWal(signal)) && (job.kind === 'retention' || (await clearGaps(signal)));
  }

  /** True when all of the file was looked at. */
  async function clearGaps(signal: AbortSignal): Promise<boolean> {
    let to: number | undefined;
    for (let attempts = 0; attempts < WAL_ATTEMPTS; ) {
      signal.throwIfAborted();
      const { next, isHeldUp } = await store.deletion.clearGaps(to);
      if (next === undefined) return true;
      to = next;
      attempts = isHeldUp ? attempts + 1 : 0;
      if (isHeldUp) await deps.sleep(WAL_WAIT_MS, signal);
    }
    return false;
  }

  async function emptyWal(signal: AbortSignal): Promise<boolean> {
    for (let attempt = 0; attempt < WAL_ATTEMPTS; attempt++) {
      signal.throwIfAborted();
      if (await store.deletion.emptyWal()) return true;
      await deps.sleep(WAL_WAIT_MS, signal);
    }
    return false;
  }

  return { purge, emptyWal };
}

/** The step that removes files. */
function jobFiles(deps: JobDeps) {
  const { media, store, dataDir } = deps;
  async function removeFiles(job: DeletionJob, signal: AbortSignal): Promise<void> {
    for (const filter of job.wish?.filters ?? []) {
      if (!isRangeOnly(filter)) continue;
      await removeUnnamed(job.id, filter, signal);
      await removeLost(filter);
    }
    await removeDiscarded(job.id, signal);
    media.forgetScaled();
  }

  async function removeDiscarded(jobId: number, signal: AbortSignal): Promise<void> {
    const discarded = await store.audio.listDiscardedFiles();
    for (let at = 0; at < discarded.length; at += FILES_AT_ONCE) {
      signal.throwIfAborted();
      await removeSome(jobId, discarded.slice(at, at + FILES_AT_ONCE));
    }
  }

  async function removeSome(jobId: number, paths: readonly string[]): Promise<void> {
    const pictures = paths.filter(isPictureFile);
    const sounds = paths.filter((path) => !isPictureFile(path));
    // A row may name it again: somebody added the same image once more.
    const unnamed = new Set(await store.compaction.listUnnamedFiles(pictures));
    const gone = [...unnamed, ...sounds];
    const sizes = await Promise.all(gone.map((path) => sizeOf(join(dataDir, path))));
    const isLocal = sizes.some((bytes) => bytes > 0) || !(await areOffloaded(gone));
    if (gone.length > 0 && isLocal && (await isMediaAway(dataDir)))
      throw serviceError('MEDIA_AWAY');
    for (const path of unnamed) await media.discard(path);
    await deps.audioMedia.remove(sounds);
    const count = (ending: string) => gone.filter((path) => path.endsWith(ending)).length;
    await store.deletion.filesRemoved(jobId, paths, {
      imageFiles: count('.jpg'),
      audioFiles: count('.ogg'),
      videoFiles: count('.mp4'),
      bytesFreed: sizes.reduce((sum, bytes) => sum + bytes, 0),
    });
  }

  /** None of them is expected on the disk. */
  async function areOffloaded(paths: readonly string[]): Promise<boolean> {
    for (const path of paths) {
      const row = await store.offload.find(path);
      if (!row || row.isCached) return false;
    }
    return true;
  }

  /** Files of that time that lost their rows, in a crash for example: no deletion of rows would ever find them. */
  async function removeUnnamed(jobId: number, filter: DeletionFilter, signal: AbortSignal) {
    const [startMs, endMs] = timesOf(filter);
    const paths = await media.listSettledFiles(startMs, endMs);
    for (let at = 0; at < paths.length; at += FILES_AT_ONCE) {
      signal.throwIfAborted();
      const unnamed = await store.compaction.listUnnamedFiles(
        paths.slice(at, at + FILES_AT_ONCE),
        signal,
      );
      if (unnamed.length > 0) await removeSome(jobId, unnamed);
    }
  }

  /** What `hindcast doctor --fix` has moved there. */
  async function removeLost(filter: DeletionFilter): Promise<void> {
    const lost = await listSettledFiles(join(dataDir, LOST_FOLDER), ...timesOf(filter));
    for (const path of lost) await rm(path, { force: true });
  }

  return { removeFiles, removeDiscarded, removeSome };
}

/** Whether this run does all of it: another may have deleted something before it, or other devices. */
function isWholeIn({ kind, step, wish, counts }: DeletionJob): boolean {
  const isFirst = step === 'rows' && Object.values(counts).every((count) => count === 0);
  return isFirst && kind !== 'tidy' && wish?.redaction === undefined;
}

function isEmpty(piece: DeletionPiece): boolean {
  const { ocr, audio, ui, input, chunks, sounds, older, pictures } = piece;
  return [ocr, audio, ui, input, chunks, sounds, older, pictures].every((ids) => ids.length === 0);
}

async function sizeOf(path: string): Promise<number> {
  const found = await stat(path).catch(() => undefined);
  return found?.size ?? 0;
}
