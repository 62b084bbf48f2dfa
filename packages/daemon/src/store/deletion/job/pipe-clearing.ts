/**
 * Clears what pipes printed, kept and wrote since the start of a deletion's range, because the service cannot know what it quotes. A deletion that
 * removed nothing clears nothing. `run-job.ts` calls it for each job, `deletions.ts` before a job and for the check of the whole store.
 */
import type { Store } from '#store/store.ts';
import type { ContentCounts, DeletionJob, JobWish } from '../records.ts';
import { timesOf } from '../selection.ts';
import { countLeftFiles, countPipeFiles, removePipeFiles } from './pipe-files.ts';

export function pipeClearing(deps: { dataDir: string; store: Store }) {
  const { dataDir, store } = deps;

  /** As it is now: its counts grow while it works. */
  async function present({ id }: DeletionJob): Promise<DeletionJob | undefined> {
    return store.deletion.findJob(id);
  }

  return {
    /** `endRuns` ends the runs of pipes that may have read what was deleted. */
    async clear(job: DeletionJob, endRuns: () => Promise<void>): Promise<void> {
      if (!hasRemoved(await present(job))) return;
      await endRuns();
      const span = { sinceMs: sinceOf(job.wish), atMs: Date.now() };
      await store.deletion.clearPipeOutput(job.id, span);
      const { count, bytes } = await removePipeFiles(dataDir, span.sinceMs);
      await store.deletion.filesRemoved(job.id, [], { pipeOutputs: count, bytesFreed: bytes });
    },
    async isLeft(job: DeletionJob): Promise<boolean> {
      const now = await present(job);
      if (!hasRemoved(now)) return false;
      return !now?.pipesCleared || (await countLeftFiles(dataDir, [now.pipesCleared])) > 0;
    },
    /** Of all deletions so far. */
    async countLeft(signal?: AbortSignal): Promise<number> {
      return countLeftFiles(dataDir, await store.deletion.listPipeClearings(signal));
    },
    /** What a deletion that removes something would clear. */
    async count(wish: JobWish, signal?: AbortSignal): Promise<number> {
      const sinceMs = sinceOf(wish);
      const rows = await store.deletion.countPipeOutput(sinceMs, signal);
      return rows + (await countPipeFiles(dataDir, sinceMs));
    },
  };
}

/** The start of what is deleted; rules about words, and other devices, have none. */
function sinceOf(wish: JobWish | undefined): number {
  const starts = (wish?.filters ?? []).map((filter) => timesOf(filter)[0]);
  return wish?.redaction || starts.length === 0 ? 0 : Math.min(...starts);
}

/** What merely grew old is no secret; for another device's deletion there is a job only when it removed something. */
function hasRemoved(job: DeletionJob | undefined): boolean {
  if (job === undefined || job.kind === 'retention') return false;
  return job.kind === 'tidy' || job.counts.redactions > 0 || isAnything(job.counts);
}

export function isAnything(counts: ContentCounts): boolean {
  const { frames, transcriptions, audioChunks, sounds, pictures, uiTexts } = counts;
  const { inputEvents, memories, meetings, speakers } = counts;
  const captured = frames + transcriptions + audioChunks + sounds + pictures + uiTexts;
  return captured + inputEvents + memories + meetings + speakers > 0;
}
